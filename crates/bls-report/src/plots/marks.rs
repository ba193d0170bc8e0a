//! Markers and the legend.

use super::{CHARACTER, LINE, MARGIN, TEXT, WIDTH, escaped};
use crate::palette::{Style, style};

/// About as high as a marker is: what is shorter cannot be seen behind it.
pub(super) const MARKER: i32 = 100;

/// Markers of one kind. A short line with wide ends is a disc or a square.
pub(super) fn markers(kind: usize, at: impl IntoIterator<Item = (i32, i32)>) -> String {
    let (attributes, shape) = match kind {
        0 => ("stroke-width=\"110\" stroke-linecap=\"round\"", "h1"),
        1 => ("stroke-width=\"95\" stroke-linecap=\"square\"", "h1"),
        2 => (
            "stroke=\"none\" fill=\"currentColor\"",
            "m-65 50h130l-65-115z",
        ),
        3 => ("stroke-width=\"30\"", "m-48-48l96 96m0-96l-96 96"),
        _ => (
            "stroke=\"none\" fill=\"currentColor\"",
            "m-70 0l70-70 70 70-70 70z",
        ),
    };
    let shapes = at.into_iter().map(|(x, y)| format!("M{x} {y}{shape}"));
    format!("<path {attributes} d=\"{}\"/>", shapes.collect::<String>())
}

/// The columns of a legend, and their width.
fn columns<'a>(engines: impl Iterator<Item = &'a String>) -> (u32, u32) {
    let longest = engines.map(String::len).max().unwrap_or(0);
    let width = u32::try_from(longest).unwrap_or(WIDTH) * CHARACTER + 2 * LINE;
    let columns = ((WIDTH - MARGIN) / width).max(1);
    (columns, (WIDTH - MARGIN) / columns)
}

pub(super) fn legend_height<'a>(engines: impl ExactSizeIterator<Item = &'a String>) -> u32 {
    let count = u32::try_from(engines.len()).unwrap_or(0);
    count.div_ceil(columns(engines).0) * LINE + MARGIN
}

pub(super) fn legend<'a>(engines: impl Iterator<Item = &'a String> + Clone, top: u32) -> String {
    let (columns, width) = columns(engines.clone());
    let entry = |(index, engine): (u32, &String)| {
        let x = MARGIN + index % columns * width;
        let y = top + index / columns * LINE + LINE / 2;
        let (x, y) = (x.cast_signed(), y.cast_signed());
        let Style { colour, marker } = style(engine);
        format!(
            "<g class=\"c{colour}\" fill=\"none\" stroke=\"currentColor\">{}</g>\
             <text x=\"{}\" y=\"{y}\" dy=\"0.35em\">{}</text>",
            markers(marker, [(x, y)]),
            x + 130,
            escaped(engine)
        )
    };
    let entries: String = (0..).zip(engines).map(entry).collect();
    format!("<g font-size=\"{TEXT}\" fill=\"currentColor\">{entries}</g>")
}
