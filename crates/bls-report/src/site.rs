//! The pages: a site of files that need neither network nor server.
//!
//! Results are never changed; pages are written anew from them, each whole or not at all.

mod borders;
mod claims;
mod compare;
mod gas;
mod group;
mod history;
mod instructions;
mod machine;
mod output;
mod overview;
mod seeds;
mod sizes;
mod table;
#[cfg(test)]
mod tests;
mod text;

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use bls_alerts::trend::Trends;
use bls_api::Group;
use bls_results::{Emulated, Outcome, Results};

use crate::{claims::Claim, instructions::Instructions, reference::Reference};
use output::Output;
pub use sizes::SuiteSizes;

/// What is shown.
#[derive(Debug, Clone, Copy)]
pub struct Site<'a> {
    /// Newest first.
    pub results: &'a [Results],
    /// What others have published.
    pub reference: &'a Reference,
    /// What others have claimed.
    pub claims: &'a [Claim<'a>],
    /// How long keys and signatures are.
    pub sizes: &'a [SuiteSizes],
    /// Criterion's pages, by id.
    pub criterion: &'a HashMap<String, PathBuf>,
    /// The name of the results that these are pages of.
    pub criterion_of: Option<&'a str>,
    /// The histories of machines, by their names.
    pub histories: &'a [Trends],
    /// What was counted, by target.
    pub instructions: &'a [Instructions],
    /// What `cargo bench` has left under an emulator: pages that are linked, and no figures.
    pub emulated: &'a [Emulated],
}

/// A site that cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file that cannot be written.
    #[error(transparent)]
    File(#[from] bls_results::Error),
    /// A page or its data that cannot be made.
    #[error("{path}: {why}")]
    Page {
        /// The file that it was to be.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
}

/// Writes the pages into `out`, where `data` has the results already: the pages link to them.
pub fn write(site: &Site, out: &Path) -> Result<(), Error> {
    let output = Output::new(out);
    output.write("assets/style.css", include_str!("../assets/style.css"))?;
    output.write("assets/report.js", include_str!("../assets/report.js"))?;
    output.write(
        "assets/calculator.js",
        include_str!("../assets/calculator.js"),
    )?;
    for results in site.results {
        for group in groups(results) {
            group::write(site, results, group, &output)?;
        }
        machine::write(results, &output)?;
        compare::write_data(results, &output)?;
    }
    for trends in site.histories {
        history::write(trends, &output)?;
    }
    for of_target in site.instructions {
        instructions::write(site, of_target, &output)?;
    }
    compare::write(site, &output)?;
    seeds::write(site, &output)?;
    claims::write(site, &output)?;
    sizes::write(site, &output)?;
    // The last one: it links to all others.
    overview::write(site, &output)
}

/// Those of which the results say something.
fn groups(results: &Results) -> impl Iterator<Item = Group> {
    let said = |group: &Group| results.rows.iter().any(|row| row.id.group == *group);
    Group::ALL.iter().copied().filter(said)
}

/// How many rows were measured, are absent, went wrong, and are missing.
fn counts<'a>(outcomes: impl Iterator<Item = &'a Outcome>) -> [usize; 4] {
    let mut counts = [0; 4];
    for outcome in outcomes {
        counts[match outcome {
            Outcome::Measured(_) => 0,
            Outcome::Absent { .. } => 1,
            Outcome::Error { .. } => 2,
            Outcome::Missing => 3,
        }] += 1;
    }
    counts
}
