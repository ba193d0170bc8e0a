//! blsful with its curve in Rust, `bls12_381_plus`, a descendant of zkcrypto's.

mod code_path;
mod curve;
mod scheme;

use bls_api::{
    Capability, Engine, Erased, ErasedCurve, ErasedPrecompiles, Group, Library, NEIGHBOUR, Profile,
    ROUTES_ALONE,
};
use blsful::{Bls12381G1Impl, Bls12381G2Impl};

use crate::{curve::PlusCurve, scheme::Blsful};

/// The engine `blsful`.
pub static ENGINE: Engine = Engine {
    id: "blsful",
    library: Library {
        name: "blsful",
        version: env!("LIBRARY_VERSION"),
        options: env!("LIBRARY_FEATURES"),
        compiler: env!("LIBRARY_COMPILER"),
    },
    composed: false,
    profile: Profile::Standard,
    code_path: &code_path::code_path,
    suites: &|group| match group {
        Group::Curve => Capability::Yes(const { &ErasedCurve::<PlusCurve>::new() }),
        Group::Eip2537 => Capability::Yes(const { &ErasedPrecompiles::<PlusCurve>::new() }),
        // The library names its suites by the group of signatures.
        Group::MinPk => Capability::Yes(const { &Erased::<Blsful<Bls12381G2Impl>>::new() }),
        Group::MinSig => Capability::Yes(const { &Erased::<Blsful<Bls12381G1Impl>>::new() }),
        Group::Dusk | Group::DuskV2 => Capability::No("blsful does not have the dusk schemes"),
        Group::Transport => Capability::No(ROUTES_ALONE),
        Group::Classic | Group::RingSecp256k1 | Group::RingEd25519 | Group::RingRistretto255 => {
            Capability::No(NEIGHBOUR)
        }
    },
};
