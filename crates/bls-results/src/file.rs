//! Files that are whole or not there.

use std::{
    fs, io,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

/// A file that cannot be read, written or understood.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {why}")]
pub struct Error {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub why: String,
}

impl Error {
    pub(crate) fn new(path: &Path, why: impl Into<String>) -> Self {
        Self {
            path: path.to_owned(),
            why: why.into(),
        }
    }

    /// Closures for `map_err`.
    pub(crate) fn of<E: ToString>(path: &Path) -> impl FnOnce(E) -> Self {
        move |why| Self::new(path, why.to_string())
    }
}

/// Writes a whole file, or none: readers see the old one until then. Makes the directory.
pub fn write_whole(path: &Path, contents: &[u8]) -> Result<(), Error> {
    let write = || -> io::Result<()> {
        let directory = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        fs::create_dir_all(directory)?;
        let mut file = tempfile::Builder::new()
            .permissions(fs::Permissions::from_mode(0o644))
            .tempfile_in(directory)?;
        io::Write::write_all(&mut file, contents)?;
        file.persist(path)?;
        Ok(())
    };
    write().map_err(Error::of(path))
}

pub(crate) fn read(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(Error::of(path))
}

pub(crate) fn read_json<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, Error> {
    serde_json::from_str(&read(path)?).map_err(Error::of(path))
}
