//! One engine: a library in one build.

use serde::Serialize;

use crate::{Error, Group, Kind, Operation, Profile, Suite};

/// What an engine has, or why it does not.
#[derive(Clone, Copy)]
pub enum Capability {
    /// The operations.
    Yes(&'static dyn Suite),
    /// The reason, which becomes a footnote in reports.
    No(&'static str),
}

/// The library behind an engine, as Cargo and the build script saw it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Library {
    /// The crate.
    pub name: &'static str,
    /// From Cargo's metadata: of the crate, or of the crate that carries the source.
    pub version: &'static str,
    /// Features that Cargo turned on; compiler flags where a build script of ours compiles it.
    pub options: &'static str,
    /// What compiled the code that is measured, with its version.
    pub compiler: &'static str,
}

/// How the Rust code of this program was built; the same for all engines of one process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct RustBuild {
    /// First line of `rustc --version`.
    pub compiler: &'static str,
    /// The target triple.
    pub target: &'static str,
    /// `opt-level` of the profile.
    pub opt_level: &'static str,
    /// CPU features that the compiler was allowed to use.
    pub target_features: &'static str,
}

/// How the Rust code of this program was built.
pub const RUST_BUILD: RustBuild = RustBuild {
    compiler: env!("BLSBENCH_RUSTC"),
    target: env!("BLSBENCH_TARGET"),
    opt_level: env!("BLSBENCH_OPT_LEVEL"),
    target_features: env!("BLSBENCH_TARGET_FEATURES"),
};

/// Why a library of BLS12-381 has nothing in `classic` and the groups of ring signatures.
pub const NEIGHBOUR: &str = "no scheme of BLS12-381";

/// A library in one build, and what it can do.
pub struct Engine {
    /// The third segment of an id: `[a-z0-9_]+`.
    pub id: &'static str,
    /// The library.
    pub library: Library,
    /// True when the library is a curve and the signature scheme on it is ours ([`crate::Composed`]).
    pub composed: bool,
    /// By how many steps its rows are put off: the rows of an engine with [`Profile::Quick`] are
    /// measured from the profile that the table says, those of one with [`Profile::Standard`] from
    /// the next.
    pub profile: Profile,
    /// The code path that the library takes on this machine, asked for at run time: instruction
    /// sets, generated code, fall-backs.
    pub code_path: &'static (dyn Fn() -> Result<String, Error> + Sync),
    /// What it has of a group.
    pub suites: &'static (dyn Fn(Group) -> Capability + Sync),
}

impl Engine {
    /// Why the engine has no operations in `group`, if it has none.
    #[must_use]
    pub fn absent(&self, group: Group) -> Option<&'static str> {
        match (self.suites)(group) {
            Capability::Yes(_) => None,
            Capability::No(reason) => Some(reason),
        }
    }

    /// True when there is an id for the operation.
    #[must_use]
    pub fn measures(&self, group: Group, operation: &Operation) -> bool {
        if let Kind::Transport(op) = operation.kind
            && !op.is_measured_on(self.id)
        {
            return false;
        }
        self.suite(group)
            .is_ok_and(|suite| suite.measures(operation))
    }

    /// The operations of `group`, or [`Error::Unsupported`].
    pub fn suite(&self, group: Group) -> Result<&'static dyn Suite, Error> {
        match (self.suites)(group) {
            Capability::Yes(suite) => Ok(suite),
            Capability::No(reason) => Err(Error::Unsupported(reason.into())),
        }
    }
}
