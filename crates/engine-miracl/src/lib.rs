//! MIRACL Core in Rust, for BLS12-381 alone: a curve in portable code, written against side
//! channels. Its own signature scheme is of an early draft and has another tag; ours is composed on
//! its curve.

mod code_path;
mod curve;
mod encoding;
mod scheme;

use bls_api::{
    Capability, Composed, Engine, Erased, ErasedCurve, ErasedPrecompiles, Group, Library, MinPk,
    MinSig, NEIGHBOUR, Profile, ROUTES_ALONE,
};

use crate::{curve::MiraclCurve, scheme::Miracl};

/// The engine `miracl`.
pub static ENGINE: Engine = Engine {
    id: "miracl",
    library: Library {
        name: "miracl_core_bls12381",
        version: env!("LIBRARY_VERSION"),
        options: env!("LIBRARY_FEATURES"),
        compiler: env!("LIBRARY_COMPILER"),
    },
    composed: true,
    profile: Profile::Standard,
    code_path: &code_path::code_path,
    suites: &|group| match group {
        Group::Curve => Capability::Yes(const { &ErasedCurve::<MiraclCurve>::new() }),
        Group::Eip2537 => Capability::Yes(const { &ErasedPrecompiles::<MiraclCurve>::new() }),
        Group::MinPk => Capability::Yes(const { &Erased::<Composed<Miracl, MinPk>>::new() }),
        Group::MinSig => Capability::Yes(const { &Erased::<Composed<Miracl, MinSig>>::new() }),
        Group::Dusk | Group::DuskV2 => Capability::No("MIRACL does not have the dusk schemes"),
        Group::Transport => Capability::No(ROUTES_ALONE),
        Group::Classic | Group::RingSecp256k1 | Group::RingEd25519 | Group::RingRistretto255 => {
            Capability::No(NEIGHBOUR)
        }
    },
};
