//! Where cases come from: those embedded here, or a folder in the same layout.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use bls_api::Group;
use include_dir::{Dir, include_dir};
use serde::{Deserialize, de::DeserializeOwned};

use crate::hex_bytes::HexBytes;

static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/vectors");

/// Folders whose cases are also those of another group or operation, and what they are called there.
const SHARED: &[(&str, Group, &str)] = &[
    (
        "min_pk/deserialization_G1",
        Group::Curve,
        "deserialization_G1",
    ),
    (
        "min_pk/deserialization_G2",
        Group::Curve,
        "deserialization_G2",
    ),
    ("min_sig/hash_to_G1", Group::Curve, "hash_to_G1"),
    ("min_pk/hash_to_G2", Group::Curve, "hash_to_G2"),
    ("dusk/sign", Group::Transport, "dusk_sign"),
    (
        "dusk/sign_vulnerable",
        Group::Transport,
        "dusk_sign_vulnerable",
    ),
    ("dusk/verify", Group::Transport, "dusk_verify"),
    (
        "dusk/aggregate_public_keys",
        Group::Transport,
        "dusk_aggregate_pk",
    ),
    ("dusk/aggregate", Group::Transport, "dusk_aggregate_sig"),
    ("dusk_v2/sign_multisig", Group::Transport, "dusk_v2_sign"),
    ("dusk_v2/verify", Group::Transport, "dusk_v2_verify"),
    (
        "dusk_v2/aggregate_public_keys",
        Group::Transport,
        "dusk_v2_aggregate_pk",
    ),
    (
        "dusk_v2/aggregate",
        Group::Transport,
        "dusk_v2_aggregate_sig",
    ),
    ("min_pk/sign", Group::Transport, "min_pk_sign"),
    ("min_pk/verify", Group::Transport, "min_pk_verify"),
    ("min_pk/aggregate", Group::Transport, "min_pk_aggregate_sig"),
    (
        "classic/ed25519_verify",
        Group::Classic,
        "ed25519_verify_bytes",
    ),
    (
        "classic/ecdsa_p256_verify",
        Group::Classic,
        "ecdsa_p256_verify_bytes",
    ),
    (
        "classic/ecdsa_secp256k1_verify",
        Group::Classic,
        "ecdsa_secp256k1_verify_bytes",
    ),
    (
        "classic/bip340_verify",
        Group::Classic,
        "bip340_verify_bytes",
    ),
];

/// One case: a JSON file in a folder that names the operation, as in Ethereum's bls12-381-tests.
#[derive(Debug, Clone)]
pub struct Case {
    /// The operation.
    pub folder: String,
    /// The file without `.json`.
    pub name: String,
    /// The file.
    pub json: Vec<u8>,
}

/// The cases of one group.
#[derive(Debug, Clone)]
pub struct Vectors {
    /// The group whose suite the cases are about.
    pub group: Group,
    /// In the order of folder and name.
    pub cases: Vec<Case>,
    differences: BTreeMap<(String, String), Difference>,
}

/// A case in which an engine legitimately answers otherwise than the oracle.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Difference {
    pub(crate) group: String,
    pub(crate) engine: String,
    /// `folder/name`.
    pub(crate) case: String,
    /// What the engine answers: a verdict, bytes, or null for a refusal.
    pub(crate) output: Answer,
    /// Why that is legitimate; printed beside the result.
    pub(crate) why: String,
}

/// What a case expects.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub(crate) enum Answer {
    Verdict(bool),
    Bytes(HexBytes),
    Refused,
}

/// Why vectors could not be read.
#[derive(Debug, thiserror::Error)]
pub enum VectorError {
    /// A folder or file could not be read.
    #[error("cannot read {path}: {source}")]
    Io {
        /// The folder or file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// No case at all.
    #[error("no vectors in {0}: expected folders such as sign/ and verify/ with .json files")]
    Empty(PathBuf),
    /// A file that is not what its name says.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// A file that is not a case of its folder.
    #[error("{folder}/{name}.json is not a case of {folder}: {source}")]
    Malformed {
        /// The folder.
        folder: String,
        /// The file without `.json`.
        name: String,
        /// What is wrong.
        source: serde_json::Error,
    },
}

impl Vectors {
    /// Cases for which no differences are known.
    pub(crate) fn new(group: Group, cases: Vec<Case>) -> Self {
        Self {
            group,
            cases: sorted(cases),
            differences: BTreeMap::new(),
        }
    }

    /// The committed cases of a group.
    ///
    /// # Panics
    ///
    /// When `differences.json` is missing or malformed: it is part of this program.
    #[must_use]
    pub fn embedded(group: Group) -> Self {
        let own = EMBEDDED.get_dir(group.name());
        let own = own.into_iter().flat_map(Dir::dirs);
        let own = own.map(|folder| (folder, file_name(folder.path())));
        let shared = SHARED.iter().filter(|(_, user, _)| *user == group);
        let shared = shared
            .filter_map(|(path, _, name)| Some((EMBEDDED.get_dir(path)?, (*name).to_owned())));
        let mut cases = Vec::new();
        for (folder, name) in own.chain(shared) {
            for file in folder.files() {
                cases.push(Case {
                    folder: name.clone(),
                    name: file_stem(file.path()),
                    json: file.contents().to_vec(),
                });
            }
        }
        Self::new(group, cases).with_differences(embedded_json("differences.json"))
    }

    /// Those of the group are known, too.
    pub(crate) fn with_differences(mut self, differences: Vec<Difference>) -> Self {
        for difference in differences {
            if difference.group == self.group.name() {
                let key = (difference.engine.clone(), difference.case.clone());
                self.differences.insert(key, difference);
            }
        }
        self
    }

    /// All `.json` files one folder below `directory`. Differences are known for the embedded
    /// cases alone.
    pub fn read(group: Group, directory: &Path) -> Result<Self, VectorError> {
        let mut cases = Vec::new();
        for folder in list(directory)? {
            if !folder.is_dir() {
                continue;
            }
            for file in list(&folder)? {
                if file.extension().is_none_or(|extension| extension != "json") {
                    continue;
                }
                cases.push(Case {
                    folder: file_name(&folder),
                    name: file_stem(&file),
                    json: fs::read(&file).map_err(|source| VectorError::Io {
                        path: file.clone(),
                        source,
                    })?,
                });
            }
        }
        if cases.is_empty() {
            return Err(VectorError::Empty(directory.to_owned()));
        }
        Ok(Self::new(group, cases))
    }

    /// Engine and `folder/name` of each legitimate difference that the committed data claims.
    pub fn known_differences(&self) -> impl Iterator<Item = (&str, &str)> {
        let keys = self.differences.keys();
        keys.map(|(engine, case)| (engine.as_str(), case.as_str()))
    }

    pub(crate) fn difference(&self, engine: &str, case: &Case) -> Option<&Difference> {
        let key = (engine.to_owned(), format!("{}/{}", case.folder, case.name));
        self.differences.get(&key)
    }
}

/// # Panics
///
/// When the file is missing or malformed: it is part of this program, and every test reads it.
pub(crate) fn embedded_json<T: DeserializeOwned>(path: &str) -> T {
    serde_json::from_slice(embedded_file(path))
        .unwrap_or_else(|error| panic!("vectors/{path}: {error}"))
}

/// # Panics
///
/// When the file is missing: it is part of this program, and every test reads it.
pub(crate) fn embedded_file(path: &str) -> &'static [u8] {
    let file = EMBEDDED.get_file(path);
    file.unwrap_or_else(|| panic!("vectors/{path} is not embedded"))
        .contents()
}

fn list(directory: &Path) -> Result<Vec<PathBuf>, VectorError> {
    let error = |source| VectorError::Io {
        path: directory.to_owned(),
        source,
    };
    fs::read_dir(directory)
        .map_err(error)?
        .map(|entry| entry.map(|entry| entry.path()).map_err(error))
        .collect()
}

fn sorted(mut cases: Vec<Case>) -> Vec<Case> {
    cases.sort_by(|a, b| (&a.folder, &a.name).cmp(&(&b.folder, &b.name)));
    cases
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn file_stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}
