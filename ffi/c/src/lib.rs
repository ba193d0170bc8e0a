#![doc = include_str!("../README.md")]

mod bytes;
mod handles;
mod memory;
mod object;
mod scheme;
mod status;
mod table;

pub use bytes::*;
pub use handles::*;
pub use scheme::*;
pub use status::{Status, blsbench_last_error};
pub use table::{AggregateKeyHandle, PublicKeyHandle, SecretKeyHandle, SignatureHandle};
