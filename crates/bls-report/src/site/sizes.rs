//! How long keys and signatures are.

use askama::Template;

use super::{
    Error, Site, SuiteSizes,
    output::{Base, Output},
    table::{Cell, Table, column},
};

#[derive(Template)]
#[template(path = "sizes.html")]
struct Page {
    base: Base,
    sizes: Option<Table>,
    notes: Vec<String>,
}

/// Writes the page and its data.
pub(super) fn write(site: &Site, output: &Output) -> Result<(), Error> {
    let sizes = table(site.sizes).map(|table| output.with_csv("", "pages/sizes.csv", table));
    let notes = site.sizes.iter().filter_map(|sizes| {
        let note = sizes.note.as_ref()?;
        Some(format!("{}: {note}", sizes.suite))
    });
    let page = Page {
        base: Base::top("Sizes of keys and signatures", "sizes.html"),
        sizes: sizes.transpose()?,
        notes: notes.collect(),
    };
    output.page("sizes.html", &page)
}

/// None without suites.
pub(super) fn table<'a>(suites: impl IntoIterator<Item = &'a SuiteSizes>) -> Option<Table> {
    let mut table = Table::new(
        "Encoded lengths in bytes",
        [
            "suite",
            "private key",
            "public key",
            "signature",
            "aggregate signature",
            "aggregate public key",
        ]
        .map(column),
    );
    for sizes in suites {
        let lengths = [
            Some(&sizes.private_key),
            Some(&sizes.public_key),
            Some(&sizes.signature),
            sizes.aggregate_signature.as_ref(),
            sizes.aggregate_public_key.as_ref(),
        ];
        let lengths = lengths.map(|length| {
            length.map_or_else(Cell::nothing, |length| match length.parse() {
                Ok(bytes) => Cell::value(length, bytes),
                // That of a signature which grows with its ring.
                Err(_) => Cell::text(length),
            })
        });
        table.push([Cell::text(&sizes.suite)].into_iter().chain(lengths));
    }
    (!table.is_empty()).then_some(table)
}
