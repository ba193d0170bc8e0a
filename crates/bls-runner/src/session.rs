//! One child process that answers requests.

use std::{
    ffi::OsString,
    io::{self, BufReader, Write as _},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::{
        Mutex, MutexGuard, PoisonError,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};

use crate::protocol::{Answer, MAX_ANSWER, MAX_REQUEST, Request, read_line};

/// How a runner is started.
#[derive(Debug, Clone)]
pub struct Launch {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Variables that it gets beside those of this program.
    pub environment: Vec<(OsString, OsString)>,
    /// How long it may be silent after a request.
    pub deadline: Duration,
}

impl Launch {
    /// A runner with the deadline of `docs/RUNNER.md`.
    #[must_use]
    pub fn new(program: PathBuf, arguments: Vec<OsString>) -> Self {
        Self {
            program,
            arguments,
            environment: Vec::new(),
            deadline: Duration::from_mins(2),
        }
    }
}

/// A runner, started when it is first needed and again after it broke.
pub struct Session {
    launch: Launch,
    state: Mutex<State>,
}

#[derive(Default)]
pub(crate) struct State {
    process: Option<Process>,
    /// The number of the job that the process has prepared.
    pub(crate) prepared: Option<u64>,
}

impl Session {
    /// Starts nothing yet.
    #[must_use]
    pub fn new(launch: Launch) -> Self {
        Self {
            launch,
            state: Mutex::default(),
        }
    }

    /// Ends the process; the next request starts another.
    pub fn stop(&self) {
        *self.lock() = State::default();
    }

    /// The process, if one runs.
    pub fn process_id(&self) -> Option<u32> {
        let state = self.lock();
        state.process.as_ref().map(|process| process.child.id())
    }

    /// One user at a time; a panic of another leaves nothing half-done that the next cannot see.
    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a request and waits for its answer. After any error the process is gone.
    pub(crate) fn exchange(&self, state: &mut State, request: &Request) -> Result<Answer, String> {
        let process = match &mut state.process {
            Some(process) => process,
            none => none.insert(
                Process::start(&self.launch)
                    .map_err(|error| format!("{}: {error}", self.launch.program.display()))?,
            ),
        };
        let answer = process.exchange(request, self.launch.deadline);
        if answer.is_err() {
            *state = State::default();
        }
        answer
    }
}

/// A running runner. Two threads write and read its pipes, so that a process that neither reads nor
/// answers cannot hold up more than the deadline.
struct Process {
    child: Child,
    requests: Sender<Vec<u8>>,
    answers: Receiver<io::Result<Vec<u8>>>,
}

impl Process {
    fn start(launch: &Launch) -> io::Result<Self> {
        let mut command = Command::new(&launch.program);
        command
            .args(&launch.arguments)
            .envs(launch.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        // Ctrl-C is for the program that uses the runner: it decides what is kept.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the process has no pipes"));
        };
        let (requests, lines) = mpsc::channel::<Vec<u8>>();
        thread::spawn(move || {
            for line in lines {
                // A process that has gone is noticed where its answer is read.
                if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        let (send, answers) = mpsc::channel();
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Some(line) = read_line(&mut stdout, MAX_ANSWER).transpose() {
                let broken = line.is_err();
                if send.send(line).is_err() || broken {
                    return;
                }
            }
        });
        Ok(Self {
            child,
            requests,
            answers,
        })
    }

    fn exchange(&mut self, request: &Request, deadline: Duration) -> Result<Answer, String> {
        // What the process said without being asked.
        if let Ok(line) = self.answers.try_recv() {
            return Err(line.map_or_else(
                |error| error.to_string(),
                |_| "it answered twice".to_owned(),
            ));
        }
        let mut line = serde_json::to_vec(request).map_err(|error| error.to_string())?;
        if line.len() > MAX_REQUEST {
            return Err(format!("a request of more than {MAX_REQUEST} bytes"));
        }
        line.push(b'\n');
        let ended = self.requests.send(line).is_err();
        match self.answers.recv_timeout(deadline) {
            Ok(Ok(line)) => serde_json::from_slice(&line)
                .map_err(|error| format!("{error} in its answer {}", excerpt(&line))),
            Ok(Err(error)) => Err(error.to_string()),
            Err(RecvTimeoutError::Timeout) if !ended => {
                Err(format!("no answer for {} s", deadline.as_secs_f64()))
            }
            Err(_) => Err(self.child.wait().map_or_else(
                |error| error.to_string(),
                |status| format!("it ended without an answer, {status}"),
            )),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself; either way it is waited for, so that no zombie is left.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn excerpt(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let short: String = text.chars().take(80).collect();
    format!("`{}`", short.escape_debug())
}
