//! The page of a machine's history: how its figures went, run after run.

use std::collections::HashMap;

use askama::Template;
use bls_alerts::{
    comparison::Verdict,
    history::Entry,
    trend::{Kind, Series, Trends},
};

use super::{
    Error,
    output::{Base, Output, href},
    table::{Cell, Table, column},
    text::{NOTHING, grouped, minute},
};
use crate::plots;

/// The directory of these pages, from `index.html`.
const DIRECTORY: &str = "pages/history/";

#[derive(Template)]
#[template(path = "history.html")]
struct Page<'a> {
    base: Base,
    label: String,
    /// The file, from the page.
    data: String,
    note: &'a str,
    method: String,
    changes: Option<Table>,
    /// Those with change points.
    stepped: Vec<Chart<'a>>,
    /// The others.
    rest: Vec<Chart<'a>>,
}

struct Chart<'a> {
    /// Of the element on the page.
    anchor: String,
    id: &'a str,
    kind: &'static str,
    facts: String,
    svg: String,
}

/// Writes the page and its data.
pub(super) fn write(trends: &Trends, output: &Output) -> Result<(), Error> {
    let history = &trends.history;
    let began = |run: usize| {
        let Entry { time, revision, .. } = &history.entries[run];
        format!("{}, {revision}", minute(&time.to_string()))
    };
    let (mut stepped, mut rest) = (Vec::new(), Vec::new());
    let mut anchors = HashMap::new();
    for (index, series) in trends.series.iter().enumerate() {
        if series.points.len() < 2 {
            continue;
        }
        let changes = !series.change_points.is_empty();
        let chart = Chart {
            anchor: format!("series-{index}"),
            id: &series.id,
            kind: series.kind.name(),
            facts: facts(series),
            svg: if changes {
                plots::history(series, &began)
            } else {
                plots::spark(series)
            },
        };
        if changes {
            anchors.insert((&*series.id, series.kind), chart.anchor.clone());
            stepped.push(chart);
        } else {
            rest.push(chart);
        }
    }
    let changes = changes(trends, &anchors);
    let changes = (!changes.is_empty())
        .then(|| output.with_csv(DIRECTORY, &format!("{}.csv", history.name), changes));
    let page = Page {
        base: Base::below(format!("History of {}", history.name), Vec::new()),
        label: label(trends),
        data: href(&format!("../../history/{}.jsonl", history.name)),
        note: &trends.note,
        method: trends.method(),
        changes: changes.transpose()?,
        stepped,
        rest,
    };
    output.page(&file(trends), &page)
}

/// From `index.html`.
fn file(trends: &Trends) -> String {
    format!("{DIRECTORY}{}.html", trends.history.name)
}

fn label(trends: &Trends) -> String {
    let Some((first, last)) = ends(trends) else {
        return "no run".to_owned();
    };
    let cpu = &last.machine.cpu;
    let runs = trends.history.entries.len();
    let [first, last] = [first, last].map(|entry| minute(&entry.time.to_string()));
    format!("{cpu}, {runs} runs, {first} to {last}")
}

fn ends(trends: &Trends) -> Option<(&Entry, &Entry)> {
    let entries = &trends.history.entries;
    Some((entries.first()?, entries.last()?))
}

/// What is seen of a chart by those who do not see it.
fn facts(series: &Series) -> String {
    let newest = series.newest_level();
    let values = series
        .points
        .iter()
        .map(|point| (point.value / newest - 1.0) * 100.0);
    let (low, high) = values.fold((0.0_f64, 0.0_f64), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    format!(
        "{}, −{:.2} to +{high:.2} % over {} runs",
        value(series.kind, newest),
        -low,
        series.points.len()
    )
}

fn value(kind: Kind, value: f64) -> String {
    match kind {
        Kind::Count => {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a positive count"
            )]
            let count = value.round() as u64;
            grouped(count)
        }
        _ => kind.text(value),
    }
}

fn changes(trends: &Trends, anchors: &HashMap<(&str, Kind), String>) -> Table {
    let mut table = Table::new(
        "Change points, newest first",
        [
            "id", "of", "revision", "date", "before", "after", "ratio", "p", "now",
        ]
        .map(column),
    );
    for change in trends.changes() {
        let id = Cell::text(change.id);
        let id = match anchors.get(&(change.id, change.kind)) {
            Some(anchor) => id.link(format!("#{anchor}")),
            None => id,
        };
        let level = |level| Cell::value(value(change.kind, level), level);
        let now = Cell::text(change.verdict.map_or(NOTHING, Verdict::name));
        table.push([
            id,
            Cell::text(change.kind.name()),
            Cell::text(change.revision),
            Cell::text(minute(&change.time.to_string())),
            level(change.before),
            level(change.after),
            Cell::value(format!("{:.4}×", change.ratio), change.ratio),
            Cell::value(format!("{:.1e}", change.p), change.p),
            if change.verdict == Some(Verdict::Worse) {
                now.class("worse")
            } else {
                now
            },
        ]);
    }
    table
}

/// The table of the first page; none without histories.
pub(super) fn overview(histories: &[Trends], output: &Output) -> Result<Option<Table>, Error> {
    let mut table = Table::new(
        "How figures went, run after run",
        [
            "machine",
            "processor",
            "first run",
            "newest run",
            "runs",
            "series",
            "change points",
            "worse now",
        ]
        .map(column),
    );
    for trends in histories {
        let Some((first, last)) = ends(trends) else {
            continue;
        };
        let changes = trends.changes();
        let worse = changes
            .iter()
            .filter(|change| change.verdict == Some(Verdict::Worse))
            .count();
        let numbers = [
            trends.history.entries.len(),
            trends.series.len(),
            changes.len(),
            worse,
        ];
        let texts = [
            Cell::text(&trends.history.name).link(href(&file(trends))),
            Cell::text(&last.machine.cpu),
            Cell::text(minute(&first.time.to_string())),
            Cell::text(minute(&last.time.to_string())),
        ];
        let numbers = numbers.into_iter().map(|number| Cell::count(number as u64));
        table.push(texts.into_iter().chain(numbers));
    }
    let table = (!table.is_empty()).then(|| output.with_csv("", "pages/histories.csv", table));
    table.transpose()
}
