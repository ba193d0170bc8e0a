//! blsful with its curve in Rust, `bls12_381_plus`, a descendant of zkcrypto's.

mod code_path;
mod scheme;

use bls_api::{Capability, Engine, Erased, Library};
use blsful::{Bls12381G1Impl, Bls12381G2Impl};

use crate::scheme::Blsful;

/// The engine `blsful`.
pub static ENGINE: Engine = Engine {
    id: "blsful",
    library: Library {
        name: "blsful",
        version: env!("LIBRARY_VERSION"),
        options: env!("LIBRARY_FEATURES"),
        compiler: env!("LIBRARY_COMPILER"),
    },
    composed: false,
    code_path: code_path::code_path,
    // The library names its suites by the group of signatures.
    min_pk: Capability::Yes(&Erased::<Blsful<Bls12381G2Impl>>::new()),
    min_sig: Capability::Yes(&Erased::<Blsful<Bls12381G1Impl>>::new()),
    dusk: Capability::No("blsful does not have the dusk scheme"),
};
