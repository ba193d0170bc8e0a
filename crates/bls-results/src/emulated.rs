//! Runs under an emulator, whose times say nothing of any processor.

use std::{
    collections::BTreeMap,
    env, fs, io,
    path::{Path, PathBuf},
};

use bls_api::EMULATOR_VARIABLE;
use serde::Deserialize;

use crate::{Error, LEDGER, Run, RustRecord, file, write_whole};

/// What runs this program, where its target is not the machine's own: what the variable names, or an
/// emulator that the kernel put before it, as binfmt does for containers of another architecture.
#[must_use]
pub fn emulator() -> Option<String> {
    let named = env::var_os(EMULATOR_VARIABLE).unwrap_or_default();
    let named = named.to_string_lossy().trim().to_owned();
    if named.is_empty() {
        unnamed()
    } else {
        Some(named)
    }
}

/// QEMU answers for `/proc/self` as the program that it runs would be answered; the other name of the
/// same link it passes on to the kernel, which knows QEMU alone.
fn unnamed() -> Option<String> {
    let own = fs::read_link("/proc/self/exe").ok()?;
    let kernels = fs::read_link("/proc/thread-self/exe").ok()?;
    let name = kernels.file_name()?.to_string_lossy().into_owned();
    (own != kernels && name.starts_with("qemu")).then_some(name)
}

/// Why nothing is timed.
#[derive(Debug, thiserror::Error)]
#[error("nothing is timed here: it would be {}", caution(.0))]
pub struct UnderEmulator(String);

/// An error under an emulator: for what measures times.
pub fn ensure_not_emulated() -> Result<(), UnderEmulator> {
    emulator().map_or(Ok(()), |emulator| Err(UnderEmulator(emulator)))
}

/// What must be known of times that were taken under an emulator.
#[must_use]
pub fn caution(emulator: &str) -> String {
    format!(
        "emulated by `{emulator}`: its times say nothing of any processor; `cargo blsbench count` \
         counts instructions"
    )
}

/// Where benches leave Criterion's files, in Cargo's directory `target`: under an emulator not where
/// they would take the place of what was measured.
#[must_use]
pub fn criterion_directory(target: &Path) -> PathBuf {
    let target = match emulator() {
        None => target.to_owned(),
        Some(_) => target.join(bls_api::RUST_BUILD.target),
    };
    target.join(CRITERION)
}

const CRITERION: &str = "criterion";

/// What `cargo bench` has left under an emulator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Emulated {
    /// The target triple.
    pub target: String,
    /// The command of the emulator.
    pub emulator: String,
    /// The directory of Criterion.
    pub directory: PathBuf,
}

/// What a ledger says of its runs, as far as it is of interest here.
#[derive(Deserialize)]
struct Runs {
    runs: BTreeMap<String, Begun>,
}

#[derive(Deserialize)]
struct Begun {
    run: Run,
    rust: RustRecord,
}

impl Emulated {
    /// Of each target that Cargo's directory `target` has, and which of their files cannot be read.
    #[must_use]
    pub fn all(target: &Path) -> (Vec<Self>, Vec<Error>) {
        let entries = match fs::read_dir(target) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return (Vec::new(), Vec::new());
            }
            Err(error) => return (Vec::new(), vec![Error::of(target)(error)]),
            Ok(entries) => entries,
        };
        let (mut all, mut errors) = (Vec::new(), Vec::new());
        for entry in entries {
            let read = entry.map_err(Error::of(target));
            match read.and_then(|entry| Self::read(entry.path().join(CRITERION))) {
                Ok(found) => all.extend(found),
                Err(error) => errors.push(error),
            }
        }
        all.sort_by(|a, b| a.target.cmp(&b.target));
        (all, errors)
    }

    /// None where nothing is, and where the newest run was not emulated.
    fn read(directory: PathBuf) -> Result<Option<Self>, Error> {
        let path = directory.join(LEDGER);
        if !path.is_file() {
            return Ok(None);
        }
        let Runs { runs } = file::read_json(&path)?;
        let newest = runs.into_values().next_back();
        let emulated = newest.and_then(|Begun { run, rust }| {
            Some(Self {
                target: rust.target,
                emulator: run.emulated?,
                directory,
            })
        });
        Ok(emulated)
    }

    /// Criterion's first page, which may not be there.
    #[must_use]
    pub fn index(&self) -> PathBuf {
        self.directory.join("report/index.html")
    }
}

/// Puts a banner on all of Criterion's pages in a directory that have none yet.
pub fn mark_emulated(directory: &Path, emulator: &str) -> Result<(), Error> {
    mark(directory, &banner(emulator))
}

/// By which a page is known to have it.
const MARK: &str = "<!-- blsbench: emulated -->";

fn banner(emulator: &str) -> String {
    let text = caution(emulator).replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "{MARK}<p role=\"note\" style=\"margin:0;padding:.75em 1em;background:#a42a0d;color:#fff;\
         font:bold 16px/1.5 sans-serif\">This run was {text}.</p>"
    )
}

fn mark(directory: &Path, banner: &str) -> Result<(), Error> {
    for entry in fs::read_dir(directory).map_err(Error::of(directory))? {
        let path = entry.map_err(Error::of(directory))?.path();
        if path.is_dir() {
            mark(&path, banner)?;
        } else if path.extension().is_some_and(|end| end == "html") {
            let page = file::read(&path)?;
            if page.contains(MARK) {
                continue;
            }
            let marked = match page.split_once("<body>") {
                Some((before, after)) => [before, "<body>", banner, after].concat(),
                None => [banner, &page].concat(),
            };
            write_whole(&path, marked.as_bytes())?;
        }
    }
    Ok(())
}
