//! Medians, and how well they are known.

/// A median with the interval in which the true one lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Every value: nothing is known.
    pub const UNKNOWN: Self = Self {
        low: 0.0,
        high: f64::INFINITY,
    };
}

/// The interval of the median between order statistics that misses the true median with a
/// probability of at most `miss`, whatever the distribution; [`Interval::UNKNOWN`] where there are
/// too few values for that.
///
/// The sign test turned round: Conover, Practical Nonparametric Statistics, section 3.2.
#[must_use]
pub fn order_statistics(values: &[f64], miss: f64) -> Interval {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len();
    let mut below = 0.0;
    let mut rank = None;
    for (k, mass) in binomial(n, 0.5).into_iter().enumerate().take(n / 2) {
        below += mass;
        if below > miss / 2.0 {
            break;
        }
        rank = Some(k);
    }
    rank.map_or(Interval::UNKNOWN, |rank| Interval {
        low: sorted[rank],
        high: sorted[n - 1 - rank],
    })
}

/// The bootstrap interval of `median(new) / median(base)`, without resampling: the bootstrap
/// distribution of a median is known exactly (Efron, The Jackknife, the Bootstrap and Other
/// Resampling Plans, section 10.4), and the two sides are independent.
///
/// Of few values no interval is wider than their range, however small `miss` is.
///
/// # Panics
///
/// When a side has no value.
#[must_use]
pub fn bootstrap_ratio(base: &[f64], new: &[f64], miss: f64) -> Interval {
    let masses = |values: &[f64]| {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        sorted
            .into_iter()
            .zip(median_masses(values.len()))
            .collect()
    };
    let (base, new): (Vec<_>, Vec<_>) = (masses(base), masses(new));
    let mut ratios: Vec<(f64, f64)> = Vec::with_capacity(base.len() * new.len());
    for (a, p) in &base {
        ratios.extend(new.iter().map(|(b, q)| (b / a, p * q)));
    }
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    Interval {
        low: end(ratios.iter(), miss).unwrap_or(0.0),
        high: end(ratios.iter().rev(), miss).unwrap_or(f64::INFINITY),
    }
}

/// The first ratio before which no more than half of `miss` lies.
fn end<'a>(mut ratios: impl Iterator<Item = &'a (f64, f64)>, miss: f64) -> Option<f64> {
    let mut sum = 0.0;
    let found = ratios.find(|(_, mass)| {
        sum += mass;
        sum > miss / 2.0
    });
    found.map(|(ratio, _)| *ratio)
}

/// The probability that the median of a resample of `n` ordered values is each of them; of an even
/// number, the mean of what that is for the lower and for the upper middle.
fn median_masses(n: usize) -> Vec<f64> {
    let at_most =
        |k: usize, rank: usize| -> f64 { binomial(n, float(k) / float(n))[rank..].iter().sum() };
    let (lower, upper) = (n.div_ceil(2), n / 2 + 1);
    let distribution: Vec<f64> = (0..=n)
        .map(|k| f64::midpoint(at_most(k, lower), at_most(k, upper)))
        .collect();
    distribution
        .windows(2)
        .map(|pair| pair[1] - pair[0])
        .collect()
}

/// The probabilities of 0 to `n` successes.
fn binomial(n: usize, p: f64) -> Vec<f64> {
    let mut masses = vec![0.0; n + 1];
    if p <= 0.0 || p >= 1.0 {
        masses[if p <= 0.0 { 0 } else { n }] = 1.0;
        return masses;
    }
    // In logarithms, since (1 - p)^n may be too small for a float.
    let mut log = float(n) * (1.0 - p).ln();
    for (k, mass) in masses.iter_mut().enumerate() {
        *mass = log.exp();
        log += (float(n - k) / float(k + 1)).ln() + (p / (1.0 - p)).ln();
    }
    masses
}

/// The value below which a quarter of the values lie: what a burst of samples is judged by, since
/// a disturbance only ever makes a sample slower.
///
/// # Panics
///
/// When there are no values.
#[must_use]
pub fn lower_quartile(values: &[f64]) -> f64 {
    quantile(values, 0.25)
}

/// Between the two nearest values, linearly.
///
/// # Panics
///
/// When there are no values.
#[must_use]
pub fn quantile(values: &[f64], at: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let position = at * float(sorted.len() - 1);
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and the length"
    )]
    let below = position.floor() as usize;
    let above = (below + 1).min(sorted.len() - 1);
    (sorted[above] - sorted[below]).mul_add(position.fract(), sorted[below])
}

#[allow(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
pub(crate) fn float(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn order_statistics_of_ten_values() {
        let values: Vec<f64> = (1..=10).map(f64::from).collect();
        // By the tables of the sign test: 2 and 9 miss with 2.1 %, 1 and 10 with 0.2 %.
        let interval = order_statistics(&values, 0.05);
        assert!(near(interval.low, 2.0) && near(interval.high, 9.0));
        let interval = order_statistics(&values, 0.01);
        assert!(near(interval.low, 1.0) && near(interval.high, 10.0));
        assert_eq!(order_statistics(&values, 0.001), Interval::UNKNOWN);
        assert_eq!(order_statistics(&[], 0.05), Interval::UNKNOWN);
    }

    #[test]
    fn the_bootstrap_of_three_values_by_hand() {
        // Of the 27 resamples of three values, 7 have the least as their median, and 13 the middle.
        let masses = median_masses(3);
        let expected = [7.0 / 27.0, 13.0 / 27.0, 7.0 / 27.0];
        assert!(
            masses.iter().zip(expected).all(|(a, b)| near(*a, b)),
            "{masses:?}"
        );
        assert!(near(median_masses(4).iter().sum(), 1.0));
        assert!(near(median_masses(1000).iter().sum(), 1.0));
    }

    #[test]
    fn bootstrap_intervals_narrow_with_their_confidence() {
        let base: Vec<f64> = (0..60).map(|i| 100.0 + f64::from(i % 7)).collect();
        let new: Vec<f64> = base.iter().map(|value| value * 1.1).collect();
        let (wide, narrow) = (
            bootstrap_ratio(&base, &new, 1e-4),
            bootstrap_ratio(&base, &new, 0.5),
        );
        assert!(wide.low <= narrow.low && narrow.high <= wide.high);
        assert!(wide.low > 1.0 && wide.high < 1.2, "{wide:?}");
        let one = bootstrap_ratio(&[2.0], &[3.0], 0.05);
        assert!(near(one.low, 1.5) && near(one.high, 1.5));
    }

    #[test]
    fn quantiles() {
        assert!(near(lower_quartile(&[4.0, 1.0, 3.0, 2.0, 5.0]), 2.0));
        assert!(near(quantile(&[1.0, 2.0], 0.5), 1.5));
        assert!(near(quantile(&[7.0], 0.9), 7.0));
    }
}
