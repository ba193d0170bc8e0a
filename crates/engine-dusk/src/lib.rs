//! dusk-bls12_381-sign 0.6, kept to reproduce published figures.
//!
//! INSECURE by construction: a message is hashed to a known multiple of the generator, so one
//! signature forges any other.

mod code_path;
mod scheme;

use bls_api::{Capability, Engine, ErasedMulti, Group, Library, NEIGHBOUR, Profile, ROUTES_ALONE};

pub use crate::scheme::Dusk;

/// The engine `dusk`.
pub static ENGINE: Engine = Engine {
    id: "dusk",
    library: Library {
        name: "dusk-bls12_381-sign",
        version: env!("LIBRARY_VERSION"),
        options: env!("LIBRARY_FEATURES"),
        compiler: env!("LIBRARY_COMPILER"),
    },
    composed: false,
    profile: Profile::Quick,
    code_path: &code_path::code_path,
    suites: &|group| match group {
        Group::Curve | Group::Eip2537 => {
            Capability::No("the engine dusk_v2 has the newer version of this curve crate")
        }
        Group::MinPk | Group::MinSig => Capability::No(OTHER_HASH),
        Group::DuskV2 => Capability::No("the scheme of its successor, with another hash"),
        Group::Dusk => Capability::Yes(const { &ErasedMulti::<Dusk>::new() }),
        Group::Transport => Capability::No(ROUTES_ALONE),
        Group::Classic | Group::RingSecp256k1 | Group::RingEd25519 | Group::RingRistretto255 => {
            Capability::No(NEIGHBOUR)
        }
    },
};

const OTHER_HASH: &str = "the library hashes messages by a scheme of its own, not by RFC 9380";
