//! How long keys and signatures are.

use askama::Template;

use super::{
    Error, Site,
    output::{Base, Output},
    table::{Cell, Table, column},
};

/// How long keys and signatures of a suite are, in bytes, as text: a length may depend on something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuiteSizes {
    /// Its name for readers, with the number of a note.
    pub suite: &'static str,
    /// Of a private key.
    pub private_key: String,
    /// Of a public key.
    pub public_key: String,
    /// Of a signature.
    pub signature: String,
    /// Of an aggregate signature; `-` where there are none.
    pub aggregate_signature: String,
    /// Of an aggregate public key; `-` where there are none.
    pub aggregate_public_key: String,
}

impl SuiteSizes {
    /// The columns of a table.
    pub const HEADER: [&'static str; 6] = [
        "suite",
        "private key",
        "public key",
        "signature",
        "aggregate signature",
        "aggregate public key",
    ];

    /// What must be known to read them.
    pub const NOTES: [&'static str; 3] = [
        "(1) Go's private key is 64 bytes: the seed, which is what is counted here, and the public key.",
        "(2) Public keys are compressed points; x and y alone are 64 bytes, and with their prefix 65. A \
         private key of 96 bytes, as one published table has it, is the number, x and y.",
        "(3) Signatures contain their ring: of the bytes of a member, 32 are its response.",
    ];

    /// Under [`Self::HEADER`].
    #[must_use]
    pub fn cells(&self) -> [&str; 6] {
        [
            self.suite,
            &self.private_key,
            &self.public_key,
            &self.signature,
            &self.aggregate_signature,
            &self.aggregate_public_key,
        ]
    }
}

#[derive(Template)]
#[template(path = "sizes.html")]
struct Page {
    base: Base,
    sizes: Option<Table>,
    notes: &'static [&'static str],
}

/// Writes the page and its data.
pub(super) fn write(site: &Site, output: &Output) -> Result<(), Error> {
    let sizes = table(site.sizes).map(|table| output.with_csv("", "pages/sizes.csv", table));
    let page = Page {
        base: Base::top("Sizes of keys and signatures", "sizes.html"),
        sizes: sizes.transpose()?,
        notes: &SuiteSizes::NOTES,
    };
    output.page("sizes.html", &page)
}

/// None without suites.
pub(super) fn table(suites: &[SuiteSizes]) -> Option<Table> {
    let mut table = Table::new("Encoded lengths in bytes", SuiteSizes::HEADER.map(column));
    for sizes in suites {
        table.push(sizes.cells().map(|text| match text.parse() {
            Ok(bytes) => Cell::value(text, bytes),
            Err(_) if text == "-" => Cell::nothing(),
            // A name, or the length of a signature that grows with its ring.
            Err(_) => Cell::text(text),
        }));
    }
    (!table.is_empty()).then_some(table)
}
