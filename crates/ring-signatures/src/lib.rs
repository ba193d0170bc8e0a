//! Linkable ring signatures: one of the owners of a list of public keys has signed, nobody can tell
//! which, and two signatures by the same one are recognised.
//!
//! The scheme is the one-layer case of MLSAG (back's linkable signature) as [ring-go] has it; its two
//! variants are in [`Variant`]. Two curves, secp256k1 and ed25519, in three implementations:
//! [`K256`], [`Ed25519`] and, with the feature `libsecp256k1`, `Libsecp256k1`.
//!
//! ```
//! use getrandom::{SysRng, rand_core::UnwrapErr};
//! use ring_signatures::{K256, Ring, SecretKey, Signature, Variant, sign};
//!
//! let rng = &mut UnwrapErr(SysRng);
//! let keys = [(); 3].map(|()| SecretKey::<K256>::generate(rng));
//! let keys = keys.into_iter().collect::<Result<Vec<_>, _>>()?;
//! let ring = Ring::new(&[0, 1, 2].map(|index| keys[index].public_key()))?;
//!
//! let signature = sign(Variant::Bound, &ring, &keys[1], &[7; 32], rng)?;
//! let received = Signature::<K256>::from_bytes(Variant::Bound, &signature.to_bytes())?;
//! assert!(received.verify(&[7; 32]));
//! assert!(received.linked(&sign(Variant::Bound, &ring, &keys[1], &[8; 32], rng)?));
//! # Ok::<(), ring_signatures::Error>(())
//! ```
//!
//! A verified ring signature says that a member has signed, and not that the ring is one to accept: who
//! chooses the members is for the caller to check.
//!
//! [ring-go]: https://github.com/pokt-network/ring-go

mod challenge;
mod curve;
mod error;
mod ring;
mod secret_key;
mod signature;

pub use challenge::Variant;
#[cfg(feature = "libsecp256k1")]
pub use curve::Libsecp256k1;
pub use curve::{Curve, Ed25519, K256, code_path};
pub use error::{Error, Part};
pub use ring::{PreparedRing, Ring};
pub use secret_key::SecretKey;
pub use signature::{Signature, sign};
