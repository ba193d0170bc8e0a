//! What results say: pages, tables, plots, prices, and the formats of other programs.

pub mod claims;
pub mod cost_model;
pub mod export;
#[cfg(test)]
mod fixture;
pub mod gas;
pub mod go_benchmark;
pub mod import;
pub mod instructions;
pub mod markdown;
pub mod palette;
pub mod plots;
pub mod ranking;
pub mod reference;
pub mod scaling;
pub mod site;
pub mod terminal;
