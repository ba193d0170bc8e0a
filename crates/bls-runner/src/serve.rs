//! The runner's side, for engines that are written against `bls_api`.

use std::{
    io::{self, BufRead, Write},
    panic::{self, AssertUnwindSafe},
};

use bls_api::{Engine, Error, Group, Job, heap, processor};

use crate::protocol::{
    Answer, Description, ErrorKind, MAX_REQUEST, Request, SampleLine, VERSION, read_line,
};

/// Answers requests for `engines` until the input ends.
pub fn serve(
    engines: &[&'static Engine],
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    processor::require();
    let mut prepared: Option<Box<dyn Job>> = None;
    while let Some(line) = read_line(&mut input, MAX_REQUEST)? {
        let answer = match serde_json::from_slice(&line) {
            Ok(request) => answer(engines, &mut prepared, request),
            Err(error) => failed(format!("no request: {error}")),
        };
        let mut line = serde_json::to_vec(&answer)?;
        line.push(b'\n');
        output.write_all(&line)?;
        output.flush()?;
    }
    Ok(())
}

fn answer(
    engines: &[&'static Engine],
    prepared: &mut Option<Box<dyn Job>>,
    request: Request,
) -> Answer {
    let answered = panic::catch_unwind(AssertUnwindSafe(|| match request {
        Request::Hello { protocol } if protocol != VERSION => {
            Err(Error::Runner(format!("version {VERSION}, not {protocol}")))
        }
        Request::Hello { protocol } => Ok(Answer::Hello {
            protocol,
            engines: engines.iter().map(|engine| describe(engine)).collect(),
        }),
        Request::Prepare {
            engine,
            group,
            operation,
            inputs,
        } => {
            *prepared = None;
            let known = engines.iter().find(|known| known.id == engine);
            let engine = known.ok_or_else(|| Error::Runner(format!("no engine {engine}")))?;
            // A library that cannot run here says so; its code might end the process.
            (engine.code_path)()?;
            let unknown = |error: bls_api::UnknownName| Error::Runner(error.to_string());
            let group: Group = group.parse().map_err(unknown)?;
            let operation = group.operation(&operation).map_err(unknown)?;
            *prepared = Some(engine.suite(group)?.job(operation, &inputs)?);
            Ok(Answer::Prepared {})
        }
        Request::Output {} => Ok(Answer::Output(job(prepared)?.run(1)?.output)),
        Request::Run {
            iterations,
            counted,
        } => {
            let job = job(prepared)?;
            if iterations == 0 {
                return Err(Error::Runner("no iterations".to_owned()));
            }
            job.run(1)?;
            let sample = if counted {
                heap::counted(|| job.run(iterations))
            } else {
                job.run(iterations)
            }?;
            Ok(Answer::Sample(SampleLine {
                elapsed_ns: u64::try_from(sample.elapsed.as_nanos()).unwrap_or(u64::MAX),
                output: sample.output,
                allocated: sample.allocated,
            }))
        }
    }));
    match answered {
        Ok(Ok(answer)) => answer,
        Ok(Err(error)) => Answer::Error {
            kind: match &error {
                Error::Unsupported(_) => ErrorKind::Unsupported,
                Error::Malformed { .. } | Error::Empty | Error::Lengths { .. } => {
                    ErrorKind::Refused
                }
                Error::Input(_) | Error::Start(_) | Error::Runner(_) => ErrorKind::Failed,
            },
            message: match error {
                Error::Unsupported(reason) => reason.into_owned(),
                Error::Runner(message) => message,
                error => error.to_string(),
            },
        },
        Err(_) => failed("the engine panicked".to_owned()),
    }
}

fn job(prepared: &mut Option<Box<dyn Job>>) -> Result<&mut Box<dyn Job>, Error> {
    let job = prepared.as_mut();
    job.ok_or_else(|| Error::Runner("nothing is prepared".to_owned()))
}

fn failed(message: String) -> Answer {
    Answer::Error {
        kind: ErrorKind::Failed,
        message,
    }
}

fn describe(engine: &Engine) -> Description {
    let library = engine.library;
    Description {
        id: engine.id.to_owned(),
        library: library.name.to_owned(),
        version: library.version.to_owned(),
        options: library.options.to_owned(),
        compiler: library.compiler.to_owned(),
        code_path: (engine.code_path)().unwrap_or_else(|error| format!("unusable: {error}")),
        composed: engine.composed,
        groups: Group::ALL
            .iter()
            .map(|&group| {
                let absent = engine.absent(group).map(str::to_owned);
                (group.to_string(), absent)
            })
            .collect(),
    }
}
