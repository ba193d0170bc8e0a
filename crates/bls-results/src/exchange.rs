//! Formats of other programs that hold a figure for each id.

use std::collections::BTreeMap;

use serde::Serialize;

/// Bencher Metric Format: by id, then by measure (`latency` in nanoseconds, `instructions`).
pub type Bmf = BTreeMap<String, BTreeMap<&'static str, Metric>>;

/// A figure in [`Bmf`].
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Metric {
    /// The figure.
    pub value: f64,
    /// The lower end of its interval, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_value: Option<f64>,
    /// The upper end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper_value: Option<f64>,
}

/// A figure for github-action-benchmark, whose tool is to be `customSmallerIsBetter`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Smaller {
    /// The id.
    pub name: String,
    /// Of the value.
    pub unit: &'static str,
    /// The figure.
    pub value: f64,
    /// Its spread, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<String>,
    /// What is shown beside it.
    pub extra: String,
}
