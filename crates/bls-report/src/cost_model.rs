//! What an operation costs by its parameter: `constant + per_item * N`, fitted to what was measured.

use std::{collections::BTreeMap, iter};

use bls_api::{CurveOp, Group, Kind, Operation, PointOp, PrecompileOp, TransportOp};
use bls_results::{Figure, Results};
use serde::Serialize;

use crate::ranking::TIE;

/// What was measured of one engine and operation, and what that says of other parameters.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Model {
    /// In the order of N.
    pub points: Vec<Point>,
    /// In the order of N, without overlap; a range of N with fewer than two points has none.
    pub pieces: Vec<Piece>,
}

/// One parameter that was measured; times in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Point {
    /// The parameter.
    pub n: u32,
    /// The figure.
    pub ns: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A range of N in which the engine works by one algorithm.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Piece {
    /// The first N of the range.
    pub from: u32,
    /// The first N after the range; none for the last.
    pub until: Option<u32>,
    /// The least N in it that was measured.
    pub first: u32,
    /// The greatest.
    pub last: u32,
    /// Nanoseconds for any N.
    pub constant: f64,
    /// Nanoseconds for each of N.
    pub per_item: f64,
    /// How far the ends of the measured intervals are from the line at most, relative to it.
    pub deviation: f64,
}

/// What a [`Model`] says of an N; times in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Prediction {
    /// The time.
    pub ns: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Where they are from.
    pub kind: PredictionKind,
}

/// Where a [`Prediction`] is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PredictionKind {
    /// It is the figure and its interval.
    Measured,
    /// Between two measured N of one piece.
    Interpolated,
    /// Beyond the measured N of its piece.
    Extrapolated,
}

/// What the interval of a prediction is, for readers.
pub const INTERVAL: &str = "a measured N has its figure and interval; any other has the line's value, give or \
     take the largest relative deviation of the end of a measured interval from the line";

/// A line is looked for on either side of a switch from so many points on.
const POINTS_OF_A_PIECE: usize = 3;

/// The models of all engines that have a figure for an operation with a parameter, by engine.
#[must_use]
pub fn models(results: &Results, group: Group, operation: &Operation) -> BTreeMap<String, Model> {
    let mut engines: BTreeMap<&str, Vec<Point>> = BTreeMap::new();
    for row in &results.rows {
        if row.id.group == group
            && row.id.operation == operation
            && let (Some(n), Some(figure)) = (row.id.param, row.figure())
        {
            let points = engines.entry(&row.id.engine).or_default();
            points.push(Point::of(n, figure));
        }
    }
    let models = engines.into_iter().map(|(engine, points)| {
        let model = if is_msm(operation) {
            Model::in_pieces(points, switches(engine, operation.name))
        } else if is_amount(operation) {
            Model::line(points)
        } else {
            Model::without_line(points)
        };
        (engine.to_owned(), model)
    });
    models.collect()
}

fn is_msm(operation: &Operation) -> bool {
    matches!(
        operation.kind,
        Kind::Curve(
            CurveOp::G1(PointOp::Msm | PointOp::MsmMt) | CurveOp::G2(PointOp::Msm | PointOp::MsmMt)
        ) | Kind::Precompile(PrecompileOp::G1Msm | PrecompileOp::G2Msm)
    )
}

/// False where the work is the same for every N, which is how much of it is done at a time.
fn is_amount(operation: &Operation) -> bool {
    !matches!(
        operation.kind,
        Kind::Transport(TransportOp::SignInFlight | TransportOp::VerifyInFlight)
    )
}

/// From which N on an engine computes multi-scalar multiplications by another algorithm, as the
/// engines have it in `curve.rs`, `group.rs` and `curve.go`. With all cores it depends on their number.
fn switches(engine: &str, operation: &str) -> &'static [u32] {
    let in_g1 = match operation {
        "g1_msm" | "g1msm" => true,
        "g2_msm" | "g2msm" => false,
        _ => return &[],
    };
    match (engine, in_g1) {
        ("blst" | "blst_go" | "blst_portable", true) | ("blsful", _) => &[2],
        ("blst" | "blst_go" | "blst_portable", false) => &[3],
        ("arkworks" | "geth", _) => &[4],
        ("dusk_v2", true) => &[9, 32],
        ("gnark", true) => &[8],
        ("gnark", false) => &[10],
        ("herumi", true) => &[16, 192],
        ("miracl", true) => &[24],
        _ => &[],
    }
}

impl Point {
    fn of(n: u32, figure: &Figure) -> Self {
        Self {
            n,
            ns: figure.ns,
            low: figure.low,
            high: figure.high,
        }
    }
}

impl Model {
    /// One line for every N.
    #[must_use]
    pub fn line(points: Vec<Point>) -> Self {
        Self::cut(points, &[])
    }

    /// A line for each algorithm: it changes at the N that are known, and where two lines say less
    /// than half as far from what was measured as one.
    #[must_use]
    pub fn in_pieces(mut points: Vec<Point>, switches: &[u32]) -> Self {
        points.sort_by_key(|point| point.n);
        let mut cuts = switches.to_vec();
        let same = |a: &Point, b: &Point| {
            let mut between = switches.iter().filter(|&&at| a.n < at && at <= b.n);
            between.next().is_none()
        };
        for part in points.chunk_by(same) {
            find_switches(part, &mut cuts);
        }
        cuts.sort_unstable();
        Self::cut(points, &cuts)
    }

    /// The figures alone.
    fn without_line(mut points: Vec<Point>) -> Self {
        points.sort_by_key(|point| point.n);
        Self {
            points,
            pieces: Vec::new(),
        }
    }

    fn cut(points: Vec<Point>, cuts: &[u32]) -> Self {
        let mut model = Self::without_line(points);
        let starts = iter::once(1).chain(cuts.iter().copied());
        let ends = cuts.iter().copied().map(Some).chain([None]);
        for (from, until) in starts.zip(ends) {
            let inside = |point: &&Point| contains(from, until, point.n);
            let points: Vec<Point> = model.points.iter().filter(inside).copied().collect();
            model.pieces.extend(Piece::fit(from, until, &points));
        }
        model
    }

    /// What is known of N; nothing where no line was fitted. `assets/calculator.js` says the same.
    #[must_use]
    pub fn predict(&self, n: u32) -> Option<Prediction> {
        if let Some(point) = self.points.iter().find(|point| point.n == n) {
            return Some(Prediction {
                ns: point.ns,
                low: point.low,
                high: point.high,
                kind: PredictionKind::Measured,
            });
        }
        let mut pieces = self.pieces.iter();
        let piece = pieces.find(|piece| contains(piece.from, piece.until, n))?;
        let ns = piece.at(f64::from(n));
        Some(Prediction {
            ns,
            low: (ns * (1.0 - piece.deviation)).max(0.0),
            high: ns * (1.0 + piece.deviation),
            kind: if piece.first < n && n < piece.last {
                PredictionKind::Interpolated
            } else {
                PredictionKind::Extrapolated
            },
        })
    }
}

fn contains(from: u32, until: Option<u32>, n: u32) -> bool {
    from <= n && until.is_none_or(|until| n < until)
}

/// Adds the N at which the algorithm seems to change. Between the measured N around it nobody knows
/// where it does: it is put in the middle, by ratio.
fn find_switches(points: &[Point], cuts: &mut Vec<u32>) {
    let deviation = |points: &[Point]| Piece::fit(1, None, points).map(|piece| piece.deviation);
    // A line that is as near as two figures that tie needs no other beside it.
    let Some(whole) = deviation(points).filter(|whole| *whole > TIE) else {
        return;
    };
    let ends = POINTS_OF_A_PIECE..=points.len().saturating_sub(POINTS_OF_A_PIECE);
    let halves = ends.filter_map(|at| {
        let (left, right) = points.split_at(at);
        Some((at, deviation(left)?.max(deviation(right)?)))
    });
    if let Some((at, best)) = halves.min_by(|a, b| a.1.total_cmp(&b.1))
        && best < whole / 2.0
    {
        let (left, right) = points.split_at(at);
        let between = u64::from(left[at - 1].n) * u64::from(right[0].n);
        cuts.extend(u32::try_from(between.isqrt() + 1));
        find_switches(left, cuts);
        find_switches(right, cuts);
    }
}

impl Piece {
    /// The line with the least squares of relative errors, neither term of it negative; none for fewer
    /// than two N.
    fn fit(from: u32, until: Option<u32>, points: &[Point]) -> Option<Self> {
        let [first, .., last] = points else {
            return None;
        };
        let weighted = |value: &dyn Fn(f64, f64) -> f64| -> f64 {
            let terms = points.iter().map(|point| {
                let weight = 1.0 / (point.ns * point.ns);
                weight * value(f64::from(point.n), point.ns)
            });
            terms.sum()
        };
        let weight = weighted(&|_, _| 1.0);
        let mean_n = weighted(&|n, _| n) / weight;
        let mean_ns = weighted(&|_, ns| ns) / weight;
        let slope = weighted(&|n, ns| (n - mean_n) * (ns - mean_ns))
            / weighted(&|n, _| (n - mean_n) * (n - mean_n));
        let intercept = mean_ns - slope * mean_n;
        // Where the best line has a negative term, the best of those that have none has zero there.
        let (constant, per_item) = if slope < 0.0 {
            (mean_ns, 0.0)
        } else if intercept < 0.0 {
            (0.0, weighted(&|n, ns| n * ns) / weighted(&|n, _| n * n))
        } else {
            (intercept, slope)
        };
        let mut piece = Self {
            from,
            until,
            first: first.n,
            last: last.n,
            constant,
            per_item,
            deviation: 0.0,
        };
        let deviations = points.iter().flat_map(|point| {
            let line = piece.at(f64::from(point.n));
            [point.low, point.high].map(|end| (end - line).abs() / line)
        });
        piece.deviation = deviations.fold(0.0, f64::max);
        Some(piece)
    }

    /// Nanoseconds by the line.
    #[must_use]
    pub fn at(&self, n: f64) -> f64 {
        self.constant + self.per_item * n
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// With intervals of one percent to either side.
    fn points(times: &[(u32, f64)]) -> Vec<Point> {
        let points = times.iter().map(|&(n, ns)| Point {
            n,
            ns,
            low: ns * 0.99,
            high: ns * 1.01,
        });
        points.collect()
    }

    fn assert_near(value: f64, expected: f64) {
        assert!(
            (value - expected).abs() <= 1e-9 * expected.abs(),
            "{value} is not {expected}"
        );
    }

    #[test]
    fn two_points_are_on_their_line() {
        let model = Model::line(points(&[(10, 1_100.0), (100, 2_000.0)]));
        let [piece] = model.pieces[..] else {
            panic!("{model:?}");
        };
        assert_near(piece.constant, 1_000.0);
        assert_near(piece.per_item, 10.0);
        assert!((piece.deviation - 0.01).abs() < 1e-9, "{piece:?}");
        let between = model.predict(50).unwrap();
        assert_near(between.ns, 1_500.0);
        assert_near(between.low, 1_485.0);
        assert_near(between.high, 1_515.0);
        assert_eq!(between.kind, PredictionKind::Interpolated);
        for n in [1, 9, 101, u32::MAX] {
            let beyond = model.predict(n).unwrap();
            assert_eq!(beyond.kind, PredictionKind::Extrapolated);
            assert_near(beyond.ns, 1_000.0 + 10.0 * f64::from(n));
        }
        assert_eq!(model.predict(0), None);
    }

    #[test]
    fn what_was_measured_is_not_predicted() {
        let model = Model::line(points(&[(1, 100.0), (2, 250.0), (3, 300.0)]));
        let measured = Prediction {
            ns: 250.0,
            low: 247.5,
            high: 252.5,
            kind: PredictionKind::Measured,
        };
        assert_eq!(model.predict(2), Some(measured));
    }

    #[test]
    fn one_point_has_no_line() {
        let model = Model::line(points(&[(7, 5.0)]));
        assert_eq!(model.pieces, []);
        assert_eq!(model.predict(7).unwrap().kind, PredictionKind::Measured);
        assert_eq!(model.predict(8), None);
        assert_eq!(Model::line(Vec::new()).predict(1), None);
    }

    #[test]
    fn errors_are_relative() {
        // Weights 4, 4 and 1: 10/17 and 20/17, where equal ones make it 5/7 and 1.
        let piece = Model::line(points(&[(1, 2.0), (2, 2.0), (4, 4.0)])).pieces[0];
        assert_near(piece.per_item, 10.0 / 17.0);
        assert_near(piece.constant, 20.0 / 17.0);
    }

    #[test]
    fn terms_are_not_negative() {
        let steep = Model::line(points(&[(1, 1.0), (10, 100.0)])).pieces[0];
        assert_near(steep.constant, 0.0);
        // (1/1 + 10/100) / (1/1 + 100/10000)
        assert_near(steep.per_item, 1.1 / 1.01);
        let falling = Model::line(points(&[(1, 4.0), (10, 2.0)])).pieces[0];
        assert_near(falling.per_item, 0.0);
        // (1/4 + 1/2) / (1/16 + 1/4)
        assert_near(falling.constant, 2.4);
        // 4.04 is the end that is farthest: 68.3 % above the line.
        assert_near(falling.deviation, 4.04 / 2.4 - 1.0);
    }

    /// 10 for each below 9; 100 and 2 for each from there.
    const TWO_ALGORITHMS: [(u32, f64); 7] = [
        (1, 10.0),
        (2, 20.0),
        (4, 40.0),
        (8, 80.0),
        (16, 132.0),
        (64, 228.0),
        (256, 612.0),
    ];

    #[test]
    fn a_known_switch_is_exact() {
        let model = Model::in_pieces(points(&TWO_ALGORITHMS), &[9]);
        let ranges: Vec<_> = model.pieces.iter().map(|it| (it.from, it.until)).collect();
        assert_eq!(ranges, [(1, Some(9)), (9, None)]);
        assert_near(model.predict(7).unwrap().ns, 70.0);
        let after = model.predict(9).unwrap();
        assert_near(after.ns, 118.0);
        assert_eq!(after.kind, PredictionKind::Extrapolated);
        assert_near(model.predict(100).unwrap().ns, 300.0);
    }

    #[test]
    fn an_unknown_switch_is_found() {
        let model = Model::in_pieces(points(&TWO_ALGORITHMS), &[]);
        let ranges: Vec<_> = model.pieces.iter().map(|it| (it.from, it.until)).collect();
        // The root of 8 * 16 is 11.3.
        assert_eq!(ranges, [(1, Some(12)), (12, None)]);
        assert_near(model.predict(11).unwrap().ns, 110.0);
        assert_near(model.predict(12).unwrap().ns, 124.0);
    }

    #[test]
    fn a_range_with_one_point_has_no_line() {
        let model = Model::in_pieces(points(&TWO_ALGORITHMS), &[2, 9, 200]);
        let ranges: Vec<_> = model.pieces.iter().map(|it| (it.from, it.until)).collect();
        assert_eq!(ranges, [(2, Some(9)), (9, Some(200))]);
        assert_eq!(model.predict(300), None);
        assert_eq!(model.predict(256).unwrap().kind, PredictionKind::Measured);
    }

    #[test]
    fn known_switches_are_of_operations_that_exist() {
        for (group, name) in [(Group::Curve, "g1_msm"), (Group::Eip2537, "g2msm")] {
            let operation = group.operation(name).unwrap();
            assert!(is_msm(operation));
            assert!(!switches("blst", operation.name).is_empty());
        }
        assert!(is_msm(Group::Curve.operation("g2_msm_mt").unwrap()));
        assert!(!is_msm(Group::Curve.operation("multi_pairing").unwrap()));
    }

    proptest! {
        #[test]
        fn lines_are_found(
            constant in 1.0..1e9_f64,
            per_item in 0.001..1e7_f64,
            ns in proptest::collection::btree_set(1_u32..100_000, 2..20),
        ) {
            let times: Vec<_> = ns
                .iter()
                .map(|&n| (n, constant + per_item * f64::from(n)))
                .collect();
            let piece = Model::line(points(&times)).pieces[0];
            for (n, ns) in times {
                prop_assert!((piece.at(f64::from(n)) / ns - 1.0).abs() < 1e-6);
            }
        }

        /// Whatever was measured: intervals hold what they say, and pieces do not overlap.
        #[test]
        fn intervals_hold_every_measured_one(
            times in proptest::collection::btree_map(1_u32..100_000, 1.0..1e9_f64, 0..20),
            switches in proptest::collection::btree_set(2_u32..1_000, 0..3),
        ) {
            let times: Vec<_> = times.into_iter().collect();
            let switches: Vec<_> = switches.into_iter().collect();
            let model = Model::in_pieces(points(&times), &switches);
            for pair in model.pieces.windows(2) {
                prop_assert!(pair[0].until.is_some_and(|until| until <= pair[1].from));
            }
            for piece in &model.pieces {
                prop_assert!(piece.constant >= 0.0 && piece.per_item >= 0.0);
                let inside = |point: &&Point| contains(piece.from, piece.until, point.n);
                for point in model.points.iter().filter(inside) {
                    let line = piece.at(f64::from(point.n));
                    let slack = 1e-9 * point.high;
                    prop_assert!(line * (1.0 - piece.deviation) <= point.low + slack);
                    prop_assert!(line * (1.0 + piece.deviation) >= point.high - slack);
                }
            }
        }
    }
}
