//! `list`: engines with versions, build and code path; ids; the reason for each absent one.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use bls_api::{Engine, Group, RUST_BUILD, Threads};
use bls_engines::{engines, ids};
use serde_json::{Value, json};

/// Lists engines, with how they are built and the code path they take here, and ids.
#[derive(clap::Args)]
pub(crate) struct List {
    /// This group alone, with the sentence that says what is timed for each operation.
    #[arg(long)]
    group: Option<Group>,
    /// As JSON, with every id.
    #[arg(long)]
    json: bool,
}

impl List {
    pub(crate) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let groups: Vec<Group> = match self.group {
            Some(group) => vec![group],
            None => Group::ALL.to_vec(),
        };
        if self.json {
            writeln!(out, "{}", serde_json::to_string_pretty(&as_json(&groups))?)?;
        } else {
            print_engines(out)?;
            for group in groups {
                print_group(group, self.group.is_some(), out)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn code_path(engine: &Engine) -> String {
    (engine.code_path)().unwrap_or_else(|error| format!("UNUSABLE: {error}"))
}

fn scheme(engine: &Engine) -> &'static str {
    if engine.composed {
        "composed"
    } else {
        "native"
    }
}

fn print_engines(out: &mut impl Write) -> io::Result<()> {
    for engine in engines() {
        let library = engine.library;
        writeln!(
            out,
            "{}: {} {}, {} scheme",
            engine.id,
            library.name,
            library.version,
            scheme(engine)
        )?;
        writeln!(out, "  path      {}", code_path(engine))?;
        writeln!(out, "  compiler  {}", library.compiler)?;
        if !library.options.is_empty() {
            writeln!(out, "  options   {}", library.options)?;
        }
    }
    writeln!(
        out,
        "native: the library's own signature scheme; composed: ours, on the library's curve"
    )?;
    writeln!(
        out,
        "Rust code: {}, {}, opt-level {}, target features {}",
        RUST_BUILD.compiler, RUST_BUILD.target, RUST_BUILD.opt_level, RUST_BUILD.target_features
    )
}

fn print_group(group: Group, timed: bool, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\n{group}: {}", group.suite())?;
    let measured = group
        .operations()
        .iter()
        .filter(|row| !row.params.is_empty());
    for operation in measured {
        let params: Vec<_> = operation
            .params
            .iter()
            .filter_map(|param| param.value.map(|value| value.to_string()))
            .collect();
        let present = engines()
            .iter()
            .filter(|engine| engine.measures(group, operation));
        let present: Vec<_> = present.map(|engine| engine.id).collect();
        writeln!(
            out,
            "  {group}/{}/{{{}}}{}",
            operation.name,
            present.join(","),
            if params.is_empty() {
                String::new()
            } else {
                format!("/{{{}}}", params.join(","))
            }
        )?;
        if timed {
            writeln!(out, "      {}", operation.timed)?;
        }
    }
    for engine in engines() {
        if let Some(reason) = engine.absent(group) {
            writeln!(out, "  absent: {}: {reason}", engine.id)?;
        }
    }
    Ok(())
}

fn as_json(groups: &[Group]) -> Value {
    let engines: Vec<Value> = engines()
        .iter()
        .map(|engine| {
            let absent: serde_json::Map<String, Value> = groups
                .iter()
                .filter_map(|&group| Some((group.to_string(), engine.absent(group)?.into())))
                .collect();
            json!({
                "id": engine.id,
                "library": engine.library.name,
                "version": engine.library.version,
                "options": engine.library.options,
                "compiler": engine.library.compiler,
                "scheme": scheme(engine),
                "code_path": code_path(engine),
                "absent": absent,
            })
        })
        .collect();
    let ids: Vec<Value> = ids()
        .into_iter()
        .filter(|(id, _)| groups.contains(&id.group))
        .map(|(id, profile)| {
            json!({
                "id": id.to_string(),
                "profile": profile.name(),
                "threads": match id.operation.threads() {
                    Threads::One => "one",
                    Threads::All => "all",
                },
                "unit": id.operation.unit,
                "timed": id.operation.timed,
            })
        })
        .collect();
    json!({
        "rust": RUST_BUILD,
        "suites": groups
            .iter()
            .map(|group| (group.to_string(), group.suite().into()))
            .collect::<serde_json::Map<String, Value>>(),
        "engines": engines,
        "ids": ids,
    })
}
