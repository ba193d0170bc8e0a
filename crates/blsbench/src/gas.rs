//! `gas`: the precompiles of EIP-2537, time against price.

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
    slice,
};

use anyhow::Context as _;
use bls_api::Group;
use bls_report::gas::{Anchor, Call, Pricing, Schedule};
use bls_results::{collect_run, time, write_whole};

use crate::{
    run::{INTERRUPTED, Run},
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
        let results = collect_run(slice::from_ref(&directory), None)?;
        let pricing = Pricing::of(&results, self.schedule, self.anchor)
            .with_context(|| directory.display().to_string())?;
        writeln!(out, "schedule {:?}: {}", self.schedule, self.schedule)?;
        match &pricing.ecrecover {
            Some(rate) => writeln!(out, "ecRecover: {rate}")?,
            None => writeln!(out, "ecRecover: not measured in this run")?,
        }
        writeln!(
            out,
            "UNDERPRICED: more than it is charged at {:.1} Mgas/s, in all repetitions",
            pricing.anchor
        )?;
        print(&pricing.calls, out)?;
        writeln!(out, "measured in {}", directory.display())?;
        if let Some(path) = &self.out {
            write_calls(&pricing.calls, path)?;
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
}

fn print(calls: &[Call], out: &mut impl Write) -> anyhow::Result<()> {
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
    for call in calls {
        table.add_row([
            call.operation.to_owned(),
            call.k.map_or(String::new(), |k| k.to_string()),
            call.engine.clone(),
            time(call.ns),
            format!("{} to {}", time(call.ns_least), time(call.ns_greatest)),
            call.gas.to_string(),
            format!("{:.1}", call.mgas_per_s),
            format!("{:.0}", call.gas_at_30),
            format!("{:.0}", call.gas_at_80),
            format!("{:.0}", call.gas_at_100),
            call.gas_at_ecrecover
                .map_or("-".to_owned(), |gas| format!("{gas:.0}")),
            call.verdict.to_string(),
        ]);
    }
    writeln!(out, "{table}")?;
    for of_operation in calls.chunk_by(|a, b| a.operation == b.operation) {
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

fn write_calls(calls: &[Call], path: &Path) -> anyhow::Result<()> {
    let contents = if path.extension().is_some_and(|extension| extension == "csv") {
        let mut writer = csv::Writer::from_writer(Vec::new());
        for call in calls {
            writer.serialize(call)?;
        }
        writer.into_inner()?
    } else {
        let mut text = serde_json::to_vec_pretty(calls)?;
        text.push(b'\n');
        text
    };
    Ok(write_whole(path, &contents)?)
}

#[cfg(test)]
mod tests {
    use bls_report::gas::Verdict;

    use super::*;

    #[test]
    fn calls_are_written_whole() {
        let calls = [Call {
            operation: "g1msm",
            k: Some(2),
            engine: "blst".to_owned(),
            ns: 100_000.0,
            ns_least: 100_000.0,
            ns_greatest: 100_000.0,
            gas: 22_776,
            mgas_per_s: 227.76,
            gas_at_30: 3000.0,
            gas_at_80: 8000.0,
            gas_at_100: 10_000.0,
            gas_at_ecrecover: None,
            verdict: Verdict::Covered,
        }];
        let directory = tempfile::tempdir().unwrap();
        let csv = directory.path().join("calls.csv");
        write_calls(&calls, &csv).unwrap();
        let text = std::fs::read_to_string(&csv).unwrap();
        assert_eq!(
            text,
            "operation,k,engine,ns,ns_least,ns_greatest,gas,mgas_per_s,gas_at_30,gas_at_80,\
             gas_at_100,gas_at_ecrecover,verdict\n\
             g1msm,2,blst,100000.0,100000.0,100000.0,22776,227.76,3000.0,8000.0,10000.0,,covered\n"
        );
        std::fs::write(directory.path().join("file"), "").unwrap();
        assert!(write_calls(&calls, &directory.path().join("file/calls.json")).is_err());
        assert!(output_file("calls.txt").is_err());
    }
}
