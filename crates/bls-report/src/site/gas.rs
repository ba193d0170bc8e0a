//! The prices of precompiles: one table for each schedule.

use bls_api::Group;
use bls_results::{Results, time};

use super::{
    Error,
    output::Output,
    table::{Cell, Table, column, times},
    text::grouped,
};
use crate::gas::{Anchor, Call, Pricing, Schedule, Verdict};

/// What calls are charged, and what their time would be.
pub(super) struct Prices {
    /// What ecRecover takes, if it was measured.
    pub(super) ecrecover: Option<String>,
    pub(super) schedules: Vec<Priced>,
}

pub(super) struct Priced {
    pub(super) text: String,
    pub(super) table: Table,
}

const ANCHORS: [(&str, Anchor); 4] = [
    ("at 30 Mgas/s", Anchor::M30),
    ("at 80", Anchor::M80),
    ("at 100", Anchor::M100),
    ("at ecRecover's rate", Anchor::Ecrecover),
];

impl Prices {
    /// None for other groups, and where nothing has a figure.
    pub(super) fn of(
        results: &Results,
        group: Group,
        directory: &str,
        output: &Output,
    ) -> Result<Option<Self>, Error> {
        if group != Group::Eip2537 {
            return Ok(None);
        }
        let mut ecrecover = None;
        let mut schedules = Vec::new();
        for schedule in [Schedule::Final, Schedule::Draft, Schedule::First] {
            // The calls are the same for each; without ecRecover the last is not there.
            let by_anchor = ANCHORS.map(|(_, anchor)| Pricing::of(results, schedule, anchor).ok());
            let Some(pricing) = &by_anchor[0] else {
                return Ok(None);
            };
            ecrecover = pricing.ecrecover.as_ref().map(ToString::to_string);
            let name = format!("{schedule:?}").to_lowercase();
            let mut table = Table::new(
                format!("Gas and time, schedule {name}"),
                ["call", "engine"]
                    .map(column)
                    .into_iter()
                    .chain([times("time")])
                    .chain(["charged", "Mgas/s"].map(column))
                    .chain(ANCHORS.map(|(name, _)| column(name))),
            );
            for (index, call) in pricing.calls.iter().enumerate() {
                let pairs = call.k.map_or(String::new(), |k| format!("/{k}"));
                let verdicts = by_anchor.iter().map(|pricing| {
                    let pricing = pricing.as_ref()?;
                    Some(pricing.calls[index].verdict)
                });
                let gas = gas(call).into_iter().zip(verdicts).map(|(gas, verdict)| {
                    gas.zip(verdict)
                        .map_or_else(Cell::nothing, |(gas, verdict)| judged(gas, verdict))
                });
                table.push(
                    [
                        Cell::text(format!("{}{pairs}", call.operation)),
                        Cell::text(&call.engine),
                        Cell::value(time(call.ns), call.ns),
                        Cell::count(call.gas),
                        Cell::value(format!("{:.1}", call.mgas_per_s), call.mgas_per_s),
                    ]
                    .into_iter()
                    .chain(gas),
                );
            }
            schedules.push(Priced {
                text: schedule.to_string(),
                table: output.with_csv(directory, &format!("{group}/gas-{name}.csv"), table)?,
            });
        }
        Ok(Some(Self {
            ecrecover,
            schedules,
        }))
    }
}

/// In the order of [`ANCHORS`].
fn gas(call: &Call) -> [Option<f64>; 4] {
    [
        Some(call.gas_at_30),
        Some(call.gas_at_80),
        Some(call.gas_at_100),
        call.gas_at_ecrecover,
    ]
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "gas is whole, positive and far below 2^52"
)]
fn judged(gas: f64, verdict: Verdict) -> Cell {
    let cell = Cell::value(grouped(gas as u64), gas);
    match verdict {
        Verdict::Covered => cell,
        Verdict::Unclear => cell.below("unclear"),
        Verdict::Underpriced => cell.below("underpriced").class("error"),
    }
}
