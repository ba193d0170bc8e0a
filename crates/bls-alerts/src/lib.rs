//! Whether something got slower, said only when it is true.
//!
//! Works on any Criterion benches. Two revisions are best compared by measuring them in turn
//! ([`ab`]); results that are stored can be compared, too. Every verdict is a
//! [`comparison::Comparison`], which has one rule for all of them.

pub mod ab;
pub mod callgrind;
pub mod capture;
pub mod change_points;
pub mod commands;
pub mod compare;
pub mod comparison;
pub mod count;
pub mod format;
pub mod history;
pub mod record;
pub mod selftest;
pub mod settings;
pub mod sides;
pub mod statistics;
pub mod trend;
