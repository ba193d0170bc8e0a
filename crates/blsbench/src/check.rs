//! `check`: the gate as a command.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
};

use anyhow::bail;
use bls_api::{Engine, Group};
use bls_engines::{engines, go_module_directory};
use bls_vectors::{
    FOLDERS, Outcome, Refusal, Vectors, check_outputs, go_ethereum, on_all_cores, ring_file,
};

use bls_report::gas::Schedule;

use crate::{engine, table};

/// Runs every engine over test vectors, and over the inputs of the benchmarks.
///
/// Exits with 1 when an engine fails, with 2 when the vectors cannot be read.
#[derive(clap::Args)]
pub(crate) struct Check {
    /// This engine alone.
    #[arg(long)]
    engine: Option<String>,
    /// This group alone; with --vectors, the suite that they are about (`min_pk` if not given).
    #[arg(long)]
    group: Option<Group>,
    /// A directory in the layout of Ethereum's bls12-381-tests (folders such as sign/ with one
    /// .json file per case), in place of the vectors of this program.
    #[arg(long, value_name = "DIR")]
    vectors: Option<PathBuf>,
    /// A file of ring signatures with verdicts (docs/RING.md has the format), in place of the vectors of
    /// this program.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["group", "vectors"])]
    ring: Option<PathBuf>,
}

/// Results in one cell of the table.
#[derive(Default, Clone, Copy)]
struct Tally {
    passed: usize,
    failed: usize,
    unsupported: usize,
}

#[derive(Default)]
struct Results {
    cells: BTreeMap<(&'static str, String), Tally>,
    total: Tally,
    failures: Vec<String>,
    notes: BTreeSet<String>,
    unreadable: BTreeSet<String>,
}

/// The column of operations run on the inputs of the benchmarks.
const OUTPUTS: &str = "outputs";

/// Where the public vectors of EIP-2537 are found, with the module's checksum.
const GO_ETHEREUM: &str = "github.com/ethereum/go-ethereum@v1.17.10";
const GO_ETHEREUM_SUM: &str = "h1:b3WO+xux3pItpm13kqT5Xddv01zOxBFZxQgk/Ate4/M=";

impl Check {
    pub(crate) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let engines = match &self.engine {
            Some(id) => vec![engine(id)?],
            None => engines().to_vec(),
        };
        let mut total = Tally::default();
        let mut unreadable = 0;
        for vectors in self.sets()? {
            let results = each(&engines, |engine, results| {
                self.check(engine, &vectors, results);
            });
            writeln!(out, "{}: {}", vectors.group, vectors.group.suite())?;
            results.print(&engines, out)?;
            total.add(results.total);
            unreadable += results.unreadable.len();
            if vectors.group == Group::Eip2537 && self.embedded() {
                total.add(check_go_ethereum(&engines, out)?);
            }
        }
        if unreadable == 0 && total.passed + total.failed == 0 {
            bail!("no vector could be run by any of these engines");
        }
        writeln!(
            out,
            "{} passed, {} failed, {} unsupported",
            total.passed, total.failed, total.unsupported
        )?;
        if unreadable > 0 {
            bail!("{unreadable} of the vectors cannot be read");
        }
        Ok(ExitCode::from(u8::from(total.failed > 0)))
    }

    /// Errors of vectors end in their source: nothing prints that once more.
    fn sets(&self) -> anyhow::Result<Vec<Vectors>> {
        if let Some(file) = &self.ring {
            return ring_file(file).map_err(anyhow::Error::msg);
        }
        if let Some(directory) = &self.vectors {
            let group = self.group.unwrap_or(Group::MinPk);
            let vectors = Vectors::read(group, directory).map_err(anyhow::Error::msg)?;
            return Ok(vec![vectors]);
        }
        let groups = match self.group {
            Some(group) => vec![group],
            None => Group::ALL.to_vec(),
        };
        Ok(groups.into_iter().map(Vectors::embedded).collect())
    }

    /// Whether the vectors are those of this program.
    fn embedded(&self) -> bool {
        self.vectors.is_none() && self.ring.is_none()
    }

    fn check(&self, engine: &'static Engine, vectors: &Vectors, results: &mut Results) {
        if !run(engine, vectors, results) || !self.embedded() {
            return;
        }
        for (operation, result) in check_outputs(engine, vectors.group) {
            let outcome = match result {
                Ok(()) => Outcome::Passed(None),
                Err(Refusal::Absent(reason)) => Outcome::Unsupported(reason),
                Err(refusal) => Outcome::Failed {
                    expected: "the oracle's output".to_owned(),
                    got: refusal.to_string(),
                },
            };
            results.record(engine, OUTPUTS, operation.name, outcome);
        }
    }
}

/// What comes of all engines, which are asked on all cores.
fn each(
    engines: &[&'static Engine],
    check: impl Fn(&'static Engine, &mut Results) + Sync,
) -> Results {
    let parts = on_all_cores(engines, |engine| {
        let mut results = Results::default();
        check(engine, &mut results);
        results
    });
    parts.into_iter().fold(Results::default(), Results::merged)
}

/// Runs the cases, if the engine has the group and can be started.
fn run(engine: &'static Engine, vectors: &Vectors, results: &mut Results) -> bool {
    if let Some(reason) = engine.absent(vectors.group) {
        results
            .notes
            .insert(format!("absent: {}: {reason}", engine.id));
        return false;
    }
    if let Err(error) = (engine.code_path)() {
        results.record(
            engine,
            "start",
            "start",
            Outcome::Failed {
                expected: "the library starts".to_owned(),
                got: error.to_string(),
            },
        );
        return false;
    }
    for case in &vectors.cases {
        let operation = vectors.group.operation(&case.folder);
        if operation.is_ok_and(|operation| !engine.measures(vectors.group, operation)) {
            continue;
        }
        match vectors.run(engine, case) {
            Ok(outcome) => results.record(engine, &case.folder, &case.name, outcome),
            Err(unreadable) => {
                results.unreadable.insert(unreadable.to_string());
            }
        }
    }
    true
}

/// go-ethereum's own vectors, with the gas that it charges. They are under the LGPL, and so are not
/// part of this program.
fn check_go_ethereum(engines: &[&'static Engine], out: &mut impl Write) -> anyhow::Result<Tally> {
    let module = match go_module_directory(GO_ETHEREUM, GO_ETHEREUM_SUM) {
        Ok(module) => module,
        Err(reason) => {
            writeln!(out, "skipped: the vectors of {GO_ETHEREUM}: {reason}\n")?;
            return Ok(Tally::default());
        }
    };
    let (vectors, calls) = go_ethereum(&module.join("core/vm/testdata/precompiles"))?;
    let mut results = each(engines, |engine, results| {
        run(engine, &vectors, results);
    });
    let failed = results.failures.len();
    for call in &calls {
        let gas = Schedule::Final.gas(call.op, call.input_length);
        if gas != Some(call.gas) {
            results.total.failed += 1;
            results.failures.push(format!(
                "FAILED gas of {}: charged {}, computed {gas:?}",
                call.name, call.gas
            ));
        }
    }
    writeln!(
        out,
        "the {} vectors of {GO_ETHEREUM}; the gas of {} computed again, {} differ",
        vectors.cases.len(),
        calls.len(),
        results.failures.len() - failed
    )?;
    results.print(engines, out)?;
    Ok(results.total)
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.unsupported += other.unsupported;
    }

    fn cell(self) -> String {
        let parts = [
            (self.passed, ""),
            (self.failed, " FAILED"),
            (self.unsupported, " unsupported"),
        ];
        let parts = parts.iter().filter(|(count, _)| *count > 0);
        parts
            .map(|(count, what)| format!("{count}{what}"))
            .collect::<Vec<_>>()
            .join(", ")
    }
}

impl Results {
    fn record(&mut self, engine: &Engine, folder: &str, case: &str, outcome: Outcome) {
        let mut tally = Tally::default();
        match outcome {
            Outcome::Passed(difference) => {
                tally.passed = 1;
                if let Some(why) = difference {
                    self.notes
                        .insert(format!("differs: {} in {folder}/{case}: {why}", engine.id));
                }
            }
            Outcome::Failed { expected, got } => {
                tally.failed = 1;
                self.failures.push(format!(
                    "FAILED {} in {folder}/{case}\n  expected {expected}\n  got      {got}",
                    engine.id
                ));
            }
            Outcome::Broken(why) => {
                tally.failed = 1;
                self.failures
                    .push(format!("FAILED {} in {folder}/{case}: {why}", engine.id));
            }
            Outcome::Unsupported(reason) => {
                tally.unsupported = 1;
                self.notes
                    .insert(format!("unsupported: {} in {folder}: {reason}", engine.id));
            }
        }
        let key = (engine.id, folder.to_owned());
        self.cells.entry(key).or_default().add(tally);
        self.total.add(tally);
    }

    /// Of other engines.
    fn merged(mut self, other: Self) -> Self {
        self.cells.extend(other.cells);
        self.total.add(other.total);
        self.failures.extend(other.failures);
        self.notes.extend(other.notes);
        self.unreadable.extend(other.unreadable);
        self
    }

    fn print(&self, engines: &[&Engine], out: &mut impl Write) -> io::Result<()> {
        let present: BTreeSet<&str> = self
            .cells
            .keys()
            .map(|(_, folder)| folder.as_str())
            .collect();
        let known = FOLDERS.iter().copied().chain([OUTPUTS]);
        let mut folders: Vec<&str> = known.filter(|folder| present.contains(folder)).collect();
        folders.extend(
            present
                .iter()
                .filter(|folder| !FOLDERS.contains(folder) && **folder != OUTPUTS),
        );
        let engines: Vec<&str> = engines
            .iter()
            .map(|engine| engine.id)
            .filter(|id| self.cells.keys().any(|(engine, _)| engine == id))
            .collect();
        let header: Vec<&str> = ["vectors"]
            .into_iter()
            .chain(engines.iter().copied())
            .collect();
        let mut table = table(&header);
        for folder in folders {
            let cells = engines.iter().map(|&engine| {
                let tally = self.cells.get(&(engine, folder.to_owned()));
                tally.copied().unwrap_or_default().cell()
            });
            table.add_row([folder.to_owned()].into_iter().chain(cells));
        }
        writeln!(out, "{table}")?;
        for line in self.notes.iter().chain(&self.failures) {
            writeln!(out, "{line}")?;
        }
        for line in &self.unreadable {
            writeln!(out, "UNREADABLE {line}")?;
        }
        writeln!(out)
    }
}
