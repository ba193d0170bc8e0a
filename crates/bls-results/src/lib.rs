//! What was measured, where and with what.
//!
//! Programs that measure leave a [`Record`] and their figures behind: `cargo bench` in Criterion's
//! directory ([`Ledger`]), `blsbench run` in a directory of its own ([`Recorder`]). Both are
//! collected into [`Results`], which are kept in a folder that is never changed.

mod criterion;
mod file;
mod folder;
mod record;
mod results;
mod run;
mod statistics;
mod time;

pub use criterion::{LEDGER, Ledger, collect as collect_criterion, pages};
pub use file::{Error, write_whole};
pub use folder::{csv, folders, keep, read};
pub use record::{EngineRecord, Load, Machine, Record, Run, RustRecord};
pub use results::{Environment, Figure, Outcome, Problem, Results, Row, Source};
pub use run::{Measured, Measurement, Recorder, collect as collect_run};
pub use statistics::{median, range};
pub use time::time;
