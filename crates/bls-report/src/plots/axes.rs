//! Title, axes and their labels, which plotters draws.

use bls_results::time;
use plotters::{
    coord::ranged1d::{AsRangedCoord, ValueFormatter},
    prelude::*,
};

use super::{CHARACTER, LINE, MARGIN, WIDTH, escaped};

/// What plotters must be told for [`super::TEXT`]: it divides by 1.24.
const PLOTTERS_TEXT: u32 = 186;

/// By how much fonts may be taller than plotters thinks: the label of the vertical axis stands at 0.
const ASCENT: u32 = 40;

/// A logarithmic axis has all of 1, 2 and 5 up to this ratio of its ends, and powers of ten beyond.
const FEW_DECADES: f64 = 300.0;
const IN_MEMORY: &str = "a string can always be written to";

/// Title and axes.
pub(super) struct Frame {
    pub(super) title: String,
    /// Left of the chart, for the labels of the vertical axis.
    pub(super) left: u32,
    /// With title and labels.
    pub(super) height: u32,
    /// More height, for a legend.
    pub(super) below: u32,
    pub(super) x_label: String,
    /// None for a vertical axis that has neither labels nor a line.
    pub(super) y_label: Option<&'static str>,
    pub(super) x_text: fn(&f64) -> String,
    pub(super) y_text: fn(&f64) -> String,
}

impl Frame {
    /// A whole SVG. `contents` is told where values are, and makes elements.
    pub(super) fn draw<X, Y>(
        self,
        x: X,
        y: Y,
        contents: impl FnOnce(&dyn Fn(f64, f64) -> (i32, i32)) -> String,
    ) -> String
    where
        X: AsRangedCoord<Value = f64>,
        Y: AsRangedCoord<Value = f64>,
        X::CoordDescType: ValueFormatter<f64>,
        Y::CoordDescType: ValueFormatter<f64>,
    {
        let mut axes = String::new();
        let contents = self.axes(&mut axes, x, y, contents).expect(IN_MEMORY);
        let (_, axes) = axes.split_once('>').expect(IN_MEMORY);
        let axes = axes.replace(" opacity=\"1\"", "");
        let axes = axes.replace(" font-family=\"sans-serif\"", "");
        let axes = axes.replace("\"#000000\"", "\"currentColor\"");
        let axes = axes.trim_end().trim_end_matches("</svg>");
        let height = self.height + self.below;
        let title = escaped(&self.title);
        let width = WIDTH + ASCENT;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" role=\"img\" \
             aria-label=\"{title}\" viewBox=\"-{ASCENT} 0 {width} {height}\">{axes}{contents}</svg>"
        )
    }

    fn axes<X, Y>(
        &self,
        svg: &mut String,
        x: X,
        y: Y,
        contents: impl FnOnce(&dyn Fn(f64, f64) -> (i32, i32)) -> String,
    ) -> Result<String, DrawingAreaErrorKind<std::io::Error>>
    where
        X: AsRangedCoord<Value = f64>,
        Y: AsRangedCoord<Value = f64>,
        X::CoordDescType: ValueFormatter<f64>,
        Y::CoordDescType: ValueFormatter<f64>,
    {
        let text = ("sans-serif", PLOTTERS_TEXT);
        let root = SVGBackend::with_string(svg, (WIDTH, self.height)).into_drawing_area();
        let mut chart = ChartBuilder::on(&root)
            .margin_top(60)
            .margin_right(MARGIN)
            .caption(&self.title, text)
            .x_label_area_size(2 * LINE + 60)
            .y_label_area_size(self.left)
            .build_cartesian_2d(x, y)?;
        let mut mesh = chart.configure_mesh();
        mesh.disable_x_mesh()
            .bold_line_style(BLACK.mix(0.2).stroke_width(8))
            .axis_style(BLACK.stroke_width(12))
            .set_all_tick_mark_size(40)
            .label_style(text)
            .x_labels(5)
            .x_label_formatter(&self.x_text)
            .y_label_formatter(&self.y_text)
            .x_desc(&self.x_label);
        match self.y_label {
            Some(label) => mesh.y_desc(label),
            None => mesh.disable_y_mesh().disable_y_axis(),
        };
        mesh.draw()?;
        let contents = contents(&|x, y| chart.plotting_area().map_coordinate(&(x, y)));
        root.present()?;
        Ok(contents)
    }
}

/// A time at an axis, which is round.
pub(super) fn tick(ns: f64) -> String {
    if ns <= 0.0 {
        return "0".to_owned();
    }
    time(ns).replace(".00 ", " ").replace(".0 ", " ")
}

/// The ends of a logarithmic axis on which there are two labels at least.
pub(super) fn widened(low: f64, high: f64) -> (f64, f64) {
    let middle = (low * high).sqrt();
    let half = (high / low).sqrt().max(5_f64.sqrt()) * 1.1;
    (middle / half, middle * half)
}

/// The labels of a logarithmic axis of times.
pub(super) fn steps(low: f64, high: f64) -> Vec<f64> {
    let mantissas: &[f64] = if high / low > FEW_DECADES {
        &[1.0]
    } else {
        &[1.0, 2.0, 5.0]
    };
    let decades = (-3..=12).map(|exponent| 10_f64.powi(exponent));
    let steps = decades.flat_map(|decade| mantissas.iter().map(move |step| step * decade));
    steps.filter(|step| (low..=high).contains(step)).collect()
}

/// The parameters that have room for a label, round ones first; `unit` is the width of a factor e.
pub(super) fn labelled(params: &[u32], unit: f64) -> Vec<f64> {
    let mut wanted = params.to_vec();
    wanted.sort_by_key(|n| !(n.is_power_of_two() || n.is_multiple_of(10)));
    let mut placed: Vec<(f64, f64)> = Vec::new();
    for n in wanted {
        let half = f64::from((n.ilog10() + 1) * CHARACTER + CHARACTER) / 2.0;
        let n = f64::from(n);
        let clear = |(other, width): &(f64, f64)| (n / other).ln().abs() * unit >= half + width;
        if placed.iter().all(clear) {
            placed.push((n, half));
        }
    }
    placed.into_iter().map(|(n, _)| n).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_labels() {
        for (low, high) in [(1.0, 1.0), (990.0, 1_010.0), (3.0, 1e9), (6.1, 6.2)] {
            let (bottom, top) = widened(low, high);
            assert!(bottom < low && high < top);
            let steps = steps(bottom, top);
            assert!(
                (2..=12).contains(&steps.len()),
                "{low} to {high}: {steps:?}"
            );
        }
        assert_eq!(
            [1e3, 2e4, 5e8, 0.0].map(tick),
            ["1 µs", "20 µs", "500 ms", "0"]
        );
    }

    #[test]
    fn labels_do_not_overlap() {
        let params = [1, 2, 3, 4, 8, 16, 31, 32, 33, 64];
        let mut labels = labelled(&params, 400.0);
        labels.sort_by(f64::total_cmp);
        assert_eq!(labels, [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0]);
    }
}
