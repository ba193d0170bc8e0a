//! A folder of results, such as those in `reports/data`.

use std::path::Path;

use bls_results::{Environment, Figure, Outcome, Run};
use serde::Deserialize;
use serde_json::Value;

use super::{Fact, Found, Measured, Spread, facts::facts, positive};

/// What makes a directory one of these.
pub(super) const FILES: [&str; 2] = ["environment.toml", "results.json"];

/// Rows are read one by one, so that one that is wrong does not hide another.
#[derive(Deserialize)]
struct Results {
    rows: Vec<Value>,
}

/// The id is text: an operation may have been renamed since.
#[derive(Deserialize)]
struct Row {
    id: String,
    #[serde(flatten)]
    outcome: Outcome,
}

pub(super) fn read(folder: &Path, found: &mut Found) {
    let [environment, path] = FILES.map(|file| folder.join(file));
    let text = found.text(&environment, None);
    let read = text.and_then(|text| {
        let read = toml::from_str::<Environment>(&text);
        read.map_err(|why| found.problem(environment.display(), None, why))
            .ok()
    });
    let runs = read.iter().flat_map(|environment| &environment.runs);
    for why in runs.filter_map(Run::unusable) {
        found.problem(environment.display(), None, why);
    }
    let Some(results) = found.json::<Results>(&path, None) else {
        return;
    };
    for row in results.rows {
        let id = row["id"].as_str().map(str::to_owned);
        let row: Row = match serde_json::from_value(row) {
            Ok(row) => row,
            Err(why) => {
                found.problem(path.display(), id.as_deref(), why);
                continue;
            }
        };
        let measured = match row.outcome {
            Outcome::Measured(figure) => match check(&figure) {
                Ok(()) => Ok(measured(&figure, facts_of(read.as_ref(), &row.id))),
                Err(why) => {
                    found.problem(path.display(), Some(&row.id), why);
                    continue;
                }
            },
            Outcome::Error { why } | Outcome::Absent { why } => Err(why),
            Outcome::Missing => Err("the run ended before it".to_owned()),
        };
        found.add(&path, row.id, measured);
    }
}

/// Who measured says what figures and intervals are.
fn facts_of(environment: Option<&Environment>, id: &str) -> Vec<Fact> {
    environment.map_or_else(Vec::new, |environment| {
        let known = facts(
            &environment.machine,
            &environment.rust,
            &environment.engines,
            id,
        );
        let figures = Fact::blocking("figures", environment.source.figure());
        [figures].into_iter().chain(known).collect()
    })
}

fn check(figure: &Figure) -> Result<(), String> {
    positive(&[figure.ns, figure.low, figure.high])?;
    if figure.low > figure.ns || figure.ns > figure.high {
        let Figure { ns, low, high, .. } = figure;
        return Err(format!("{ns} is not between {low} and {high}"));
    }
    Ok(())
}

fn measured(figure: &Figure, facts: Vec<Fact>) -> Measured {
    Measured {
        middle: figure.ns,
        repetitions: vec![figure.low, figure.high],
        spread: Spread::Range(figure.low, figure.high),
        facts,
    }
}
