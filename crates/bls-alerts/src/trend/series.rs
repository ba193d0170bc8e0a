//! A value of an id, run after run.

use std::{cmp::Reverse, collections::BTreeSet};

use bls_results::{median, time};
use jiff::Timestamp;
use regex::Regex;
use serde::Serialize;

use crate::{
    change_points::{ChangePoint, LEVEL, SHORTEST, change_points},
    comparison::Verdict,
    history::{Entry, History},
    settings::Settings,
};

/// What a series is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Nanoseconds.
    Time,
    /// Nanoseconds, multiplied by what the anchor usually takes and divided by what it took in the
    /// same run: the ratio to the anchor, in a familiar unit.
    Corrected,
    /// Nanoseconds of the anchor itself: when they change, the machine has changed.
    Anchor,
    /// Instructions.
    Count,
}

/// The values of an id.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// As Criterion calls it.
    pub id: String,
    /// What the values are.
    pub kind: Kind,
    /// By time.
    pub points: Vec<Point>,
    /// By time; indices are those of the points.
    pub change_points: Vec<ChangePoint>,
    /// The relative change from which on it counts.
    pub threshold: f64,
}

/// A value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// An index of [`History::entries`].
    pub run: usize,
    /// In the unit of the series.
    pub value: f64,
}

/// A machine's history, and where its levels change.
#[derive(Debug, Clone, PartialEq)]
pub struct Trends {
    /// The runs.
    pub history: History,
    /// By id.
    pub series: Vec<Series>,
    /// What times are relative to.
    pub note: String,
}

/// A change point with what it is of.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Change<'a> {
    /// As Criterion calls it.
    pub id: &'a str,
    /// What the values are.
    pub kind: Kind,
    /// The first that was measured at the new level.
    pub revision: &'a str,
    /// When it was measured.
    pub time: Timestamp,
    /// The median since the change point before.
    pub before: f64,
    /// The median until the next change point.
    pub after: f64,
    /// After over before.
    pub ratio: f64,
    /// Of the permutation test.
    pub p: f64,
    /// What is said of the newest level of its series, if it is said since here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
}

impl Kind {
    /// As it is printed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Corrected => "time by the anchor",
            Self::Anchor => "time of the anchor",
            Self::Count => "instructions",
        }
    }

    /// A value as it is printed.
    #[must_use]
    pub fn text(self, value: f64) -> String {
        match self {
            Self::Time | Self::Corrected | Self::Anchor => time(value),
            Self::Count => format!("{value:.0}"),
        }
    }
}

impl Series {
    /// What is said of the newest level, and since which change point: it is compared with the last
    /// level that differs by more than the threshold, so that many small steps are one large one,
    /// and a small one after a large one changes nothing. None where there is no such level.
    #[must_use]
    pub fn verdict(&self) -> Option<(usize, Verdict)> {
        if self.kind == Kind::Anchor {
            return None;
        }
        let newest = self.change_points.last()?.after;
        let limit = 1.0 + self.threshold;
        let mut points = self.change_points.iter().enumerate().rev();
        points.find_map(|(index, point)| match newest / point.before {
            ratio if ratio > limit => Some((index, Verdict::Worse)),
            ratio if ratio < 1.0 / limit => Some((index, Verdict::Better)),
            _ => None,
        })
    }

    /// The median of the points since the last change point.
    ///
    /// # Panics
    ///
    /// When there are no points, which no series of [`Trends`] is without.
    #[must_use]
    pub fn newest_level(&self) -> f64 {
        let last = self.change_points.last();
        last.map_or_else(|| median(self.values()), |last| last.after)
    }

    fn values(&self) -> Vec<f64> {
        self.points.iter().map(|point| point.value).collect()
    }
}

impl Trends {
    /// Of the ids that `filter` matches, all without one.
    #[must_use]
    pub fn of(history: History, settings: &Settings, filter: Option<&Regex>) -> Self {
        let entries = &history.entries;
        let named = settings.anchor.as_ref();
        let named = named.or_else(|| entries.last().and_then(|entry| entry.anchor.as_ref()));
        let anchor = named.and_then(|id| Anchor::of(id, entries));
        let note = match (&anchor, named) {
            (Some(Anchor { id, factors }), _) => {
                let with = factors.iter().flatten().count();
                format!(
                    "Times are multiplied by what the anchor {id} usually takes, and divided by what \
                     it took in the same run; {with} of {} runs have measured it.",
                    entries.len()
                )
            }
            (None, Some(id)) => {
                format!("No run has measured the anchor {id}: times are those of the clock.")
            }
            (None, None) => {
                "Times are those of the clock, since there is no anchor: a machine that \
                 changes its pace changes them all."
                    .to_owned()
            }
        };
        let mut series = all_series(entries, anchor.as_ref(), settings);
        if let Some(filter) = filter {
            series.retain(|series| filter.is_match(&series.id));
        }
        let tested = tested(&series);
        for series in &mut series {
            series.change_points = change_points(&series.values(), tested);
        }
        Self {
            history,
            series,
            note,
        }
    }

    /// Newest first.
    #[must_use]
    pub fn changes(&self) -> Vec<Change<'_>> {
        let mut changes = Vec::new();
        for series in &self.series {
            let verdict = series.verdict();
            for (index, point) in series.change_points.iter().enumerate() {
                let entry = &self.history.entries[series.points[point.index].run];
                changes.push(Change {
                    id: &series.id,
                    kind: series.kind,
                    revision: &entry.revision,
                    time: entry.time,
                    before: point.before,
                    after: point.after,
                    ratio: point.after / point.before,
                    p: point.p,
                    verdict: verdict.and_then(|(since, it)| (since == index).then_some(it)),
                });
            }
        }
        changes.sort_by_key(|change| Reverse(change.time));
        changes
    }

    /// How change points were found, in words.
    #[must_use]
    pub fn method(&self) -> String {
        let tested = tested(&self.series);
        if tested == 0 {
            return format!(
                "No change points can be found yet: a level has at least {SHORTEST} runs, so that it \
                 takes {} of an id.",
                2 * SHORTEST
            );
        }
        format!(
            "Change points by E-divisive (Matteson and James, JASA 109, 2014): energy statistic, at \
             least {SHORTEST} runs for a level, permutation tests at {LEVEL} / {tested} series \
             (Bonferroni); the newest level is worse or better beyond the threshold of stored times \
             (with an anchor, of times) and of counts."
        )
    }
}

/// How many series are long enough to have a change point.
fn tested(series: &[Series]) -> usize {
    let long = |series: &&Series| series.points.len() >= 2 * SHORTEST;
    series.iter().filter(long).count()
}

/// What times are relative to.
struct Anchor<'a> {
    id: &'a str,
    /// Of each run that has measured it: what it usually takes over what it took.
    factors: Vec<Option<f64>>,
}

impl<'a> Anchor<'a> {
    fn of(id: &'a str, entries: &[Entry]) -> Option<Self> {
        let times = entries.iter().map(|entry| Some(entry.figures.get(id)?.ns));
        let times: Vec<Option<f64>> = times.collect();
        let known: Vec<f64> = times.iter().copied().flatten().collect();
        if known.is_empty() {
            return None;
        }
        let usual = median(known);
        let factors = times.into_iter().map(|time| Some(usual / time?));
        Some(Self {
            id,
            factors: factors.collect(),
        })
    }
}

fn all_series(entries: &[Entry], anchor: Option<&Anchor>, settings: &Settings) -> Vec<Series> {
    let times = entries.iter().flat_map(|entry| entry.figures.keys());
    let counts = entries.iter().flat_map(|entry| entry.counts.keys());
    let keys: BTreeSet<(&String, Kind)> = times
        .map(|id| match anchor {
            None => (id, Kind::Time),
            Some(anchor) if anchor.id == id => (id, Kind::Anchor),
            Some(_) => (id, Kind::Corrected),
        })
        .chain(counts.map(|id| (id, Kind::Count)))
        .collect();
    let series = keys.into_iter().map(|(id, kind)| {
        let value = |(run, entry): (usize, &Entry)| {
            let ns = entry.figures.get(id).map(|figure| figure.ns);
            let value = match kind {
                Kind::Time | Kind::Anchor => ns?,
                Kind::Corrected => ns? * anchor?.factors[run]?,
                Kind::Count => *entry.counts.get(id)?,
            };
            Some(Point { run, value })
        };
        let thresholds = settings.of(id);
        Series {
            id: id.clone(),
            kind,
            points: entries.iter().enumerate().filter_map(value).collect(),
            change_points: Vec::new(),
            threshold: match kind {
                Kind::Time | Kind::Anchor => thresholds.stored,
                Kind::Corrected => thresholds.time,
                Kind::Count => thresholds.count,
            },
        }
    });
    series.filter(|series| !series.points.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(levels: &[f64], threshold: f64) -> Series {
        let pairs = levels.windows(2).enumerate();
        Series {
            id: "a".to_owned(),
            kind: Kind::Time,
            points: Vec::new(),
            change_points: pairs
                .map(|(index, pair)| ChangePoint {
                    index,
                    before: pair[0],
                    after: pair[1],
                    p: 0.001,
                })
                .collect(),
            threshold,
        }
    }

    #[test]
    fn the_newest_level_is_judged() {
        let (worse, better) = (Verdict::Worse, Verdict::Better);
        for (levels, expected) in [
            (&[100.0][..], None),
            (&[100.0, 103.0], Some((0, worse))),
            (&[100.0, 101.0], None),
            (&[103.0, 100.0], Some((0, better))),
            (&[100.0, 110.0, 100.0], Some((1, better))),
            (&[100.0, 110.0, 109.0], Some((0, worse))),
            // It has come back by enough.
            (&[100.0, 103.0, 101.5], None),
            // A leak.
            (&[99.0, 100.0, 101.0, 102.0, 103.0], Some((1, worse))),
        ] {
            assert_eq!(series(levels, 0.02).verdict(), expected, "{levels:?}");
        }
        let anchor = Series {
            kind: Kind::Anchor,
            ..series(&[100.0, 110.0], 0.02)
        };
        assert_eq!(anchor.verdict(), None);
    }
}
