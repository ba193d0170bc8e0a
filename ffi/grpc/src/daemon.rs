//! A server of one's own.

use std::{
    fs::Permissions,
    io::{self, BufRead as _, BufReader},
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
};

use tempfile::TempDir;

use crate::Address;

/// A running `blsbenchd`. It is killed when this is dropped, and stops by itself when this process
/// dies. Starting and stopping block the thread.
pub struct Daemon {
    child: Child,
    /// The server stops when it closes.
    stdin: Option<ChildStdin>,
    /// Kept open: a server whose output nobody can read would fail to say where it listens.
    stdout: BufReader<ChildStdout>,
    addresses: Vec<Address>,
    /// Of the socket, where it is private.
    _directory: Option<TempDir>,
}

impl Daemon {
    /// Starts the program on a private socket.
    pub fn start(program: &Path) -> io::Result<Self> {
        Self::start_with(Command::new(program), &[])
    }

    /// Starts the program on a private socket, with further options: `--tcp 127.0.0.1:0` for TCP
    /// as well. The command has none of its own, but may start the program by another.
    pub fn start_with(mut command: Command, options: &[&str]) -> io::Result<Self> {
        // The server would refuse a directory that is open to others.
        let directory = tempfile::Builder::new()
            .permissions(Permissions::from_mode(0o700))
            .tempdir()?;
        command
            .arg("--socket")
            .arg(directory.path().join("blsbenchd.sock"))
            .args(options);
        Self::spawn_in(command, Some(directory))
    }

    /// Runs a command of `blsbenchd` and waits until it listens on each `--socket` and `--tcp` of
    /// its arguments.
    pub fn spawn(command: Command) -> io::Result<Self> {
        Self::spawn_in(command, None)
    }

    fn spawn_in(mut command: Command, directory: Option<TempDir>) -> io::Result<Self> {
        let listeners = command
            .get_args()
            .filter(|argument| *argument == "--socket" || *argument == "--tcp")
            .count();
        let mut child = command
            .arg("--stop-with-stdin")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let stdin = child.stdin.take();
        let stdout = child.stdout.take();
        let mut daemon = Self {
            child,
            stdin,
            stdout: BufReader::new(stdout.ok_or_else(|| io::Error::other("no pipe"))?),
            addresses: Vec::new(),
            _directory: directory,
        };
        for _ in 0..listeners.max(1) {
            let mut line = String::new();
            daemon.stdout.read_line(&mut line)?;
            let address = line.trim_end().strip_prefix("listening ");
            let address = address.and_then(|address| address.parse().ok());
            daemon.addresses.push(address.ok_or_else(|| {
                io::Error::other(format!("the server does not listen, it said `{line}`"))
            })?);
        }
        Ok(daemon)
    }

    /// The first address: of the socket, if there is one.
    #[must_use]
    pub fn address(&self) -> &Address {
        &self.addresses[0]
    }

    /// The address for TCP, if it was asked for.
    #[must_use]
    pub fn tcp(&self) -> Option<&Address> {
        let mut addresses = self.addresses.iter();
        addresses.find(|address| matches!(address, Address::Tcp(_)))
    }

    /// The number of the process.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    /// Stops the server as its standard input does, and waits until it has answered what it
    /// accepted.
    pub fn stop(mut self) -> io::Result<ExitStatus> {
        self.stdin = None;
        self.child.wait()
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        // It may have ended by itself; either way it is waited for, so that no zombie is left.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
