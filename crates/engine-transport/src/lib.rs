//! Routes to the schemes of `bls-schemes` inside one process: as a Rust program calls them, and
//! through the C ABI of `ffi/c`.

mod native;

use bls_api::{Capability, Engine, Group, Library, Profile, Suite};

use crate::native::Native;

/// The engine `native`: Rust types, no border.
pub static NATIVE: Engine = route("native", Profile::Quick, &|group| {
    capability(group, &Native)
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
