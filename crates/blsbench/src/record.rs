//! What a run leaves behind: a directory with `run.json` and `measurements.jsonl`.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{BufRead as _, BufReader, Write as _},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use bls_api::{Allocated, Engine, RustBuild};
use serde::{Deserialize, Serialize};

use crate::sampling::median;

const MEASUREMENTS: &str = "measurements.jsonl";

/// What was run, where and with what: written once, before the first measurement.
#[derive(Debug, Serialize)]
pub(crate) struct Run {
    /// UTC.
    pub(crate) started: String,
    pub(crate) command: Vec<String>,
    pub(crate) profile: String,
    pub(crate) repetitions: u32,
    pub(crate) machine: Machine,
    /// What the tool itself was built with.
    pub(crate) rust: RustBuild,
    pub(crate) engines: Vec<EngineRecord>,
    /// The ids that a whole run measures.
    pub(crate) ids: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Machine {
    pub(crate) cpu: String,
    pub(crate) cores: usize,
    pub(crate) os: String,
}

#[derive(Debug, Serialize)]
pub(crate) struct EngineRecord {
    pub(crate) id: String,
    pub(crate) library: String,
    pub(crate) version: String,
    pub(crate) options: String,
    pub(crate) compiler: String,
    pub(crate) code_path: String,
}

/// One id in one repetition, a line of `measurements.jsonl`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Measurement {
    pub(crate) id: String,
    /// From 0.
    pub(crate) repetition: u32,
    #[serde(flatten)]
    pub(crate) result: Measured,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Measured {
    Samples {
        /// Nanoseconds per iteration, one value for each sample.
        samples_ns: Vec<f64>,
        /// Iterations of each sample.
        iterations: u64,
        /// What an iteration takes from the heap, counted after the samples.
        #[serde(skip_serializing_if = "Option::is_none")]
        allocated: Option<Allocated>,
    },
    Error {
        error: String,
    },
    /// The engine has no such operation.
    Absent {
        absent: String,
    },
}

impl Machine {
    pub(crate) fn this() -> anyhow::Result<Self> {
        use sysinfo::{CpuRefreshKind, RefreshKind, System};
        let kind = RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing());
        let system = System::new_with_specifics(kind)?;
        let cpu = system.cpus().first().context("no CPU to be seen")?;
        Ok(Self {
            cpu: cpu.brand().to_owned(),
            cores: system.cpus().len(),
            os: System::kernel_long_version()?,
        })
    }
}

impl EngineRecord {
    pub(crate) fn of(engine: &Engine) -> Self {
        let library = engine.library;
        Self {
            id: engine.id.to_owned(),
            library: library.name.to_owned(),
            version: library.version.to_owned(),
            options: library.options.to_owned(),
            compiler: library.compiler.to_owned(),
            code_path: (engine.code_path)().unwrap_or_else(|error| error.to_string()),
        }
    }
}

/// Appends the measurements of a run as they come.
pub(crate) struct Recorder {
    path: PathBuf,
    lines: File,
}

impl Recorder {
    /// Makes the directory of a run; one that exists is an error.
    pub(crate) fn create(directory: &Path, run: &Run) -> anyhow::Result<Self> {
        if let Some(parent) = directory.parent() {
            fs::create_dir_all(parent).with_context(|| format!("{}", parent.display()))?;
        }
        fs::create_dir(directory).with_context(|| format!("{}", directory.display()))?;
        let mut file = tempfile::Builder::new()
            .permissions(fs::Permissions::from_mode(0o644))
            .tempfile_in(directory)?;
        serde_json::to_writer_pretty(&mut file, run)?;
        file.persist(directory.join("run.json"))?;
        let path = directory.join(MEASUREMENTS);
        let lines = File::create_new(&path).with_context(|| format!("{}", path.display()))?;
        Ok(Self { path, lines })
    }

    /// A line in one write: whoever ends this program leaves whole lines.
    pub(crate) fn append(&mut self, measurement: &Measurement) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(measurement)?;
        line.push(b'\n');
        self.lines
            .write_all(&line)
            .with_context(|| format!("{}", self.path.display()))
    }
}

/// The measurements of a run, as far as it got.
pub(crate) fn read(directory: &Path) -> anyhow::Result<Vec<Measurement>> {
    let path = directory.join(MEASUREMENTS);
    let file = File::open(&path).with_context(|| format!("{}", path.display()))?;
    BufReader::new(file)
        .lines()
        .map(|line| Ok(serde_json::from_str(&line?)?))
        .collect::<anyhow::Result<_>>()
        .with_context(|| format!("{}", path.display()))
}

/// What an iteration of each id takes from the heap: the middle of the repetitions.
pub(crate) fn allocated(measurements: &[Measurement]) -> BTreeMap<&str, Allocated> {
    let mut all: BTreeMap<&str, Vec<Allocated>> = BTreeMap::new();
    for measurement in measurements {
        if let Measured::Samples { allocated, .. } = &measurement.result {
            all.entry(&measurement.id).or_default().extend(*allocated);
        }
    }
    let middle = |mut of_id: Vec<Allocated>| {
        of_id.sort_unstable();
        of_id.get(of_id.len() / 2).copied()
    };
    all.into_iter()
        .filter_map(|(id, of_id)| Some((id, middle(of_id)?)))
        .collect()
}

/// Nanoseconds per iteration of each id: the median of each repetition.
pub(crate) fn medians(measurements: &[Measurement]) -> BTreeMap<&str, Vec<f64>> {
    let mut medians: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for measurement in measurements {
        if let Measured::Samples { samples_ns, .. } = &measurement.result {
            let of_id = medians.entry(&measurement.id).or_default();
            of_id.push(median(samples_ns.clone()));
        }
    }
    medians
}
