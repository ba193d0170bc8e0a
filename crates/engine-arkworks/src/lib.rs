//! arkworks' `ark-bls12-381`: a curve in generic Rust, in variable time. It has no signature
//! scheme; ours is composed on it.

mod code_path;
mod scheme;

use bls_api::{Capability, Composed, Engine, Erased, Library, MinPk, MinSig};

use crate::scheme::Arkworks;

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
    code_path: code_path::code_path,
    min_pk: Capability::Yes(&Erased::<Composed<Arkworks, MinPk>>::new()),
    min_sig: Capability::Yes(&Erased::<Composed<Arkworks, MinSig>>::new()),
    dusk: Capability::No("arkworks does not have the dusk scheme"),
};
