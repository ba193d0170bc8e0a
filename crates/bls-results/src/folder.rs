//! A folder of results: `environment.toml`, `results.json`, and `results.csv` for people and their
//! tools. It never changes.

use std::{
    fs, io,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use bls_api::{Allocated, Id, Threads};
use serde::{Deserialize, Serialize};

use crate::{Environment, Error, Outcome, Problem, Results, Row, Run, file};

const ENVIRONMENT: &str = "environment.toml";
const JSON: &str = "results.json";
const CSV: &str = "results.csv";

/// The JSON of a folder. Ids are text: an operation may have been renamed since.
#[derive(Serialize, Deserialize)]
struct Stored {
    rows: Vec<StoredRow>,
    problems: Vec<Problem>,
}

#[derive(Serialize, Deserialize)]
struct StoredRow {
    id: String,
    run: usize,
    #[serde(flatten)]
    outcome: Outcome,
}

/// A line of the CSV.
#[derive(Serialize)]
struct Line<'a> {
    id: String,
    group: &'static str,
    operation: &'static str,
    engine: &'a str,
    param: Option<u32>,
    threads: &'static str,
    outcome: &'static str,
    ns: Option<f64>,
    low_ns: Option<f64>,
    high_ns: Option<f64>,
    samples: Option<usize>,
    bytes: Option<u64>,
    allocations: Option<u64>,
    why: &'a str,
}

impl<'a> Line<'a> {
    fn of(row: &'a Row) -> Self {
        let figure = row.figure();
        let (outcome, why) = match &row.outcome {
            Outcome::Measured(_) => ("measured", ""),
            Outcome::Error { why } => ("error", why.as_str()),
            Outcome::Absent { why } => ("absent", why.as_str()),
            Outcome::Missing => ("missing", ""),
        };
        let allocated = figure.and_then(|figure| figure.allocated);
        Self {
            id: row.id.to_string(),
            group: row.id.group.name(),
            operation: row.id.operation.name,
            engine: &row.id.engine,
            param: row.id.param,
            threads: match row.id.operation.threads() {
                Threads::One => "one",
                Threads::All => "all",
            },
            outcome,
            ns: figure.map(|figure| figure.ns),
            low_ns: figure.map(|figure| figure.low),
            high_ns: figure.map(|figure| figure.high),
            samples: figure.map(|figure| figure.samples),
            bytes: allocated.map(|Allocated { bytes, .. }| bytes),
            allocations: allocated.map(|Allocated { allocations, .. }| allocations),
            why,
        }
    }
}

/// The rows as CSV.
pub fn csv<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(Line::of(row))?;
    }
    writer
        .into_inner()
        .map_err(|error| error.into_error().into())
}

/// Keeps the results in a folder of `data`, whole or not at all, and says whether it is new: the
/// same results are kept once. The name gets a number where other results have it, which never change.
pub fn keep(results: &mut Results, data: &Path) -> Result<bool, Error> {
    fs::create_dir_all(data).map_err(Error::of(data))?;
    let name = results.name.clone();
    let mut number = 1;
    loop {
        let folder = data.join(&results.name);
        if folder.exists() {
            if read(&folder)? == *results {
                return Ok(false);
            }
            number += 1;
            results.name = format!("{name}-{number}");
            continue;
        }
        let whole = tempfile::Builder::new().prefix(".new-").tempdir_in(data);
        let whole = whole.map_err(Error::of(data))?;
        write(results, whole.path())?;
        match fs::rename(whole.path(), &folder) {
            // Another report was quicker.
            Err(_) if folder.exists() => {}
            renamed => return renamed.map(|()| true).map_err(Error::of(&folder)),
        }
    }
}

fn write(results: &Results, folder: &Path) -> Result<(), Error> {
    let path = folder.join(ENVIRONMENT);
    let environment = toml::to_string_pretty(&results.environment);
    let environment = environment.map_err(Error::of(&path))?;
    file::write_whole(&path, environment.as_bytes())?;
    let path = folder.join(JSON);
    file::write_whole(&path, &json(results).map_err(Error::of(&path))?)?;
    let path = folder.join(CSV);
    file::write_whole(&path, &csv(&results.rows).map_err(Error::of(&path))?)?;
    readable(folder).map_err(Error::of(folder))
}

/// Temporary directories are their owner's alone.
fn readable(directory: &Path) -> io::Result<()> {
    fs::set_permissions(directory, fs::Permissions::from_mode(0o755))
}

/// One row a line, so that differences can be read.
fn json(results: &Results) -> serde_json::Result<Vec<u8>> {
    let mut text = Vec::from(b"{\"rows\": [");
    let mut list = |rows: Vec<Vec<u8>>| {
        text.push(b'\n');
        text.extend(rows.join(&b",\n"[..]));
    };
    let rows = results.rows.iter().map(|row| {
        serde_json::to_vec(&StoredRow {
            id: row.id.to_string(),
            run: row.run,
            outcome: row.outcome.clone(),
        })
    });
    list(rows.collect::<Result<_, _>>()?);
    text.extend(b"\n], \"problems\": ");
    text.extend(serde_json::to_vec(&results.problems)?);
    text.extend(b"}\n");
    Ok(text)
}

/// Reads a folder of results. Ids that no table knows any more are problems.
pub fn read(folder: &Path) -> Result<Results, Error> {
    let name = folder.file_name().unwrap_or(folder.as_os_str());
    let path = folder.join(ENVIRONMENT);
    let environment: Environment = toml::from_str(&file::read(&path)?).map_err(Error::of(&path))?;
    if let Some(why) = environment.runs.iter().find_map(Run::unusable) {
        return Err(Error::new(&path, format!("a run was {why}")));
    }
    let path = folder.join(JSON);
    let Stored {
        rows: stored,
        mut problems,
    } = file::read_json(&path)?;
    let mut rows = Vec::new();
    for StoredRow { id, run, outcome } in stored {
        if run >= environment.runs.len() {
            return Err(Error::new(&path, format!("{id}: there is no run {run}")));
        }
        match id.parse::<Id>() {
            Ok(id) => rows.push(Row { id, run, outcome }),
            Err(why) => problems.push(Problem {
                file: JSON.to_owned(),
                id: Some(id),
                why: why.to_string(),
            }),
        }
    }
    Ok(Results {
        name: name.to_string_lossy().into_owned(),
        environment,
        rows,
        problems,
    })
}

/// The folders in `data`, newest first; there may be none.
pub fn folders(data: &Path) -> Result<Vec<PathBuf>, Error> {
    let entries = match fs::read_dir(data) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(Error::of(data))?,
    };
    let mut folders = Vec::new();
    for entry in entries {
        let entry = entry.map_err(Error::of(data))?;
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        if !hidden && entry.path().is_dir() {
            folders.push(entry.path());
        }
    }
    folders.sort_by(|a, b| b.file_name().cmp(&a.file_name()));
    Ok(folders)
}
