//! What was measured, where and with what.
//!
//! Programs that measure leave a [`Record`] and their figures behind: `cargo bench` in Criterion's
//! directory ([`Ledger`]), `blsbench run` in a directory of its own ([`Recorder`]). Both are
//! collected into [`Results`], which are kept in a folder that is never changed.

mod counts;
mod criterion;
mod emulated;
mod exchange;
mod file;
mod folder;
mod record;
mod results;
mod run;
mod statistics;
mod text;
mod time;

pub use counts::{Count, CountedEngine, Counts, Gate};
pub use criterion::{Figures, LEDGER, Ledger, collect as collect_criterion, figures, pages};
pub use emulated::{
    Emulated, UnderEmulator, caution, criterion_directory, emulator, ensure_not_emulated,
    mark_emulated,
};
pub use exchange::{Bmf, Metric, Smaller};
pub use file::{Error, write_whole};
pub use folder::{csv, folders, keep, read};
pub use record::{EngineRecord, Load, Machine, Record, Run, RustRecord, revision};
pub use results::{Environment, Figure, Outcome, Problem, Results, Row, Source, slug};
pub use run::{Measured, Measurement, Recorder, collect as collect_run};
pub use statistics::{median, range};
pub use text::{markdown, one_line};
pub use time::time;
