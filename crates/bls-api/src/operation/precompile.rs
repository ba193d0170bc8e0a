//! The operations of the group `eip2537`.

use super::{FULL, Kind, Operation, Param, STANDARD, params, row};

/// The precompiles of EIP-2537 and what their gas is measured by. Each takes the bytes of a call
/// as `input` of [`crate::Inputs`] and puts out the bytes that it returns.
///
/// A field element is 64 bytes, big-endian, the first 16 of them zero; a point is its coordinates,
/// those of G2 with c0 before c1; (0, 0) is the identity; a scalar is 32 bytes of any value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PrecompileOp {
    /// 0x0b: two points of the curve, in the subgroup or not, to their sum.
    G1Add,
    /// Of drafts before December 2024: as [`Self::G1Msm`], of exactly one pair.
    G1Mul,
    /// 0x0c: pairs of a point of the subgroup and a scalar to the sum of the multiples.
    G1Msm,
    /// 0x0d: as [`Self::G1Add`].
    G2Add,
    /// Of the same drafts: as [`Self::G2Msm`], of exactly one pair.
    G2Mul,
    /// 0x0e: as [`Self::G1Msm`].
    G2Msm,
    /// 0x0f: pairs of a point of G1 and one of G2 to 1 or 0 in 32 bytes.
    PairingCheck,
    /// 0x10: an element of Fp to a point.
    MapFpToG1,
    /// 0x11: an element of Fp2 to a point.
    MapFp2ToG2,
    /// 0x01, for comparison: an ECDSA signature over secp256k1 to the signer's address, or nothing.
    EcRecover,
}

impl PrecompileOp {
    /// The bytes of one pair, where a call takes any number of them.
    #[must_use]
    pub const fn pair_length(self) -> Option<usize> {
        match self {
            Self::G1Msm => Some(160),
            Self::G2Msm => Some(288),
            Self::PairingCheck => Some(384),
            _ => None,
        }
    }
}

const MSM: &[Param] = &params([1, 2, 4, 8, 16, 32, 64, 128], &[], &[16]);
const PAIRS: &[Param] = &params([1, 2, 3, 4, 5, 8, 10, 16, 32, 64, 128], &[], &[2]);

const MUL: &str = "As the sum of multiples, of one pair: the draft's own precompile for it.";
const ADD: &str = "Reading two points with padding, range and curve checks, adding them, making the \
                   sum affine and writing it.";
const SUM_OF_MULTIPLES: &str = "Reading N points and 256-bit scalars with padding, range, curve and subgroup checks, the sum \
     of the multiples, making it affine and writing it.";
const MAP: &str = "Reading an element of the field, mapping it to the curve, clearing the cofactor, \
                   making the point affine and writing it.";

pub(crate) const PRECOMPILES: &[Operation] = &[
    precompile(PrecompileOp::G1Add, "g1add", STANDARD, "call", ADD),
    precompile(PrecompileOp::G1Mul, "g1mul", FULL, "call", MUL),
    precompile(
        PrecompileOp::G1Msm,
        "g1msm",
        MSM,
        "call with N pairs",
        SUM_OF_MULTIPLES,
    ),
    precompile(PrecompileOp::G2Add, "g2add", STANDARD, "call", ADD),
    precompile(PrecompileOp::G2Mul, "g2mul", FULL, "call", MUL),
    precompile(
        PrecompileOp::G2Msm,
        "g2msm",
        MSM,
        "call with N pairs",
        SUM_OF_MULTIPLES,
    ),
    precompile(
        PrecompileOp::PairingCheck,
        "pairing_check",
        PAIRS,
        "call with N pairs",
        "Reading N points of each group with padding, range, curve and subgroup checks, their \
         Miller loops, one final exponentiation and the comparison with one.",
    ),
    precompile(
        PrecompileOp::MapFpToG1,
        "map_fp_to_g1",
        STANDARD,
        "call",
        MAP,
    ),
    precompile(
        PrecompileOp::MapFp2ToG2,
        "map_fp2_to_g2",
        STANDARD,
        "call",
        MAP,
    ),
    precompile(
        PrecompileOp::EcRecover,
        "ecrecover",
        STANDARD,
        "call",
        "Reading a hash, a recovery id and a signature, recovering the public key of secp256k1, and \
         Keccak-256 of it.",
    ),
];

const fn precompile(
    op: PrecompileOp,
    name: &'static str,
    params: &'static [Param],
    unit: &'static str,
    timed: &'static str,
) -> Operation {
    row(Kind::Precompile(op), name, params, unit, timed)
}
