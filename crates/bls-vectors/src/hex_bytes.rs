//! Bytes in JSON: hexadecimal, with or without `0x`.

use std::fmt;

use serde::{Deserialize, Deserializer, de::Error as _};

/// Bytes that JSON holds as hexadecimal text.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct HexBytes(pub(crate) Vec<u8>);

impl<'de> Deserialize<'de> for HexBytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.strip_prefix("0x").unwrap_or(&text);
        hex::decode(digits)
            .map(Self)
            .map_err(|error| D::Error::custom(format!("{error} in `{text}`")))
    }
}

impl fmt::Debug for HexBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x{}", hex::encode(&self.0))
    }
}
