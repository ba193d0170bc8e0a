//! Two sides compared, id by id.

use std::process::ExitCode;

use serde::Serialize;

use crate::statistics::Interval;

/// What became of an id between two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It got slower, beyond the threshold and beyond doubt.
    Worse,
    /// The base has it and the new side has not.
    Missing,
    /// It got faster, beyond the threshold and beyond doubt.
    Better,
    /// The new side has it and the base has not.
    New,
    /// Not enough is known for any of the others.
    Noisy,
    /// The whole interval lies within the threshold.
    Same,
}

impl Verdict {
    /// As it is printed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Worse => "worse",
            Self::Missing => "missing",
            Self::Better => "better",
            Self::New => "new",
            Self::Noisy => "noisy",
            Self::Same => "same",
        }
    }
}

/// How much something changed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Change {
    /// New over base.
    pub ratio: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The lower end of the interval that is corrected for the number of ids (and of looks at
    /// them); `null` in JSON where too little was measured for one.
    pub sure_low: f64,
    /// The upper end.
    pub sure_high: f64,
    /// The repetitions are all on the same side of no change.
    pub agree: bool,
}

impl Change {
    /// By the rule that `docs/ALERTS.md` explains: worse or better takes a ratio beyond the
    /// threshold, the corrected interval clear of 1, and repetitions that agree; same takes the
    /// whole 95 % interval within the threshold.
    #[must_use]
    pub fn verdict(&self, threshold: f64) -> Verdict {
        let limit = 1.0 + threshold;
        if self.agree && self.ratio > limit && self.sure_low > 1.0 {
            Verdict::Worse
        } else if self.agree && self.ratio < 1.0 / limit && self.sure_high < 1.0 {
            Verdict::Better
        } else if self.low >= 1.0 / limit && self.high <= limit {
            Verdict::Same
        } else {
            Verdict::Noisy
        }
    }

    /// From a ratio, its 95 % interval and the corrected one.
    #[must_use]
    pub fn new(ratio: f64, interval: Interval, sure: Interval, agree: bool) -> Self {
        Self {
            ratio,
            low: interval.low,
            high: interval.high,
            sure_low: sure.low,
            sure_high: sure.high,
            agree,
        }
    }
}

/// What one kind of measurement says of an id.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Signal {
    /// What it says.
    pub verdict: Verdict,
    /// Of the base: nanoseconds or instructions per iteration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<f64>,
    /// Of the new side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<f64>,
    /// Where both sides have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// The relative change from which on it counts.
    pub threshold: f64,
    /// How often both sides were measured; of counts, how often each was counted.
    pub repetitions: usize,
    /// Why there is no better verdict, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// An id.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// As Criterion calls it.
    pub id: String,
    /// By the clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Signal>,
    /// By the number of instructions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<Signal>,
}

impl Row {
    /// The gravest verdict of its signals.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let verdicts = [&self.time, &self.count].into_iter().flatten();
        verdicts
            .map(|signal| signal.verdict)
            .min()
            .unwrap_or(Verdict::Noisy)
    }

    /// Whether a signal that blocks says that it got worse, or it is missing.
    #[must_use]
    pub fn fails(&self, blocking: Blocking) -> bool {
        let says = |signal: &Option<Signal>, verdict| {
            signal
                .as_ref()
                .is_some_and(|signal| signal.verdict == verdict)
        };
        // What is not there is missing whatever it would have been measured by.
        [&self.time, &self.count]
            .into_iter()
            .any(|signal| says(signal, Verdict::Missing))
            || blocking != Blocking::Count && says(&self.time, Verdict::Worse)
            || blocking != Blocking::Time && says(&self.count, Verdict::Worse)
    }

    /// Where one signal changed and the other did not, in words.
    #[must_use]
    pub fn disagreement(&self) -> Option<&'static str> {
        let changed = |signal: &Option<Signal>| match signal.as_ref()?.verdict {
            Verdict::Worse | Verdict::Better => Some(true),
            Verdict::Same => Some(false),
            Verdict::Missing | Verdict::New | Verdict::Noisy => None,
        };
        match (changed(&self.time)?, changed(&self.count)?) {
            (true, false) => Some(
                "time changed at equal instruction counts: memory, branches or the layout of the \
                 code, not more work",
            ),
            (false, true) => Some(
                "instruction counts changed and time did not: the processor hides it on this \
                 machine",
            ),
            _ => None,
        }
    }
}

/// Which verdicts make the exit code 1.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Blocking {
    /// Those of time and of counts.
    #[default]
    Both,
    /// Those of counts; time informs.
    Count,
    /// Those of time; counts inform.
    Time,
}

/// Two sides compared.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// What the base is.
    pub base: String,
    /// What the new side is.
    pub new: String,
    /// By id.
    pub rows: Vec<Row>,
    /// How intervals were made and corrected, and the thresholds.
    pub method: String,
    /// What else one must know.
    pub notes: Vec<String>,
    /// How long it took to measure, in seconds, if it was measured just now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

impl Comparison {
    /// The rows that fail.
    pub fn failing(&self, blocking: Blocking) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(move |row| row.fails(blocking))
    }

    /// 1 where something that blocks got worse or is missing.
    #[must_use]
    pub fn exit_code(&self, blocking: Blocking) -> ExitCode {
        ExitCode::from(u8::from(self.failing(blocking).next().is_some()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(ratio: f64, low: f64, high: f64, sure_low: f64, sure_high: f64) -> Change {
        Change::new(
            ratio,
            Interval { low, high },
            Interval {
                low: sure_low,
                high: sure_high,
            },
            true,
        )
    }

    #[test]
    fn a_verdict_takes_all_three() {
        let worse = change(1.02, 1.018, 1.022, 1.015, 1.03);
        assert_eq!(worse.verdict(0.01), Verdict::Worse);
        assert_eq!(worse.verdict(0.05), Verdict::Same);
        let unclear = change(1.02, 1.018, 1.022, 0.99, 1.03);
        assert_eq!(unclear.verdict(0.01), Verdict::Noisy);
        let divided = Change {
            agree: false,
            ..worse
        };
        assert_eq!(divided.verdict(0.01), Verdict::Noisy);
        let better = change(0.9, 0.89, 0.91, 0.88, 0.92);
        assert_eq!(better.verdict(0.01), Verdict::Better);
        // Small, but known to be small.
        let small = change(1.004, 1.003, 1.005, 1.002, 1.006);
        assert_eq!(small.verdict(0.01), Verdict::Same);
        let nothing = change(1.0, 0.0, f64::INFINITY, 0.0, f64::INFINITY);
        assert_eq!(nothing.verdict(0.01), Verdict::Noisy);
    }
}
