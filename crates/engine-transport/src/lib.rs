//! Routes to the schemes of `bls-schemes` inside one process: as a Rust program calls them, and
//! through the C ABI of `ffi/c`.

mod c_abi;
mod c_abi_bytes;
mod native;
mod status;

use bls_api::{Capability, Engine, Group, Library, Profile, Suite};

use crate::{c_abi::CAbi, c_abi_bytes::CAbiBytes, native::Native};

/// The engine `native`: Rust types, no border.
pub static NATIVE: Engine = route("native", Profile::Quick, &|group| {
    capability(group, &Native)
});

/// The engine `c_abi`: handles of what was decoded before.
pub static C_ABI: Engine = route("c_abi", Profile::Standard, &|group| {
    capability(group, &CAbi)
});

/// The engine `c_abi_bytes`: everything encoded, decoded inside the call.
pub static C_ABI_BYTES: Engine = route("c_abi_bytes", Profile::Standard, &|group| {
    capability(group, &CAbiBytes)
});

const fn route(
    id: &'static str,
    profile: Profile,
    suites: &'static (dyn Fn(Group) -> Capability + Sync),
) -> Engine {
    Engine {
        id,
        library: Library {
            name: "blsbench-c",
            version: env!("LIBRARY_VERSION"),
            options: env!("LIBRARY_FEATURES"),
            compiler: env!("LIBRARY_COMPILER"),
        },
        composed: false,
        profile,
        code_path: &bls_schemes::code_path,
        suites,
    }
}

fn capability(group: Group, suite: &'static dyn Suite) -> Capability {
    match group {
        Group::Transport => Capability::Yes(suite),
        _ => Capability::No("a route, and no library: see the group transport"),
    }
}
