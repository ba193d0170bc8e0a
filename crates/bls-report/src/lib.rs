//! What results say: pages, tables, plots, prices, and the formats of other programs.

pub mod cost_model;
#[cfg(test)]
mod fixture;
pub mod gas;
pub mod palette;
pub mod plots;
pub mod ranking;
pub mod scaling;
