//! `count`: the instructions of all benches of a workspace.

use std::{
    env,
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, ensure};
use bls_results::{Counts, Machine, revision};
use comfy_table::{CellAlignment, Table, presets};
use regex::Regex;

use crate::{
    ab::{
        build::{Build, Compiler, compiler},
        burst::Bench,
    },
    callgrind,
};

/// Counts the instructions per iteration of Criterion benches, by valgrind.
///
/// Builds as `cargo bench` does. Exit code 1 where an id could not be counted.
#[derive(Debug, clap::Args)]
pub struct Count {
    /// Ids that match this regular expression alone.
    #[arg(long, value_name = "REGEX")]
    filter: Option<Regex>,
    /// Keeps the counts in a file, which `compare` reads.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Of `cargo bench`, such as `-p NAME`.
    #[arg(last = true, value_name = "CARGO BENCH ARGUMENTS")]
    arguments: Vec<String>,
}

impl Count {
    /// Prints a table; nothing is written where nothing could be counted.
    pub fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let workspace = env::current_dir()?;
        let mut counts = describe(&workspace)?;
        let build = Build {
            workspace: &workspace,
            target: None,
            profile: None,
            arguments: &self.arguments,
            stopped: &|| false,
        };
        for bench in &build.run()? {
            self.count(bench, &mut counts)?;
        }
        let ids = counts.counts.len() + counts.problems.len();
        ensure!(ids > 0, "no benches, or none that matches");
        print(&counts, out)?;
        if let Some(path) = &self.out {
            ensure!(
                !counts.counts.is_empty(),
                "nothing was counted, and nothing is kept"
            );
            counts.write(path)?;
        }
        Ok(ExitCode::from(u8::from(!counts.problems.is_empty())))
    }

    fn count(&self, bench: &Bench, counts: &mut Counts) -> anyhow::Result<()> {
        let name = bench.executable.display();
        let listed = bench.list().with_context(|| name.to_string())?;
        let wanted = |id: &String| {
            self.filter
                .as_ref()
                .is_none_or(|filter| filter.is_match(id))
        };
        let ids: Vec<String> = listed.into_iter().filter(wanted).collect();
        if ids.is_empty() {
            return Ok(());
        }
        eprintln!("counting {} ids of {name}", ids.len());
        let found = callgrind::count_all(bench, &ids);
        for (id, count) in ids.into_iter().zip(found) {
            let known = counts.counts.contains_key(&id) || counts.problems.contains_key(&id);
            ensure!(
                !known,
                "{id}: two benches have this id, the second is {name}"
            );
            match count {
                Ok(count) => drop(counts.counts.insert(id, count)),
                Err(error) => drop(counts.problems.insert(id, format!("{error:#}"))),
            }
        }
        Ok(())
    }
}

/// Without a count as yet; an error where there can be none.
fn describe(workspace: &Path) -> anyhow::Result<Counts> {
    let Compiler { release, host } = compiler(workspace)?;
    Ok(Counts {
        compiler: Some(release),
        cpu: Some(Machine::this().cpu),
        revision: Some(revision(workspace)),
        ..Counts::new(callgrind::version()?, host)
    })
}

fn print(counts: &Counts, out: &mut impl Write) -> anyhow::Result<()> {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_header(["id", "instructions", ""]);
    for (id, count) in &counts.counts {
        let uneven = count
            .uneven
            .map(|off| format!("iterations differ by up to {:.2} %", off * 100.0));
        let instructions = format!("{:.1}", count.instructions);
        table.add_row([id, &instructions, &uneven.unwrap_or_default()]);
    }
    for (id, problem) in &counts.problems {
        table.add_row([id, "", problem]);
    }
    if let Some(column) = table.column_mut(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    writeln!(out, "{table}")?;
    writeln!(out, "by {}, for {}", counts.tool, counts.target)?;
    Ok(())
}
