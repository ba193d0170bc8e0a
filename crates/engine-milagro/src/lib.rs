//! Milagro: the signature scheme of Ethereum's first Rust clients on the curve of Apache Milagro,
//! in Rust without assembly, as Snowbridge keeps it.

mod code_path;
mod curve;
mod scheme;

use bls_api::{
    Capability, Engine, Erased, ErasedCurve, ErasedPrecompiles, Group, Library, NEIGHBOUR, Profile,
    ROUTES_ALONE,
};

use crate::{curve::MilagroCurve, scheme::Milagro};

/// The engine `milagro`.
pub static ENGINE: Engine = Engine {
    id: "milagro",
    library: Library {
        name: "snowbridge-milagro-bls",
        version: env!("LIBRARY_VERSION"),
        options: env!("LIBRARY_FEATURES"),
        compiler: env!("LIBRARY_COMPILER"),
    },
    composed: false,
    profile: Profile::Standard,
    code_path: &code_path::code_path,
    suites: &|group| match group {
        Group::Curve => Capability::Yes(const { &ErasedCurve::<MilagroCurve>::new() }),
        Group::Eip2537 => Capability::Yes(const { &ErasedPrecompiles::<MilagroCurve>::new() }),
        Group::MinPk => Capability::Yes(const { &Erased::<Milagro>::new() }),
        Group::MinSig => Capability::No("its signatures are in G2 alone"),
        Group::Dusk | Group::DuskV2 => Capability::No("milagro does not have the dusk schemes"),
        Group::Transport => Capability::No(ROUTES_ALONE),
        Group::Classic | Group::RingSecp256k1 | Group::RingEd25519 | Group::RingRistretto255 => {
            Capability::No(NEIGHBOUR)
        }
    },
};
