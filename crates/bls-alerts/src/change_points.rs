//! Where the level of a series changes.
//!
//! E-divisive: Matteson and James, A Nonparametric Approach for Multiple Change Point Analysis of
//! Multivariate Data, Journal of the American Statistical Association 109 (2014), which `MongoDB`
//! (Daly et al., ICPE 2020) and Apache Otava use for the same purpose. Series are bisected where the
//! energy statistic is greatest, as long as a permutation test says that this is no chance.

use std::ops::Range;

use bls_results::median;

use crate::statistics::float;

/// Fewer points than this are no level.
pub const SHORTEST: usize = 3;
/// The probability that anything is found in series whose level does not change, over all series of
/// one question.
pub const LEVEL: f64 = 0.05;
/// The fewest permutations of a test.
const PERMUTATIONS: usize = 199;

/// From here on another level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChangePoint {
    /// Of the first value of the new level.
    pub index: usize,
    /// The median since the change point before.
    pub before: f64,
    /// The median until the next change point.
    pub after: f64,
    /// Of the permutation test.
    pub p: f64,
}

/// The change points of a series of which there are `series` (Bonferroni: each is tested at
/// [`LEVEL`] divided by that), in order. The same series always has the same.
#[must_use]
pub fn change_points(values: &[f64], series: usize) -> Vec<ChangePoint> {
    let level = LEVEL / float(series.max(1));
    let mut random = fastrand::Rng::with_seed(0);
    let mut found: Vec<(usize, f64)> = Vec::new();
    loop {
        let segments = segments(values.len(), &found);
        let Some((statistic, index)) = best(values, &segments) else {
            break;
        };
        let Some(p) = significance(values, &segments, statistic, level, &mut random) else {
            break;
        };
        found.push((index, p));
        found.sort_by_key(|(index, _)| *index);
    }
    let medians: Vec<f64> = segments(values.len(), &found)
        .into_iter()
        .filter(|segment| !segment.is_empty())
        .map(|segment| median(values[segment].to_vec()))
        .collect();
    let levels = medians.windows(2);
    let points = found.into_iter().zip(levels);
    let points = points.map(|((index, p), levels)| ChangePoint {
        index,
        before: levels[0],
        after: levels[1],
        p,
    });
    points.collect()
}

fn segments(length: usize, found: &[(usize, f64)]) -> Vec<Range<usize>> {
    let inner = found.iter().map(|(index, _)| *index);
    let starts = [0].into_iter().chain(inner.clone());
    starts
        .zip(inner.chain([length]))
        .map(|(start, end)| start..end)
        .collect()
}

/// The greatest statistic of all segments, and where it is.
fn best(values: &[f64], segments: &[Range<usize>]) -> Option<(f64, usize)> {
    let splits = segments.iter().filter_map(|segment| {
        let (statistic, index) = split(&values[segment.clone()])?;
        Some((statistic, segment.start + index))
    });
    splits.max_by(|a, b| a.0.total_cmp(&b.0))
}

/// The greatest statistic of a segment, and where it divides: between a beginning and what follows
/// it up to any end, so that a third level does not hide the change to the second.
fn split(values: &[f64]) -> Option<(f64, usize)> {
    // Sums of the distances within a beginning of each length, and from each start to the end.
    let mut head = vec![0.0; values.len() + 1];
    let mut tail = vec![0.0; values.len()];
    let mut best = None;
    for (last, value) in values.iter().enumerate() {
        let mut distances = 0.0;
        for start in (0..last).rev() {
            distances += (values[start] - value).abs();
            tail[start] += distances;
        }
        let end = last + 1;
        head[end] = tail[0];
        for index in SHORTEST..=end.saturating_sub(SHORTEST) {
            let (m, n) = (float(index), float(end - index));
            let across = tail[0] - head[index] - tail[index];
            let energy = 2.0 * across / (m * n)
                - 2.0 * head[index] / (m * (m - 1.0))
                - 2.0 * tail[index] / (n * (n - 1.0));
            let statistic = m * n / (m + n) * energy;
            if best.is_none_or(|(greatest, _)| statistic > greatest) {
                best = Some((statistic, index));
            }
        }
    }
    best
}

/// How probable a statistic as great is when the values of each segment come in any order; none
/// when that is not below the level, which is known early (Besag and Clifford, Sequential Monte
/// Carlo p-values, Biometrika 78, 1991).
fn significance(
    values: &[f64],
    segments: &[Range<usize>],
    statistic: f64,
    level: f64,
    random: &mut fastrand::Rng,
) -> Option<f64> {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "as great as the number of series"
    )]
    let permutations = PERMUTATIONS.max((1.0 / level).ceil() as usize);
    let all = float(permutations + 1);
    // The order in which they came is one of them; what differs by rounding alone is as great.
    let (mut as_great, limit) = (1.0, statistic * (1.0 - 1e-9));
    let mut shuffled = values.to_vec();
    for _ in 0..permutations {
        for segment in segments {
            random.shuffle(&mut shuffled[segment.clone()]);
        }
        if best(&shuffled, segments).is_some_and(|(other, _)| other >= limit) {
            as_great += 1.0;
            if as_great >= level * all {
                return None;
            }
        }
    }
    Some(as_great / all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// About normal, with a deviation of 1.
    fn noise(random: &mut fastrand::Rng) -> f64 {
        (0..12).map(|_| random.f64()).sum::<f64>() - 6.0
    }

    /// A level for each point, with noise of half a per cent.
    fn series(seed: u64, levels: impl IntoIterator<Item = f64>) -> Vec<f64> {
        let mut random = fastrand::Rng::with_seed(seed);
        let noisy = levels
            .into_iter()
            .map(|level| level * (1.0 + 0.005 * noise(&mut random)));
        noisy.collect()
    }

    fn steps(levels: &[(f64, usize)]) -> impl Iterator<Item = f64> {
        levels
            .iter()
            .flat_map(|&(level, count)| std::iter::repeat_n(level, count))
    }

    fn indices(values: &[f64]) -> Vec<usize> {
        change_points(values, 1)
            .iter()
            .map(|point| point.index)
            .collect()
    }

    #[test]
    fn the_statistic_by_hand() {
        // Distances of 3 across, of 0 within: 9 / 6 * 2 * 3.
        let (statistic, index) = split(&[1.0, 1.0, 1.0, 4.0, 4.0, 4.0]).unwrap();
        assert!((statistic - 9.0).abs() < 1e-12, "{statistic}");
        assert_eq!(index, 3);
        assert_eq!(split(&[1.0, 1.0, 1.0, 4.0, 4.0]), None);
    }

    #[test]
    fn a_step_is_found_where_it_is() {
        let values = series(1, steps(&[(100.0, 20), (102.0, 20)]));
        let points = change_points(&values, 1);
        assert_eq!(indices(&values), [20]);
        let ratio = points[0].after / points[0].before;
        assert!((ratio - 1.02).abs() < 0.005, "{ratio}");
        assert!(points[0].p < LEVEL);
        assert_eq!(points, change_points(&values, 1));
        let scaled: Vec<f64> = values.iter().map(|value| value * 1e6).collect();
        assert_eq!(indices(&scaled), [20]);
    }

    #[test]
    fn two_steps() {
        let there_and_back = series(2, steps(&[(100.0, 15), (103.0, 15), (100.0, 15)]));
        assert_eq!(indices(&there_and_back), [15, 30]);
    }

    #[test]
    fn a_slow_leak() {
        let leak = series(3, (0..60).map(|run| 100.0 * 1.001_f64.powi(run)));
        let points = change_points(&leak, 1);
        assert!(!points.is_empty());
        assert!(
            points.iter().all(|point| point.after > point.before),
            "{points:?}"
        );
    }

    #[test]
    fn noise_has_none() {
        for (length, series_of_all, level) in [(40, 1, LEVEL), (12, 1, LEVEL), (30, 50, 0.001)] {
            let runs = 400;
            let found = (0..runs).filter(|seed| {
                let values = series(*seed, std::iter::repeat_n(100.0, length));
                !change_points(&values, series_of_all).is_empty()
            });
            let (found, promised) = (float(found.count()), (400.0 * level).ceil());
            assert!(found <= promised, "{found} of {runs} at {level}");
        }
    }

    #[test]
    fn counts_that_do_not_vary() {
        let values: Vec<f64> = steps(&[(1e6, 12), (1.001e6, 5)]).collect();
        assert_eq!(indices(&values), [12]);
    }

    #[test]
    fn little_or_nothing() {
        for length in [0, 1, 2, 5, 6, 50] {
            let constant = vec![1.0; length];
            assert_eq!(change_points(&constant, 1), []);
        }
        assert_eq!(indices(&[1.0, 2.0]), [0; 0]);
        // Of six values in any order, two in twenty look like this.
        assert_eq!(indices(&[1.0, 1.0, 1.0, 9.0, 9.0, 9.0]), [0; 0]);
    }
}
