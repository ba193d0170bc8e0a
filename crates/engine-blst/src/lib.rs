//! blst, by way of its own Rust crate.
//!
//! blst's Rust API hands even one verification to a thread pool. The rows that may use one thread
//! go through [`blst::Pairing`] instead, which is the same C code on the calling thread; the `_mt`
//! rows call the API as it is.

mod code_path;
mod scheme;

use bls_api::{Capability, Engine, Erased, Library, MinPk, MinSig};

use crate::scheme::Blst;

/// The engine `blst`.
pub static ENGINE: Engine = Engine {
    id: "blst",
    library: Library {
        name: "blst",
        version: env!("LIBRARY_VERSION"),
        options: env!("LIBRARY_FEATURES"),
        compiler: env!("LIBRARY_COMPILER"),
    },
    composed: false,
    code_path: code_path::code_path,
    min_pk: Capability::Yes(&Erased::<Blst<MinPk>>::new()),
    min_sig: Capability::Yes(&Erased::<Blst<MinSig>>::new()),
    dusk: Capability::No("blst does not have the dusk scheme"),
    dusk_v2: Capability::No("blst does not have the dusk scheme"),
};
