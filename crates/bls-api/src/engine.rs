//! One engine: a library in one build.

use crate::{Error, Group, Job, Kind, MultiSuite, Operation, Suite, Workload};

/// What an engine has, or why it does not.
#[derive(Clone, Copy)]
pub enum Capability<T> {
    /// The operations.
    Yes(T),
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// A library in one build, and what it can do.
pub struct Engine {
    /// The third segment of an id: `[a-z0-9_]+`.
    pub id: &'static str,
    /// The library.
    pub library: Library,
    /// True when the library is a curve and the signature scheme on it is ours ([`crate::Composed`]).
    pub composed: bool,
    /// The code path that the library takes on this machine, asked for at run time: instruction
    /// sets, generated code, fall-backs.
    pub code_path: fn() -> Result<String, Error>,
    /// The group `min_pk`.
    pub min_pk: Capability<&'static dyn Suite>,
    /// The group `min_sig`.
    pub min_sig: Capability<&'static dyn Suite>,
    /// The group `dusk`.
    pub dusk: Capability<&'static dyn MultiSuite>,
    /// The group `dusk_v2`.
    pub dusk_v2: Capability<&'static dyn MultiSuite>,
}

impl Engine {
    /// Why the engine has no operations in `group`, if it has none.
    #[must_use]
    pub fn absent(&self, group: Group) -> Option<&'static str> {
        match group {
            Group::MinPk => self.min_pk.reason(),
            Group::MinSig => self.min_sig.reason(),
            Group::Dusk => self.dusk.reason(),
            Group::DuskV2 => self.dusk_v2.reason(),
        }
    }

    /// The BLS signature suite of `group`, or [`Error::Unsupported`].
    pub fn suite(&self, group: Group) -> Result<&'static dyn Suite, Error> {
        match group {
            Group::MinPk => self.min_pk.get(),
            Group::MinSig => self.min_sig.get(),
            Group::Dusk | Group::DuskV2 => Err(Error::Unsupported("not a BLS signature suite")),
        }
    }

    /// The multi-signature scheme of `group`, or [`Error::Unsupported`].
    pub fn multi_suite(&self, group: Group) -> Result<&'static dyn MultiSuite, Error> {
        match group {
            Group::Dusk => self.dusk.get(),
            Group::DuskV2 => self.dusk_v2.get(),
            Group::MinPk | Group::MinSig => Err(Error::Unsupported("not a dusk scheme")),
        }
    }

    /// Prepares one operation: decodes the inputs and computes what lies outside the timer.
    pub fn job(
        &self,
        group: Group,
        operation: &Operation,
        param: Option<u32>,
        workload: Workload,
    ) -> Result<Box<dyn Job>, Error> {
        let count = param.unwrap_or(1) as usize;
        match (group, operation.kind, workload) {
            (Group::MinPk | Group::MinSig, Kind::Signature(op), Workload::Bls(workload)) => {
                self.suite(group)?.job(op, count, workload)
            }
            (Group::Dusk | Group::DuskV2, Kind::Dusk(op), Workload::Dusk(workload)) => {
                self.multi_suite(group)?.job(op, count, workload)
            }
            _ => Err(Error::Workload("inputs of another group")),
        }
    }
}

impl<T: Copy> Capability<T> {
    /// The operations, or [`Error::Unsupported`].
    pub fn get(&self) -> Result<T, Error> {
        match self {
            Self::Yes(operations) => Ok(*operations),
            Self::No(reason) => Err(Error::Unsupported(reason)),
        }
    }

    fn reason(&self) -> Option<&'static str> {
        match self {
            Self::Yes(_) => None,
            Self::No(reason) => Some(reason),
        }
    }
}
