//! Engines in processes of their own: `docs/RUNNER.md` is the protocol.
//!
//! * [`discover`] starts a runner, asks what it has, and makes an [`bls_api::Engine`] of each of its
//!   engines. Such an engine passes the gate and is timed like any other; behind it is a
//!   [`Session`], a process that serves this engine alone.
//! * [`serve`] is the other side, for engines that are written against `bls_api`.

mod protocol;
mod remote;
mod serve;
mod session;

pub use remote::{DiscoverError, Remote, discover};
pub use serve::serve;
pub use session::{Launch, Session};
