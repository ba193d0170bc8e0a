//! JSON, of ours and of other programs.

use bls_results::{Bmf, Metric, Smaller};
use serde::Serialize;

use super::{KINDS, Kind};
use crate::comparison::{Blocking, Comparison, Signal};

/// Of the JSON: it changes when what is there changes its meaning.
const VERSION: u32 = 1;

/// The whole comparison, and which ids fail.
pub(super) fn json(comparison: &Comparison, blocking: Blocking) -> serde_json::Result<String> {
    #[derive(Serialize)]
    struct Whole<'a> {
        version: u32,
        failing: Vec<&'a str>,
        #[serde(flatten)]
        comparison: &'a Comparison,
    }
    lines(&Whole {
        version: VERSION,
        failing: comparison
            .failing(blocking)
            .map(|row| row.id.as_str())
            .collect(),
        comparison,
    })
}

/// The figures of the new side, by id.
pub(super) fn bmf(comparison: &Comparison) -> serde_json::Result<String> {
    let mut bmf = Bmf::new();
    for (id, kind, signal, value) in figures(comparison) {
        let measure = match kind.name {
            "time" => "latency",
            other => other,
        };
        let interval = interval(signal, value);
        let metric = Metric {
            value,
            lower_value: interval.map(|(low, _)| low),
            upper_value: interval.map(|(_, high)| high),
        };
        bmf.entry(id.to_owned())
            .or_default()
            .insert(measure, metric);
    }
    lines(&bmf)
}

/// The same as a list: counts have their own names in it.
pub(super) fn gha(comparison: &Comparison) -> serde_json::Result<String> {
    let entries = figures(comparison).map(|(id, kind, signal, value)| {
        let (name, unit) = match kind.name {
            "time" => (id.to_owned(), "ns"),
            other => (format!("{id} ({other})"), other),
        };
        let spread = interval(signal, value).map(|(low, high)| (high - low) / 2.0 / value);
        Smaller {
            name,
            unit,
            value,
            range: spread.map(|spread| format!("± {:.2} %", 100.0 * spread)),
            extra: format!(
                "{}\n{}, compared with {}",
                kind.brief(signal),
                comparison.new,
                comparison.base
            ),
        }
    });
    lines(&entries.collect::<Vec<_>>())
}

/// Every figure of the new side.
fn figures(comparison: &Comparison) -> impl Iterator<Item = (&str, &'static Kind, &Signal, f64)> {
    comparison.rows.iter().flat_map(|row| {
        KINDS.iter().filter_map(move |kind| {
            let signal = (kind.of)(row)?;
            Some((row.id.as_str(), kind, signal, signal.new?))
        })
    })
}

/// Around a figure of the new side, relatively as wide as that of the ratio.
fn interval(signal: &Signal, value: f64) -> Option<(f64, f64)> {
    let change = signal.change?;
    let known = change.low > 0.0 && change.high.is_finite();
    let at = |end: f64| value * end / change.ratio;
    known.then(|| (at(change.low), at(change.high)))
}

fn lines(value: &impl Serialize) -> serde_json::Result<String> {
    let mut text = serde_json::to_string_pretty(value)?;
    text.push('\n');
    Ok(text)
}
