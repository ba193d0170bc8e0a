//! `gas`: the precompiles of EIP-2537, time against price.

mod schedule;

use std::{
    collections::BTreeMap,
    fmt,
    fs::Permissions,
    io::Write,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, bail};
use bls_api::{Group, Id, Kind, PrecompileOp};
use bls_vectors::inputs;
use clap::ValueEnum;
use serde::Serialize;

pub(crate) use schedule::Schedule;

use crate::{
    record::{medians, read},
    run::{INTERRUPTED, Run, range, time},
    sampling::median,
    table,
};

/// Prices the precompiles of EIP-2537: what each call costs in time, what it is charged, and what
/// it would be charged if gas followed time.
///
/// Measures the group eip2537 first, as `run` does, unless it is given a run. The profile is chosen
/// by `BLSBENCH_PROFILE`: `full` has every engine and every number of pairs.
#[derive(clap::Args)]
pub(crate) struct Gas {
    /// What calls are charged.
    #[arg(long, value_enum, default_value_t = Schedule::Final)]
    schedule: Schedule,
    /// The rate of gas by which a call is said to be underpriced: so many million gas per second,
    /// or what ecRecover (3000 gas) reaches here, by the faster of its engines.
    #[arg(long, value_enum, default_value_t = Anchor::Ecrecover)]
    anchor: Anchor,
    /// The directory of a run that has measured the group; nothing is measured.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["engines", "repeat"])]
    run: Option<PathBuf>,
    /// These engines alone, and those of ecRecover.
    #[arg(long, value_delimiter = ',')]
    engines: Vec<String>,
    /// How often each id is measured, by a new process each time.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,
    /// A file to write the rows to, .csv or .json.
    #[arg(long, value_name = "FILE", value_parser = output_file)]
    out: Option<PathBuf>,
}

/// A rate of gas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
enum Anchor {
    /// That of the sheet of 2023 which asked the question.
    #[value(name = "30")]
    M30,
    /// About that of ecRecover in the client that the prices were set by (EIPs#9097).
    #[value(name = "80")]
    M80,
    /// That of EIP-7904.
    #[value(name = "100")]
    M100,
    /// Measured beside the other calls.
    Ecrecover,
}

/// One call of one engine.
#[derive(Debug, Serialize)]
struct Row {
    operation: &'static str,
    /// Pairs.
    k: Option<u32>,
    engine: String,
    /// Nanoseconds: the median of the repetitions, and their range.
    ns: f64,
    ns_least: f64,
    ns_greatest: f64,
    gas: u64,
    mgas_per_s: f64,
    /// What the time would be charged at each rate.
    gas_at_30: f64,
    gas_at_80: f64,
    gas_at_100: f64,
    gas_at_ecrecover: Option<f64>,
    verdict: Verdict,
}

/// Whether the time of a call would cost more than it is charged, at the anchor's rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Covered,
    /// In some repetitions.
    Unclear,
    /// In all repetitions.
    Underpriced,
}

impl Verdict {
    fn of(gas: u64, (least, greatest): (f64, f64), anchor: f64) -> Self {
        if rate(gas, least) < anchor {
            Self::Underpriced
        } else if rate(gas, greatest) < anchor {
            Self::Unclear
        } else {
            Self::Covered
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Covered => "",
            Self::Unclear => "unclear",
            Self::Underpriced => "UNDERPRICED",
        })
    }
}

/// Those that can set the rate.
const ECRECOVER_ENGINES: [&str; 2] = ["k256", "secp256k1"];

impl Gas {
    pub(crate) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let directory = if let Some(directory) = &self.run {
            directory.clone()
        } else {
            let finished = self.to_run().measure()?;
            if finished.interrupted {
                return Ok(ExitCode::from(INTERRUPTED));
            }
            finished.directory
        };
        let measurements = read(&directory)?;
        let (rows, ecrecover) = self.rows(&medians(&measurements))?;
        writeln!(out, "schedule {:?}: {}", self.schedule, self.schedule)?;
        match &ecrecover {
            Some(rate) => writeln!(out, "ecRecover: {rate}")?,
            None => writeln!(out, "ecRecover: not measured in this run")?,
        }
        let anchor = self.anchor_rate(ecrecover.as_ref())?;
        writeln!(
            out,
            "UNDERPRICED: more than it is charged at {anchor:.1} Mgas/s, in all repetitions"
        )?;
        print(&rows, out)?;
        writeln!(out, "measured in {}", directory.display())?;
        if let Some(path) = &self.out {
            write_rows(&rows, path)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn to_run(&self) -> Run {
        let mut engines = self.engines.clone();
        if !engines.is_empty() {
            let others = ECRECOVER_ENGINES.map(str::to_owned);
            engines.extend(others.into_iter().filter(|id| !self.engines.contains(id)));
        }
        Run {
            engines,
            group: Some(Group::Eip2537),
            filter: None,
            repeat: self.repeat,
            out: None,
        }
    }

    fn rows(
        &self,
        medians: &BTreeMap<&str, Vec<f64>>,
    ) -> anyhow::Result<(Vec<Row>, Option<EcRecover>)> {
        let mut calls = Vec::new();
        for (id, repetitions) in medians {
            let id: Id = id.parse()?;
            if let Kind::Precompile(op) = id.operation.kind {
                let input = inputs(id.group, id.operation, id.param)?.input;
                let gas = self.schedule.gas(op, input.len());
                let gas = gas.with_context(|| format!("{id}: no price"))?;
                calls.push((op, id, repetitions.as_slice(), gas));
            }
        }
        if calls.is_empty() {
            bail!("the run has measured nothing of {}", Group::Eip2537);
        }
        let ecrecover = calls
            .iter()
            .filter(|(op, ..)| *op == PrecompileOp::EcRecover)
            .map(|(_, id, repetitions, gas)| EcRecover {
                engine: id.engine.clone(),
                ns: median(repetitions.to_vec()),
                gas: *gas,
            })
            .min_by(|a, b| a.ns.total_cmp(&b.ns));
        let anchor = self.anchor_rate(ecrecover.as_ref())?;
        let mut rows: Vec<Row> = calls
            .into_iter()
            .map(|(_, id, repetitions, gas)| {
                let ns = median(repetitions.to_vec());
                let (ns_least, ns_greatest) = range(repetitions);
                Row {
                    operation: id.operation.name,
                    k: id.param,
                    engine: id.engine,
                    ns,
                    ns_least,
                    ns_greatest,
                    gas,
                    mgas_per_s: rate(gas, ns),
                    gas_at_30: gas_at(30.0, ns),
                    gas_at_80: gas_at(80.0, ns),
                    gas_at_100: gas_at(100.0, ns),
                    gas_at_ecrecover: ecrecover.as_ref().map(|at| gas_at(at.rate(), ns)),
                    verdict: Verdict::of(gas, (ns_least, ns_greatest), anchor),
                }
            })
            .collect();
        let order = |row: &Row| {
            let mut operations = Group::Eip2537.operations().iter();
            (
                operations.position(|known| known.name == row.operation),
                row.k,
            )
        };
        rows.sort_by(|a, b| order(a).cmp(&order(b)).then(a.ns.total_cmp(&b.ns)));
        Ok((rows, ecrecover))
    }

    /// Million gas per second.
    fn anchor_rate(&self, ecrecover: Option<&EcRecover>) -> anyhow::Result<f64> {
        match (self.anchor, ecrecover) {
            (Anchor::M30, _) => Ok(30.0),
            (Anchor::M80, _) => Ok(80.0),
            (Anchor::M100, _) => Ok(100.0),
            (Anchor::Ecrecover, Some(ecrecover)) => Ok(ecrecover.rate()),
            (Anchor::Ecrecover, None) => bail!(
                "the run has not measured ecrecover: measure it with one of {ECRECOVER_ENGINES:?}, \
                 or choose --anchor 30, 80 or 100"
            ),
        }
    }
}

/// The faster engine of ecRecover.
#[derive(Debug)]
struct EcRecover {
    engine: String,
    ns: f64,
    gas: u64,
}

impl EcRecover {
    fn rate(&self) -> f64 {
        rate(self.gas, self.ns)
    }
}

impl fmt::Display for EcRecover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { engine, ns, gas } = self;
        write!(
            f,
            "{gas} gas in {} by {engine}, {:.1} Mgas/s",
            time(*ns),
            self.rate()
        )
    }
}

/// Million gas per second.
#[allow(clippy::cast_precision_loss, reason = "gas stays far below 2^52")]
fn rate(gas: u64, ns: f64) -> f64 {
    gas as f64 * 1000.0 / ns
}

/// The gas of a time at a rate in million gas per second.
fn gas_at(rate: f64, ns: f64) -> f64 {
    (ns * rate / 1000.0).round()
}

fn print(rows: &[Row], out: &mut impl Write) -> anyhow::Result<()> {
    let mut table = table(&[
        "operation",
        "k",
        "engine",
        "time",
        "range",
        "gas",
        "Mgas/s",
        "gas at 30",
        "at 80",
        "at 100",
        "at ecrecover",
        "verdict",
    ]);
    for row in rows {
        table.add_row([
            row.operation.to_owned(),
            row.k.map_or(String::new(), |k| k.to_string()),
            row.engine.clone(),
            time(row.ns),
            format!("{} to {}", time(row.ns_least), time(row.ns_greatest)),
            row.gas.to_string(),
            format!("{:.1}", row.mgas_per_s),
            format!("{:.0}", row.gas_at_30),
            format!("{:.0}", row.gas_at_80),
            format!("{:.0}", row.gas_at_100),
            row.gas_at_ecrecover
                .map_or("-".to_owned(), |gas| format!("{gas:.0}")),
            row.verdict.to_string(),
        ]);
    }
    writeln!(out, "{table}")?;
    for of_operation in rows.chunk_by(|a, b| a.operation == b.operation) {
        let worst = of_operation
            .iter()
            .min_by(|a, b| a.mgas_per_s.total_cmp(&b.mgas_per_s));
        if let Some(worst) = worst {
            let pairs = worst.k.map_or(String::new(), |k| format!("/{k}"));
            writeln!(
                out,
                "worst of {}{pairs}: {} with {:.1} Mgas/s  {}",
                worst.operation, worst.engine, worst.mgas_per_s, worst.verdict
            )?;
        }
    }
    Ok(())
}

fn output_file(path: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(path);
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("csv" | "json") => Ok(path),
        _ => Err("neither .csv nor .json".to_owned()),
    }
}

/// A whole file, or none.
fn write_rows(rows: &[Row], path: &Path) -> anyhow::Result<()> {
    let context = || format!("cannot write {}", path.display());
    let directory = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut file = tempfile::Builder::new()
        .permissions(Permissions::from_mode(0o644))
        .tempfile_in(directory)
        .with_context(context)?;
    if path.extension().is_some_and(|extension| extension == "csv") {
        let mut writer = csv::Writer::from_writer(&mut file);
        for row in rows {
            writer.serialize(row)?;
        }
        writer.flush().with_context(context)?;
    } else {
        serde_json::to_writer_pretty(&mut file, rows)?;
        writeln!(file)?;
    }
    file.persist(path).with_context(context)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gas(schedule: Schedule, anchor: Anchor) -> Gas {
        Gas {
            schedule,
            anchor,
            run: None,
            engines: Vec::new(),
            repeat: 1,
            out: None,
        }
    }

    #[test]
    fn rows_are_priced_and_judged() {
        let medians = BTreeMap::from([
            ("eip2537/g1mul/slow", vec![503_436.0]),
            ("eip2537/g1mul/fast", vec![59_000.0, 60_000.0, 61_000.0]),
            ("eip2537/ecrecover/k256", vec![60_000.0]),
            ("eip2537/ecrecover/secp256k1", vec![30_000.0]),
            ("min_pk/verify/blst", vec![1.0]),
        ]);
        let (rows, ecrecover) = gas(Schedule::Draft, Anchor::Ecrecover)
            .rows(&medians)
            .unwrap();
        let ecrecover = ecrecover.unwrap();
        assert_eq!(
            ecrecover.to_string(),
            "3000 gas in 30.0 µs by secp256k1, 100.0 Mgas/s"
        );
        let names: Vec<_> = rows.iter().map(|row| row.engine.as_str()).collect();
        assert_eq!(names, ["fast", "slow", "secp256k1", "k256"]);
        assert_eq!((rows[0].gas, rows[0].verdict), (12_000, Verdict::Covered));
        // A row of the sheet of 2023: 503,436 ns are 15,103 gas at 30 Mgas/s.
        assert_eq!(format!("{:.0}", rows[1].gas_at_30), "15103");
        assert_eq!(rows[1].verdict, Verdict::Underpriced);
        assert_eq!(
            rows[0].gas_at_ecrecover.map(|gas| format!("{gas:.0}")),
            Some("6000".into())
        );
        let (rows, _) = gas(Schedule::Draft, Anchor::M30).rows(&medians).unwrap();
        assert_eq!(rows[1].verdict, Verdict::Underpriced);
        assert_eq!(rows[3].verdict, Verdict::Covered);
    }

    #[test]
    fn a_verdict_needs_all_repetitions() {
        let verdict = |least, greatest| Verdict::of(3_000, (least, greatest), 100.0);
        assert_eq!(verdict(28_000.0, 29_999.0), Verdict::Covered);
        assert_eq!(verdict(28_000.0, 30_001.0), Verdict::Unclear);
        assert_eq!(verdict(30_001.0, 31_000.0), Verdict::Underpriced);
    }

    #[test]
    fn an_anchor_must_be_measured() {
        let medians = BTreeMap::from([("eip2537/g1add/blst", vec![3_000.0])]);
        let error = gas(Schedule::Final, Anchor::Ecrecover).rows(&medians);
        assert!(error.unwrap_err().to_string().contains("--anchor"));
        assert!(gas(Schedule::Final, Anchor::M100).rows(&medians).is_ok());
        let nothing = gas(Schedule::Final, Anchor::M100).rows(&BTreeMap::new());
        assert!(nothing.is_err());
    }

    #[test]
    fn rows_are_written_whole() {
        let medians = BTreeMap::from([("eip2537/g1msm/blst/2", vec![100_000.0])]);
        let (rows, _) = gas(Schedule::Final, Anchor::M30).rows(&medians).unwrap();
        let directory = tempfile::tempdir().unwrap();
        let csv = directory.path().join("rows.csv");
        write_rows(&rows, &csv).unwrap();
        let text = std::fs::read_to_string(&csv).unwrap();
        assert_eq!(
            text,
            "operation,k,engine,ns,ns_least,ns_greatest,gas,mgas_per_s,gas_at_30,gas_at_80,\
             gas_at_100,gas_at_ecrecover,verdict\n\
             g1msm,2,blst,100000.0,100000.0,100000.0,22776,227.76,3000.0,8000.0,10000.0,,covered\n"
        );
        assert!(write_rows(&rows, &directory.path().join("absent/rows.json")).is_err());
        assert!(output_file("rows.txt").is_err());
    }
}
