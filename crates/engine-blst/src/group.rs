//! The functions of blst that exist once for G1 and once for G2.

use blst::{
    BLST_ERROR, MultiPoint as _, blst_fp, blst_fp2, blst_p1, blst_p1_affine, blst_p2,
    blst_p2_affine, limb_t,
};

type Pippenger<P, A> =
    unsafe extern "C" fn(*mut P, *const *const A, usize, *const *const u8, usize, *mut limb_t);
type Hash<P> = unsafe extern "C" fn(*mut P, *const u8, usize, *const u8, usize, *const u8, usize);
type Decode<A> = unsafe extern "C" fn(*mut A, *const u8) -> BLST_ERROR;
type Encode<T> = unsafe extern "C" fn(*mut u8, *const T);

/// A projective point of blst with its functions. They take pointers to initialised values, do not
/// keep them, and may be given one value for input and output.
pub(crate) trait Group: Copy + Default + Send + Sync + 'static {
    type Affine: Copy + Default + Send + Sync + 'static;
    type Field: Copy + Default + 'static;

    const DEGREE: usize;
    const ADD: unsafe extern "C" fn(*mut Self, *const Self, *const Self);
    const ADD_AFFINE: unsafe extern "C" fn(*mut Self, *const Self, *const Self::Affine);
    const COMPRESS: Encode<Self::Affine>;
    const DESERIALIZE: Decode<Self::Affine>;
    const FROM_AFFINE: unsafe extern "C" fn(*mut Self, *const Self::Affine);
    const HASH: Hash<Self>;
    const IN_SUBGROUP: unsafe extern "C" fn(*const Self::Affine) -> bool;
    const IS_INFINITY: unsafe extern "C" fn(*const Self::Affine) -> bool;
    const MAP: unsafe extern "C" fn(*mut Self, *const Self::Field, *const Self::Field);
    const MULTIPLY: unsafe extern "C" fn(*mut Self, *const Self, *const u8, usize);
    const PIPPENGER: Pippenger<Self, Self::Affine>;
    /// Bytes of scratch space for so many points.
    const PIPPENGER_SCRATCH: unsafe extern "C" fn(usize) -> usize;
    /// From how many points on [`Self::PIPPENGER`] is faster than one multiplication after the
    /// other, which uses the endomorphism. Two points: 144 against 157 µs in G1, 340 against 310 µs
    /// in G2; three: 180 against 234 and 440 against 479 µs (Intel Sapphire Rapids).
    const PIPPENGER_FROM: usize;
    const SERIALIZE: Encode<Self>;
    const TO_AFFINE: unsafe extern "C" fn(*mut Self::Affine, *const Self);
    const UNCOMPRESS: Decode<Self::Affine>;

    /// An element of the field of coordinates from c0 and c1, of which G1 has the first.
    fn field(parts: [blst_fp; 2]) -> Self::Field;

    /// The library's own sum of multiples, with its thread pool.
    fn msm_mt(points: &[Self::Affine], scalars: &[u8], bits: usize) -> Self;
}

impl Group for blst_p1 {
    type Affine = blst_p1_affine;
    type Field = blst_fp;

    const DEGREE: usize = 1;
    const ADD: unsafe extern "C" fn(*mut Self, *const Self, *const Self) =
        blst::blst_p1_add_or_double;
    const ADD_AFFINE: unsafe extern "C" fn(*mut Self, *const Self, *const Self::Affine) =
        blst::blst_p1_add_or_double_affine;
    const COMPRESS: Encode<Self::Affine> = blst::blst_p1_affine_compress;
    const DESERIALIZE: Decode<Self::Affine> = blst::blst_p1_deserialize;
    const FROM_AFFINE: unsafe extern "C" fn(*mut Self, *const Self::Affine) =
        blst::blst_p1_from_affine;
    const HASH: Hash<Self> = blst::blst_hash_to_g1;
    const IN_SUBGROUP: unsafe extern "C" fn(*const Self::Affine) -> bool =
        blst::blst_p1_affine_in_g1;
    const IS_INFINITY: unsafe extern "C" fn(*const Self::Affine) -> bool =
        blst::blst_p1_affine_is_inf;
    const MAP: unsafe extern "C" fn(*mut Self, *const Self::Field, *const Self::Field) =
        blst::blst_map_to_g1;
    const MULTIPLY: unsafe extern "C" fn(*mut Self, *const Self, *const u8, usize) =
        blst::blst_p1_mult;
    const PIPPENGER: Pippenger<Self, Self::Affine> = blst::blst_p1s_mult_pippenger;
    const PIPPENGER_SCRATCH: unsafe extern "C" fn(usize) -> usize =
        blst::blst_p1s_mult_pippenger_scratch_sizeof;
    const PIPPENGER_FROM: usize = 2;
    const SERIALIZE: Encode<Self> = blst::blst_p1_serialize;
    const TO_AFFINE: unsafe extern "C" fn(*mut Self::Affine, *const Self) = blst::blst_p1_to_affine;
    const UNCOMPRESS: Decode<Self::Affine> = blst::blst_p1_uncompress;

    fn field(parts: [blst_fp; 2]) -> blst_fp {
        let [element, _] = parts;
        element
    }

    fn msm_mt(points: &[Self::Affine], scalars: &[u8], bits: usize) -> Self {
        points.mult(scalars, bits)
    }
}

impl Group for blst_p2 {
    type Affine = blst_p2_affine;
    type Field = blst_fp2;

    const DEGREE: usize = 2;
    const ADD: unsafe extern "C" fn(*mut Self, *const Self, *const Self) =
        blst::blst_p2_add_or_double;
    const ADD_AFFINE: unsafe extern "C" fn(*mut Self, *const Self, *const Self::Affine) =
        blst::blst_p2_add_or_double_affine;
    const COMPRESS: Encode<Self::Affine> = blst::blst_p2_affine_compress;
    const DESERIALIZE: Decode<Self::Affine> = blst::blst_p2_deserialize;
    const FROM_AFFINE: unsafe extern "C" fn(*mut Self, *const Self::Affine) =
        blst::blst_p2_from_affine;
    const HASH: Hash<Self> = blst::blst_hash_to_g2;
    const IN_SUBGROUP: unsafe extern "C" fn(*const Self::Affine) -> bool =
        blst::blst_p2_affine_in_g2;
    const IS_INFINITY: unsafe extern "C" fn(*const Self::Affine) -> bool =
        blst::blst_p2_affine_is_inf;
    const MAP: unsafe extern "C" fn(*mut Self, *const Self::Field, *const Self::Field) =
        blst::blst_map_to_g2;
    const MULTIPLY: unsafe extern "C" fn(*mut Self, *const Self, *const u8, usize) =
        blst::blst_p2_mult;
    const PIPPENGER: Pippenger<Self, Self::Affine> = blst::blst_p2s_mult_pippenger;
    const PIPPENGER_SCRATCH: unsafe extern "C" fn(usize) -> usize =
        blst::blst_p2s_mult_pippenger_scratch_sizeof;
    const PIPPENGER_FROM: usize = 3;
    const SERIALIZE: Encode<Self> = blst::blst_p2_serialize;
    const TO_AFFINE: unsafe extern "C" fn(*mut Self::Affine, *const Self) = blst::blst_p2_to_affine;
    const UNCOMPRESS: Decode<Self::Affine> = blst::blst_p2_uncompress;

    fn field(parts: [blst_fp; 2]) -> blst_fp2 {
        blst_fp2 { fp: parts }
    }

    fn msm_mt(points: &[Self::Affine], scalars: &[u8], bits: usize) -> Self {
        points.mult(scalars, bits)
    }
}
