//! Ids measured in turn on both sides until each has a verdict.

use std::time::{Duration, Instant};

use bls_results::median;

use crate::{
    ab::burst::{Failure, Pair},
    comparison::{Change, Row, Signal, Verdict},
    statistics::{float, order_statistics, quantile},
};

/// One of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arm {
    /// What is compared with.
    Base,
    /// What is judged.
    New,
}

/// After how many pairs an id is looked at.
const LOOKS: [usize; 6] = [6, 10, 16, 24, 34, 48];
/// The probability of any false alarm in a comparison of all ids, before the threshold, which makes
/// it smaller still. Divided by the number of ids and of looks (Bonferroni).
const FALSE_ALARM: f64 = 0.05;

/// An id to be measured on both sides.
#[derive(Debug, Clone)]
pub struct Subject {
    /// As Criterion calls it.
    pub id: String,
    /// See [`crate::settings::Thresholds::time`].
    pub threshold: f64,
}

/// What was measured of an id, and what is said of it.
#[derive(Debug, Clone)]
struct Progress {
    subject: Subject,
    /// Nanoseconds of both sides.
    base: Vec<f64>,
    new: Vec<f64>,
    /// New over base, of each pair.
    ratios: Vec<f64>,
    /// The base against itself: how far from 1 the ratio is.
    control: Option<f64>,
    outcome: Outcome,
}

#[derive(Debug, Clone)]
enum Outcome {
    Open,
    Settled(Verdict, Change),
    /// One side cannot be measured.
    Failed(Verdict, String),
}

/// What was found.
#[derive(Debug)]
pub struct Found {
    /// In the order of the subjects.
    pub rows: Vec<Row>,
    /// Of pairs of the base with itself, one for each id: the median and the 95th percentile of
    /// their relative difference, which is the noise of this job.
    pub noise: Option<(f64, f64)>,
    /// How many pairs were measured.
    pub pairs: usize,
}

/// When to end.
pub struct Until<'a> {
    /// How long it may take.
    pub budget: Duration,
    /// Whether it has been interrupted.
    pub stopped: &'a dyn Fn() -> bool,
}

/// Measures until every id is settled, or it must end. `measure` measures an id on two sides, in
/// this order; `settled` is told how many ids have a verdict.
pub fn alternate(
    subjects: Vec<Subject>,
    until: &Until<'_>,
    mut measure: impl FnMut(&str, [Arm; 2]) -> Result<Pair, Failure>,
    mut settled: impl FnMut(usize),
) -> Found {
    let started = Instant::now();
    let ids = subjects.len();
    let mut all: Vec<Progress> = subjects.into_iter().map(Progress::new).collect();
    let mut pairs = 0;
    let over = || (until.stopped)() || started.elapsed() >= until.budget;
    for round in 0..LOOKS[LOOKS.len() - 1] {
        // Base, new, new, base: neither is always the first.
        let order = match round % 4 {
            0 | 3 => [Arm::Base, Arm::New],
            _ => [Arm::New, Arm::Base],
        };
        let mut open: Vec<&mut Progress> = all.iter_mut().filter(|one| one.open()).collect();
        fastrand::shuffle(&mut open);
        for one in open {
            if over() {
                break;
            }
            let mut measure = |id: &str, arms| {
                pairs += 1;
                measure(id, arms)
            };
            one.measure(order, &mut measure, until.stopped);
            if LOOKS.contains(&(round + 1)) {
                one.look(ids);
            }
        }
        settled(all.iter().filter(|one| !one.open()).count());
        if over() || !all.iter().any(Progress::open) {
            break;
        }
    }
    let control: Vec<f64> = all.iter().filter_map(|one| one.control).collect();
    Found {
        rows: all.into_iter().map(|one| one.row(ids)).collect(),
        noise: (!control.is_empty()).then(|| (median(control.clone()), quantile(&control, 0.95))),
        pairs,
    }
}

/// How verdicts are reached, in words.
#[must_use]
pub fn method(ids: usize) -> String {
    format!(
        "median of the ratios of pairs, at least {} of them, each of two new processes; 95 % \
         interval between order statistics; for worse and better, one that misses with \
         {FALSE_ALARM} / ({ids} ids x {} looks) (Bonferroni)",
        LOOKS[0],
        LOOKS.len()
    )
}

impl Progress {
    fn new(subject: Subject) -> Self {
        Self {
            subject,
            base: Vec::new(),
            new: Vec::new(),
            ratios: Vec::new(),
            control: None,
            outcome: Outcome::Open,
        }
    }

    fn open(&self) -> bool {
        matches!(self.outcome, Outcome::Open)
    }

    /// Measures a pair, and once a pair of the base with itself.
    fn measure(
        &mut self,
        order: [Arm; 2],
        measure: &mut impl FnMut(&str, [Arm; 2]) -> Result<Pair, Failure>,
        stopped: &dyn Fn() -> bool,
    ) {
        let id = &self.subject.id;
        if self.control.is_none()
            && let Ok(pair) = measure(id, [Arm::Base; 2])
        {
            self.control = Some((pair.ratio - 1.0).abs());
        }
        match (measure(id, order), order[0]) {
            (Ok(Pair { ns, ratio }), Arm::Base) => self.add(ns, ratio),
            (
                Ok(Pair {
                    ns: [new, base],
                    ratio,
                }),
                Arm::New,
            ) => self.add([base, new], 1.0 / ratio),
            // The benches were interrupted, too.
            (Err(_), _) if stopped() => {}
            (Err(failure), _) => {
                let (verdict, side) = match order[failure.which] {
                    Arm::Base => (Verdict::New, "base"),
                    Arm::New => (Verdict::Missing, "new"),
                };
                self.outcome = Outcome::Failed(verdict, format!("{side}: {:#}", failure.error));
            }
        }
    }

    fn add(&mut self, [base, new]: [f64; 2], ratio: f64) {
        self.base.push(base);
        self.new.push(new);
        self.ratios.push(ratio);
    }

    fn change(&self, ids: usize) -> Change {
        let ratio = median(self.ratios.clone());
        // Halves of the time that it took: what is true stays true.
        let (early, late) = self.ratios.split_at(self.ratios.len() / 2);
        let agree = [early, late]
            .into_iter()
            .filter(|half| !half.is_empty())
            .all(|half| (median(half.to_vec()) > 1.0) == (ratio > 1.0));
        Change::new(
            ratio,
            order_statistics(&self.ratios, 0.05),
            order_statistics(&self.ratios, FALSE_ALARM / float(ids * LOOKS.len())),
            agree,
        )
    }

    fn look(&mut self, ids: usize) {
        if self.open() {
            let change = self.change(ids);
            let verdict = change.verdict(self.subject.threshold);
            if verdict != Verdict::Noisy {
                self.outcome = Outcome::Settled(verdict, change);
            }
        }
    }

    fn row(self, ids: usize) -> Row {
        let pairs = self.ratios.len();
        let (verdict, change, why) = match &self.outcome {
            Outcome::Settled(verdict, change) => (*verdict, Some(*change), None),
            Outcome::Failed(verdict, why) => (*verdict, None, Some(why.clone())),
            Outcome::Open if pairs == 0 => {
                let why = "it was not measured: out of time".to_owned();
                (Verdict::Noisy, None, Some(why))
            }
            Outcome::Open => {
                let why = format!("undecided after {pairs} pairs");
                (Verdict::Noisy, Some(self.change(ids)), Some(why))
            }
        };
        let middle = |ns: Vec<f64>| (pairs > 0).then(|| median(ns));
        let time = Signal {
            verdict,
            base: middle(self.base),
            new: middle(self.new),
            change,
            threshold: self.subject.threshold,
            repetitions: pairs,
            why,
        };
        Row {
            id: self.subject.id,
            time: Some(time),
            count: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    fn subjects(count: usize) -> Vec<Subject> {
        let subject = |number| Subject {
            id: format!("group/{number}"),
            threshold: 0.01,
        };
        (0..count).map(subject).collect()
    }

    fn until(budget: Duration) -> Until<'static> {
        Until {
            budget,
            stopped: &|| false,
        }
    }

    const LONG: Duration = Duration::from_hours(1);

    /// Pairs with half a per cent of noise, of which every twentieth is off by 5 %: a process that is
    /// slow for its whole life.
    fn noisy(slowdown: f64) -> impl FnMut(&str, [Arm; 2]) -> Result<Pair, Failure> {
        let mut random = fastrand::Rng::with_seed(7);
        move |_, arms| {
            let mut value = |arm| {
                let sum: f64 = (0..12).map(|_| random.f64()).sum();
                let noise = 0.0035 * (sum - 6.0) + if random.u8(..40) == 0 { 0.05 } else { 0.0 };
                let slower = if arm == Arm::New { slowdown } else { 0.0 };
                1000.0 * (1.0 + noise) * (1.0 + slower)
            };
            let ns = arms.map(&mut value);
            Ok(Pair {
                ns,
                ratio: ns[1] / ns[0],
            })
        }
    }

    fn count(rows: &[Row], verdict: Verdict) -> usize {
        let times = rows.iter().filter_map(|row| row.time.as_ref());
        times.filter(|time| time.verdict == verdict).count()
    }

    #[test]
    fn noise_is_no_alarm() {
        let rows = alternate(subjects(2000), &until(LONG), noisy(0.0), |_| {}).rows;
        assert_eq!(
            count(&rows, Verdict::Worse) + count(&rows, Verdict::Better),
            0
        );
        assert!(
            count(&rows, Verdict::Same) > 1990,
            "{}",
            count(&rows, Verdict::Same)
        );
    }

    #[test]
    fn slowdowns_are_found() {
        let mut settled = 0;
        let found = alternate(subjects(200), &until(LONG), noisy(0.02), |count| {
            settled = count;
        });
        assert!(count(&found.rows, Verdict::Worse) >= 195);
        assert!(settled >= 195);
        let rows = alternate(subjects(200), &until(LONG), noisy(-0.03), |_| {}).rows;
        assert!(count(&rows, Verdict::Better) >= 195);
        let change = rows[0].time.as_ref().and_then(|time| time.change).unwrap();
        assert!((change.ratio - 0.97).abs() < 0.005, "{change:?}");
        let (median, most) = found.noise.unwrap();
        assert!(
            median > 0.001 && most > median && most < 0.06,
            "{median} {most}"
        );
    }

    #[test]
    fn what_fails_on_one_side_is_missing_or_new() {
        for (arm, verdict) in [(Arm::New, Verdict::Missing), (Arm::Base, Verdict::New)] {
            let measure = |_: &str, arms: [Arm; 2]| match arms.iter().position(|one| *one == arm) {
                Some(which) => Err(Failure {
                    which,
                    error: anyhow!("it went wrong"),
                }),
                None => Ok(Pair {
                    ns: [1.0; 2],
                    ratio: 1.0,
                }),
            };
            let rows = alternate(subjects(1), &until(LONG), measure, |_| {}).rows;
            let time = rows[0].time.as_ref().unwrap();
            assert_eq!(time.verdict, verdict);
            assert!(time.why.as_ref().unwrap().contains("it went wrong"));
        }
    }

    #[test]
    fn out_of_time_is_noisy_and_never_guessed() {
        let rows = alternate(subjects(3), &until(Duration::ZERO), noisy(0.5), |_| {}).rows;
        assert_eq!(count(&rows, Verdict::Noisy), 3);
        // Once to see that it is not over before the first round.
        let pairs = std::cell::Cell::new(0);
        let mut source = noisy(0.5);
        let measure = |id: &str, arms| {
            pairs.set(pairs.get() + 1);
            source(id, arms)
        };
        let stopped = || pairs.get() >= 12;
        let until = Until {
            budget: LONG,
            stopped: &stopped,
        };
        let found = alternate(subjects(3), &until, measure, |_| {});
        assert_eq!(count(&found.rows, Verdict::Noisy), 3);
        assert_eq!(found.pairs, 12);
        let time = found.rows[0].time.as_ref().unwrap();
        assert!(time.change.is_some() && time.why.as_ref().unwrap().contains("undecided"));
    }
}
