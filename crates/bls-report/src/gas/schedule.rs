//! What a call of a precompile is charged: the three schedules that EIP-2537 has had.

use std::{collections::BTreeMap, fmt, sync::OnceLock};

use bls_api::{Group, Kind, PrecompileOp};
use serde::{Deserialize, Serialize};

/// A schedule of gas prices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Schedule {
    /// The text that went live with Pectra.
    Final,
    /// The draft from October 2020 to December 2024.
    Draft,
    /// The first text, of 2020.
    First,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    /// Thousandths of the price of one multiple that each of k costs, by k - 1.
    discounts: BTreeMap<String, Vec<u64>>,
    schedules: Vec<PriceList>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PriceList {
    name: Schedule,
    text: String,
    source: String,
    /// By the names of operations.
    prices: BTreeMap<String, Price>,
}

#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Price {
    Fixed { fixed: u64 },
    Multiples { multiple: u64, discounts: String },
    Pairs { base: u64, pair: u64 },
}

fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    DATA.get_or_init(|| {
        serde_json::from_str(include_str!("schedules.json"))
            .unwrap_or_else(|error| panic!("schedules.json: {error}"))
    })
}

impl Schedule {
    fn prices(self) -> &'static PriceList {
        let mut schedules = data().schedules.iter();
        schedules
            .find(|prices| prices.name == self)
            .unwrap_or_else(|| panic!("schedules.json has no {self:?}"))
    }

    /// The gas that a call with so many bytes is charged, by integer arithmetic that rounds down as
    /// clients do; none where it does not fit into 64 bits.
    #[must_use]
    pub fn gas(self, op: PrecompileOp, input_length: usize) -> Option<u64> {
        let row = Group::Eip2537.row(Kind::Precompile(op))?;
        let pairs = op.pair_length().map_or(0, |length| input_length / length);
        let k = u64::try_from(pairs).ok()?;
        match self.prices().prices.get(row.name)? {
            Price::Fixed { fixed } => Some(*fixed),
            Price::Multiples { .. } if k == 0 => Some(0),
            Price::Multiples {
                multiple,
                discounts,
            } => {
                let discounts = data().discounts.get(discounts)?;
                let discount = discounts.get(pairs - 1).or(discounts.last())?;
                Some(k.checked_mul(*multiple)?.checked_mul(*discount)? / 1000)
            }
            Price::Pairs { base, pair } => k.checked_mul(*pair)?.checked_add(*base),
        }
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prices = self.prices();
        write!(f, "{} ({})", prices.text, prices.source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_schedule_prices_every_operation() {
        for schedule in [Schedule::Final, Schedule::Draft, Schedule::First] {
            for row in Group::Eip2537.operations() {
                let Kind::Precompile(op) = row.kind else {
                    panic!("{} is no precompile", row.name)
                };
                let length = op.pair_length().unwrap_or(1);
                assert!(
                    schedule.gas(op, length) > Some(0),
                    "{schedule} {}",
                    row.name
                );
            }
            assert_eq!(
                schedule.prices().prices.len(),
                Group::Eip2537.operations().len()
            );
        }
        for (name, discounts) in &data().discounts {
            assert_eq!(discounts.len(), 128, "{name}");
        }
    }

    /// Prices that the texts themselves print.
    #[test]
    fn printed_prices() {
        use PrecompileOp::{G1Msm, G2Msm, PairingCheck};
        use Schedule::{Draft, Final, First};
        let cases = [
            (Final, G1Msm, 0, 0),
            (Final, G1Msm, 1, 12_000),
            (Final, G1Msm, 2, 22_776),
            (Final, G1Msm, 128, 797_184),
            (Final, G1Msm, 1024, 6_377_472),
            (Final, G2Msm, 3, 62_302),
            (Final, G2Msm, 128, 1_509_120),
            (Final, PairingCheck, 1, 70_300),
            (Final, PairingCheck, 16, 559_300),
            (Draft, G1Msm, 1, 14_400),
            (Draft, G1Msm, 128, 267_264),
            (Draft, G2Msm, 128, 1_002_240),
            (Draft, PairingCheck, 1, 108_000),
            (First, G2Msm, 1, 66_000),
            (First, PairingCheck, 1, 138_000),
        ];
        for (schedule, op, k, gas) in cases {
            let length = k * op.pair_length().unwrap();
            assert_eq!(schedule.gas(op, length), Some(gas), "{schedule} {op:?} {k}");
            // What is no whole pair is not charged; the call fails anyway.
            assert_eq!(schedule.gas(op, length + 1), Some(gas));
        }
        assert_eq!(Final.gas(G2Msm, usize::MAX), None);
    }
}
