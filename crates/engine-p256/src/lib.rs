//! RustCrypto's `p256`: ECDSA over P-256 in Rust without assembly.

mod code_path;
mod ecdsa;

use bls_api::{
    Capability, Engine, ErasedClassic, ErasedScheme, Group, Library, Profile, ROUTES_ALONE,
};

use crate::ecdsa::EcdsaP256;

/// The engine `p256`.
pub static ENGINE: Engine = Engine {
    id: "p256",
    library: Library {
        name: "p256",
        version: env!("LIBRARY_VERSION"),
        options: env!("LIBRARY_FEATURES"),
        compiler: env!("LIBRARY_COMPILER"),
    },
    composed: false,
    profile: Profile::Quick,
    code_path: &code_path::code_path,
    suites: &|group| match group {
        Group::Classic => {
            Capability::Yes(const { &ErasedClassic(&[ErasedScheme::of::<EcdsaP256>()]) })
        }
        Group::Curve
        | Group::Eip2537
        | Group::MinPk
        | Group::MinSig
        | Group::Dusk
        | Group::DuskV2 => Capability::No("P-256 is another curve"),
        Group::Transport => Capability::No(ROUTES_ALONE),
        Group::RingSecp256k1 | Group::RingEd25519 | Group::RingRistretto255 => {
            Capability::No("no ring signatures over P-256")
        }
    },
};
