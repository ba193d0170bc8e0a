//! The crate `ring-signatures` of this project, over each of the libraries that it computes with.

mod scheme;

use bls_api::{Capability, Engine, ErasedRing, Group, Library, Profile, ROUTES_ALONE, Suite};
use ring_signatures::{Ed25519, Libsecp256k1, code_path};

use crate::scheme::Ours;

/// The engine `ring_k256`.
pub static K256: Engine = Engine {
    id: "ring_k256",
    library: Library {
        name: "k256",
        version: env!("K256_VERSION"),
        options: env!("K256_FEATURES"),
        compiler: env!("K256_COMPILER"),
    },
    composed: true,
    profile: Profile::Quick,
    code_path: &|| Ok(code_path::<ring_signatures::K256>().to_owned()),
    suites: &|group| {
        capability(
            group,
            Group::RingSecp256k1,
            const { &ErasedRing::<Ours<ring_signatures::K256>>::new() },
        )
    },
};

/// The engine `ring_libsecp256k1`.
pub static LIBSECP256K1: Engine = Engine {
    id: "ring_libsecp256k1",
    library: Library {
        name: "secp256k1",
        version: env!("LIBSECP256K1_VERSION"),
        options: env!("LIBSECP256K1_FEATURES"),
        compiler: env!("LIBSECP256K1_COMPILER"),
    },
    composed: true,
    profile: Profile::Quick,
    code_path: &|| Ok(code_path::<Libsecp256k1>().to_owned()),
    suites: &|group| {
        capability(
            group,
            Group::RingSecp256k1,
            const { &ErasedRing::<Ours<Libsecp256k1>>::new() },
        )
    },
};

/// The engine `ring_dalek`.
pub static DALEK: Engine = Engine {
    id: "ring_dalek",
    library: Library {
        name: "curve25519-dalek",
        version: env!("DALEK_VERSION"),
        options: env!("DALEK_FEATURES"),
        compiler: env!("DALEK_COMPILER"),
    },
    composed: true,
    profile: Profile::Quick,
    code_path: &|| Ok(code_path::<Ed25519>().to_owned()),
    suites: &|group| {
        capability(
            group,
            Group::RingEd25519,
            const { &ErasedRing::<Ours<Ed25519>>::new() },
        )
    },
};

/// The suite, for its own group.
fn capability(group: Group, own: Group, suite: &'static dyn Suite) -> Capability {
    match group {
        _ if group == own => Capability::Yes(suite),
        Group::Transport => Capability::No(ROUTES_ALONE),
        Group::RingSecp256k1 | Group::RingEd25519 | Group::RingRistretto255 => {
            Capability::No("another curve")
        }
        _ => Capability::No("ring signatures alone"),
    }
}
