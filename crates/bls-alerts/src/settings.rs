//! Thresholds: the one place where they are, and `blsbench.toml`, which overrides them.

use std::{collections::BTreeMap, path::Path};

use anyhow::{Context as _, ensure};
use regex::Regex;
use serde::Deserialize;

use crate::history::{Entry, thresholds};

/// The file at the root of a workspace.
pub const FILE: &str = "blsbench.toml";

/// Relative changes from which on something counts.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Thresholds {
    /// Times of two sides that were measured in turn.
    pub time: f64,
    /// Times of two sides that were measured one after the other, perhaps on different days.
    pub stored: f64,
    /// Instruction counts.
    pub count: f64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self {
            time: 0.01,
            stored: 0.05,
            count: 0.0005,
        }
    }
}

/// What a workspace has to say.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// For all ids.
    #[serde(default)]
    pub thresholds: Thresholds,
    /// An id that does not change between revisions, such as that of a released library: histories
    /// are of times relative to it.
    pub anchor: Option<String>,
    /// For some ids; the first that matches counts.
    #[serde(default, rename = "override")]
    pub overrides: Vec<Override>,
    /// Instead of [`Thresholds::stored`], by id, where no override has one.
    #[serde(skip)]
    pub history: BTreeMap<String, f64>,
}

/// What is different for some ids.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Override {
    /// A regular expression.
    #[serde(with = "pattern")]
    pub ids: Regex,
    /// Instead of [`Thresholds::time`].
    pub time: Option<f64>,
    /// Instead of [`Thresholds::stored`].
    pub stored: Option<f64>,
    /// Instead of [`Thresholds::count`].
    pub count: Option<f64>,
    /// The work is spread over several threads: it is not pinned to a core, and the time in which
    /// its own threads wait for one another is part of it.
    #[serde(default)]
    pub threads: bool,
}

mod pattern {
    use regex::Regex;
    use serde::{Deserialize as _, Deserializer, de::Error as _};

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Regex, D::Error> {
        let text = String::deserialize(from)?;
        Regex::new(&text).map_err(D::Error::custom)
    }
}

impl Settings {
    /// Of the workspace at `directory`; the defaults where it has no file.
    pub fn read(directory: &Path) -> anyhow::Result<Self> {
        let path = directory.join(FILE);
        if !path.exists() {
            return Ok(Self::default());
        }
        let read = || {
            let settings: Self = toml::from_str(&std::fs::read_to_string(&path)?)?;
            settings.check()?;
            anyhow::Ok(settings)
        };
        read().with_context(|| format!("{}", path.display()))
    }

    /// Of the workspace that `directory` is in.
    pub fn around(directory: &Path) -> anyhow::Result<Self> {
        let mut ancestors = directory.ancestors();
        Self::read(
            ancestors
                .find(|ancestor| ancestor.join(FILE).exists())
                .unwrap_or(directory),
        )
    }

    /// With what is unusual for the ids of a machine, as far as their history says so: no less than
    /// what counts when two sides are measured in turn.
    #[must_use]
    pub fn with_history(mut self, entries: &[Entry]) -> Self {
        self.history = thresholds(entries, self.thresholds.time);
        self
    }

    fn check(&self) -> anyhow::Result<()> {
        let general = [
            self.thresholds.time,
            self.thresholds.stored,
            self.thresholds.count,
        ];
        let own = self.overrides.iter();
        let own = own
            .flat_map(|one| [one.time, one.stored, one.count])
            .flatten();
        for threshold in own.chain(general) {
            ensure!(
                threshold > 0.0 && threshold < 1.0,
                "a threshold of {threshold}: it is a relative change, 0.01 for one per cent"
            );
        }
        Ok(())
    }

    /// The thresholds of an id.
    #[must_use]
    pub fn of(&self, id: &str) -> Thresholds {
        let (general, special) = (self.thresholds, self.special(id));
        let own = |of: fn(&Override) -> Option<f64>| special.and_then(of);
        let usual = self.history.get(id).copied();
        Thresholds {
            time: own(|one| one.time).unwrap_or(general.time),
            stored: own(|one| one.stored).or(usual).unwrap_or(general.stored),
            count: own(|one| one.count).unwrap_or(general.count),
        }
    }

    /// Whether the work of an id is spread over threads.
    #[must_use]
    pub fn threads(&self, id: &str) -> bool {
        self.special(id).is_some_and(|one| one.threads)
    }

    fn special(&self, id: &str) -> Option<&Override> {
        self.overrides.iter().find(|one| one.ids.is_match(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> anyhow::Result<Settings> {
        let directory = tempfile::tempdir()?;
        std::fs::write(directory.path().join(FILE), text)?;
        Settings::read(directory.path())
    }

    #[test]
    fn the_first_override_that_matches_counts() {
        let text = "anchor = 'a/b'\n[thresholds]\ntime = 0.02\n\
            [[override]]\nids = '^slow/'\ntime = 0.1\nthreads = true\n[[override]]\nids = 's'\ntime = 0.2";
        let settings = read(text).unwrap();
        let times = ["slow/1", "fast", "x"].map(|id| settings.of(id).time);
        assert_eq!(times.map(|time| time.to_string()), ["0.1", "0.2", "0.02"]);
        assert_eq!(
            settings.of("slow/1").count.to_bits(),
            Thresholds::default().count.to_bits()
        );
        assert!(settings.threads("slow/1") && !settings.threads("fast"));
    }

    #[test]
    fn a_history_comes_before_the_default_and_after_an_override() {
        let mut settings = read("[[override]]\nids = 'own'\nstored = 0.2").unwrap();
        settings.history = ["own", "usual"].map(|id| (id.to_owned(), 0.02)).into();
        let stored = ["own", "usual", "other"].map(|id| (settings.of(id).stored * 100.0).round());
        assert_eq!(stored.map(f64::to_bits), [20.0, 2.0, 5.0].map(f64::to_bits));
    }

    #[test]
    fn mistakes_are_errors_that_name_the_file() {
        for text in [
            "[thresholds]\ntime = 2",
            "[thresholds]\ntime = 0",
            "[thresholds]\ntimes = 0.1",
            "[[override]]\nids = '('",
            "not toml",
        ] {
            let error = read(text).unwrap_err();
            assert!(format!("{error:#}").contains(FILE), "{error:#}");
        }
    }
}
