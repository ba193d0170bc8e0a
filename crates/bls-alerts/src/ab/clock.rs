//! The clock of measured processes.

use std::{io::Write as _, path::Path};

use tempfile::NamedTempFile;

static LIBRARY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/clock.so"));

/// A shared library that is loaded into measured processes, so that their clock stands still while
/// another process has their core.
#[derive(Debug)]
pub struct Clock(Option<NamedTempFile>);

impl Clock {
    /// Writes the library to a temporary file, which goes with it.
    pub fn new() -> std::io::Result<Self> {
        let known = Path::new("/proc/thread-self/schedstat").exists();
        if LIBRARY.is_empty() || !known {
            return Ok(Self(None));
        }
        let mut file = NamedTempFile::with_prefix("blsbench-clock-")?;
        file.write_all(LIBRARY)?;
        Ok(Self(Some(file)))
    }

    /// Where the library is; nowhere where the system does not know how long a thread has waited.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.0.as_ref().map(NamedTempFile::path)
    }

    /// What the times are, as it is printed.
    #[must_use]
    pub const fn describe(&self) -> &'static str {
        match self.0 {
            Some(_) => "wall clock without the time spent waiting for a core",
            None => "wall clock",
        }
    }
}
