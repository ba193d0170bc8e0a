//! The operations of the group `transport`: calls of other groups' schemes over borders.

use super::{Kind, Operation, Param, STANDARD, n, params, row};
use crate::{Group, Profile};

/// The operations of the group `transport`, with what each reads of [`crate::Inputs`] and puts out.
/// A [`Group`] says whose scheme is meant: `dusk`, `dusk_v2` or `min_pk`; secret keys are in its
/// encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TransportOp {
    /// `messages[0]` to its length, 8 bytes, big-endian.
    NullCall,
    /// `secret_keys[0]`, `messages[0]` to a signature, with the factor for the public key where the
    /// scheme has one.
    Sign(Group),
    /// `secret_keys[0]`, `messages[0]` to a signature without the factor.
    SignVulnerable,
    /// `public_keys[0]` (an aggregate key), `messages[0]`, `signatures[0]` to a verdict.
    Verify(Group),
    /// `public_keys` to their aggregate key; for `dusk`, with the first made an aggregate before.
    AggregatePublicKeys(Group),
    /// `signatures` to their sum.
    AggregateSignatures(Group),
    /// As [`Self::Sign`] of `min_pk`, with `coefficients[0]` calls in flight.
    SignInFlight,
    /// As [`Self::Verify`] of `min_pk`, with `coefficients[0]` calls in flight.
    VerifyInFlight,
    /// As [`Self::Sign`] of `min_pk`.
    SignBatch,
    /// As [`Self::Verify`] of `min_pk`.
    VerifyBatch,
    /// Nothing to a verdict: the calls go to the service.
    SwitchToIpc,
}

/// Why an engine that is a library, and no route to one, has nothing in the group.
pub const ROUTES_ALONE: &str = "the engines of this group are routes to a library";

impl TransportOp {
    /// True when there is an id for the operation on the route `engine`: calls in flight and batches
    /// are a service's, the switch is the Go wrapper's.
    #[must_use]
    pub fn is_measured_on(self, engine: &str) -> bool {
        match self {
            Self::SignInFlight | Self::VerifyInFlight | Self::SignBatch | Self::VerifyBatch => {
                engine.contains("grpc")
            }
            Self::SwitchToIpc => engine == "go_grpc_uds",
            _ => true,
        }
    }
}

/// Bytes of a message.
const PAYLOADS: &[Param] = &params([32, 1024, 65_536], &[], &[]);
/// Where the standard profile has the shortest.
const PAYLOADS_STANDARD: &[Param] = &params([32, 1024, 65_536], &[], &[32]);
const COUNTS: &[Param] = &params([1, 64], &[], &[]);
const IN_FLIGHT: &[Param] = &params([1, 8, 64], &[], &[]);
/// Requests on a stream.
const BATCH: &[Param] = &[n(64, Profile::Full)];

const fn sign(group: Group, name: &'static str, params: &'static [Param]) -> Operation {
    row(
        Kind::Transport(TransportOp::Sign(group)),
        name,
        params,
        "signature",
        "One call that signs N bytes, with the factor for the public key where the scheme has one. \
         native, c_abi and cgo: decoded keys in, a decoded signature out. The other routes: encoded \
         keys over the border, decoded there with all checks, and an encoded signature back.",
    )
}

const fn verify(group: Group, name: &'static str, params: &'static [Param]) -> Operation {
    row(
        Kind::Transport(TransportOp::Verify(group)),
        name,
        params,
        "verification",
        "One call that verifies a signature of N bytes by an aggregate key. native, c_abi and cgo: key \
         and signature decoded before. The other routes: both encoded over the border, and decoded \
         there with curve and subgroup checks.",
    )
}

const fn aggregate_public_keys(group: Group, name: &'static str) -> Operation {
    row(
        Kind::Transport(TransportOp::AggregatePublicKeys(group)),
        name,
        COUNTS,
        "aggregate of N public keys",
        "One call that aggregates N public keys (dusk: adds them to an aggregate key). native, c_abi \
         and cgo: decoded before. The other routes: encoded over the border, decoded there with curve \
         and subgroup checks, and an encoded key back.",
    )
}

const fn aggregate_signatures(group: Group, name: &'static str) -> Operation {
    row(
        Kind::Transport(TransportOp::AggregateSignatures(group)),
        name,
        COUNTS,
        "N signatures added to another",
        "One call that adds N signatures to another. native, c_abi and cgo: decoded before. The other \
         routes: encoded over the border, decoded there with curve and subgroup checks, and an encoded \
         signature back.",
    )
}

pub(crate) const TRANSPORT_OPERATIONS: &[Operation] = &[
    row(
        Kind::Transport(TransportOp::NullCall),
        "null_call",
        PAYLOADS_STANDARD,
        "call",
        "One call that is given N bytes and answers how many they are: C and Go pass a pointer, gRPC \
         copies them.",
    ),
    sign(Group::Dusk, "dusk_sign", PAYLOADS_STANDARD),
    row(
        Kind::Transport(TransportOp::SignVulnerable),
        "dusk_sign_vulnerable",
        PAYLOADS,
        "signature",
        "As `dusk_sign` without the factor for the public key, which is not sent.",
    ),
    verify(Group::Dusk, "dusk_verify", PAYLOADS),
    aggregate_public_keys(Group::Dusk, "dusk_aggregate_pk"),
    aggregate_signatures(Group::Dusk, "dusk_aggregate_sig"),
    sign(Group::DuskV2, "dusk_v2_sign", PAYLOADS),
    verify(Group::DuskV2, "dusk_v2_verify", PAYLOADS),
    aggregate_public_keys(Group::DuskV2, "dusk_v2_aggregate_pk"),
    aggregate_signatures(Group::DuskV2, "dusk_v2_aggregate_sig"),
    sign(Group::MinPk, "min_pk_sign", PAYLOADS),
    verify(Group::MinPk, "min_pk_verify", PAYLOADS),
    aggregate_public_keys(Group::MinPk, "min_pk_aggregate_pk"),
    aggregate_signatures(Group::MinPk, "min_pk_aggregate_sig"),
    row(
        Kind::Transport(TransportOp::SignInFlight),
        "min_pk_sign_in_flight_mt",
        IN_FLIGHT,
        "64 signatures",
        "64 calls of `min_pk_sign` for 32 bytes, with at most N of them in flight; client and server \
         share all cores.",
    ),
    row(
        Kind::Transport(TransportOp::VerifyInFlight),
        "min_pk_verify_in_flight_mt",
        IN_FLIGHT,
        "64 verifications",
        "64 calls of `min_pk_verify` for 32 bytes, with at most N of them in flight; client and \
         server share all cores.",
    ),
    row(
        Kind::Transport(TransportOp::SignBatch),
        "min_pk_sign_batch_mt",
        BATCH,
        "64 signatures",
        "64 requests of `min_pk_sign` for 32 bytes, and their answers, on one stream that was open \
         before.",
    ),
    row(
        Kind::Transport(TransportOp::VerifyBatch),
        "min_pk_verify_batch_mt",
        BATCH,
        "64 verifications",
        "64 requests of `min_pk_verify` for 32 bytes, and their answers, on one stream that was open \
         before.",
    ),
    row(
        Kind::Transport(TransportOp::SwitchToIpc),
        "switch_to_ipc",
        STANDARD,
        "switch",
        "Sending the Go wrapper's calls to cgo and then to the service again, which is asked first \
         whether it serves.",
    ),
];
