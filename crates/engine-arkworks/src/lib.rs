//! arkworks' `ark-bls12-381`: a curve in generic Rust, in variable time. It has no signature
//! scheme; ours is composed on it.

mod code_path;
mod curve;
mod scheme;

use bls_api::{
    Capability, Composed, Engine, Erased, ErasedCurve, ErasedPrecompiles, Group, Library, MinPk,
    MinSig, NEIGHBOUR, Profile, ROUTES_ALONE,
};

use crate::{curve::ArkworksCurve, scheme::Arkworks};

/// The engine `arkworks`.
pub static ENGINE: Engine = Engine {
    id: "arkworks",
    library: Library {
        name: "ark-bls12-381",
        version: env!("LIBRARY_VERSION"),
        options: env!("LIBRARY_FEATURES"),
        compiler: env!("LIBRARY_COMPILER"),
    },
    composed: true,
    profile: Profile::Standard,
    code_path: &code_path::code_path,
    suites: &|group| match group {
        Group::Curve => Capability::Yes(const { &ErasedCurve::<ArkworksCurve>::new() }),
        Group::Eip2537 => Capability::Yes(const { &ErasedPrecompiles::<ArkworksCurve>::new() }),
        Group::MinPk => Capability::Yes(const { &Erased::<Composed<Arkworks, MinPk>>::new() }),
        Group::MinSig => Capability::Yes(const { &Erased::<Composed<Arkworks, MinSig>>::new() }),
        Group::Dusk | Group::DuskV2 => Capability::No("arkworks does not have the dusk schemes"),
        Group::Transport => Capability::No(ROUTES_ALONE),
        Group::Classic | Group::RingSecp256k1 | Group::RingEd25519 | Group::RingRistretto255 => {
            Capability::No(NEIGHBOUR)
        }
    },
};
