//! `libsecp256k1` through its Rust crate `secp256k1`: C, with the endomorphism of the curve.

mod bip340;
mod code_path;
mod ecdsa;
mod ecrecover;

use bls_api::{
    Capability, Engine, ErasedClassic, ErasedEcRecover, ErasedScheme, Group, Library, Profile,
    ROUTES_ALONE,
};

use crate::{bip340::Bip340, ecdsa::EcdsaSecp256k1, ecrecover::Secp256k1};

/// The engine `secp256k1`.
pub static ENGINE: Engine = Engine {
    id: "secp256k1",
    library: Library {
        name: "secp256k1",
        version: env!("LIBRARY_VERSION"),
        options: env!("LIBRARY_FEATURES"),
        compiler: env!("LIBRARY_COMPILER"),
    },
    composed: false,
    profile: Profile::Quick,
    code_path: &code_path::code_path,
    suites: &|group| match group {
        Group::Eip2537 => Capability::Yes(const { &ErasedEcRecover::<Secp256k1>::new() }),
        Group::Curve | Group::MinPk | Group::MinSig | Group::Dusk | Group::DuskV2 => {
            Capability::No("secp256k1 is another curve")
        }
        Group::Transport => Capability::No(ROUTES_ALONE),
        Group::Classic => Capability::Yes(
            const {
                &ErasedClassic(&[
                    ErasedScheme::of::<EcdsaSecp256k1>(),
                    ErasedScheme::of::<Bip340>(),
                ])
            },
        ),
        Group::RingSecp256k1 | Group::RingEd25519 | Group::RingRistretto255 => {
            Capability::No("ring signatures are engines of their own")
        }
    },
};
