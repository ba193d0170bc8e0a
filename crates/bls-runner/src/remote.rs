//! Engines that are behind a runner.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use bls_api::{
    Capability, Engine, Error, Group, Inputs, Job, Library, Operation, Profile, Sample, Suite, heap,
};

use crate::{
    protocol::{Answer, Description, ErrorKind, Request, VERSION},
    session::{Launch, Session, State},
};

/// An engine in a process of its own.
#[derive(Clone, Copy)]
pub struct Remote {
    /// The engine.
    pub engine: &'static Engine,
    /// Its process, which serves no other engine.
    pub session: &'static Session,
}

/// Why a runner has no engines.
#[derive(Debug, thiserror::Error)]
pub enum DiscoverError {
    /// It could not be started, or broke.
    #[error("the runner did not say what it has: {0}")]
    Broken(String),
    /// It speaks another version.
    #[error("the runner speaks version {0} of the protocol, not {VERSION}")]
    Version(u32),
    /// It says what cannot be.
    #[error("the runner's engine `{0}`: {1}")]
    Description(String, String),
}

/// Starts a runner and asks for its engines; `profile` says from when they are measured.
///
/// Engines live as long as the program.
pub fn discover(launch: &Launch, profile: Profile) -> Result<Vec<Remote>, DiscoverError> {
    let session = Session::new(launch.clone());
    let hello = Request::Hello { protocol: VERSION };
    let answer = session.exchange(&mut session.lock(), &hello);
    let engines = match answer.map_err(DiscoverError::Broken)? {
        Answer::Hello { protocol, engines } if protocol == VERSION => engines,
        Answer::Hello { protocol, .. } => return Err(DiscoverError::Version(protocol)),
        other => return Err(DiscoverError::Broken(format!("it answered {other:?}"))),
    };
    let mut seen = BTreeSet::new();
    let mut remotes = Vec::new();
    for description in engines {
        let wrong = |why: &str| DiscoverError::Description(description.id.clone(), why.to_owned());
        if !bls_api::is_segment(&description.id) {
            return Err(wrong("its id has characters outside a-z, 0-9 and _"));
        }
        if !seen.insert(description.id.clone()) {
            return Err(wrong("listed twice"));
        }
        for group in description.groups.keys() {
            group
                .parse::<Group>()
                .map_err(|error| wrong(&error.to_string()))?;
        }
        remotes.push(remote(description, launch, profile));
    }
    Ok(remotes)
}

fn remote(description: Description, launch: &Launch, profile: Profile) -> Remote {
    let session: &'static Session = Box::leak(Box::new(Session::new(launch.clone())));
    let id = leak(description.id);
    let capabilities: BTreeMap<Group, Capability> = Group::ALL
        .iter()
        .map(|&group| {
            let capability = match description.groups.get(group.name()) {
                Some(None) => Capability::Yes(Box::leak(Box::new(RemoteSuite {
                    session,
                    engine: id,
                    group,
                }))),
                Some(Some(reason)) => Capability::No(leak(reason.clone())),
                None => Capability::No("its runner does not know this group"),
            };
            (group, capability)
        })
        .collect();
    let code_path = description.code_path;
    let engine = Engine {
        id,
        library: Library {
            name: leak(description.library),
            version: leak(description.version),
            options: leak(description.options),
            compiler: leak(description.compiler),
        },
        composed: description.composed,
        profile,
        code_path: Box::leak(Box::new(move || Ok(code_path.clone()))),
        suites: Box::leak(Box::new(move |group| capabilities[&group])),
    };
    Remote {
        engine: Box::leak(Box::new(engine)),
        session,
    }
}

fn leak(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

struct RemoteSuite {
    session: &'static Session,
    engine: &'static str,
    group: Group,
}

impl RemoteSuite {
    fn unprepared(&self, operation: &Operation, inputs: &Inputs) -> RemoteJob {
        static NUMBERS: AtomicU64 = AtomicU64::new(0);
        RemoteJob {
            session: self.session,
            number: NUMBERS.fetch_add(1, Ordering::Relaxed),
            prepare: Request::Prepare {
                engine: self.engine.to_owned(),
                group: self.group.to_string(),
                operation: operation.name.to_owned(),
                inputs: Box::new(inputs.clone()),
            },
        }
    }
}

impl Suite for RemoteSuite {
    fn job(&self, operation: &'static Operation, inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
        let job = self.unprepared(operation, inputs);
        job.prepare(&mut self.session.lock())?;
        Ok(Box::new(job))
    }

    fn output(&self, operation: &'static Operation, inputs: &Inputs) -> Result<Vec<u8>, Error> {
        let job = self.unprepared(operation, inputs);
        let mut state = self.session.lock();
        job.prepare(&mut state)?;
        match job.ask(&mut state, &Request::Output {})? {
            Answer::Output(output) => Ok(output),
            other => Err(unexpected(&mut state, &other)),
        }
    }
}

/// A job that its process has prepared, or prepares again when it has another one at hand.
struct RemoteJob {
    session: &'static Session,
    number: u64,
    prepare: Request,
}

impl RemoteJob {
    fn prepare(&self, state: &mut State) -> Result<(), Error> {
        state.prepared = None;
        match self.ask(state, &self.prepare)? {
            Answer::Prepared {} => {
                state.prepared = Some(self.number);
                Ok(())
            }
            other => Err(unexpected(state, &other)),
        }
    }

    fn ask(&self, state: &mut State, request: &Request) -> Result<Answer, Error> {
        let answer = self.session.exchange(state, request);
        match answer.map_err(Error::Runner)? {
            Answer::Error { kind, message } => Err(match kind {
                ErrorKind::Unsupported => Error::Unsupported(message.into()),
                ErrorKind::Refused => Error::malformed("input", message),
                ErrorKind::Failed => Error::Runner(message),
            }),
            answer => Ok(answer),
        }
    }
}

fn unexpected(state: &mut State, answer: &Answer) -> Error {
    *state = State::default();
    Error::Runner(format!("an answer to another request: {answer:?}"))
}

impl Job for RemoteJob {
    fn run(&mut self, iterations: u64) -> Result<Sample, Error> {
        let mut state = self.session.lock();
        if state.prepared != Some(self.number) {
            self.prepare(&mut state)?;
        }
        let counted = heap::is_counting();
        let run = Request::Run {
            iterations,
            counted,
        };
        match self.ask(&mut state, &run)? {
            // Counting may cost time, which would be the engine's.
            Answer::Sample(sample) if counted || sample.allocated.is_none() => Ok(Sample {
                elapsed: Duration::from_nanos(sample.elapsed_ns),
                output: sample.output,
                allocated: sample.allocated,
            }),
            other => Err(unexpected(&mut state, &other)),
        }
    }
}
