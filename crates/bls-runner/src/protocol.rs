//! The lines of the protocol, as `docs/RUNNER.md` describes them.

use std::{
    collections::BTreeMap,
    io::{self, BufRead, Read as _},
};

use bls_api::{Allocated, Inputs};
use serde::{Deserialize, Serialize};
use serde_with::{hex::Hex, serde_as};

/// The version that this program speaks.
pub(crate) const VERSION: u32 = 3;
/// The longest request, in bytes.
pub(crate) const MAX_REQUEST: usize = 16 << 20;
/// The longest answer, in bytes.
pub(crate) const MAX_ANSWER: usize = 1 << 20;

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Request {
    Hello {
        protocol: u32,
    },
    Prepare {
        engine: String,
        group: String,
        operation: String,
        inputs: Box<Inputs>,
    },
    /// What the prepared operation makes, without a clock.
    Output {},
    Run {
        iterations: u64,
        /// Left out where it is false.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        counted: bool,
    },
}

#[serde_as]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Answer {
    Hello {
        protocol: u32,
        engines: Vec<Description>,
    },
    Prepared {},
    Output(#[serde_as(as = "Hex")] Vec<u8>),
    Sample(SampleLine),
    Error {
        kind: ErrorKind,
        message: String,
    },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Description {
    pub(crate) id: String,
    pub(crate) library: String,
    pub(crate) version: String,
    pub(crate) options: String,
    pub(crate) compiler: String,
    pub(crate) code_path: String,
    pub(crate) composed: bool,
    /// Nothing for a group that the engine has, a reason for one that it does not have.
    pub(crate) groups: BTreeMap<String, Option<String>>,
}

#[serde_as]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct SampleLine {
    pub(crate) elapsed_ns: u64,
    #[serde_as(as = "Hex")]
    pub(crate) output: Vec<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) allocated: Option<Allocated>,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ErrorKind {
    /// The library has no such operation.
    Unsupported,
    /// The inputs were refused.
    Refused,
    /// There is no answer.
    Failed,
}

/// The next line without its line feed; none at the end. A line that is longer than `limit`, or
/// that the end cuts off, is an error.
pub(crate) fn read_line(input: &mut impl BufRead, limit: usize) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    input.take(limit as u64 + 1).read_until(b'\n', &mut line)?;
    match line.pop() {
        None => Ok(None),
        Some(b'\n') => Ok(Some(line)),
        Some(_) if line.len() >= limit => Err(io::Error::other(format!(
            "a line of more than {limit} bytes"
        ))),
        Some(_) => Err(io::Error::other("the end in the middle of a line")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_a_line_feed_and_have_a_limit() {
        let read = |text: &str, limit| {
            let mut input = text.as_bytes();
            let mut lines = Vec::new();
            loop {
                match read_line(&mut input, limit) {
                    Ok(Some(line)) => lines.push(line),
                    Ok(None) => return Ok(lines),
                    Err(error) => return Err(error.to_string()),
                }
            }
        };
        assert_eq!(read("", 4).unwrap().len(), 0);
        assert_eq!(read("ab\n\nabcd\n", 4).unwrap(), [&b"ab"[..], b"", b"abcd"]);
        assert_eq!(
            read("ab\nabcde\n", 4).unwrap_err(),
            "a line of more than 4 bytes"
        );
        assert!(read("ab\nab", 4).is_err());
    }

    #[test]
    fn requests_are_strict() {
        for bad in [
            "",
            "nonsense",
            "{}",
            r#"{"run":{}}"#,
            r#"{"run":{"iterations":-1}}"#,
            r#"{"run":{"iterations":1,"threads":2}}"#,
            r#"{"run":{"counted":true}}"#,
            r#"{"run":{"iterations":1,"counted":1}}"#,
            r#"{"run":{"iterations":1,"counted":null}}"#,
            r#"{"run":{"iterations":1},"hello":{"protocol":3}}"#,
            r#"{"prepare":{"engine":"a","group":"b","operation":"c","inputs":{"message":"00"}}}"#,
        ] {
            assert!(serde_json::from_str::<Request>(bad).is_err(), "{bad}");
        }
    }
}
