//! blst, by way of its own Rust crate.
//!
//! blst's Rust API hands even one verification to a thread pool. The rows that may use one thread
//! go through [`blst::Pairing`] instead, which is the same C code on the calling thread; the `_mt`
//! rows call the API as it is.

mod code_path;
mod curve;
mod group;
mod scheme;

use bls_api::{
    Capability, Engine, Erased, ErasedCurve, ErasedPrecompiles, Group, Library, MinPk, MinSig,
    NEIGHBOUR, Profile, ROUTES_ALONE,
};

use crate::curve::BlstCurve;
pub use crate::{code_path::usable, scheme::Blst};

/// The engine `blst`, or `blst_portable`.
pub static ENGINE: Engine = Engine {
    id: if cfg!(feature = "portable") {
        "blst_portable"
    } else {
        "blst"
    },
    library: Library {
        name: "blst",
        version: env!("LIBRARY_VERSION"),
        options: env!("LIBRARY_FEATURES"),
        compiler: env!("LIBRARY_COMPILER"),
    },
    composed: false,
    profile: Profile::Quick,
    code_path: &code_path::code_path,
    suites: &|group| match group {
        Group::MinPk => Capability::Yes(const { &Erased::<Blst<MinPk>>::new() }),
        Group::MinSig => Capability::Yes(const { &Erased::<Blst<MinSig>>::new() }),
        Group::Curve => Capability::Yes(const { &ErasedCurve::<BlstCurve>::new() }),
        Group::Eip2537 => Capability::Yes(const { &ErasedPrecompiles::<BlstCurve>::new() }),
        Group::Dusk | Group::DuskV2 => Capability::No("blst does not have the dusk schemes"),
        Group::Transport => Capability::No(ROUTES_ALONE),
        Group::Classic | Group::RingSecp256k1 | Group::RingEd25519 | Group::RingRistretto255 => {
            Capability::No(NEIGHBOUR)
        }
    },
};
