//! Test vectors, and the gate that an engine must pass before it is timed.
//!
//! Every expected value was computed by an independent oracle (`oracle/`, `vectors/ORACLE.json`),
//! for the vectors and for the outputs of the benchmarks alike. Two engines that pass have
//! therefore produced the same bytes.

mod case;
mod gate;
mod go_ethereum;
mod hex_bytes;
mod parallel;
mod ring_file;
mod ring_signature;
mod vectors;
mod workload;

pub use case::{FOLDERS, Outcome};
pub use gate::{CheckedJob, Refusal, Verified, check_outputs, verify};
pub use go_ethereum::{PricedCall, go_ethereum};
pub use parallel::on_all_cores;
pub use ring_file::ring_file;
pub use vectors::{Case, VectorError, Vectors};
pub use workload::{expected_output, inputs};
