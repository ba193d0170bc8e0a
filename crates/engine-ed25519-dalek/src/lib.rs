//! `ed25519-dalek` on `curve25519-dalek`: Ed25519 in Rust, with vector instructions.

mod code_path;
mod ed25519;

use bls_api::{
    Capability, Engine, ErasedClassic, ErasedScheme, Group, Library, Profile, ROUTES_ALONE,
};

use crate::ed25519::Ed25519;

/// The engine `ed25519_dalek`.
pub static ENGINE: Engine = Engine {
    id: "ed25519_dalek",
    library: Library {
        name: "ed25519-dalek",
        version: env!("LIBRARY_VERSION"),
        options: env!("LIBRARY_FEATURES"),
        compiler: env!("LIBRARY_COMPILER"),
    },
    composed: false,
    profile: Profile::Quick,
    code_path: &code_path::code_path,
    suites: &|group| match group {
        Group::Classic => {
            Capability::Yes(const { &ErasedClassic(&[ErasedScheme::of::<Ed25519>()]) })
        }
        Group::Curve
        | Group::Eip2537
        | Group::MinPk
        | Group::MinSig
        | Group::Dusk
        | Group::DuskV2 => Capability::No("edwards25519 is another curve"),
        Group::Transport => Capability::No(ROUTES_ALONE),
        Group::RingSecp256k1 | Group::RingEd25519 | Group::RingRistretto255 => {
            Capability::No("ring signatures are engines of their own")
        }
    },
};
