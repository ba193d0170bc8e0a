//! The schemes of bls-schemes as a gRPC service, and its client.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use blsbench_grpc::{Client, Daemon, proto};
//!
//! let daemon = Daemon::start("target/release/blsbenchd".as_ref())?;
//! let mut client = Client::connect(daemon.address()).await?;
//! let scheme = proto::Scheme::MinPk.into();
//! let keys = client.generate_keys(proto::GenerateKeysRequest { scheme }).await?;
//! # Ok(())
//! # }
//! ```

mod client;
mod daemon;
mod messages;
mod scheduling;
pub mod server;

pub use client::{Address, Client, DEADLINE, Deadline, channel};
pub use daemon::Daemon;
pub use scheduling::prefer_throughput;

/// The generated messages, client and server of `blsbench.v1`.
pub mod proto {
    #![allow(missing_docs, unused_qualifications, clippy::pedantic)]

    tonic::include_proto!("blsbench.v1");

    /// The service's description, for reflection.
    pub const FILE_DESCRIPTOR_SET: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/bls.bin"));
}
