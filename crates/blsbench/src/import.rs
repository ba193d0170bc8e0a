//! `import`: Go benchmark text as figures that others have published.

use std::{fs, io::Write, path::PathBuf, process::ExitCode};

use anyhow::{Context as _, ensure};
use bls_report::{import::import, reference::Reference};
use bls_results::write_whole;

use crate::from::reports_directory;

/// Adds the output of `go test -bench` to the published figures of the report.
///
/// Writes `reports/reference/NAME.csv` and an entry of `sources.toml`, whose title, date and versions
/// are yours to fill in. Benchmarks with a name of ours, or one that is known, get our id.
#[derive(clap::Args)]
pub(crate) struct Import {
    file: PathBuf,
    /// What the source is called: `[a-z0-9_]+`.
    #[arg(long)]
    name: String,
}

impl Import {
    pub(crate) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        ensure!(
            bls_api::is_segment(&self.name),
            "`{}` has characters outside a-z, 0-9 and _",
            self.name
        );
        let directory = reports_directory().join("reference");
        let known = Reference::read(&directory)?;
        let file = self.file.display();
        let text = fs::read_to_string(&self.file).with_context(|| file.to_string())?;
        let imported = import(&text, &self.name, &known).with_context(|| file.to_string())?;
        let sources = directory.join("sources.toml");
        let mut entries = fs::read_to_string(&sources).context(sources.display().to_string())?;
        entries.push('\n');
        entries.push_str(&imported.entry()?);
        let figures = directory.join(format!("{}.csv", self.name));
        // Figures without a source are an error, a source without figures is not.
        write_whole(&sources, entries.as_bytes())?;
        write_whole(&figures, &imported.csv()?)?;
        let with_id = imported.figures.iter().filter(|figure| figure.id.is_some());
        writeln!(
            out,
            "{} figures, {} with an id of ours, in {}; say in {} where they come from",
            imported.figures.len(),
            with_id.count(),
            figures.display(),
            sources.display()
        )?;
        Ok(ExitCode::SUCCESS)
    }
}
