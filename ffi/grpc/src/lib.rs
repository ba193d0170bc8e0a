//! The schemes of bls-schemes as a gRPC service, and its client.
