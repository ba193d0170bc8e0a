//! Files of instruction counts.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context as _, ensure};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{EngineRecord, write_whole};

/// Of the format.
const VERSION: u32 = 1;

/// What a counter found, of as many ids as it could count.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Counts {
    /// Of the format: 1.
    pub version: u32,
    /// What counted, with its version; counts of different tools are not comparable.
    pub tool: String,
    /// The target triple; nor are those of different targets.
    pub target: String,
    /// First line of `rustc --version`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compiler: Option<String>,
    /// As the processor calls itself: libraries choose their code by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu: Option<String>,
    /// Of what was counted, by `git describe --always --dirty`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// UTC, when it was done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished: Option<String>,
    /// The engines that were asked for, with what the gate said of them on this target; none where
    /// the counter knows nothing of engines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<CountedEngine>,
    /// By id.
    pub counts: BTreeMap<String, Count>,
    /// Why ids have no count, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub problems: BTreeMap<String, String>,
}

/// An engine as it was on the target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedEngine {
    /// With the code path that it took where it was counted.
    #[serde(flatten)]
    pub engine: EngineRecord,
    /// What the gate said, by the names of groups.
    pub gate: BTreeMap<String, Gate>,
    /// What it would use on a real processor and could not where it was counted, by its code path
    /// there; nothing where both are the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<String>,
}

/// What the gate said of an engine in a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gate {
    /// All vectors, and the same outputs as the oracle's.
    Passed,
    /// It has nothing in the group, and why.
    Absent(String),
    /// It may not be measured, and why.
    Refused(String),
}

/// Of one id.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Count {
    /// Per iteration.
    pub instructions: f64,
    /// By how much, relatively, a second process counted otherwise.
    #[serde(default)]
    pub spread: f64,
    /// By how much, relatively, iterations differ from one another, where that is more than 0.1 %.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uneven: Option<f64>,
}

impl Counts {
    /// Without a count.
    #[must_use]
    pub fn new(tool: String, target: String) -> Self {
        Self {
            version: VERSION,
            tool,
            target,
            compiler: None,
            cpu: None,
            revision: None,
            finished: None,
            engines: Vec::new(),
            counts: BTreeMap::new(),
            problems: BTreeMap::new(),
        }
    }

    /// From a file; errors name the file, and the id if it is about one.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let read = || {
            let text = fs::read_to_string(path)?;
            ensure!(!text.trim().is_empty(), "it is empty");
            Self::parse(serde_json::from_str(&text)?)
        };
        read().with_context(|| path.display().to_string())
    }

    fn parse(file: Value) -> anyhow::Result<Self> {
        let version = &file["version"];
        ensure!(
            *version == VERSION,
            "version {version} of counts: {VERSION} is known"
        );
        for (id, count) in file["counts"].as_object().into_iter().flatten() {
            // Once more below; but by itself its error can name the id.
            let count = Count::deserialize(count).with_context(|| id.clone())?;
            let instructions = count.instructions;
            ensure!(
                instructions.is_finite() && instructions > 0.0,
                "{id}: {instructions} instructions"
            );
        }
        let counts: Self = serde_json::from_value(file)?;
        ensure!(!counts.counts.is_empty(), "it has no counts");
        Ok(counts)
    }

    /// To a file, wholly or not at all.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        let mut text = serde_json::to_vec_pretty(self)?;
        text.push(b'\n');
        Ok(write_whole(path, &text)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> anyhow::Result<Counts> {
        let directory = tempfile::tempdir()?;
        let path = directory.path().join("counts.json");
        fs::write(&path, text)?;
        Counts::read(&path)
    }

    #[test]
    fn what_is_written_is_read() {
        let mut counts = Counts::new("tool 1".to_owned(), "target".to_owned());
        let count = Count {
            instructions: 7011.5,
            spread: 0.0,
            uneven: Some(0.01),
        };
        counts.counts.insert("a/b".to_owned(), count);
        counts.problems.insert("a/c".to_owned(), "why".to_owned());
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("deep/counts.json");
        counts.write(&path).unwrap();
        assert_eq!(Counts::read(&path).unwrap(), counts);
    }

    #[test]
    fn errors_name_the_file_and_the_id() {
        let file = |count: &str| {
            let head = r#"{"version": 1, "tool": "t", "target": "t", "counts":"#;
            format!(r#"{head} {{"a/b": {count}}}}}"#)
        };
        assert!(read(&file(r#"{"instructions": 1}"#)).is_ok());
        for count in ["null", "-1", "0", r#""1""#, "1e999"] {
            let error = read(&file(&format!(r#"{{"instructions": {count}}}"#))).unwrap_err();
            let error = format!("{error:#}");
            assert!(error.contains("counts.json"), "{error}");
            // Too great a number is none for the parser, which knows of no ids.
            assert!(count == "1e999" || error.contains("a/b"), "{error}");
        }
        let whole = file(r#"{"instructions": 1}"#);
        let cases = [
            ("", "it is empty"),
            (&whole[..whole.len() - 3], "EOF"),
            (&whole.replace(": 1,", ": 2,"), "version 2"),
            ("{}", "version null"),
            (r#"{"version": 1}"#, "missing field"),
            (
                &whole.replace(r#""a/b": {"instructions": 1}"#, ""),
                "no counts",
            ),
        ];
        for (text, expected) in cases {
            let error = format!("{:#}", read(text).unwrap_err());
            assert!(
                error.contains("counts.json") && error.contains(expected),
                "{error}"
            );
        }
    }
}
