use std::borrow::Cow;

/// Why an engine gave no answer.
///
/// A check that ran and failed is not an error: it is `Ok(false)`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The library has no such operation; the text becomes a footnote in the report.
    #[error("not supported: {0}")]
    Unsupported(Cow<'static, str>),
    /// The bytes do not encode what they should.
    #[error("{what} refused: {why}")]
    Malformed {
        /// What was decoded: "public key", "signature", "secret key", …
        what: &'static str,
        /// The reason, in the words of the library where it gives one.
        why: String,
    },
    /// An operation over a list was given an empty one.
    #[error("empty list")]
    Empty,
    /// Lists that must be of one length are not.
    #[error("a list of {first}, and one of {other} beside it")]
    Lengths {
        /// The length of the first.
        first: usize,
        /// The length that differs.
        other: usize,
    },
    /// The inputs are not those of this operation.
    #[error("inputs of another operation: {0}")]
    Input(&'static str),
    /// The library could not be started.
    #[error("cannot start the library: {0}")]
    Start(String),
    /// A runner crashed, was silent for too long or did not keep to the protocol: there is no
    /// answer, neither a refusal nor a result.
    #[error("runner: {0}")]
    Runner(String),
}

impl Error {
    /// A [`Error::Malformed`].
    pub fn malformed(what: &'static str, why: impl Into<String>) -> Self {
        Self::Malformed {
            what,
            why: why.into(),
        }
    }
}
