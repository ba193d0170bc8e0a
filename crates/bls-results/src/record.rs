//! What a program that measures says of itself: when, where, with what.

use std::{collections::BTreeMap, env, fs, path::Path, process::Command};

use bls_api::{Engine, Group, Profile, RUST_BUILD};
use serde::{Deserialize, Serialize};
use sysinfo::{CpuRefreshKind, RefreshKind, System};

use crate::{caution, emulator};

/// Written before the first measurement, and again after the last.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// When and how.
    pub run: Run,
    /// Where.
    pub machine: Machine,
    /// What the program itself was built with.
    pub rust: RustRecord,
    /// The engines of the groups that were measured, absent ones too.
    pub engines: Vec<EngineRecord>,
    /// The ids that a whole run measures.
    pub ids: Vec<String>,
}

/// One command that measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// UTC.
    pub started: String,
    /// UTC, of the last measurement so far.
    pub finished: String,
    /// The program, without its path, and its arguments.
    pub command: Vec<String>,
    /// As it is written in `BLSBENCH_PROFILE`.
    pub profile: String,
    /// How often each id was measured, by a new process each time.
    pub repetitions: u32,
    /// Of this repository, by `git describe --always --dirty`.
    pub revision: String,
    /// What ran the programs, where that was an emulator: its command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub emulated: Option<String>,
    /// Before the first measurement, where the system says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub load_before: Option<Load>,
    /// After the last measurement so far, that of the program itself in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub load_after: Option<Load>,
}

/// The average number of processes that want to run, over the last minutes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Load {
    /// Over one.
    pub minutes_1: f64,
    /// Over five.
    pub minutes_5: f64,
    /// Over fifteen.
    pub minutes_15: f64,
}

/// A computer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// As the processor calls itself.
    pub cpu: String,
    /// Family, model and stepping, where the kernel says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Where the kernel says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub microcode: Option<String>,
    /// Logical ones.
    pub cores: usize,
    /// The policy that sets the clock, where the kernel says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub governor: Option<String>,
    /// Whether the clock may exceed its nominal frequency, where the kernel says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turbo: Option<bool>,
    /// Kernel and version.
    pub os: String,
}

/// How Rust code was built ([`bls_api::RustBuild`]).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RustRecord {
    /// First line of `rustc --version`.
    pub compiler: String,
    /// The target triple.
    pub target: String,
    /// `opt-level` of the profile.
    pub opt_level: String,
    /// CPU features that the compiler was allowed to use.
    pub target_features: String,
}

/// An engine as it was when something was measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineRecord {
    /// The third segment of its ids.
    pub id: String,
    /// The library.
    pub library: String,
    /// Its version.
    pub version: String,
    /// Features, or compiler flags.
    pub options: String,
    /// What compiled it.
    pub compiler: String,
    /// What it takes on this machine.
    pub code_path: String,
    /// The signature scheme is ours, on the library's curve.
    pub composed: bool,
    /// Why it has nothing in a group, by the names of the groups that were measured.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub absent: BTreeMap<String, String>,
}

impl Record {
    /// Of this program, which is about to measure `ids` of `groups`.
    #[must_use]
    pub fn begin(
        profile: Profile,
        repetitions: u32,
        engines: &[&Engine],
        groups: &[Group],
        ids: Vec<String>,
    ) -> Self {
        let now = jiff::Timestamp::now().to_string();
        let load = Load::now();
        Self {
            run: Run {
                started: now.clone(),
                finished: now,
                command: command(),
                profile: profile.to_string(),
                repetitions,
                revision: revision(Path::new(env!("CARGO_MANIFEST_DIR"))),
                emulated: emulator(),
                load_before: load,
                load_after: load,
            },
            machine: Machine::this(),
            rust: RustRecord::this(),
            engines: engines
                .iter()
                .map(|engine| EngineRecord::of(engine, groups))
                .collect(),
            ids,
        }
    }

    /// Something has just been measured.
    pub fn measured(&mut self) {
        self.run.finished = jiff::Timestamp::now().to_string();
        self.run.load_after = Load::now();
    }
}

impl Run {
    /// Why its times must not be used, where they must not.
    #[must_use]
    pub fn unusable(&self) -> Option<String> {
        self.emulated.as_deref().map(caution)
    }
}

impl Load {
    /// That of this machine; nothing where the system does not say.
    #[must_use]
    pub fn now() -> Option<Self> {
        let load = System::load_average().ok()?;
        Some(Self {
            minutes_1: load.one,
            minutes_5: load.five,
            minutes_15: load.fifteen,
        })
    }
}

impl Machine {
    /// The one that this program runs on.
    #[must_use]
    pub fn this() -> Self {
        let kind = RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing());
        let system = System::new_with_specifics(kind).ok();
        let cpus = system.as_ref().map_or(&[][..], System::cpus);
        let unknown = || "unknown".to_owned();
        let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let fact = |name: &str| {
            let mut facts = cpuinfo.lines().filter_map(|line| line.split_once(':'));
            let (_, value) = facts.find(|(key, _)| key.trim() == name)?;
            Some(value.trim().to_owned())
        };
        let model = [
            "cpu family",
            "model",
            "stepping",
            "CPU implementer",
            "CPU part",
            "CPU revision",
        ];
        let model = model.map(|name| Some(format!("{name} {}", fact(name)?)));
        let model: Vec<String> = model.into_iter().flatten().collect();
        let devices = Path::new("/sys/devices/system/cpu");
        let device = |file: &str| {
            let text = fs::read_to_string(devices.join(file)).ok()?;
            Some(text.trim().to_owned())
        };
        let turbo = device("intel_pstate/no_turbo")
            .map(|no_turbo| no_turbo == "0")
            .or(device("cpufreq/boost").map(|boost| boost == "1"));
        Self {
            cpu: cpus
                .first()
                .map_or_else(unknown, |cpu| cpu.brand().to_owned()),
            model: (!model.is_empty()).then(|| model.join(", ")),
            microcode: fact("microcode"),
            cores: cpus.len(),
            governor: device("cpu0/cpufreq/scaling_governor"),
            turbo,
            os: System::kernel_long_version().unwrap_or_else(|_| unknown()),
        }
    }
}

impl RustRecord {
    fn this() -> Self {
        Self {
            compiler: RUST_BUILD.compiler.to_owned(),
            target: RUST_BUILD.target.to_owned(),
            opt_level: RUST_BUILD.opt_level.to_owned(),
            target_features: RUST_BUILD.target_features.to_owned(),
        }
    }
}

impl EngineRecord {
    /// Of an engine, here and now; why it is absent from these groups.
    #[must_use]
    pub fn of(engine: &Engine, groups: &[Group]) -> Self {
        let library = engine.library;
        let absent = groups
            .iter()
            .filter_map(|&group| Some((group.to_string(), engine.absent(group)?.to_owned())));
        Self {
            id: engine.id.to_owned(),
            library: library.name.to_owned(),
            version: library.version.to_owned(),
            options: library.options.to_owned(),
            compiler: library.compiler.to_owned(),
            code_path: (engine.code_path)().unwrap_or_else(|error| error.to_string()),
            composed: engine.composed,
            absent: absent.collect(),
        }
    }
}

/// Where the program lies is nobody's business.
fn command() -> Vec<String> {
    let mut arguments = env::args();
    let program = arguments.next().unwrap_or_default();
    let program = Path::new(&program).file_name().unwrap_or_default();
    let program = program.to_string_lossy().into_owned();
    [program].into_iter().chain(arguments).collect()
}

/// What `git describe --always --dirty` says of a directory.
#[must_use]
pub fn revision(directory: &Path) -> String {
    let described = Command::new("git")
        .args(["describe", "--always", "--dirty", "--abbrev=12"])
        .current_dir(directory)
        .output();
    match described {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).trim().to_owned()
        }
        _ => "unknown".to_owned(),
    }
}
