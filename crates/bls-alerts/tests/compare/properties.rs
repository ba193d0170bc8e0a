//! What holds of all pairs of sides.

use bls_alerts::{
    compare::compare,
    comparison::{Change, Verdict},
    settings::Settings,
    sides::{Kind, Measured, Side, Spread},
};
use proptest::{collection::vec, prelude::*};

/// The repetitions of an id on both sides.
type Both = (Vec<f64>, Vec<f64>);

/// Sides of the same ids.
fn sides(kind: Kind, ids: &[Both], scale: f64) -> [Side; 2] {
    let side = |name: &str, of: fn(&Both) -> &Vec<f64>| {
        let ids = ids.iter().enumerate().map(|(id, both)| {
            let values: Vec<f64> = of(both).iter().map(|value| value * scale).collect();
            let mut measured = Measured::of(values.clone(), values, Vec::new());
            if kind == Kind::Folder {
                let (low, high) = measured.spread.range();
                measured.spread = Spread::Range(low, high);
                measured.repetitions = vec![low, high];
            }
            // The base has no id 0, the new side no id 1.
            let absent = (name, id) == ("base", 0) || (name, id) == ("new", 1);
            let measured = if absent {
                Err("absent".to_owned())
            } else {
                Ok(measured)
            };
            (id.to_string(), measured)
        });
        Side {
            name: name.to_owned(),
            kind,
            ids: ids.collect(),
        }
    };
    [side("base", |both| &both.0), side("new", |both| &both.1)]
}

fn verdicts_and_ratios(base: &Side, new: &Side) -> Vec<(Verdict, f64)> {
    let comparison = compare(base, new, &Settings::default(), false).expect("comparable");
    let signals = comparison.rows.into_iter().filter_map(|row| row.time);
    let ratio = |change: Option<Change>| change.map_or(1.0, |it| it.ratio);
    signals
        .map(|signal| (signal.verdict, ratio(signal.change)))
        .collect()
}

fn inverse(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Worse => Verdict::Better,
        Verdict::Better => Verdict::Worse,
        Verdict::Missing => Verdict::New,
        Verdict::New => Verdict::Missing,
        Verdict::Noisy | Verdict::Same => verdict,
    }
}

/// Repetitions of an id, which are near one another.
fn repetitions() -> impl Strategy<Value = Vec<f64>> {
    (90.0..110.0, vec(0.98..1.02, 3..8))
        .prop_map(|(middle, values)| values.into_iter().map(|value| middle * value).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn swapped_sides_say_the_reverse_and_scaled_ones_the_same(
        ids in vec((repetitions(), repetitions()), 2..12), folder: bool, exponent in -30..30,
    ) {
        let kind = if folder { Kind::Folder } else { Kind::Run };
        let [base, new] = sides(kind, &ids, 1.0);
        let found = verdicts_and_ratios(&base, &new);
        prop_assert_eq!(found.len(), ids.len());
        for (one, other) in found.iter().zip(verdicts_and_ratios(&new, &base)) {
            prop_assert_eq!(one.0, inverse(other.0));
            prop_assert!((one.1 * other.1 - 1.0).abs() < 1e-12);
        }
        // By a power of two, which rounds nothing.
        let [base, new] = sides(kind, &ids, f64::from(exponent).exp2());
        prop_assert_eq!(found, verdicts_and_ratios(&base, &new));
    }
}
