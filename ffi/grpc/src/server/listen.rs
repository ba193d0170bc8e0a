//! Where the server listens, and who may not.

use std::{
    env,
    fs::{self, DirBuilder, File, Permissions, TryLockError},
    io,
    os::unix::{
        fs::{DirBuilderExt as _, FileTypeExt as _, MetadataExt as _, PermissionsExt as _},
        net::UnixStream,
    },
    path::{Path, PathBuf},
};

use tokio::net::UnixListener;

use super::Error;

/// A Unix socket that is removed when this is dropped.
pub(super) struct Socket {
    pub(super) listener: UnixListener,
    path: PathBuf,
    /// Held as long as the socket is there: no other server takes it for stale.
    _lock: File,
}

impl Socket {
    pub(super) fn bind(path: &Path) -> Result<Self, Error> {
        let io = |source| Error::Socket(path.to_owned(), source);
        let directory = match path.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        private_directory(directory)?;
        let mut lock = path.as_os_str().to_owned();
        lock.push(".lock");
        let lock = File::create(lock).map_err(io)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Error::Occupied(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
        remove_stale(path)?;
        let listener = UnixListener::bind(path).map_err(io)?;
        let socket = Self {
            listener,
            path: path.to_owned(),
            _lock: lock,
        };
        fs::set_permissions(path, Permissions::from_mode(0o600)).map_err(io)?;
        Ok(socket)
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        // Somebody may have removed it already.
        let _ = fs::remove_file(&self.path);
    }
}

/// A socket for this user alone, at a place of its own.
pub(super) fn default_socket() -> PathBuf {
    let directory = match env::var_os("XDG_RUNTIME_DIR") {
        Some(runtime) if !runtime.is_empty() => PathBuf::from(runtime).join("blsbench"),
        _ => env::temp_dir().join(format!("blsbench-{}", user())),
    };
    directory.join("blsbenchd.sock")
}

fn user() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// Makes the directory, and sees to it that nobody else can get at what is in it.
fn private_directory(directory: &Path) -> Result<(), Error> {
    let refuse = |why| Error::Directory(directory.to_owned(), why);
    let mut builder = DirBuilder::new();
    builder
        .recursive(true)
        .mode(0o700)
        .create(directory)
        .and_then(|()| fs::symlink_metadata(directory))
        .map_err(|error| refuse(error.to_string()))
        .and_then(|metadata| {
            if !metadata.is_dir() {
                return Err(refuse("it is a link".to_owned()));
            }
            if metadata.uid() != user() {
                return Err(refuse(format!("it belongs to user {}", metadata.uid())));
            }
            if metadata.mode() & 0o077 != 0 {
                let mode = metadata.mode() & 0o777;
                return Err(refuse(format!("it is open to others (mode {mode:o})")));
            }
            Ok(())
        })
}

/// Removes what a server that was killed has left. The lock is held: no other server starts.
fn remove_stale(path: &Path) -> Result<(), Error> {
    let io = |source| Error::Socket(path.to_owned(), source);
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(io(error)),
        Ok(metadata) if !metadata.file_type().is_socket() => {
            return Err(Error::Foreign(path.to_owned()));
        }
        Ok(_) => {}
    }
    match UnixStream::connect(path) {
        Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
            fs::remove_file(path).map_err(io)
        }
        Ok(_) => Err(Error::Occupied(path.to_owned())),
        Err(error) => Err(io(error)),
    }
}
