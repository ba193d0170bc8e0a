//! Instructions of engines, and the engines' places by them.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
};

use bls_api::{Group, Id, Threads};
use bls_results::{Count, Counts, Problem};

use crate::ranking::{CommonRow, Means, geometric_mean, is_ranked, means_of};

/// The target that others are set beside.
pub const BASE: &str = "x86_64-unknown-linux-gnu";

/// What was counted on one target.
#[derive(Debug, Clone, PartialEq)]
pub struct Instructions {
    /// All that the file says.
    pub counts: Counts,
    /// The counts, in the order of the operation table.
    pub rows: Vec<(Id, Count)>,
    /// Ids that the operation table does not have.
    pub problems: Vec<Problem>,
}

/// The counts of all engines that have one for an operation and a parameter.
#[derive(Debug)]
pub struct Line<'a> {
    /// The operation and the parameter.
    pub row: CommonRow,
    /// By engine.
    pub counts: BTreeMap<&'a str, &'a Count>,
}

/// Reads the files of a directory, which need not be there, and says which of them cannot be read, or
/// are called otherwise than their target.
pub fn read(directory: &Path) -> Result<(Vec<Instructions>, Vec<String>), bls_results::Error> {
    let error = |why: io::Error| bls_results::Error {
        path: directory.to_owned(),
        why: why.to_string(),
    };
    let entries = match fs::read_dir(directory) {
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok((Vec::new(), Vec::new())),
        entries => entries.map_err(error)?,
    };
    let paths = entries.map(|entry| Ok(entry?.path()));
    let mut paths: Vec<PathBuf> = paths.collect::<io::Result<_>>().map_err(error)?;
    paths.retain(|path| path.extension().is_some_and(|end| end == "json"));
    paths.sort();
    let (mut all, mut problems) = (Vec::new(), Vec::new());
    for path in paths {
        let counts = match Counts::read(&path) {
            Ok(counts) => counts,
            Err(why) => {
                problems.push(format!("{why:#}"));
                continue;
            }
        };
        if path.file_stem().is_none_or(|name| *name != *counts.target) {
            let target = &counts.target;
            problems.push(format!(
                "{}: it is of {target}: call it {target}.json",
                path.display()
            ));
            continue;
        }
        let instructions = Instructions::of(counts);
        problems.extend(instructions.problems.iter().map(ToString::to_string));
        all.push(instructions);
    }
    Ok((all, problems))
}

impl Instructions {
    /// Of counts that are in the file of their target.
    #[must_use]
    pub fn of(counts: Counts) -> Self {
        let (mut rows, mut problems) = (Vec::new(), Vec::new());
        for (text, count) in &counts.counts {
            match text.parse::<Id>() {
                Ok(id) => rows.push((id, *count)),
                Err(why) => problems.push(Problem {
                    file: format!("{}.json", counts.target),
                    id: Some(text.clone()),
                    why: why.to_string(),
                }),
            }
        }
        rows.sort_by_cached_key(|(id, _)| {
            let mut operations = id.group.operations().iter();
            let position = operations.position(|known| known.name == id.operation.name);
            (id.group, position, id.param, id.engine.clone())
        });
        Self {
            counts,
            rows,
            problems,
        }
    }

    /// The groups in which something was counted.
    pub fn groups(&self) -> impl Iterator<Item = Group> {
        let counted: BTreeSet<Group> = self.rows.iter().map(|(id, _)| id.group).collect();
        let all = Group::ALL.iter().copied();
        all.filter(move |group| counted.contains(group))
    }

    /// What was counted in a group.
    #[must_use]
    pub fn lines(&self, group: Group) -> Vec<Line<'_>> {
        let mut lines: Vec<Line> = Vec::new();
        for (id, count) in self.rows.iter().filter(|(id, _)| id.group == group) {
            let row = (id.operation, id.param);
            if lines.last().is_none_or(|line| line.row != row) {
                let counts = BTreeMap::new();
                lines.push(Line { row, counts });
            }
            if let Some(line) = lines.last_mut() {
                line.counts.insert(&id.engine, count);
            }
        }
        lines
    }
}

impl Line<'_> {
    /// The least count.
    #[must_use]
    pub fn least(&self) -> f64 {
        let counts = self.counts.values().map(|count| count.instructions);
        counts.fold(f64::INFINITY, f64::min)
    }
}

/// The engines of these lines, those with fewer instructions first.
#[must_use]
pub fn engines<'a>(lines: &[Line<'a>]) -> Vec<&'a str> {
    let mut ratios: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for line in lines {
        let least = line.least();
        for (engine, count) in &line.counts {
            let of_engine = ratios.entry(engine).or_default();
            of_engine.push(count.instructions / least);
        }
    }
    let means = ratios
        .into_iter()
        .filter_map(|(engine, ratios)| Some((engine, geometric_mean(&ratios)?)));
    let mut means: Vec<(&str, f64)> = means.collect();
    means.sort_by(|a, b| a.1.total_cmp(&b.1));
    means.into_iter().map(|(engine, _)| engine).collect()
}

/// As for times ([`crate::ranking::means`]), over the rows that the engines of a group have in common.
#[must_use]
pub fn means<'a>(group: Group, lines: &[Line<'a>]) -> Option<Means<'a>> {
    if !is_ranked(group) {
        return None;
    }
    let lines = lines
        .iter()
        .filter(|line| line.row.0.threads() == Threads::One);
    let rows = lines.map(|line| {
        let counts = line.counts.iter();
        let counts = counts.map(|(engine, count)| (*engine, count.instructions));
        (line.row, counts.collect())
    });
    means_of(rows.collect())
}

/// How the counts of an engine in a group on one target are to those on another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ratio {
    /// How many ids both have.
    pub ids: usize,
    /// The geometric mean.
    pub mean: f64,
    /// The least.
    pub low: f64,
    /// The greatest.
    pub high: f64,
}

impl Ratio {
    /// None without ids that both have.
    #[must_use]
    pub fn of(ratios: &[f64]) -> Option<Self> {
        let (low, high) = bls_results::range(ratios);
        Some(Self {
            ids: ratios.len(),
            mean: geometric_mean(ratios)?,
            low,
            high,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    #[test]
    fn engines_are_ranked_by_what_they_have_in_common() {
        let instructions = Instructions::of(fixture::counts(
            "t",
            &[
                ("min_pk/verify/b", 800.0),
                ("min_pk/verify/a", 100.0),
                ("min_pk/sign/a", 200.0),
                ("min_pk/sign/b", 100.0),
                ("min_pk/verify_mt/a", 1.0),
                ("min_pk/verify_mt/b", 900.0),
                ("no/id", 1.0),
            ],
        ));
        assert_eq!(instructions.rows.len(), 6);
        assert_eq!(instructions.problems[0].id.as_deref(), Some("no/id"));
        let lines = instructions.lines(Group::MinPk);
        let names: Vec<_> = lines.iter().map(|line| line.row.0.name).collect();
        assert_eq!(names[..2], ["sign", "verify"]);
        assert_eq!(engines(&lines), ["a", "b"]);
        let means = means(Group::MinPk, &lines).unwrap();
        assert_eq!(means.rows.len(), 2, "of one thread");
        let [("a", first), ("b", second)] = means.engines[..] else {
            panic!("{means:?}")
        };
        assert!((first - 1.0).abs() < 1e-12 && (second - 2.0).abs() < 1e-12);
        assert!(super::means(Group::Transport, &lines).is_none());
    }

    #[test]
    fn files_that_are_none_of_these_are_named() {
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        let good = fixture::counts("good", &[("min_pk/sign/a", 1.0)]);
        for name in ["good.json", "cut.json", "other.json"] {
            good.write(&path(name)).unwrap();
        }
        let text = fs::read_to_string(path("cut.json")).unwrap();
        fs::write(path("cut.json"), &text[..text.len() / 2]).unwrap();
        fs::write(path("README.md"), "").unwrap();
        let (all, problems) = read(directory.path()).unwrap();
        assert_eq!(all.len(), 1);
        let [cut, other] = &problems[..] else {
            panic!("{problems:?}")
        };
        assert!(cut.contains("cut.json: EOF"), "{cut}");
        assert!(other.contains("other.json: it is of good"), "{other}");
        assert_eq!(read(&path("none")).unwrap(), (Vec::new(), Vec::new()));
        assert!(read(&path("README.md")).is_err());
    }

    #[test]
    fn ratios_of_two_targets() {
        let ratio = Ratio::of(&[0.5, 2.0]).unwrap();
        assert!((ratio.mean - 1.0).abs() < 1e-12, "{ratio:?}");
        assert_eq!((ratio.ids, ratio.low, ratio.high), (2, 0.5, 2.0));
        assert_eq!(Ratio::of(&[]), None);
    }
}
