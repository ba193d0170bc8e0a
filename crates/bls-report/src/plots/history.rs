//! A value run after run.

use std::fmt::Write as _;

use bls_alerts::trend::{Kind, Series};

use super::{CHARACTER, LINE, MARGIN, axes::Frame, escaped, marks::markers};
use crate::palette::{Style, style};

/// Without its legend, which it has not.
const HEIGHT: u32 = 2_600;
/// Of a small chart.
const SPARK: (f64, f64) = (300.0, 40.0);
/// What a small chart shows at most.
const SPARK_POINTS: usize = 100;

/// A chart of a series over its runs, with its levels: in per cent of the newest one, since what
/// changes is what it is about. `began` says when and at which revision a run was.
#[must_use]
pub fn history(series: &Series, began: &dyn Fn(usize) -> String) -> String {
    let (values, (low, high)) = percentages(series);
    let frame = Frame {
        title: format!("{}, {}", series.id, series.kind.name()),
        left: 8 * CHARACTER + LINE + MARGIN,
        height: HEIGHT,
        below: 0,
        x_label: "runs".to_owned(),
        y_label: Some("change to the newest level"),
        x_text: |run| format!("{run:.0}"),
        y_text: |value| percent(*value),
    };
    let end = number(values.len()) + 0.5;
    frame.draw(0.5..end, low..high, |place| {
        let at = |(index, value): (usize, &f64)| place(number(index + 1), *value);
        let points: Vec<(i32, i32)> = values.iter().enumerate().map(at).collect();
        let line: Vec<String> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
        let Style { colour, marker } = colours(series);
        let newest = series.newest_level();
        let (mut bars, mut borders) = (String::new(), String::new());
        for (first, end, level) in levels(series) {
            let (left, y) = place(number(first) + 0.5, (level / newest - 1.0) * 100.0);
            let (right, _) = place(number(end) + 0.5, 0.0);
            let title = escaped(&format!(
                "{} since {}, median of {} runs",
                series.kind.text(level),
                began(series.points[first].run),
                end - first
            ));
            let _ = write!(
                bars,
                "<path d=\"M{left} {y}H{right}\"><title>{title}</title></path>"
            );
            if first > 0 {
                let ((_, top), (_, bottom)) = (place(0.5, high), place(0.5, low));
                let _ = write!(borders, "M{left} {top}V{bottom}");
            }
        }
        format!(
            "<g class=\"c{colour}\" fill=\"none\" stroke=\"currentColor\">\
             <path stroke-width=\"10\" stroke-opacity=\"0.5\" d=\"M{}\"/>{}</g>\
             <g fill=\"none\" stroke=\"currentColor\"><path stroke-width=\"14\" \
             stroke-dasharray=\"60 40\" d=\"{borders}\"/>\
             <g stroke-width=\"60\" stroke-opacity=\"0.35\">{bars}</g></g>",
            line.join("L"),
            markers(marker, points)
        )
    })
}

/// The newest runs of a series as a line without axes.
#[must_use]
pub fn spark(series: &Series) -> String {
    let (values, (low, high)) = percentages(series);
    let values = &values[values.len().saturating_sub(SPARK_POINTS)..];
    let (width, height) = SPARK;
    let step = width / number(values.len().saturating_sub(1).max(1));
    #[allow(clippy::cast_possible_truncation, reason = "within the chart")]
    let at = |(index, value): (usize, &f64)| {
        let y = height * (high - value) / (high - low);
        ((number(index) * step).round() as i32, y.round() as i32)
    };
    let (mut line, mut last) = (String::new(), None);
    for (x, y) in values.iter().enumerate().map(at) {
        let _ = match last.replace((x, y)) {
            None => write!(line, "M{x} {y}"),
            Some((before, above)) => write!(line, "l{} {}", x - before, y - above),
        };
    }
    let Style { colour, .. } = colours(series);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"spark c{colour}\" aria-hidden=\"true\" \
         viewBox=\"0 0 {width} {height}\" preserveAspectRatio=\"none\"><path fill=\"none\" \
         stroke=\"currentColor\" stroke-width=\"1.5\" vector-effect=\"non-scaling-stroke\" \
         d=\"{line}\"/></svg>"
    )
}

/// The values, in per cent above the newest level, and the ends of an axis for them: noise that is
/// small looks small.
fn percentages(series: &Series) -> (Vec<f64>, (f64, f64)) {
    let newest = series.newest_level();
    let values = series
        .points
        .iter()
        .map(|point| (point.value / newest - 1.0) * 100.0);
    let values: Vec<f64> = values.collect();
    let least = match series.kind {
        Kind::Time | Kind::Corrected | Kind::Anchor => 2.0,
        Kind::Count => 0.1,
    };
    let low = values.iter().copied().fold(-least, f64::min);
    let high = values.iter().copied().fold(least, f64::max);
    let margin = 0.05 * (high - low);
    (values, (low - margin, high + margin))
}

/// The levels between change points: first point, the point after the last, and the median.
fn levels(series: &Series) -> Vec<(usize, usize, f64)> {
    let points = &series.change_points;
    let starts = points.iter().map(|point| point.index);
    let ends = starts.clone().chain([series.points.len()]);
    let first = points
        .first()
        .map_or_else(|| series.newest_level(), |point| point.before);
    let levels = [first]
        .into_iter()
        .chain(points.iter().map(|point| point.after));
    let levels = [0].into_iter().chain(starts).zip(ends).zip(levels);
    levels
        .map(|((start, end), level)| (start, end, level))
        .collect()
}

/// Those of the engine where the id has one.
fn colours(series: &Series) -> Style {
    style(series.id.split('/').nth(2).unwrap_or(&series.id))
}

fn percent(value: f64) -> String {
    let text = format!("{value:+.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "+" | "-" | "+0" | "-0" => "0".to_owned(),
        text => format!("{} %", text.replace('-', "−")),
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
fn number(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_short() {
        let texts = [0.0, -0.0, 2.0, -0.05, 10.0, 0.0004].map(percent);
        assert_eq!(texts, ["0", "0", "+2 %", "−0.05 %", "+10 %", "0"]);
    }
}
