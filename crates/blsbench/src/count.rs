//! `count`: the instructions of each id, by an emulator.

mod emulator;
mod per_iteration;

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Write,
    iter,
    path::PathBuf,
    process::ExitCode,
    sync::{Mutex, PoisonError},
    thread,
};

use anyhow::{Context as _, bail, ensure};
use bls_api::{Engine, Group, Id, PROFILE_VARIABLE, Profile, RUST_BUILD, Threads};
use bls_engines::{Served, engines, ids_of, known, serve, workspace_directory};
use bls_results::{CountedEngine, Counts, EngineRecord, Gate, revision};
use bls_runner::{Remote, discover};
use bls_vectors::{Refusal, Verified, verify};
use comfy_table::CellAlignment;
use regex::Regex;

use crate::table;
use emulator::{Emulator, Intervals};
use per_iteration::{PerIteration, Uncounted, count};

/// Counts the instructions of each operation by qemu, for this machine's target or for another.
///
/// Each engine first passes the gate on that target, and counts twice, in two processes. The profile is
/// chosen as for `cargo bench`, by `BLSBENCH_PROFILE`. Exits with 1 when an engine may not be measured or
/// an id could not be counted.
#[derive(clap::Args)]
pub(crate) struct Count {
    /// The target, by its file in `target-configs`; this machine's by default.
    #[arg(long, value_name = "TRIPLE", default_value = RUST_BUILD.target)]
    target: String,
    /// These engines alone.
    #[arg(long, value_delimiter = ',')]
    engines: Vec<String>,
    /// This group alone.
    #[arg(long)]
    group: Option<Group>,
    /// The ids that this regular expression matches.
    #[arg(long, value_name = "REGEX")]
    filter: Option<Regex>,
    /// Keeps the counts in a file.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Routes to a process that the emulator does not count.
const ELSEWHERE: [&str; 4] = ["grpc_uds", "grpc_tcp", "go_grpc_uds", "go_grpc_tcp"];

/// Of one engine.
struct Counted {
    engine: &'static Engine,
    /// Of the ids that are wanted.
    groups: BTreeSet<Group>,
    gate: BTreeMap<Group, Gate>,
    /// The code path without the emulator, where that is another.
    hidden: Option<String>,
    counts: BTreeMap<String, bls_results::Count>,
    problems: BTreeMap<String, String>,
    /// Something failed that should not.
    failed: bool,
}

impl Count {
    pub(crate) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let profile = Profile::from_environment()?;
        let emulator = Emulator::of(&self.target)?;
        let mut counts = Counts {
            cpu: Some(emulator.cpu.clone()),
            revision: Some(revision(&workspace_directory())),
            ..Counts::new(emulator.tool.clone(), self.target.clone())
        };
        let served = self.served(&emulator, profile)?;
        let mut failed = false;
        let mut all = Vec::new();
        for counted in self.count_all(&served, &emulator, profile) {
            match counted {
                Ok(counted) => all.extend(counted),
                Err(error) => {
                    failed = true;
                    eprintln!("error: {error:#}");
                }
            }
        }
        ensure!(
            failed || !all.is_empty(),
            "none of these engines has an id in the profile {profile}; see {PROFILE_VARIABLE}"
        );
        let groups = all
            .iter()
            .flat_map(|counted| counted.groups.iter().copied());
        let groups: Vec<Group> = groups.collect::<BTreeSet<_>>().into_iter().collect();
        for counted in all {
            failed |= counted.failed;
            counts.engines.push(counted.describe(&groups));
            counts.counts.extend(counted.counts);
            counts.problems.extend(counted.problems);
        }
        counts.compiler = compiler(&counts.engines);
        counts.finished = Some(jiff::Timestamp::now().to_string());
        print(&counts, out)?;
        if let Some(path) = &self.out {
            ensure!(
                !counts.counts.is_empty(),
                "nothing was counted, and nothing is kept"
            );
            counts.write(path)?;
        }
        Ok(ExitCode::from(u8::from(failed)))
    }

    /// The engines that are wanted and may have ids of the profile.
    fn served(&self, emulator: &Emulator, profile: Profile) -> anyhow::Result<Vec<Served>> {
        for wanted in &self.engines {
            if !known().any(|(id, _)| id == wanted) {
                let known: Vec<_> = known().map(|(id, _)| id).collect();
                bail!("no engine `{wanted}`, there are: {}", known.join(", "));
            }
        }
        let named = |id: &str| self.engines.is_empty() || self.engines.iter().any(|own| own == id);
        // None of the rows of the others is measured earlier.
        Ok(serve(&emulator.platform, |id, least| {
            named(id) && least <= profile
        }))
    }

    /// As many engines at a time as there are cores: what is counted does not depend on time.
    fn count_all(
        &self,
        served: &[Served],
        emulator: &Emulator,
        profile: Profile,
    ) -> Vec<anyhow::Result<Option<Counted>>> {
        let next = Mutex::new(served.iter().enumerate());
        let work = || {
            let take = || next.lock().unwrap_or_else(PoisonError::into_inner).next();
            let counted = iter::from_fn(take).map(|(place, served)| {
                let counted = self.count_one(served, emulator, profile);
                (place, counted.with_context(|| served.id))
            });
            counted.collect::<Vec<_>>()
        };
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let mut counted = thread::scope(|scope| {
            let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
            let counted = workers.into_iter().map(|worker| {
                let panicked = |_| vec![(usize::MAX, Err(anyhow::anyhow!("a count panicked")))];
                worker.join().unwrap_or_else(panicked)
            });
            counted.flatten().collect::<Vec<_>>()
        });
        counted.sort_by_key(|(place, _)| *place);
        counted.into_iter().map(|(_, counted)| counted).collect()
    }

    /// Nothing where no id is wanted.
    fn count_one(
        &self,
        served: &Served,
        emulator: &Emulator,
        profile: Profile,
    ) -> anyhow::Result<Option<Counted>> {
        let launch = match &served.launch {
            Ok(launch) => launch.clone(),
            Err(reason) => {
                eprintln!("absent  {}: {reason}", served.id);
                return Ok(None);
            }
        };
        let directory = tempfile::tempdir()?;
        let file = directory.path().join("intervals");
        let mut intervals = Intervals::new(file.clone());
        let remotes = discover(&emulator.counting(launch, &file), served.profile)?;
        let remote = remotes.iter().find(|remote| remote.engine.id == served.id);
        let remote = *remote.context("its runner does not have it")?;
        let ids = self.ids(remote, profile);
        if ids.is_empty() {
            return Ok(None);
        }
        eprintln!("counting {} ids of {}", ids.len(), served.id);

        let native = self.target == RUST_BUILD.target;
        let mut counted = Counted::new(remote.engine, native, &ids);
        let mut wanted = Vec::new();
        for id in ids {
            match left_out(&id) {
                Some(reason) => drop(counted.problems.insert(id.to_string(), reason.to_owned())),
                None => wanted.push(id),
            }
        }
        let ids = wanted;
        let gate = counted.pass_gate(&ids);
        // The next request starts another. In that of the gate there are threads, and since then glibc locks
        // whatever it allocates.
        remote.session.stop();
        let first = counted.process(&ids, &gate, &mut intervals);
        remote.session.stop();
        let second = counted.process(&ids, &gate, &mut intervals);
        remote.session.stop();
        for (id, first) in first {
            if let Some(second) = second.get(&id) {
                counted.counts.insert(
                    id,
                    bls_results::Count {
                        instructions: first.instructions,
                        spread: (second.instructions / first.instructions - 1.0).abs(),
                        uneven: first.uneven,
                    },
                );
            }
        }
        Ok(Some(counted))
    }

    fn ids(&self, remote: Remote, profile: Profile) -> Vec<Id> {
        let ids = ids_of(&[remote.engine]).into_iter();
        ids.filter(|(_, least)| *least <= profile)
            .map(|(id, _)| id)
            .filter(|id| self.group.is_none_or(|group| group == id.group))
            .filter(|id| {
                let filter = self.filter.as_ref();
                filter.is_none_or(|filter| filter.is_match(&id.to_string()))
            })
            .collect()
    }
}

/// Why an id has no count that would mean something, if it has none.
fn left_out(id: &Id) -> Option<&'static str> {
    if ELSEWHERE.contains(&id.engine.as_str()) {
        Some("its work is done by another process, the service")
    } else if id.operation.threads() == Threads::All {
        Some(
            "it uses all cores, and how long its threads wait for one another would be counted, too",
        )
    } else {
        None
    }
}

impl Counted {
    /// Nothing is counted yet. `native`: this machine runs the same program without the emulator.
    fn new(engine: &'static Engine, native: bool, ids: &[Id]) -> Self {
        let path = |engine: &Engine| (engine.code_path)().ok();
        let native = native.then(|| {
            let mut engines = engines().iter();
            engines.find(|native| native.id == engine.id)
        });
        let hidden = native.flatten().and_then(|native| path(native));
        Self {
            engine,
            groups: ids.iter().map(|id| id.group).collect(),
            gate: BTreeMap::new(),
            hidden: hidden.filter(|hidden| Some(hidden) != path(engine).as_ref()),
            counts: BTreeMap::new(),
            problems: BTreeMap::new(),
            failed: false,
        }
    }

    /// As it is kept; of the groups of the whole count, those that it does not have are absent.
    fn describe(&self, groups: &[Group]) -> CountedEngine {
        let mut gate = self.gate.clone();
        for &group in groups {
            if let Some(reason) = self.engine.absent(group) {
                gate.insert(group, Gate::Absent(reason.to_owned()));
            }
        }
        let gate = gate.into_iter();
        CountedEngine {
            engine: EngineRecord::of(self.engine, groups),
            gate: gate
                .map(|(group, said)| (group.to_string(), said))
                .collect(),
            hidden: self.hidden.clone(),
        }
    }

    /// On the target, which is what the engine's correctness there rests on.
    fn pass_gate(&mut self, ids: &[Id]) -> BTreeMap<Group, Verified> {
        let groups: BTreeSet<Group> = ids.iter().map(|id| id.group).collect();
        let mut passed = BTreeMap::new();
        for group in groups {
            let said = match verify(self.engine, group) {
                Ok(verified) => {
                    passed.insert(group, verified);
                    Gate::Passed
                }
                Err(Refusal::Absent(reason)) => Gate::Absent(reason),
                Err(refusal) => {
                    self.failed = true;
                    Gate::Refused(refusal.to_string())
                }
            };
            self.gate.insert(group, said);
        }
        for id in ids.iter().filter(|id| !passed.contains_key(&id.group)) {
            let reason = "the engine has not passed the gate".to_owned();
            self.problems.insert(id.to_string(), reason);
        }
        passed
    }

    /// Counts the ids whose groups have passed, by one process.
    fn process(
        &mut self,
        ids: &[Id],
        gate: &BTreeMap<Group, Verified>,
        intervals: &mut Intervals,
    ) -> BTreeMap<String, PerIteration> {
        let mut counts = BTreeMap::new();
        for id in ids {
            let Some(verified) = gate.get(&id.group) else {
                continue;
            };
            let prepared = verified.prepare(id.operation, id.param);
            let counted = prepared
                .map_err(Uncounted::from)
                .and_then(|mut job| count(&mut job, intervals));
            let problem = match counted {
                Ok(count) => {
                    counts.insert(id.to_string(), count);
                    continue;
                }
                Err(Uncounted::Absent(reason)) => reason,
                Err(Uncounted::Failed(error)) => {
                    self.failed = true;
                    format!("{error:#}")
                }
            };
            self.problems.insert(id.to_string(), problem);
        }
        counts
    }
}

/// What compiled the Rust code, which for another target may be another compiler.
fn compiler(engines: &[CountedEngine]) -> Option<String> {
    let mut compilers = engines.iter().map(|counted| &counted.engine.compiler);
    let rustc = compilers.find(|compiler| compiler.starts_with("rustc"));
    rustc.cloned()
}

fn print(counts: &Counts, out: &mut impl Write) -> anyhow::Result<()> {
    let mut table = table(&["id", "instructions", ""]);
    for (id, count) in &counts.counts {
        let mut notes = Vec::new();
        if count.spread > 0.0 {
            notes.push(format!(
                "another process counted {:.4} % otherwise",
                count.spread * 100.0
            ));
        }
        if let Some(off) = count.uneven {
            notes.push(format!("iterations differ by {:.2} %", off * 100.0));
        }
        let instructions = format!("{:.1}", count.instructions);
        table.add_row([id, &instructions, &notes.join("; ")]);
    }
    for (id, problem) in &counts.problems {
        table.add_row([id, "-", problem]);
    }
    if let Some(column) = table.column_mut(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    writeln!(out, "{table}\n")?;
    for CountedEngine {
        engine,
        gate,
        hidden,
    } in &counts.engines
    {
        writeln!(out, "{}: {}", engine.id, engine.code_path)?;
        if let Some(hidden) = hidden {
            writeln!(out, "  not emulated: this machine's own path, {hidden}")?;
        }
        for (group, said) in gate {
            match said {
                Gate::Passed => writeln!(out, "  {group}: passed the gate")?,
                Gate::Absent(reason) => writeln!(out, "  {group}: absent: {reason}")?,
                Gate::Refused(reason) => writeln!(out, "  {group}: REFUSED: {reason}")?,
            }
        }
    }
    writeln!(
        out,
        "\nby {}, {}, for {}; a count is no time",
        counts.tool,
        counts.cpu.as_deref().unwrap_or("unknown"),
        counts.target
    )?;
    Ok(())
}
