//! What others have claimed about the libraries, and the rows that it can be judged by.

use std::path::{Path, PathBuf};

use bls_api::Id;
use serde::Deserialize;
use serde_with::{DisplayFromStr, serde_as};

use crate::reference::{self, Figure, Reference, read_toml};

/// A claim, what was published for it, and what to measure instead.
#[derive(Debug)]
pub struct Claim<'a> {
    /// A name for links.
    pub key: String,
    /// In the source's words; what its figures say without words is in brackets.
    pub quote: String,
    /// A key of [`reference::Source`].
    pub source: String,
    /// Ours, in a few words.
    pub verdict: String,
    /// Why.
    pub explanation: String,
    /// The figures that it rests on.
    pub published: Vec<Published<'a>>,
    /// Like for like.
    pub comparisons: Vec<Comparison>,
}

/// Published figures that are to be seen side by side.
#[derive(Debug)]
pub struct Published<'a> {
    /// What they have in common.
    pub label: String,
    /// In the order in which the claim has them.
    pub figures: Vec<&'a Figure>,
}

/// Ids of ours that are to be seen side by side.
#[serde_as]
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    /// What they have in common.
    pub label: String,
    /// Ratios are to the first.
    #[serde_as(as = "Vec<DisplayFromStr>")]
    pub ids: Vec<Id>,
    /// What differs between them or from what was published; may be empty.
    #[serde(default)]
    pub note: String,
}

/// Why claims cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file, or one of its ids.
    #[error(transparent)]
    File(#[from] reference::Error),
    /// A claim that nobody has made.
    #[error("{path}: claim `{key}`: sources.toml has no `{unknown}`")]
    UnknownSource {
        /// The file.
        path: PathBuf,
        /// The claim.
        key: String,
        /// The source that it names.
        unknown: String,
    },
    /// A figure that was not published, or in several tables.
    #[error("{path}: claim `{key}`: its source has {found} figures for `{row}`, expected one")]
    Figures {
        /// The file.
        path: PathBuf,
        /// The claim.
        key: String,
        /// The row.
        row: String,
        /// How many there are.
        found: usize,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    claim: Vec<WrittenClaim>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenClaim {
    key: String,
    quote: String,
    source: String,
    verdict: String,
    explanation: String,
    published: Vec<WrittenPublished>,
    #[serde(default)]
    comparisons: Vec<Comparison>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPublished {
    label: String,
    rows: Vec<Place>,
}

/// Of a figure in its source.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    row: String,
    #[serde(default)]
    column: String,
    /// Where the row alone does not say.
    table: Option<String>,
}

/// Reads `claims.toml` of a directory.
pub fn read<'a>(directory: &Path, reference: &'a Reference) -> Result<Vec<Claim<'a>>, Error> {
    let path = directory.join("claims.toml");
    let Written { claim: claims } = read_toml(&path)?;
    let claims = claims.into_iter();
    claims
        .map(|claim| resolve(claim, &path, reference))
        .collect()
}

fn resolve<'a>(
    claim: WrittenClaim,
    path: &Path,
    reference: &'a Reference,
) -> Result<Claim<'a>, Error> {
    let mut sources = reference.sources.iter();
    if !sources.any(|source| source.key == claim.source) {
        return Err(Error::UnknownSource {
            path: path.to_owned(),
            key: claim.key,
            unknown: claim.source,
        });
    }
    let figure = |place: Place| {
        let figures: Vec<&Figure> = reference
            .figures
            .iter()
            .filter(|figure| figure.source == claim.source && place.is_of(figure))
            .collect();
        match figures[..] {
            [figure] => Ok(figure),
            _ => Err(Error::Figures {
                path: path.to_owned(),
                key: claim.key.clone(),
                row: place.row,
                found: figures.len(),
            }),
        }
    };
    let published = claim.published.into_iter().map(|published| {
        let figures: Result<_, Error> = published.rows.into_iter().map(figure).collect();
        Ok(Published {
            label: published.label,
            figures: figures?,
        })
    });
    let published: Result<_, Error> = published.collect();
    Ok(Claim {
        published: published?,
        key: claim.key,
        quote: claim.quote,
        source: claim.source,
        verdict: claim.verdict,
        explanation: claim.explanation,
        comparisons: claim.comparisons,
    })
}

impl Place {
    fn is_of(&self, figure: &Figure) -> bool {
        let table = self.table.as_ref();
        figure.row == self.row
            && figure.column == self.column
            && table.is_none_or(|table| *table == figure.table)
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, fs};

    use super::*;

    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
    }

    fn committed() -> Reference {
        Reference::read(&root().join("reports/reference")).expect("the committed figures")
    }

    #[test]
    fn the_committed_claims_can_be_judged() {
        let reference = committed();
        let claims = read(&root().join("reports/reference"), &reference).unwrap();
        for source in &reference.sources {
            let mut of = claims.iter().filter(|claim| claim.source == source.key);
            assert!(of.next().is_some(), "{} claims nothing", source.key);
        }
        let mut keys = HashSet::new();
        for claim in &claims {
            assert!(keys.insert(&claim.key), "{} twice", claim.key);
            assert!(bls_api::is_segment(&claim.key), "{}", claim.key);
            for text in [&claim.quote, &claim.verdict, &claim.explanation] {
                assert!(!text.is_empty(), "{}", claim.key);
            }
            assert!(!claim.published.is_empty(), "{}", claim.key);
            for published in &claim.published {
                assert!(!published.figures.is_empty(), "{}", published.label);
            }
            for comparison in &claim.comparisons {
                let ids: HashSet<String> = comparison.ids.iter().map(Id::to_string).collect();
                assert!(ids.len() > 1, "{}: {}", claim.key, comparison.label);
                assert_eq!(ids.len(), comparison.ids.len(), "{}", comparison.label);
            }
        }
    }

    /// An id parses whatever its engine is called.
    #[test]
    fn engines_are_known() {
        let reference = committed();
        let claims = read(&root().join("reports/reference"), &reference).unwrap();
        let published = reference
            .figures
            .iter()
            .filter_map(|figure| figure.id.as_ref());
        let comparisons = claims.iter().flat_map(|claim| &claim.comparisons);
        let ids: HashSet<&str> = published
            .chain(comparisons.flat_map(|comparison| &comparison.ids))
            .map(|id| id.engine.as_str())
            .collect();
        let engines = fs::read_to_string(root().join("docs/ENGINES.md")).unwrap();
        for engine in ids {
            assert!(engines.contains(&format!("| `{engine}` |")), "{engine}");
        }
    }

    #[test]
    fn what_cannot_be_resolved_is_named() {
        let reference = committed();
        let read = |text: &str| {
            let directory = tempfile::tempdir().expect("a directory");
            fs::write(directory.path().join("claims.toml"), text).expect("a file");
            read(directory.path(), &reference).map(|claims| claims.len())
        };
        let claim = |source: &str, row: &str, id: &str| {
            format!(
                "[[claim]]\nkey = \"k\"\nquote = \"q\"\nsource = \"{source}\"\nverdict = \"v\"\n\
                 explanation = \"e\"\n\
                 [[claim.published]]\nlabel = \"l\"\nrows = [{{ row = \"{row}\" }}]\n\
                 [[claim.comparisons]]\nlabel = \"l\"\nids = [\"{id}\"]\n"
            )
        };
        let (row, id) = ("BenchmarkBlstSign-8", "min_pk/sign/blst");
        assert_eq!(read(&claim("blst_herumi", row, id)).unwrap(), 1);
        for (text, expected) in [
            (
                claim("blst", row, id),
                "claim `k`: sources.toml has no `blst`",
            ),
            (
                claim("blst_herumi", "BenchmarkBlstSign", id),
                "claim `k`: its source has 0 figures for `BenchmarkBlstSign`",
            ),
            (
                claim("ring_go", "BenchmarkSign2_Ed25519-32", id),
                "its source has 2 figures for `BenchmarkSign2_Ed25519-32`",
            ),
            (claim("blst_herumi", row, "min_pk/sing/blst"), "line 12"),
            (
                claim("blst_herumi", row, "min_pk/sing/blst"),
                "unknown operation",
            ),
        ] {
            let error = read(&text).unwrap_err().to_string();
            assert!(error.contains("claims.toml: "), "{error}");
            assert!(error.contains(expected), "{error}");
        }
    }
}
