//! Three signature schemes behind one set of types, chosen at run time: what the C ABI and the gRPC
//! service carry over their borders.
//!
//! A public key becomes an [`AggregateKey`] before it verifies, of one key or of many:
//!
//! ```
//! use bls_schemes::{AggregateKey, Scheme, SecretKey};
//!
//! let secret = SecretKey::generate(Scheme::DuskV2)?;
//! let public = secret.public_key()?;
//! let signature = secret.sign(&public, b"message")?;
//! let key = AggregateKey::new(&[&public])?;
//! assert!(key.verify(b"message", &signature)?);
//! # Ok::<(), bls_schemes::Error>(())
//! ```

mod keys;
mod scheme;
mod secret_key;
mod signature;

pub use keys::{AggregateKey, PublicKey};
pub use scheme::{Error, Scheme, code_path};
pub use secret_key::SecretKey;
pub use signature::Signature;
