//! zkcrypto's `bls12_381`: a curve in Rust without assembly, constant time throughout. It has no
//! signature scheme; ours is composed on it.

mod curve;

use bls_api::{Capability, Composed, Engine, Erased, Library, MinPk, MinSig};

use crate::curve::Zkcrypto;

/// The engine `zkcrypto`.
pub static ENGINE: Engine = Engine {
    id: "zkcrypto",
    library: Library {
        name: "bls12_381",
        version: env!("LIBRARY_VERSION"),
        features: env!("LIBRARY_FEATURES"),
        compiler: env!("LIBRARY_COMPILER"),
    },
    composed: true,
    code_path: || Ok("Rust, 64-bit limbs, no assembly".to_owned()),
    min_pk: Capability::Yes(&Erased::<Composed<Zkcrypto, MinPk>>::new()),
    min_sig: Capability::Yes(&Erased::<Composed<Zkcrypto, MinSig>>::new()),
    dusk: Capability::No("zkcrypto does not have the dusk scheme"),
};
