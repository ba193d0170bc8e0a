//! `compare`: two sides that are stored.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    io::Write,
    path::Path,
    process::ExitCode,
};

use anyhow::ensure;
use bls_results::median;
use regex::Regex;

use crate::{
    comparison::{Change, Comparison, Row, Signal, Verdict},
    format::{Output, percent},
    history::{self, History},
    settings::{Settings, Thresholds},
    sides::{Kind, Measured, Side, Spread, Unreadable, lines},
    statistics::{Interval, bootstrap_ratio, float},
};

/// Compares two results that are stored, id by id.
///
/// Each is a Criterion directory, of which the newest figures count; a baseline in one, as
/// `DIR:NAME`, or as `NAME` where the directory is that of the current workspace
/// (`target/criterion`, or `CRITERION_HOME`); a directory of `blsbench run`; a folder such as those
/// in `reports/data`; or a file of instruction counts. Exits with 1 when something got worse or is
/// missing, and with 2 when they are not comparable or cannot be read.
#[derive(Debug, clap::Args)]
pub struct Compare {
    /// What is compared with.
    base: String,
    /// What is judged.
    new: String,
    /// The ids that this regular expression matches.
    #[arg(long, value_name = "REGEX")]
    filter: Option<Regex>,
    /// Although they were measured on different machines, or with different builds.
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    output: Output,
}

/// Sides that have nothing to say about each other.
#[derive(Debug, thiserror::Error)]
pub enum NotComparable {
    /// One is of another kind than the other.
    #[error("not comparable: {base} is {}, and {new} is {}", .kinds[0], .kinds[1])]
    Kinds {
        /// The name of the base.
        base: String,
        /// That of the new side.
        new: String,
        /// What they are.
        kinds: [Kind; 2],
    },
    /// Neither has measured anything.
    #[error("nothing to compare: neither {base} nor {new} has measured an id")]
    Nothing {
        /// The name of the base.
        base: String,
        /// That of the new side.
        new: String,
    },
    /// They were measured on different machines, or with different builds.
    #[error("not comparable (--force compares them all the same); base and new differ in{}", lines(.0))]
    Differences(Vec<String>),
}

/// How often the interval that decides may miss, over all ids of a comparison.
const FALSE_ALARM: f64 = 0.05;
/// From fewer values no interval is made.
const LEAST_VALUES: usize = 3;
/// Of fewer ids it cannot be said that they moved together.
const SHIFTED_IDS: usize = 5;
/// The share of ids that are most of them.
const SHIFTED_SHARE: f64 = 0.75;
/// A lesser relative change of all ids is not worth a word.
const SHIFT: f64 = 0.01;

impl Compare {
    /// Compares and writes what came of it. Nothing is written unless both sides can be read.
    pub fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let here = env::current_dir()?;
        let mut settings = Settings::around(&here)?;
        let (mut base, mut new) = read(&self.base, &self.new)?;
        if let Some(history) = history_of(&here, &new)? {
            settings = settings.with_history(&history.entries);
        }
        if let Some(filter) = &self.filter {
            for side in [&mut base, &mut new] {
                side.ids.retain(|id, _| filter.is_match(id));
            }
            ensure!(
                !base.ids.is_empty() || !new.ids.is_empty(),
                "no id of either side matches {filter}"
            );
        }
        let comparison = compare(&base, &new, &settings, self.force)?;
        self.output.write(&comparison, out)
    }
}

/// The runs on the machine of a side, where the workspace around keeps them.
fn history_of(here: &Path, side: &Side) -> Result<Option<History>, history::Error> {
    let mut kept = here
        .ancestors()
        .map(|around| around.join("reports/history"));
    let Some(kept) = kept.find(|kept| kept.is_dir()) else {
        return Ok(None);
    };
    for file in history::files(&kept)? {
        let history = history::read(&file)?;
        let mut entries = history.entries.iter();
        if entries
            .next()
            .is_some_and(|entry| side.is_of(&entry.machine))
        {
            return Ok(Some(history));
        }
    }
    Ok(None)
}

/// Both, or what is wrong with either.
fn read(base: &str, new: &str) -> Result<(Side, Side), Unreadable> {
    match (Side::read(base), Side::read(new)) {
        (Ok(base), Ok(new)) => Ok((base, new)),
        (base, new) => {
            let wrong = [base.err(), new.err()].into_iter().flatten();
            Err(Unreadable(
                wrong.flat_map(|unreadable| unreadable.0).collect(),
            ))
        }
    }
}

/// What became of each id that at least one side has measured. `force` makes notes of what would
/// not be comparable otherwise.
pub fn compare(
    base: &Side,
    new: &Side,
    settings: &Settings,
    force: bool,
) -> Result<Comparison, NotComparable> {
    if base.kind != new.kind {
        return Err(NotComparable::Kinds {
            base: base.name.clone(),
            new: new.name.clone(),
            kinds: [base.kind, new.kind],
        });
    }
    let common: Vec<(&Measured, &Measured)> = base
        .ids
        .iter()
        .filter_map(|(id, measured)| Some((measured.as_ref().ok()?, new.measured(id).ok()?)))
        .collect();
    let (blocking, telling) = differences(&common);
    if !blocking.is_empty() && !force {
        return Err(NotComparable::Differences(blocking));
    }
    let counts = base.kind == Kind::Counts;
    let ids: BTreeSet<&String> = base.ids.keys().chain(new.ids.keys()).collect();
    let rows: Vec<Row> = ids
        .iter()
        .filter_map(|id| {
            let threshold = threshold(base.kind, settings.of(id));
            let signal = signal(base, new, id, common.len(), threshold)?;
            let (time, count) = if counts {
                (None, Some(signal))
            } else {
                (Some(signal), None)
            };
            let id = (*id).clone();
            Some(Row { id, time, count })
        })
        .collect();
    if rows.is_empty() {
        return Err(NotComparable::Nothing {
            base: base.name.clone(),
            new: new.name.clone(),
        });
    }
    let mut notes = Vec::new();
    if !settings.history.is_empty() && base.kind != Kind::Counts {
        notes.push(format!(
            "the thresholds of {} ids are from their own history",
            settings.history.len()
        ));
    }
    if !blocking.is_empty() {
        notes.push(format!(
            "compared by force, though they differ in {}",
            blocking.join("; ")
        ));
    }
    if !telling.is_empty() {
        notes.push(format!("they differ in {}", telling.join("; ")));
    }
    notes.extend(unknown(&common));
    if base.kind == Kind::Run {
        notes.extend(too_few(&rows, common.len()));
    }
    let neither = ids.len() - rows.len();
    if neither > 0 {
        notes.push(format!(
            "ids that neither side has measured are left out: {neither}"
        ));
    }
    if !counts {
        notes.extend(shift(&rows));
    }
    Ok(Comparison {
        base: base.to_string(),
        new: new.to_string(),
        rows,
        method: method(base.kind, common.len(), settings),
        notes,
        seconds: None,
    })
}

/// What the sides say differently, in words: what makes them not comparable, and the rest.
fn differences(common: &[(&Measured, &Measured)]) -> (Vec<String>, Vec<String>) {
    // Another compiler is one of most engines, too.
    let mut names: BTreeMap<(bool, &str, &str), BTreeSet<&str>> = BTreeMap::new();
    for (base, new) in common {
        for fact in &base.facts {
            let other = new.facts.iter().find(|other| other.name == fact.name);
            if let Some(other) = other.filter(|other| other.value != fact.value) {
                let difference = (fact.blocks, fact.value.as_str(), other.value.as_str());
                names.entry(difference).or_default().insert(&fact.name);
            }
        }
    }
    let (mut blocking, mut telling) = (Vec::new(), Vec::new());
    for ((blocks, base, new), names) in names {
        let names: Vec<&str> = names.into_iter().collect();
        let list = if blocks { &mut blocking } else { &mut telling };
        list.push(format!("{}: `{base}` and `{new}`", names.join(", ")));
    }
    (blocking, telling)
}

fn unknown(common: &[(&Measured, &Measured)]) -> Option<String> {
    let known =
        |(base, new): &&(&Measured, &Measured)| !base.facts.is_empty() && !new.facts.is_empty();
    let (ids, known) = (common.len(), common.iter().filter(known).count());
    (known < ids).then(|| {
        format!(
            "nothing is known of machine and compiler for {} of {ids} ids: whether they were the \
             same is not checked",
            ids - known
        )
    })
}

/// What a bootstrap of few values cannot say: without any change, too, all of one side lie beyond
/// all of the other in two of the possible orders.
fn too_few(rows: &[Row], ids: usize) -> Option<String> {
    let times = rows.iter().filter_map(|row| row.time.as_ref());
    let common = times.filter(|time| time.change.is_some());
    let least = common.map(|time| time.repetitions).min()?;
    let orders: f64 = (1..=least).map(|i| float(least + i) / float(i)).product();
    (2.0 / orders > FALSE_ALARM / float(ids)).then(|| {
        format!(
            "{least} repetitions are too few to be corrected for {ids} ids: without any change, \
             those of one in {:.0} ids lie apart, and only the threshold keeps them quiet",
            orders / 2.0
        )
    })
}

/// None where neither side has measured it.
fn signal(base: &Side, new: &Side, id: &str, ids: usize, threshold: f64) -> Option<Signal> {
    let (base, new) = (base.measured(id), new.measured(id));
    let (verdict, change, why) = match (base, new) {
        (Err(_), Err(_)) => return None,
        (Err(why), Ok(_)) => (Verdict::New, None, Some(format!("base: {why}"))),
        (Ok(_), Err(why)) => (Verdict::Missing, None, Some(format!("new: {why}"))),
        (Ok(base), Ok(new)) => {
            let change = change(base, new, ids);
            let verdict = change.verdict(threshold);
            let why = (verdict == Verdict::Noisy).then(|| doubt(&change, threshold).to_owned());
            (verdict, Some(change), why)
        }
    };
    let times = |side: Result<&Measured, _>| side.map_or(0, |side| side.spread.measurements());
    Some(Signal {
        verdict,
        base: base.ok().map(|base| base.middle),
        new: new.ok().map(|new| new.middle),
        change,
        threshold,
        repetitions: times(base).min(times(new)),
        why,
    })
}

fn change(base: &Measured, new: &Measured, ids: usize) -> Change {
    let interval = |miss| match (&base.spread, &new.spread) {
        (Spread::Values(base), Spread::Values(new)) => {
            if base.len().min(new.len()) < LEAST_VALUES {
                return Interval::UNKNOWN;
            }
            bootstrap_ratio(base, new, miss)
        }
        (base, new) => {
            let (base, new) = (base.range(), new.range());
            Interval {
                low: new.0 / base.1,
                high: new.1 / base.0,
            }
        }
    };
    let direction = new.middle.total_cmp(&base.middle);
    let mut agree = new
        .repetitions
        .iter()
        .map(|new| new.total_cmp(&base.middle));
    let mut agree_too = base
        .repetitions
        .iter()
        .map(|base| new.middle.total_cmp(base));
    Change::new(
        new.middle / base.middle,
        interval(FALSE_ALARM),
        interval(FALSE_ALARM / float(ids)),
        agree.all(|one| one == direction) && agree_too.all(|one| one == direction),
    )
}

/// Why a change is neither known nor known to be small.
fn doubt(change: &Change, threshold: f64) -> &'static str {
    let beyond = change.ratio.ln().abs() > threshold.ln_1p();
    if change.high.is_infinite() {
        "too few repetitions for an interval"
    } else if !beyond {
        "its interval reaches beyond the threshold"
    } else if !change.agree {
        "its repetitions do not agree"
    } else {
        "its corrected interval includes no change"
    }
}

fn threshold(kind: Kind, thresholds: Thresholds) -> f64 {
    if kind == Kind::Counts {
        thresholds.count
    } else {
        thresholds.stored
    }
}

/// How verdicts are reached, in words.
fn method(kind: Kind, ids: usize, settings: &Settings) -> String {
    let threshold = percent(threshold(kind, settings.thresholds));
    let threshold = format!("threshold {threshold}, or what an id has of its own");
    let bootstrap = |values: &str, agreement: &str| {
        format!(
            "ratio of the medians of all {values}; its 95 % interval by bootstrap over the {values} \
             (exact; of few, no wider than their range); for worse and better, an interval that \
             misses with {FALSE_ALARM} / {ids} ids (Bonferroni) and {agreement} on the same side \
             of the other's median"
        )
    };
    let verdicts = match kind {
        Kind::Counts => {
            return format!("ratio of the counts, which are exact; {threshold}");
        }
        Kind::Criterion => bootstrap("samples", "every third of a side's samples"),
        Kind::Run => bootstrap("repetitions", "every repetition of a side"),
        Kind::Folder => "ratio of the figures; its interval from the ends of both sides' own, not \
                         corrected for the number of ids; for worse and better, both ends of a \
                         side's interval on the same side of the other's figure"
            .to_owned(),
    };
    format!(
        "{verdicts}; {threshold}; measured at different times, by a clock that drifts \
         with what else the machine does: `ab` measures in turn and is to be preferred"
    )
}

/// Where most ids have moved together, which code seldom does.
fn shift(rows: &[Row]) -> Option<String> {
    let changes = rows.iter().filter_map(|row| row.time.as_ref()?.change);
    let logarithms: Vec<f64> = changes.map(|change| change.ratio.ln()).collect();
    let ids = logarithms.len();
    if ids < SHIFTED_IDS {
        return None;
    }
    let middle = median(logarithms.clone());
    let near = |one: &&f64| (0.5..=2.0).contains(&(*one / middle));
    let moved = logarithms.iter().filter(near).count();
    let together = float(moved) >= SHIFTED_SHARE * float(ids) && middle.abs() > SHIFT.ln_1p();
    together.then(|| {
        format!(
            "{moved} of {ids} ids moved the same way by about as much, {:+.1} % at the median of \
             all: that is likely the machine, not the code",
            100.0 * middle.exp_m1()
        )
    })
}
