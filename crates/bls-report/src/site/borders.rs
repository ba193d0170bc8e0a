//! What the borders of a call cost, each by itself.

use std::collections::BTreeMap;

use bls_api::{Group, Operation};
use bls_results::{Results, time};

use super::{
    table::{Cell, Table, column, times},
    text::{difference, with_param},
};
use crate::scaling::is_insecure;

/// Names of columns, and the routes whose difference they are.
const PARTS: [(&str, &str, &str); 4] = [
    ("handles", "c_abi", "native"),
    ("decoding", "c_abi_bytes", "c_abi"),
    ("cgo", "cgo_bytes", "c_abi_bytes"),
    ("gRPC", "go_grpc_uds", "cgo_bytes"),
];

/// Times by route.
type Routes<'a> = BTreeMap<&'a str, f64>;

/// A row for each call that was measured without a border and with one.
pub(super) fn table(results: &Results, group: Group) -> Option<Table> {
    if group != Group::Transport {
        return None;
    }
    let mut calls: Vec<((&Operation, Option<u32>), Routes)> = Vec::new();
    for row in results.rows.iter().filter(|row| row.id.group == group) {
        let Some(figure) = row.figure() else { continue };
        let call = (row.id.operation, row.id.param);
        let route = row.id.engine.as_str();
        match calls.iter_mut().find(|(known, _)| *known == call) {
            Some((_, routes)) => _ = routes.insert(route, figure.ns),
            None => calls.push((call, Routes::from([(route, figure.ns)]))),
        }
    }
    let parts = PARTS.map(|(name, ..)| times(name));
    let mut table = Table::new(
        "What a call costs, border by border",
        [column("call"), times("work")]
            .into_iter()
            .chain(parts)
            .chain([times("sum: go_grpc_uds")]),
    );
    for ((operation, param), routes) in calls {
        let Some(work) = routes.get("native") else {
            continue;
        };
        if routes.len() < 2 {
            continue;
        }
        let call = Cell::text(with_param(operation, param));
        let call = if is_insecure(group, operation) {
            call.below("insecure")
        } else {
            call
        };
        let parts =
            PARTS.iter().map(
                |(_, over, under)| match (routes.get(over), routes.get(under)) {
                    (Some(over), Some(under)) => {
                        Cell::value(difference(over - under), over - under)
                    }
                    _ => Cell::nothing(),
                },
            );
        let sum = routes.get("go_grpc_uds");
        let sum = sum.map_or_else(Cell::nothing, |&sum| Cell::value(time(sum), sum));
        let row = [call, Cell::value(time(*work), *work)];
        table.push(row.into_iter().chain(parts).chain([sum]));
    }
    (!table.is_empty()).then_some(table)
}
