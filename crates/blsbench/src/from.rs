//! Where subcommands take results from.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use bls_results::{LEDGER, Results, collect_criterion, collect_run, folders, read};

/// Takes the results of `cargo bench` or, where there are none, the newest that `reports/data` has.
#[derive(clap::Args)]
pub(crate) struct From {
    /// The directory of a run by `cargo blsbench run`; of several, each id's newest figure counts.
    #[arg(long, value_name = "DIR", conflicts_with = "data")]
    run: Vec<PathBuf>,
    /// A folder of results, such as those in `reports/data`.
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl From {
    pub(crate) fn results(&self) -> anyhow::Result<Results> {
        if let Some(folder) = &self.data {
            return Ok(read(folder)?);
        }
        if let Some(results) = measured(&self.run, None)? {
            return Ok(results);
        }
        let data = reports_directory().join("data");
        match folders(&data)?.first() {
            Some(folder) => Ok(read(folder)?),
            None => bail!(
                "nothing was measured: neither {} nor {} has results; `cargo bench` measures",
                criterion_directory().display(),
                data.display()
            ),
        }
    }
}

/// The results of these runs, or of `cargo bench` where none is named; none if there are none.
/// `machine` names the folder, the processor does otherwise.
pub(crate) fn measured(runs: &[PathBuf], machine: Option<&str>) -> anyhow::Result<Option<Results>> {
    if !runs.is_empty() {
        return Ok(Some(collect_run(runs, machine)?));
    }
    let directory = criterion_directory();
    if !directory.join(LEDGER).is_file() {
        return Ok(None);
    }
    let results = collect_criterion(&directory, machine);
    let results = results.context("the results of `cargo bench` cannot be read")?;
    Ok(Some(results))
}

pub(crate) fn criterion_directory() -> PathBuf {
    bls_engines::target_directory().join("criterion")
}

/// Where the project keeps results, and what others have published.
pub(crate) fn reports_directory() -> PathBuf {
    bls_engines::workspace_directory().join("reports")
}
