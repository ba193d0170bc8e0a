//! What results say: pages, tables, plots, prices, and the formats of other programs.

pub mod claims;
#[cfg(test)]
mod fixture;
pub mod gas;
pub mod ranking;
pub mod reference;
