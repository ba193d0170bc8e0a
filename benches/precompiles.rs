//! What a precompile costs over its parts: reading points, checks, arithmetic and writing, each
//! measured as a row of `curve` of the same engine.

use bls_api::Group;
use bls_engines::engines;

use crate::{Overhead, Timed, timed_job};

/// What the project allows the code that puts the parts together.
const LIMIT: f64 = 1.03;

/// Engines with every part.
const ENGINES: [&str; 3] = ["blst", "herumi", "zkcrypto"];

/// A row of `curve`, with its parameter, and how often it is done.
type Part = (&'static str, Option<u32>, u64);

/// A precompile, with its parameter, and its parts.
const PRECOMPILES: &[(&str, Option<u32>, &[Part])] = &[
    (
        "g1add",
        None,
        &[
            ("g1_decode_uncompressed", None, 2),
            ("g1_add", None, 1),
            ("g1_encode_uncompressed", None, 1),
        ],
    ),
    (
        "g2add",
        None,
        &[
            ("g2_decode_uncompressed", None, 2),
            ("g2_add", None, 1),
            ("g2_encode_uncompressed", None, 1),
        ],
    ),
    (
        "g1msm",
        Some(16),
        &[
            ("g1_decode_uncompressed", None, 16),
            ("g1_subgroup_check", None, 16),
            ("g1_msm", Some(16), 1),
            ("g1_encode_uncompressed", None, 1),
        ],
    ),
    (
        "g2msm",
        Some(16),
        &[
            ("g2_decode_uncompressed", None, 16),
            ("g2_subgroup_check", None, 16),
            ("g2_msm", Some(16), 1),
            ("g2_encode_uncompressed", None, 1),
        ],
    ),
    (
        "pairing_check",
        Some(2),
        &[
            ("g1_decode_uncompressed", None, 2),
            ("g1_subgroup_check", None, 2),
            ("g2_decode_uncompressed", None, 2),
            ("g2_subgroup_check", None, 2),
            ("multi_pairing", Some(2), 1),
        ],
    ),
    (
        "map_fp_to_g1",
        None,
        &[("map_to_g1", None, 1), ("g1_encode_uncompressed", None, 1)],
    ),
    (
        "map_fp2_to_g2",
        None,
        &[("map_to_g2", None, 1), ("g2_encode_uncompressed", None, 1)],
    ),
];

fn id(precompile: &str, param: Option<u32>, engine: &str) -> String {
    let param = param.map_or(String::new(), |param| format!("_{param}"));
    format!("overhead/{precompile}{param}/{engine}")
}

/// The ids of [`rows`].
pub(crate) fn ids() -> impl Iterator<Item = String> {
    PRECOMPILES
        .iter()
        .flat_map(|&(precompile, param, _)| ENGINES.map(|engine| id(precompile, param, engine)))
}

/// Each precompile beside the sum of its parts.
///
/// # Panics
///
/// When an engine is not in the registry.
#[must_use]
pub fn rows() -> Vec<Overhead> {
    let mut rows = Vec::new();
    for &(precompile, param, parts) in PRECOMPILES {
        for name in ENGINES {
            let engine = engines().iter().find(|engine| engine.id == name);
            let engine = *engine.unwrap_or_else(|| panic!("no engine {name}"));
            let prepare = move || {
                let mut parts: Vec<(Timed, u64)> = parts
                    .iter()
                    .map(|&(part, param, times)| {
                        (timed_job(engine, Group::Curve, part, param), times)
                    })
                    .collect();
                let whole = timed_job(engine, Group::Eip2537, precompile, param);
                let sum: Timed = Box::new(move |iterations| {
                    let parts = parts.iter_mut();
                    parts.map(|(part, times)| part(iterations * *times)).sum()
                });
                (whole, sum)
            };
            rows.push(Overhead {
                id: id(precompile, param, name),
                limit: LIMIT,
                prepare: Box::new(prepare),
            });
        }
    }
    rows
}
