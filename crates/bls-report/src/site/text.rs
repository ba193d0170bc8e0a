//! Numbers and names as pages have them.

use std::fmt;

use askama::filters::{Escaper as _, Html, HtmlSafe};
use bls_api::Operation;
use bls_results::{Figure, Results, time};

/// What stands where there is nothing.
pub(super) const NOTHING: &str = "–";

/// Text whose code stands between backticks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prose<'a>(pub(super) &'a str);

impl HtmlSafe for Prose<'_> {}

impl fmt::Display for Prose<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, part) in self.0.split('`').enumerate() {
            let code = index % 2 == 1;
            f.write_str(if code { "<code>" } else { "" })?;
            Html.write_escaped_str(&mut *f, part)?;
            f.write_str(if code { "</code>" } else { "" })?;
        }
        Ok(())
    }
}

/// Both ends of a figure's interval, the unit once where it is the same.
pub(super) fn interval(figure: &Figure) -> String {
    let (low, high) = (time(figure.low), time(figure.high));
    match (low.split_once(' '), high.split_once(' ')) {
        (Some((number, unit)), Some((_, other))) if unit == other => format!("{number} to {high}"),
        _ => format!("{low} to {high}"),
    }
}

/// A time that may be negative, as a difference may.
pub(super) fn difference(nanoseconds: f64) -> String {
    let sign = if nanoseconds < 0.0 { "−" } else { "" };
    format!("{sign}{}", time(nanoseconds.abs()))
}

/// Three digits.
pub(super) fn ratio(ratio: f64) -> String {
    let digits = match ratio {
        below if below < 0.9995 => 3,
        below if below < 9.995 => 2,
        below if below < 99.95 => 1,
        _ => 0,
    };
    format!("{ratio:.digits$}×")
}

/// A count with four digits.
pub(super) fn instructions(count: f64) -> String {
    let (value, unit) = match count {
        below if below < 1e3 => (below, ""),
        below if below < 1e6 => (below / 1e3, " k"),
        below if below < 1e9 => (below / 1e6, " M"),
        above => (above / 1e9, " G"),
    };
    let digits = match value {
        below if below < 9.9995 => 3,
        below if below < 99.995 => 2,
        _ => 1,
    };
    format!("{value:.digits$}{unit}")
}

/// With a comma before each three digits.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// An operation with its parameter, as in an id.
pub(super) fn with_param(operation: &Operation, param: Option<u32>) -> String {
    match param {
        None => operation.name.to_owned(),
        Some(param) => format!("{}/{param}", operation.name),
    }
}

/// A time of RFC 3339 to the minute; other text as it is.
pub(super) fn minute(time: &str) -> String {
    match time.get(..16) {
        Some(minute) => format!("{} UTC", minute.replace('T', " ")),
        None => time.to_owned(),
    }
}

/// When the newest run began.
pub(super) fn date(results: &Results) -> String {
    let newest = results.environment.runs.last();
    newest.map_or_else(|| NOTHING.to_owned(), |run| minute(&run.started))
}

/// Which results these are, in one line.
pub(super) fn label(results: &Results) -> String {
    let environment = &results.environment;
    format!(
        "{}, {}, {}",
        environment.machine.cpu,
        environment.rust.target,
        date(results)
    )
}

/// The machine as its owner or its processor calls it: the name without the time that it begins with.
pub(super) fn machine(results: &Results) -> &str {
    let name = &results.name;
    name.split_once("Z-").map_or(name, |(_, machine)| machine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let grouped = [0, 999, 1_000, 1_234_567].map(grouped);
        assert_eq!(grouped, ["0", "999", "1,000", "1,234,567"]);
        let ratios = [0.5, 1.0, 9.999, 123.4].map(ratio);
        assert_eq!(ratios, ["0.500×", "1.00×", "10.0×", "123×"]);
        let counts = [7.0, 759.13, 12_856_123.0, 2e9].map(instructions);
        assert_eq!(counts, ["7.000", "759.1", "12.86 M", "2.000 G"]);
        assert_eq!(difference(-21_000.0), "−21.0 µs");
    }

    #[test]
    fn code_in_prose() {
        let html = Prose("As `verify <b>`, & more.").to_string();
        assert_eq!(html, "As <code>verify &#60;b&#62;</code>, &#38; more.");
    }

    #[test]
    fn intervals_say_their_unit_once() {
        let figure = |low, high| Figure {
            ns: low,
            low,
            high,
            samples: 1,
            allocated: None,
        };
        assert_eq!(interval(&figure(384e3, 390e3)), "384 to 390 µs");
        assert_eq!(interval(&figure(990e3, 1.02e6)), "990 µs to 1.02 ms");
    }
}
