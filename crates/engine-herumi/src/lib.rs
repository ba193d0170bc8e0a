//! herumi's mcl through `herumi-sys`: a curve with generated code. The signature scheme is composed
//! on it with the same calls that herumi's own `bls` layer makes.

mod code_path;
mod group;
mod scheme;

use bls_api::{Capability, Composed, Engine, Erased, Library, MinPk, MinSig};

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
    code_path: code_path::code_path,
    min_pk: Capability::Yes(&Erased::<Composed<Herumi, MinPk>>::new()),
    min_sig: Capability::Yes(&Erased::<Composed<Herumi, MinSig>>::new()),
    dusk: Capability::No("mcl does not have the dusk scheme"),
    dusk_v2: Capability::No("mcl does not have the dusk scheme"),
};
