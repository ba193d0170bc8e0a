//! Two sets of results side by side, chosen by the reader: the page loads their data when asked.

use askama::Template;
use bls_results::{Outcome, Results, time};
use serde::Serialize;

use super::{
    Error, Site,
    output::{Base, Output, directory},
    text::interval,
};
use crate::scaling::is_insecure;

#[derive(Template)]
#[template(path = "compare.html")]
struct Page<'a> {
    base: Base,
    /// Names, newest first.
    results: Vec<&'a str>,
}

/// A row as the script reads it.
#[derive(Serialize)]
struct Row {
    id: String,
    insecure: bool,
    /// Nanoseconds: figure, lower and upper end; absent without a figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    ns: Option<[f64; 3]>,
    /// The figure, or why there is none.
    text: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    interval: String,
}

/// Writes the page.
pub(super) fn write(site: &Site, output: &Output) -> Result<(), Error> {
    let results = site.results.iter();
    let page = Page {
        base: Base::top("Compare two results", "compare.html"),
        results: results.map(|results| &*results.name).collect(),
    };
    output.page("compare.html", &page)
}

/// Writes the data of some results: a script, because a page of `file:` may load nothing else.
pub(super) fn write_data(results: &Results, output: &Output) -> Result<(), Error> {
    let rows = results.rows.iter().map(|row| {
        let (text, interval) = match &row.outcome {
            Outcome::Measured(figure) => (time(figure.ns), interval(figure)),
            Outcome::Error { .. } => ("failed".to_owned(), String::new()),
            Outcome::Absent { .. } => ("absent".to_owned(), String::new()),
            Outcome::Missing => ("missing".to_owned(), String::new()),
        };
        Row {
            id: row.id.to_string(),
            insecure: is_insecure(row.id.group, row.id.operation),
            ns: row
                .figure()
                .map(|figure| [figure.ns, figure.low, figure.high]),
            text,
            interval,
        }
    });
    let file = format!("{}results.js", directory(results));
    let script = serde_json::to_string(&rows.collect::<Vec<_>>()).and_then(|rows| {
        let name = serde_json::to_string(&results.name)?;
        Ok(format!("blsbench.add({name}, {rows});\n"))
    });
    // A script that is read as one, whatever it is put into.
    let script = script.map_err(output.error(&file))?.replace('<', "\\u003c");
    output.write(&file, script)
}
