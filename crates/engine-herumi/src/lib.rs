//! herumi's mcl through `herumi-sys`: a curve with generated code. The signature scheme is composed
//! on it with the same calls that herumi's own `bls` layer makes.

mod code_path;
mod curve;
mod field;
mod group;
mod scheme;

use bls_api::{
    Capability, Composed, Engine, Erased, ErasedCurve, ErasedPrecompiles, Group, Library, MinPk,
    MinSig, NEIGHBOUR, Profile, ROUTES_ALONE,
};

use crate::scheme::Herumi;

/// The engine `herumi`.
pub static ENGINE: Engine = Engine {
    id: "herumi",
    library: Library {
        name: "mcl",
        version: herumi_sys::SOURCE,
        options: herumi_sys::FLAGS,
        compiler: herumi_sys::COMPILER,
    },
    composed: true,
    profile: Profile::Quick,
    code_path: &code_path::code_path,
    suites: &|group| match group {
        Group::Curve => Capability::Yes(const { &ErasedCurve::<Herumi>::new() }),
        Group::Eip2537 => Capability::Yes(const { &ErasedPrecompiles::<Herumi>::new() }),
        Group::MinPk => Capability::Yes(const { &Erased::<Composed<Herumi, MinPk>>::new() }),
        Group::MinSig => Capability::Yes(const { &Erased::<Composed<Herumi, MinSig>>::new() }),
        Group::Dusk | Group::DuskV2 => Capability::No("mcl does not have the dusk schemes"),
        Group::Transport => Capability::No(ROUTES_ALONE),
        Group::Classic | Group::RingSecp256k1 | Group::RingEd25519 | Group::RingRistretto255 => {
            Capability::No(NEIGHBOUR)
        }
    },
};
