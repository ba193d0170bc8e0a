//! zkcrypto's `bls12_381`: a curve in Rust without assembly, constant time throughout. It has no
//! signature scheme; ours is composed on it.

mod code_path;
mod scheme;

use bls_api::{Capability, Composed, Engine, Erased, Library, MinPk, MinSig};

use crate::scheme::Zkcrypto;

/// The engine `zkcrypto`.
pub static ENGINE: Engine = Engine {
    id: "zkcrypto",
    library: Library {
        name: "bls12_381",
        version: env!("LIBRARY_VERSION"),
        options: env!("LIBRARY_FEATURES"),
        compiler: env!("LIBRARY_COMPILER"),
    },
    composed: true,
    code_path: code_path::code_path,
    min_pk: Capability::Yes(&Erased::<Composed<Zkcrypto, MinPk>>::new()),
    min_sig: Capability::Yes(&Erased::<Composed<Zkcrypto, MinSig>>::new()),
    dusk: Capability::No("zkcrypto does not have the dusk scheme"),
    dusk_v2: Capability::No("zkcrypto does not have the dusk scheme"),
};
