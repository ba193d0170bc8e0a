//! The operations of the group `curve`.

use super::{FULL, Kind, Operation, Param, STANDARD, params, row};

/// The operations of the group `curve`, with what each reads of [`crate::Inputs`] and puts out.
///
/// What is not a point is a verdict: libraries differ in how they represent the target group and in
/// the exponent by which they get there, so a pairing is judged by a second one that cancels it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CurveOp {
    /// An operation of G1: points are 48 bytes compressed and 96 uncompressed.
    G1(PointOp),
    /// The same in G2: 96 and 192 bytes.
    G2(PointOp),
    /// `g1[0..2]`, `g2[0..2]`: the Miller loop of the first pair is timed. Whether the product of
    /// both pairings is one is put out.
    MillerLoop,
    /// As [`Self::MillerLoop`], of which the final exponentiation is timed.
    FinalExp,
    /// As [`Self::MillerLoop`], with the final exponentiation.
    Pairing,
    /// `g1`, `g2` to a verdict: whether the product of the pairings is one.
    MultiPairing,
    /// As [`Self::MultiPairing`].
    MultiPairingMt,
}

/// The operations of one source group; `points` are `g1` or `g2` of [`crate::Inputs`], outputs are
/// compressed points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PointOp {
    /// `points[0]`, `points[1]` to their sum.
    Add,
    /// `points[0]`, `scalars[0]` to the multiple.
    Mul,
    /// As [`Self::Mul`], by 2^256 - 1 modulo r.
    MulWorst,
    /// `points`, `scalars` to the sum of the multiples.
    Msm,
    /// As [`Self::Msm`].
    MsmMt,
    /// `points[0]`, which may lie outside the subgroup, to a verdict.
    SubgroupCheck,
    /// `points[0]` to the same point.
    Decode,
    /// `points[0]`, which may lie outside the subgroup, to the same point.
    DecodeUnchecked,
    /// `input`, an uncompressed point that may lie outside the subgroup, to the same point.
    DecodeUncompressed,
    /// `points[0]`, `points[1]` to their sum, uncompressed.
    EncodeUncompressed,
    /// `messages[0]` under `dst` to a point.
    Hash,
    /// `input`, an element of the field (c1 before c0 in G2), to a point.
    Map,
}

/// Around the sizes at which libraries change the algorithm.
const SIZES: [u32; 15] = [
    1, 2, 3, 4, 8, 16, 31, 32, 33, 64, 128, 256, 1024, 4096, 16384,
];
const MSM: &[Param] = &params(SIZES, &[], &[128]);
const MSM_FULL: &[Param] = &params(SIZES, &[], &[]);
const PAIRS: &[Param] = &params([1, 2, 3, 4, 8, 16, 32, 64, 128], &[], &[]);

pub(crate) const CURVE_OPERATIONS: &[Operation] = &[
    g1(PointOp::Add, "g1_add", FULL),
    g2(PointOp::Add, "g2_add", FULL),
    g1(PointOp::Mul, "g1_mul", STANDARD),
    g2(PointOp::Mul, "g2_mul", STANDARD),
    g1(PointOp::MulWorst, "g1_mul_worst", FULL),
    g2(PointOp::MulWorst, "g2_mul_worst", FULL),
    g1(PointOp::Msm, "g1_msm", MSM),
    g2(PointOp::Msm, "g2_msm", MSM_FULL),
    g1(PointOp::MsmMt, "g1_msm_mt", MSM_FULL),
    g2(PointOp::MsmMt, "g2_msm_mt", MSM_FULL),
    g1(PointOp::SubgroupCheck, "g1_subgroup_check", FULL),
    g2(PointOp::SubgroupCheck, "g2_subgroup_check", FULL),
    g1(PointOp::Decode, "g1_decode", FULL),
    g2(PointOp::Decode, "g2_decode", FULL),
    g1(PointOp::DecodeUnchecked, "g1_decode_unchecked", FULL),
    g2(PointOp::DecodeUnchecked, "g2_decode_unchecked", FULL),
    g1(PointOp::DecodeUncompressed, "g1_decode_uncompressed", FULL),
    g2(PointOp::DecodeUncompressed, "g2_decode_uncompressed", FULL),
    g1(PointOp::EncodeUncompressed, "g1_encode_uncompressed", FULL),
    g2(PointOp::EncodeUncompressed, "g2_encode_uncompressed", FULL),
    g1(PointOp::Hash, "hash_to_g1", FULL),
    g2(PointOp::Hash, "hash_to_g2", FULL),
    g1(PointOp::Map, "map_to_g1", FULL),
    g2(PointOp::Map, "map_to_g2", FULL),
    row(
        Kind::Curve(CurveOp::MillerLoop),
        "miller_loop",
        FULL,
        "Miller loop",
        "The Miller loop of one pair of affine points, its lines computed on the way.",
    ),
    row(
        Kind::Curve(CurveOp::FinalExp),
        "final_exp",
        FULL,
        "final exponentiation",
        "The final exponentiation of one Miller loop that was computed before.",
    ),
    row(
        Kind::Curve(CurveOp::Pairing),
        "pairing",
        STANDARD,
        "pairing",
        "One Miller loop and its final exponentiation, for affine points.",
    ),
    row(
        Kind::Curve(CurveOp::MultiPairing),
        "multi_pairing",
        PAIRS,
        "product of N pairings",
        "The Miller loops of N pairs of affine points, which share their squarings, one final \
         exponentiation and the comparison with one.",
    ),
    row(
        Kind::Curve(CurveOp::MultiPairingMt),
        "multi_pairing_mt",
        PAIRS,
        "product of N pairings",
        "The same work as `multi_pairing`, with all cores.",
    ),
];

const fn g1(op: PointOp, name: &'static str, params: &'static [Param]) -> Operation {
    row(
        Kind::Curve(CurveOp::G1(op)),
        name,
        params,
        unit(op),
        timed(op),
    )
}

const fn g2(op: PointOp, name: &'static str, params: &'static [Param]) -> Operation {
    row(
        Kind::Curve(CurveOp::G2(op)),
        name,
        params,
        unit(op),
        timed(op),
    )
}

const fn unit(op: PointOp) -> &'static str {
    match op {
        PointOp::Add => "addition",
        PointOp::Mul | PointOp::MulWorst => "multiplication",
        PointOp::Msm | PointOp::MsmMt => "sum of N multiples",
        PointOp::SubgroupCheck => "check",
        PointOp::Decode
        | PointOp::DecodeUnchecked
        | PointOp::DecodeUncompressed
        | PointOp::EncodeUncompressed
        | PointOp::Hash
        | PointOp::Map => "point",
    }
}

const fn timed(op: PointOp) -> &'static str {
    match op {
        PointOp::Add => {
            "Adding two points in the library's projective coordinates, neither of them affine; the \
             sum is not made affine."
        }
        PointOp::Mul => {
            "Multiplying an affine point by a public, random scalar below r, in variable time where \
             the library can; the product is not made affine."
        }
        PointOp::MulWorst => {
            "The same work as the multiplication by a random scalar, by 2^256 - 1 modulo r."
        }
        PointOp::Msm => {
            "The sum of N affine points, each multiplied by a public, random scalar below r, by the \
             best algorithm that the library has for N; tables and buckets are made and freed, the \
             sum is not made affine."
        }
        PointOp::MsmMt => "The same work as without `_mt`, with all cores.",
        PointOp::SubgroupCheck => {
            "Checking whether an affine point of the curve lies in the subgroup of order r."
        }
        PointOp::Decode => "Decoding one compressed point: a square root, then the subgroup check.",
        PointOp::DecodeUnchecked => {
            "Decoding one compressed point: a square root, without the subgroup check."
        }
        PointOp::DecodeUncompressed => {
            "Reading the coordinates of one point, with their range and whether they are on the \
             curve checked, the subgroup not."
        }
        PointOp::EncodeUncompressed => {
            "Making a projective point affine and writing its coordinates."
        }
        PointOp::Hash => {
            "Hashing a 32-byte message to the curve (RFC 9380, SSWU, SHA-256); the point is not made \
             affine unless the library does."
        }
        PointOp::Map => {
            "Mapping one element of the field to the curve (RFC 9380, SSWU and isogeny), with the \
             cofactor cleared; the point is not made affine unless the library does."
        }
    }
}
