//! The precompiles of EIP-2537, time against price.

mod schedule;

use std::fmt;

use bls_api::{Group, Kind, PrecompileOp};
use bls_results::{Results, time};
use clap::ValueEnum;
use serde::Serialize;

pub use schedule::Schedule;

/// A rate of gas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Anchor {
    /// That of the sheet of 2023 which asked the question.
    #[value(name = "30")]
    M30,
    /// About that of ecRecover in the client that the prices were set by (EIPs#9097).
    #[value(name = "80")]
    M80,
    /// That of EIP-7904.
    #[value(name = "100")]
    M100,
    /// Measured beside the other calls.
    Ecrecover,
}

/// One call of one engine.
#[derive(Debug, Serialize)]
pub struct Call {
    /// The name of the precompile.
    pub operation: &'static str,
    /// Pairs.
    pub k: Option<u32>,
    /// The engine.
    pub engine: String,
    /// Nanoseconds, as the results have it.
    pub ns: f64,
    /// The lower end of the interval.
    pub ns_least: f64,
    /// The upper end.
    pub ns_greatest: f64,
    /// What it is charged.
    pub gas: u64,
    /// Million gas per second.
    pub mgas_per_s: f64,
    /// What the time would be charged at 30 million gas per second.
    pub gas_at_30: f64,
    /// The same at 80.
    pub gas_at_80: f64,
    /// The same at 100.
    pub gas_at_100: f64,
    /// The same at the rate of ecRecover, if that was measured.
    pub gas_at_ecrecover: Option<f64>,
    /// Whether the charge covers the time, at the anchor's rate.
    pub verdict: Verdict,
}

/// Whether the time of a call would cost more than it is charged, at the anchor's rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It does not.
    Covered,
    /// In a part of the interval.
    Unclear,
    /// In all of the interval.
    Underpriced,
}

impl Verdict {
    fn of(gas: u64, (least, greatest): (f64, f64), anchor: f64) -> Self {
        if rate(gas, least) < anchor {
            Self::Underpriced
        } else if rate(gas, greatest) < anchor {
            Self::Unclear
        } else {
            Self::Covered
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Covered => "",
            Self::Unclear => "unclear",
            Self::Underpriced => "UNDERPRICED",
        })
    }
}

/// Why calls cannot be priced.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GasError {
    /// No row of the group has a figure.
    #[error("nothing of eip2537 was measured")]
    NothingMeasured,
    /// There is nothing to take the rate from.
    #[error(
        "ecrecover was not measured: measure it with k256 or secp256k1, or choose the rate 30, 80 or 100"
    )]
    NoEcRecover,
}

/// The calls of some results, priced.
#[derive(Debug)]
pub struct Pricing {
    /// In the order of the operation table and of their speed.
    pub calls: Vec<Call>,
    /// What can set the rate, if it was measured.
    pub ecrecover: Option<EcRecover>,
    /// The rate by which calls are judged, in million gas per second.
    pub anchor: f64,
}

impl Pricing {
    /// Prices what was measured of EIP-2537.
    pub fn of(results: &Results, schedule: Schedule, anchor: Anchor) -> Result<Self, GasError> {
        let mut calls = Vec::new();
        for row in &results.rows {
            let Kind::Precompile(op) = row.id.operation.kind else {
                continue;
            };
            let pairs = row.id.param.map_or(0, |pairs| pairs as usize);
            let input_length = pairs * op.pair_length().unwrap_or(0);
            if let Some(figure) = row.figure()
                && let Some(gas) = schedule.gas(op, input_length)
            {
                calls.push((op, &row.id, figure, gas));
            }
        }
        if calls.is_empty() {
            return Err(GasError::NothingMeasured);
        }
        let ecrecover = calls
            .iter()
            .filter(|(op, ..)| *op == PrecompileOp::EcRecover)
            .map(|(_, id, figure, gas)| EcRecover {
                engine: id.engine.clone(),
                ns: figure.ns,
                gas: *gas,
            })
            .min_by(|a, b| a.ns.total_cmp(&b.ns));
        let anchor = match (anchor, &ecrecover) {
            (Anchor::M30, _) => 30.0,
            (Anchor::M80, _) => 80.0,
            (Anchor::M100, _) => 100.0,
            (Anchor::Ecrecover, Some(ecrecover)) => ecrecover.rate(),
            (Anchor::Ecrecover, None) => return Err(GasError::NoEcRecover),
        };
        let mut calls: Vec<Call> = calls
            .into_iter()
            .map(|(_, id, figure, gas)| Call {
                operation: id.operation.name,
                k: id.param,
                engine: id.engine.clone(),
                ns: figure.ns,
                ns_least: figure.low,
                ns_greatest: figure.high,
                gas,
                mgas_per_s: rate(gas, figure.ns),
                gas_at_30: gas_at(30.0, figure.ns),
                gas_at_80: gas_at(80.0, figure.ns),
                gas_at_100: gas_at(100.0, figure.ns),
                gas_at_ecrecover: ecrecover.as_ref().map(|at| gas_at(at.rate(), figure.ns)),
                verdict: Verdict::of(gas, (figure.low, figure.high), anchor),
            })
            .collect();
        let order = |call: &Call| {
            let mut operations = Group::Eip2537.operations().iter();
            (
                operations.position(|known| known.name == call.operation),
                call.k,
            )
        };
        calls.sort_by(|a, b| order(a).cmp(&order(b)).then(a.ns.total_cmp(&b.ns)));
        Ok(Self {
            calls,
            ecrecover,
            anchor,
        })
    }
}

/// The faster engine of ecRecover.
#[derive(Debug)]
pub struct EcRecover {
    engine: String,
    ns: f64,
    gas: u64,
}

impl EcRecover {
    fn rate(&self) -> f64 {
        rate(self.gas, self.ns)
    }
}

impl fmt::Display for EcRecover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { engine, ns, gas } = self;
        write!(
            f,
            "{gas} gas in {} by {engine}, {:.1} Mgas/s",
            time(*ns),
            self.rate()
        )
    }
}

/// Million gas per second.
#[allow(clippy::cast_precision_loss, reason = "gas stays far below 2^52")]
fn rate(gas: u64, ns: f64) -> f64 {
    gas as f64 * 1000.0 / ns
}

/// The gas of a time at a rate in million gas per second.
fn gas_at(rate: f64, ns: f64) -> f64 {
    (ns * rate / 1000.0).round()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn results(rows: &[(&str, [f64; 3])]) -> Results {
        fixture::results(rows.iter().map(|&(id, ns)| fixture::row(id, ns)))
    }

    #[test]
    fn rows_are_priced_and_judged() {
        let results = results(&[
            ("eip2537/g1mul/slow", [503_436.0; 3]),
            ("eip2537/g1mul/fast", [59_000.0, 60_000.0, 61_000.0]),
            ("eip2537/ecrecover/k256", [60_000.0; 3]),
            ("eip2537/ecrecover/secp256k1", [30_000.0; 3]),
            ("min_pk/verify/blst", [1.0; 3]),
        ]);
        let pricing = Pricing::of(&results, Schedule::Draft, Anchor::Ecrecover).unwrap();
        assert_eq!(
            pricing.ecrecover.unwrap().to_string(),
            "3000 gas in 30.0 µs by secp256k1, 100.0 Mgas/s"
        );
        let calls = pricing.calls;
        let names: Vec<_> = calls.iter().map(|call| call.engine.as_str()).collect();
        assert_eq!(names, ["fast", "slow", "secp256k1", "k256"]);
        assert_eq!((calls[0].gas, calls[0].verdict), (12_000, Verdict::Covered));
        // A row of the sheet of 2023: 503,436 ns are 15,103 gas at 30 Mgas/s.
        assert_eq!(format!("{:.0}", calls[1].gas_at_30), "15103");
        assert_eq!(calls[1].verdict, Verdict::Underpriced);
        assert_eq!(
            calls[0].gas_at_ecrecover.map(|gas| format!("{gas:.0}")),
            Some("6000".into())
        );
        let calls = Pricing::of(&results, Schedule::Draft, Anchor::M30)
            .unwrap()
            .calls;
        assert_eq!(calls[1].verdict, Verdict::Underpriced);
        assert_eq!(calls[3].verdict, Verdict::Covered);
    }

    #[test]
    fn a_verdict_needs_the_whole_interval() {
        let verdict = |least, greatest| Verdict::of(3_000, (least, greatest), 100.0);
        assert_eq!(verdict(28_000.0, 29_999.0), Verdict::Covered);
        assert_eq!(verdict(28_000.0, 30_001.0), Verdict::Unclear);
        assert_eq!(verdict(30_001.0, 31_000.0), Verdict::Underpriced);
    }

    #[test]
    fn an_anchor_must_be_measured() {
        let some = results(&[("eip2537/g1add/blst", [3_000.0; 3])]);
        let error = Pricing::of(&some, Schedule::Final, Anchor::Ecrecover).unwrap_err();
        assert_eq!(error, GasError::NoEcRecover);
        assert!(Pricing::of(&some, Schedule::Final, Anchor::M100).is_ok());
        let nothing = Pricing::of(&results(&[]), Schedule::Final, Anchor::M100);
        assert_eq!(nothing.unwrap_err(), GasError::NothingMeasured);
    }
}
