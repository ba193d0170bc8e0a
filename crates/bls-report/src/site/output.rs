//! Where pages go, and how they link to each other.

use std::path::{Path, PathBuf};

use askama::Template;
use bls_results::{Results, write_whole};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::{Error, table::Table};

/// The directory of a site.
#[derive(Debug)]
pub(super) struct Output {
    directory: PathBuf,
}

/// What every page has.
#[derive(Debug)]
pub(super) struct Base {
    pub(super) title: String,
    /// From the page to `index.html`: empty or `../../`.
    pub(super) root: &'static str,
    /// The page of the menu that this is, if it is one.
    pub(super) here: &'static str,
    /// The pages above, which are not in the menu.
    pub(super) above: Vec<Link>,
}

#[derive(Debug, Clone)]
pub(super) struct Link {
    pub(super) text: String,
    pub(super) href: String,
}

impl Base {
    /// The pages that every page links to: file and name.
    pub(super) const MENU: [(&str, &str); 5] = [
        ("index.html", "Overview"),
        ("compare.html", "Compare"),
        ("claims.html", "Claims"),
        ("seeds.html", "Seed tables"),
        ("sizes.html", "Sizes"),
    ];

    /// Of a page beside `index.html`.
    pub(super) fn top(title: &str, here: &'static str) -> Self {
        Self {
            title: title.to_owned(),
            root: "",
            here,
            above: Vec::new(),
        }
    }

    /// Of a page in the directory of some results.
    pub(super) fn below(title: String, above: Vec<Link>) -> Self {
        Self {
            title,
            root: "../../",
            here: "",
            above,
        }
    }
}

impl Output {
    pub(super) fn new(directory: &Path) -> Self {
        Self {
            directory: directory.to_owned(),
        }
    }

    pub(super) fn write(&self, file: &str, contents: impl AsRef<[u8]>) -> Result<(), Error> {
        Ok(write_whole(&self.directory.join(file), contents.as_ref())?)
    }

    pub(super) fn page(&self, file: &str, page: &impl Template) -> Result<(), Error> {
        let html = page.render().map_err(self.error(file))?;
        self.write(file, html)
    }

    /// Writes the CSV of a table next to a page in `directory`, and links it below the table.
    pub(super) fn with_csv(
        &self,
        directory: &str,
        file: &str,
        mut table: Table,
    ) -> Result<Table, Error> {
        let path = format!("{directory}{file}");
        let csv = table.to_csv().map_err(self.error(&path))?;
        self.write(&path, csv)?;
        table.csv = Some(href(file));
        Ok(table)
    }

    /// Closures for `map_err`.
    pub(super) fn error<E: ToString>(&self, file: &str) -> impl FnOnce(E) -> Error {
        let path = self.directory.join(file);
        move |why| Error::Page {
            path,
            why: why.to_string(),
        }
    }

    /// A link from a page in `directory`, which exists, to a file anywhere; none to a file that is not
    /// there. Relative, so that both may move together.
    pub(super) fn href_to(&self, directory: &str, file: &Path) -> Option<String> {
        let from = self.directory.join(directory).canonicalize().ok()?;
        let to = file.canonicalize().ok()?;
        let common = from.components().zip(to.components());
        let common = common.take_while(|(from, to)| from == to).count();
        let up = from.components().skip(common).map(|_| "..".to_owned());
        let down = to.components().skip(common);
        let down = down.map(|part| part.as_os_str().to_string_lossy().into_owned());
        Some(href(&up.chain(down).collect::<Vec<_>>().join("/")))
    }
}

/// The directory of the pages of some results, from `index.html`.
pub(super) fn directory(results: &Results) -> String {
    format!("pages/{}/", results.name)
}

/// A path as it may stand in a link: names of folders are anybody's choice.
pub(super) fn href(path: &str) -> String {
    const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
        .remove(b'/')
        .remove(b'-')
        .remove(b'_')
        .remove(b'.')
        .remove(b'~');
    utf8_percent_encode(path, ESCAPED).to_string()
}
