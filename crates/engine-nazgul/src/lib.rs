//! nazgul: ring signatures over ristretto255, of which the one that links without regard to the ring
//! (bLSAG) is measured, with SHA-512 as in its documentation.

mod code_path;
mod scheme;

use bls_api::{Capability, Engine, ErasedRing, Group, Library, Profile, ROUTES_ALONE};

use crate::scheme::Nazgul;

/// The engine `nazgul`.
pub static ENGINE: Engine = Engine {
    id: "nazgul",
    library: Library {
        name: "nazgul",
        version: env!("LIBRARY_VERSION"),
        options: env!("LIBRARY_FEATURES"),
        compiler: env!("LIBRARY_COMPILER"),
    },
    composed: false,
    profile: Profile::Quick,
    code_path: &code_path::code_path,
    suites: &|group| match group {
        Group::RingRistretto255 => Capability::Yes(const { &ErasedRing::<Nazgul>::new() }),
        Group::RingSecp256k1 | Group::RingEd25519 => Capability::No("another curve"),
        Group::Transport => Capability::No(ROUTES_ALONE),
        _ => Capability::No("ring signatures alone"),
    },
};
