//! zkcrypto's `bls12_381`: a curve in Rust without assembly, constant time throughout. It has no
//! signature scheme; ours is composed on it.

mod code_path;
mod curve;
mod scheme;

use bls_api::{
    Capability, Composed, Engine, Erased, ErasedCurve, ErasedPrecompiles, Group, Library, MinPk,
    MinSig, NEIGHBOUR, Profile, ROUTES_ALONE,
};

use crate::{curve::ZkcryptoCurve, scheme::Zkcrypto};

/// The engine `zkcrypto`.
pub static ENGINE: Engine = Engine {
    id: "zkcrypto",
    library: Library {
        name: "bls12_381",
        version: env!("LIBRARY_VERSION"),
        options: env!("LIBRARY_FEATURES"),
        compiler: env!("LIBRARY_COMPILER"),
    },
    composed: true,
    profile: Profile::Quick,
    code_path: &code_path::code_path,
    suites: &|group| match group {
        Group::Curve => Capability::Yes(const { &ErasedCurve::<ZkcryptoCurve>::new() }),
        Group::Eip2537 => Capability::Yes(const { &ErasedPrecompiles::<ZkcryptoCurve>::new() }),
        Group::MinPk => Capability::Yes(const { &Erased::<Composed<Zkcrypto, MinPk>>::new() }),
        Group::MinSig => Capability::Yes(const { &Erased::<Composed<Zkcrypto, MinSig>>::new() }),
        Group::Dusk | Group::DuskV2 => Capability::No("zkcrypto does not have the dusk schemes"),
        Group::Transport => Capability::No(ROUTES_ALONE),
        Group::Classic | Group::RingSecp256k1 | Group::RingEd25519 | Group::RingRistretto255 => {
            Capability::No(NEIGHBOUR)
        }
    },
};
