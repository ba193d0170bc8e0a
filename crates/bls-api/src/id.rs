//! `group/operation/engine/param`, printed and parsed here and nowhere else.

use std::{fmt, str::FromStr};

use crate::{Group, Operation, UnknownName};

/// The name of one benchmark.
///
/// In Criterion, the group id is `group/operation`, the function is the engine and the value is
/// the parameter, so that Criterion's `full_id` is this text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Id {
    /// The first segment.
    pub group: Group,
    /// The row of the table that the second segment names.
    pub operation: &'static Operation,
    /// The third segment.
    pub engine: String,
    /// The last segment; none where the operation has no parameter.
    pub param: Option<u32>,
}

/// Why a text is not an id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    /// Not three or four segments.
    #[error("`{0}` is not group/operation/engine or group/operation/engine/param")]
    Shape(String),
    /// A group or operation that is not in the table.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// An engine that is not `[a-z0-9_]+`.
    #[error("engine `{0}` has characters outside a-z, 0-9 and _")]
    Engine(String),
    /// A parameter where there is none, none where there is one, or one not in the table.
    #[error("`{id}`: the parameter of {operation} must be {expected}")]
    Param {
        /// The text.
        id: String,
        /// The operation.
        operation: &'static str,
        /// The parameters in the table.
        expected: String,
    },
}

/// True for `[a-z0-9_]+`: what an engine may be called.
#[must_use]
pub fn is_segment(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

impl Id {
    /// Criterion's group id: `group/operation`.
    #[must_use]
    pub fn criterion_group(group: Group, operation: &Operation) -> String {
        format!("{group}/{}", operation.name)
    }

    /// Criterion's id inside the group: `engine` or `engine/param`.
    #[must_use]
    pub fn criterion_function(&self) -> String {
        match self.param {
            None => self.engine.clone(),
            Some(param) => format!("{}/{param}", self.engine),
        }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!(
            "{}/{}",
            Self::criterion_group(self.group, self.operation),
            self.criterion_function()
        );
        f.pad(&text)
    }
}

impl FromStr for Id {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let segments: Vec<&str> = text.split('/').collect();
        let (group, operation, engine, param) = match segments[..] {
            [group, operation, engine] => (group, operation, engine, None),
            [group, operation, engine, param] => (group, operation, engine, Some(param)),
            _ => return Err(IdError::Shape(text.to_owned())),
        };
        let group: Group = group.parse()?;
        let operation = group.operation(operation)?;
        if !is_segment(engine) {
            return Err(IdError::Engine(engine.to_owned()));
        }
        // The table's own values are compared as text, so that `010` is not `10`.
        let known = operation
            .params
            .iter()
            .find(|known| known.value.map(|value| value.to_string()).as_deref() == param);
        let Some(known) = known else {
            let expected: Vec<_> = operation
                .params
                .iter()
                .map(|known| {
                    known
                        .value
                        .map_or_else(|| "absent".to_owned(), |value| value.to_string())
                })
                .collect();
            return Err(IdError::Param {
                id: text.to_owned(),
                operation: operation.name,
                expected: expected.join(" or "),
            });
        };
        Ok(Self {
            group,
            operation,
            engine: engine.to_owned(),
            param: known.value,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_survives_printing_and_parsing() {
        for &group in Group::ALL {
            for operation in group.operations() {
                for param in operation.params {
                    let id = Id {
                        group,
                        operation,
                        engine: "some_engine2".into(),
                        param: param.value,
                    };
                    assert_eq!(id.to_string().parse(), Ok(id));
                }
            }
        }
    }

    #[test]
    fn strict() {
        for bad in [
            "",
            "min_pk",
            "min_pk/verify",
            "min_pk/verify/",
            "min_pk/verify/Blst",
            "min_pk/verify/blst ",
            "min_pk/verify/blst/1",
            "min_pk/verify/blst/",
            "min_pk/aggregate_verify/blst",
            "min_pk/aggregate_verify/blst/010",
            "min_pk/aggregate_verify/blst/+10",
            "min_pk/aggregate_verify/blst/3",
            "min_pk/aggregate_verify/blst/10/",
            "min_pk/aggregate_verify/blst/10/x",
            "MIN_PK/verify/blst",
            "min_pk/verifi/blst",
            "min_pk//blst",
        ] {
            assert!(bad.parse::<Id>().is_err(), "{bad:?} was taken for an id");
        }
    }
}
