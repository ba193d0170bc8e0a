//! Charts as SVG. Engines have the classes of [`palette`](crate::palette), and everything else the
//! colour of the text around, so that a style sheet decides on light and dark.

mod axes;
mod history;
mod marks;

use bls_api::{
    ClassicOp, CurveOp, DuskOp, Group, Kind, Operation, PrecompileOp, SignatureOp, TransportOp,
};
use bls_results::{Figure, Results, time};
use plotters::prelude::{BindKeyPoints as _, IntoLogRange as _};

use crate::{
    cost_model::{Model, Piece, Point, models},
    palette::{Style, style},
};
use axes::{Frame, labelled, steps, tick, widened};
pub use history::{history, spark};
use marks::{MARKER, legend, legend_height, markers};

/// Of every chart, in units of which the text is [`TEXT`] high: a chart may be as narrow as 340
/// pixels. Plotters counts in whole units, so they are small.
const WIDTH: u32 = 5_200;
const TEXT: u32 = 150;
/// About as wide as a character is.
const CHARACTER: u32 = 85;
const LINE: u32 = 230;
const MARGIN: u32 = 150;
/// Of a chart over a parameter, without its legend.
const HEIGHT: u32 = 3_700;
/// Bars begin at zero up to this ratio of the longest to the shortest.
const COMPARABLE: f64 = 100.0;

/// The chart for an operation: over its parameter, if more than one was measured.
#[must_use]
pub fn plot(results: &Results, group: Group, operation: &Operation) -> Option<String> {
    scaling(results, group, operation).or_else(|| bars(results, group, operation))
}

/// Time over the parameter of an operation, both logarithmic, with the lines of the cost models; none
/// where fewer than two parameters were measured.
#[must_use]
pub fn scaling(results: &Results, group: Group, operation: &Operation) -> Option<String> {
    let models = models(results, group, operation);
    let points = || models.values().flat_map(|model| &model.points);
    let mut params: Vec<u32> = points().map(|point| point.n).collect();
    params.sort_unstable();
    params.dedup();
    let [first, .., last] = params[..] else {
        return None;
    };
    let (first, last) = (f64::from(first), f64::from(last));
    let margin = (last / first).powf(0.04);
    let (left, right) = (first / margin, last * margin);
    let low = points()
        .map(|point| point.low)
        .fold(f64::INFINITY, f64::min);
    let high = points().map(|point| point.high).fold(0.0, f64::max);
    let (bottom, top) = widened(low, high);
    let frame = Frame {
        title: format!("{group}/{}", operation.name),
        left: 6 * CHARACTER + LINE + MARGIN,
        height: HEIGHT,
        below: legend_height(models.keys()),
        x_label: format!("N ({})", items(operation)),
        y_label: Some("time"),
        x_text: |n| format!("{n:.0}"),
        y_text: |ns| tick(*ns),
    };
    let width = f64::from(WIDTH - frame.left - MARGIN);
    let unit = width / (right / left).ln();
    let x = (left..right)
        .log_scale()
        .with_key_points(labelled(&params, unit));
    let y = (bottom..top)
        .log_scale()
        .with_key_points(steps(bottom, top));
    Some(frame.draw(x, y, |place| {
        let series = models.iter();
        let series: String = series
            .map(|(engine, model)| draw_series(engine, model, place))
            .collect();
        let hover = models
            .iter()
            .map(|(engine, model)| draw_hover(engine, model, place));
        let (hover, legend) = (hover.collect::<String>(), legend(models.keys(), HEIGHT));
        format!(
            "{series}{legend}<g stroke=\"transparent\" stroke-width=\"180\" \
             stroke-linecap=\"round\">{hover}</g>"
        )
    }))
}

/// The engines of an operation that has no parameter, or one that was measured, fastest first; none
/// for fewer than two.
#[must_use]
pub fn bars(results: &Results, group: Group, operation: &Operation) -> Option<String> {
    let rows = results.rows.iter();
    let mut rows: Vec<(&str, Option<u32>, &Figure)> = rows
        .filter(|row| row.id.group == group && row.id.operation == operation)
        .filter_map(|row| Some((row.id.engine.as_str(), row.id.param, row.figure()?)))
        .collect();
    rows.sort_by(|a, b| a.2.ns.total_cmp(&b.2.ns));
    let [(_, param, fastest), .., (.., slowest)] = rows[..] else {
        return None;
    };
    if rows.iter().any(|row| row.1 != param) {
        return None;
    }
    let title = match param {
        None => format!("{group}/{}", operation.name),
        Some(n) => format!("{group}/{}, {n} {}", operation.name, items(operation)),
    };
    let longest = rows.iter().map(|row| row.0.len()).max()?;
    let lines = u32::try_from(rows.len()).ok()?;
    let frame = Frame {
        title,
        left: u32::try_from(longest).ok()? * CHARACTER + MARGIN,
        height: lines * LINE + 4 * LINE,
        below: 0,
        x_label: "time".to_owned(),
        y_label: None,
        x_text: |ns| tick(*ns),
        y_text: |_| String::new(),
    };
    let greatest = rows.iter().map(|row| row.2.high).fold(0.0, f64::max);
    let y = 0.0..f64::from(lines);
    let left = frame.left.cast_signed();
    Some(if slowest.ns / fastest.ns <= COMPARABLE {
        let end = greatest * 1.05;
        frame.draw(0.0..end, y, |place| {
            draw_rows(&rows, left, Some(0.0), place)
        })
    } else {
        let (start, end) = widened(fastest.low, greatest);
        let x = (start..end).log_scale().with_key_points(steps(start, end));
        frame.draw(x, y, |place| draw_rows(&rows, left, None, place))
    })
}

/// What the parameter of an operation counts.
#[must_use]
pub fn items(operation: &Operation) -> &'static str {
    match operation.kind {
        Kind::Signature(
            SignatureOp::AggregateSignatures
            | SignatureOp::BatchVerify
            | SignatureOp::BatchVerifyMt,
        )
        | Kind::Dusk(DuskOp::AddSignatures)
        | Kind::Classic(ClassicOp::BatchVerify(_))
        | Kind::Transport(TransportOp::AggregateSignatures(_)) => "signatures",
        Kind::Signature(SignatureOp::AggregatePublicKeys)
        | Kind::Dusk(_)
        | Kind::Transport(TransportOp::AggregatePublicKeys(_)) => "public keys",
        Kind::Signature(_) => "signers",
        Kind::Curve(CurveOp::MultiPairing | CurveOp::MultiPairingMt)
        | Kind::Precompile(PrecompileOp::PairingCheck) => "pairs",
        Kind::Curve(_) | Kind::Precompile(_) => "points",
        Kind::Transport(TransportOp::SignInFlight | TransportOp::VerifyInFlight) => {
            "calls in flight"
        }
        Kind::Transport(TransportOp::SignBatch | TransportOp::VerifyBatch) => "requests",
        Kind::Transport(_) | Kind::Classic(_) => "bytes",
        Kind::Ring(_) => "ring members",
    }
}

/// The lines, intervals and markers of an engine.
fn draw_series(engine: &str, model: &Model, place: &dyn Fn(f64, f64) -> (i32, i32)) -> String {
    let lines = model.pieces.iter().map(|piece| {
        let corners = corners(piece).map(|n| {
            let (x, y) = place(n, piece.at(n));
            format!("{x} {y}")
        });
        format!("M{}", corners.collect::<Vec<_>>().join("L"))
    });
    let intervals = model.points.iter().filter_map(|point| {
        let ends = [point.low, point.high].map(|ns| place(f64::from(point.n), ns));
        let [(x, low), (_, high)] = ends;
        (low - high > MARKER).then(|| format!("M{x} {low}V{high}"))
    });
    let lines: String = lines.chain(intervals).collect();
    let at = model
        .points
        .iter()
        .map(|point| place(f64::from(point.n), point.ns));
    let Style { colour, marker } = style(engine);
    format!(
        "<g class=\"c{colour}\" fill=\"none\" stroke=\"currentColor\">\
         <path stroke-width=\"12\" d=\"{lines}\"/>{}</g>",
        markers(marker, at)
    )
}

/// What is under the pointer: discs that are not seen, over the markers.
fn draw_hover(engine: &str, model: &Model, place: &dyn Fn(f64, f64) -> (i32, i32)) -> String {
    let disc = |point: &Point| {
        let (x, y) = place(f64::from(point.n), point.ns);
        let figure = spread(point.ns, point.low, point.high);
        let text = escaped(&format!("{engine}, N = {}: {figure}", point.n));
        format!("<path d=\"M{x} {y}h1\"><title>{text}</title></path>")
    };
    model.points.iter().map(disc).collect()
}

/// Where to draw the line of a piece, which is curved on logarithmic axes.
fn corners(piece: &Piece) -> impl Iterator<Item = f64> {
    let (first, last) = (f64::from(piece.first), f64::from(piece.last));
    let count = 4 * (1 + piece.last.ilog10() - piece.first.ilog10());
    (0..=count).map(move |step| first * (last / first).powf(f64::from(step) / f64::from(count)))
}

/// For each engine, from the bottom: its name, a bar from `origin` or a marker where there is none, and
/// the interval.
fn draw_rows(
    rows: &[(&str, Option<u32>, &Figure)],
    left: i32,
    origin: Option<f64>,
    place: &dyn Fn(f64, f64) -> (i32, i32),
) -> String {
    let row = |(index, (engine, _, figure)): (u32, &(&str, Option<u32>, &Figure))| {
        let times = [figure.low, figure.ns, figure.high];
        let [(low, _), (x, y), (high, _)] = times.map(|ns| place(ns, f64::from(index) + 0.5));
        let Style { colour, marker } = style(engine);
        let mark = match origin.map(|origin| place(origin, 0.0)) {
            None => markers(marker, [(x, y)]),
            Some((start, _)) => format!(
                "<path stroke-width=\"130\" stroke-opacity=\"0.6\" d=\"M{start} {y}H{x}\"/>"
            ),
        };
        let (name, end) = (escaped(engine), left - 60);
        let hover = escaped(&format!(
            "{engine}: {}",
            spread(figure.ns, figure.low, figure.high)
        ));
        let whisker = y - 40;
        format!(
            "<text x=\"{end}\" y=\"{y}\" dy=\"0.35em\">{name}</text>\
             <g class=\"c{colour}\" fill=\"none\" stroke=\"currentColor\">{mark}\
             <path stroke-width=\"20\" d=\"M{low} {y}H{high}M{low} {whisker}v80M{high} {whisker}v80\"/>\
             </g><path stroke=\"transparent\" stroke-width=\"{LINE}\" d=\"M0 {y}H{WIDTH}\">\
             <title>{hover}</title></path>"
        )
    };
    let rows: String = (0..).zip(rows.iter().rev()).map(row).collect();
    format!("<g font-size=\"{TEXT}\" fill=\"currentColor\" text-anchor=\"end\">{rows}</g>")
}

/// `38.2 ms (37.9 to 38.6)`.
fn spread(ns: f64, low: f64, high: f64) -> String {
    let [figure, low, high] = [ns, low, high].map(time);
    let (_, unit) = figure.split_once(' ').unwrap_or_default();
    let bare = |end: &str| Some(end.strip_suffix(unit)?.strip_suffix(' ')?.to_owned());
    match (bare(&low), bare(&high)) {
        (Some(low), Some(high)) => format!("{figure} ({low} to {high})"),
        _ => format!("{figure} ({low} to {high})"),
    }
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use bls_results::{Outcome, Row};

    use super::*;
    use crate::fixture;

    fn row(id: &str, ns: f64) -> Row {
        Row {
            id: id.parse().unwrap(),
            run: 0,
            outcome: Outcome::Measured(Figure {
                ns,
                low: ns * 0.98,
                high: ns * 1.01,
                samples: 3,
                allocated: None,
            }),
        }
    }

    fn chart(group: Group, operation: &str, rows: impl IntoIterator<Item = Row>) -> Option<String> {
        plot(
            &fixture::results(rows),
            group,
            group.operation(operation).unwrap(),
        )
    }

    #[test]
    fn points_say_what_they_are() {
        let rows = [(10, 4_000_000.0), (100, 38_200_000.0)];
        let rows = rows.map(|(n, ns)| row(&format!("min_pk/aggregate_verify/blst/{n}"), ns));
        let svg = chart(Group::MinPk, "aggregate_verify", rows).unwrap();
        for part in [
            "role=\"img\" aria-label=\"min_pk/aggregate_verify\"",
            "<title>blst, N = 100: 38.2 ms (37.4 to 38.6)</title>",
            ">\nN (signers)\n<",
            ">\ntime\n<",
            ">\n10 ms\n<",
            "class=\"c0\"",
            "font-size=\"150\"",
        ] {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        assert!(!svg.contains('#'), "a colour of its own: {svg}");
    }

    #[test]
    fn one_parameter_makes_bars() {
        let rows = || {
            [("blst", 1_000_000.0), ("herumi", 2_000_000.0)]
                .map(|(engine, ns)| row(&format!("curve/g1_msm/{engine}/128"), ns))
        };
        let svg = chart(Group::Curve, "g1_msm", rows()).unwrap();
        assert!(
            svg.contains("aria-label=\"curve/g1_msm, 128 points\""),
            "{svg}"
        );
        assert!(
            svg.contains("<title>herumi: 2.00 ms (1.96 to 2.02)</title>"),
            "{svg}"
        );
        // The fastest is at the top, which is drawn last.
        assert!(svg.find(">herumi<") < svg.find(">blst<"), "{svg}");
        assert_eq!(
            chart(Group::Curve, "g1_msm", rows().into_iter().take(1)),
            None
        );
        assert_eq!(chart(Group::Curve, "pairing", rows()), None);
    }

    /// Not by id, whose engines are of few characters, but a folder may hold anything.
    #[test]
    fn text_stays_text() {
        let rows = || {
            [("<script>", 1.0), ("b", 1_000.0)].map(|(engine, ns)| {
                let mut row = row("min_pk/verify/blst", ns);
                engine.clone_into(&mut row.id.engine);
                row
            })
        };
        let bars = chart(Group::MinPk, "verify", rows()).unwrap();
        let scaling = chart(
            Group::Curve,
            "g2_msm",
            [1, 2].into_iter().flat_map(|n| {
                rows().map(|row| Row {
                    id: bls_api::Id {
                        engine: row.id.engine,
                        ..format!("curve/g2_msm/x/{n}").parse().unwrap()
                    },
                    ..row
                })
            }),
        )
        .unwrap();
        for (svg, title) in [
            (bars, "&lt;script&gt;: "),
            (scaling, "&lt;script&gt;, N = 2: "),
        ] {
            assert!(!svg.contains("<script>"), "{svg}");
            assert!(svg.contains(&format!("<title>{title}1.00 ns")), "{svg}");
        }
    }

    #[test]
    fn the_largest_chart_is_small_and_the_same_again() {
        let group = Group::Curve;
        let operation = group.operation("g1_msm").unwrap();
        let ids = operation.params.iter().flat_map(|param| {
            (1..=15).map(move |engine| (engine, param.value.unwrap_or_default()))
        });
        let rows = ids.map(|(engine, n)| {
            let ns = f64::from(engine) * 1e5 * (1.0 + f64::from(n));
            row(&format!("curve/g1_msm/engine_{engine}/{n}"), ns)
        });
        let results = fixture::results(rows);
        let svg = scaling(&results, group, operation).unwrap();
        assert!(svg.len() < 40_000, "{} bytes", svg.len());
        assert_eq!(scaling(&results, group, operation), Some(svg));
    }
}
