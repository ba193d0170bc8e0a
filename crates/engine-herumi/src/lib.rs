//! herumi's mcl through `herumi-sys`: a curve with generated code. The signature scheme is composed
//! on it with the same calls that herumi's own `bls` layer makes.

mod curve;
mod group;

use bls_api::{Capability, Composed, Engine, Erased, Error, Library, MinPk, MinSig};

use crate::curve::Herumi;

/// The engine `herumi`.
pub static ENGINE: Engine = Engine {
    id: "herumi",
    library: Library {
        name: "mcl",
        version: herumi_sys::SOURCE,
        features: herumi_sys::FLAGS,
        compiler: herumi_sys::COMPILER,
    },
    composed: true,
    code_path,
    min_pk: Capability::Yes(&Erased::<Composed<Herumi, MinPk>>::new()),
    min_sig: Capability::Yes(&Erased::<Composed<Herumi, MinSig>>::new()),
    dusk: Capability::No("mcl does not have the dusk scheme"),
};

fn code_path() -> Result<String, Error> {
    let path = herumi_sys::init().map_err(|error| Error::Start(error.to_string()))?;
    Ok(format!("mcl {}: {path}", herumi_sys::version()))
}
