//! A file of instruction counts.

use std::path::Path;

use bls_results::{Count, Counts};
use serde::Deserialize;
use serde_json::Value;
use serde_with::{Map, serde_as};

use super::{Fact, Found, Measured, Spread, positive};

/// The counts one by one, so that one that is wrong does not hide another, and as a list, in which
/// an id that is there twice can be seen.
#[serde_as]
#[derive(Deserialize)]
struct File {
    #[serde(default)]
    #[serde_as(as = "Map<_, _>")]
    counts: Vec<(String, Value)>,
}

pub(super) fn read(path: &Path, found: &mut Found) {
    let Some(file) = found.json::<File>(path, None) else {
        return;
    };
    for (id, count) in file.counts {
        let count = Count::deserialize(count).map_err(|why| why.to_string());
        match count.and_then(|count| positive(&[count.instructions]).map(|()| count.instructions)) {
            Err(why) => found.problem(path.display(), Some(&id), why),
            Ok(instructions) => found.add(path, id, Ok(measured(instructions))),
        }
    }
    if !found.problems.is_empty() {
        return;
    }
    match Counts::read(path) {
        // The error itself names the file, too.
        Err(error) => found.problem(path.display(), None, error.root_cause()),
        Ok(counts) => {
            let facts = facts(&counts);
            for measured in found.ids.values_mut().flatten() {
                measured.facts.clone_from(&facts);
            }
            let problems = counts.problems.into_iter();
            found.ids.extend(problems.map(|(id, why)| (id, Err(why))));
        }
    }
}

fn measured(instructions: f64) -> Measured {
    Measured {
        middle: instructions,
        repetitions: vec![instructions],
        spread: Spread::Range(instructions, instructions),
        facts: Vec::new(),
    }
}

fn facts(counts: &Counts) -> Vec<Fact> {
    let known = [
        ("tool", Some(&counts.tool)),
        ("target", Some(&counts.target)),
        ("compiler", counts.compiler.as_ref()),
        ("CPU", counts.cpu.as_ref()),
    ];
    let known = known
        .into_iter()
        .filter_map(|(name, value)| Some(Fact::blocking(name, value?)));
    known.collect()
}
