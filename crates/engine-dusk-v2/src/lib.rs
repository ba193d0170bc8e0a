//! bls12_381-bls 0.6, the successor of dusk-bls12_381-sign: messages are hashed to the curve.
//!
//! What it keeps of its own old hash, under `*_insecure`, is not measured.

mod code_path;
mod curve;
mod scheme;

use bls_api::{
    Capability, Engine, ErasedCurve, ErasedMulti, ErasedPrecompiles, Group, Library, NEIGHBOUR,
    Profile, ROUTES_ALONE,
};

use crate::curve::DuskCurve;
pub use crate::scheme::DuskV2;

/// The engine `dusk_v2`.
pub static ENGINE: Engine = Engine {
    id: "dusk_v2",
    library: Library {
        name: "bls12_381-bls",
        version: env!("LIBRARY_VERSION"),
        options: env!("LIBRARY_FEATURES"),
        compiler: env!("LIBRARY_COMPILER"),
    },
    composed: false,
    profile: Profile::Quick,
    code_path: &code_path::code_path,
    suites: &|group| match group {
        Group::Curve => Capability::Yes(const { &ErasedCurve::<DuskCurve>::new() }),
        Group::Eip2537 => Capability::Yes(const { &ErasedPrecompiles::<DuskCurve>::new() }),
        Group::MinPk => Capability::No("the library has its keys in G2 alone"),
        Group::MinSig => Capability::No("the library hashes messages under a DST of its own alone"),
        Group::Dusk => Capability::No("the scheme of its predecessor, with another hash"),
        Group::DuskV2 => Capability::Yes(const { &ErasedMulti::<DuskV2>::new() }),
        Group::Transport => Capability::No(ROUTES_ALONE),
        Group::Classic | Group::RingSecp256k1 | Group::RingEd25519 | Group::RingRistretto255 => {
            Capability::No(NEIGHBOUR)
        }
    },
};
