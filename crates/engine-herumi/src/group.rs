//! The functions of mcl that exist once for G1 and once for G2.

use std::{
    ffi::{c_char, c_int, c_void},
    sync::OnceLock,
};

use herumi_sys as mcl;

use crate::{
    field::{Field, small},
    scheme::MclPoint,
};

type Unary<P> = unsafe extern "C" fn(*mut P, *const P);
type Binary<P> = unsafe extern "C" fn(*mut P, *const P, *const P);
type Multiply<P> = unsafe extern "C" fn(*mut P, *const P, *const mcl::mclBnFr);
type MultiplyEach<P> = unsafe extern "C" fn(*mut P, *const mcl::mclBnFr, usize);
type MultiplyMany<P> = unsafe extern "C" fn(*mut P, *mut P, *const mcl::mclBnFr, usize);
type Hash<P> = unsafe extern "C" fn(*mut P, *const c_void, usize, *const c_char, usize) -> c_int;

/// A projective point of mcl with its functions. They take pointers to initialised values, do not
/// keep them, and may be given one value for input and output.
pub(crate) trait Group: Copy + Default + Send + Sync + 'static {
    /// A coordinate.
    type Field: Field;

    const ADD: Binary<Self>;
    const CLEAR: unsafe extern "C" fn(*mut Self);
    const DESERIALIZE: unsafe extern "C" fn(*mut Self, *const c_void, usize) -> usize;
    const HASH: Hash<Self>;
    const IS_VALID_ORDER: unsafe extern "C" fn(*const Self) -> c_int;
    const IS_ZERO: unsafe extern "C" fn(*const Self) -> c_int;
    /// The map of RFC 9380 with the cofactor cleared, as mcl was started with.
    const MAP: unsafe extern "C" fn(*mut Self, *const Self::Field) -> c_int;
    /// In variable time.
    const MULTIPLY: Multiply<Self>;
    const MULTIPLY_SECRET: Multiply<Self>;
    /// Changes the coordinates of the points that it is given, not the points.
    const MULTIPLY_MANY: MultiplyMany<Self>;
    /// Multiplies each point in its place, where mcl has vector instructions for that.
    const MULTIPLY_EACH: Option<MultiplyEach<Self>>;
    const NEGATE: Unary<Self>;
    const NORMALIZE: Unary<Self>;
    const SERIALIZE: unsafe extern "C" fn(*mut c_void, usize, *const Self) -> usize;

    /// The x-coordinate, the length of a compressed point.
    const ENCODED_LENGTH: usize;
    /// mcl has no function that gives the standard generator.
    const ENCODED_GENERATOR: &'static [u8];

    /// The point with these coordinates.
    fn from_affine(x: Self::Field, y: Self::Field) -> Self;
    /// x and y of a normalized point other than the identity.
    fn coordinates(&self) -> (Self::Field, Self::Field);
    /// Where the decoded generator is kept.
    fn generator() -> &'static OnceLock<MclPoint<Self>>;
    /// Where its inverse is kept.
    fn negated_generator() -> &'static OnceLock<MclPoint<Self>>;
}

impl Group for mcl::mclBnG1 {
    type Field = mcl::mclBnFp;

    const ADD: Binary<Self> = mcl::mclBnG1_add;
    const CLEAR: unsafe extern "C" fn(*mut Self) = mcl::mclBnG1_clear;
    const DESERIALIZE: unsafe extern "C" fn(*mut Self, *const c_void, usize) -> usize =
        mcl::mclBnG1_deserialize;
    const HASH: Hash<Self> = mcl::mclBnG1_hashAndMapToWithDst;
    const IS_VALID_ORDER: unsafe extern "C" fn(*const Self) -> c_int = mcl::mclBnG1_isValidOrder;
    const IS_ZERO: unsafe extern "C" fn(*const Self) -> c_int = mcl::mclBnG1_isZero;
    const MAP: unsafe extern "C" fn(*mut Self, *const Self::Field) -> c_int = mcl::mclBnFp_mapToG1;
    const MULTIPLY: Multiply<Self> = mcl::mclBnG1_mul;
    const MULTIPLY_SECRET: Multiply<Self> = mcl::mclBnG1_mulCT;
    const MULTIPLY_MANY: MultiplyMany<Self> = mcl::mclBnG1_mulVec;
    const MULTIPLY_EACH: Option<MultiplyEach<Self>> = Some(mcl::mclBnG1_mulEach);
    const NEGATE: Unary<Self> = mcl::mclBnG1_neg;
    const NORMALIZE: Unary<Self> = mcl::mclBnG1_normalize;
    const SERIALIZE: unsafe extern "C" fn(*mut c_void, usize, *const Self) -> usize =
        mcl::mclBnG1_serialize;

    const ENCODED_LENGTH: usize = 48;
    const ENCODED_GENERATOR: &'static [u8] = &[
        0x97, 0xf1, 0xd3, 0xa7, 0x31, 0x97, 0xd7, 0x94, 0x26, 0x95, 0x63, 0x8c, 0x4f, 0xa9, 0xac,
        0x0f, 0xc3, 0x68, 0x8c, 0x4f, 0x97, 0x74, 0xb9, 0x05, 0xa1, 0x4e, 0x3a, 0x3f, 0x17, 0x1b,
        0xac, 0x58, 0x6c, 0x55, 0xe8, 0x3f, 0xf9, 0x7a, 0x1a, 0xef, 0xfb, 0x3a, 0xf0, 0x0a, 0xdb,
        0x22, 0xc6, 0xbb,
    ];

    fn from_affine(x: Self::Field, y: Self::Field) -> Self {
        let z = small().one;
        Self { x, y, z }
    }
    fn coordinates(&self) -> (Self::Field, Self::Field) {
        (self.x, self.y)
    }
    fn generator() -> &'static OnceLock<MclPoint<Self>> {
        static GENERATOR: OnceLock<MclPoint<mcl::mclBnG1>> = OnceLock::new();
        &GENERATOR
    }
    fn negated_generator() -> &'static OnceLock<MclPoint<Self>> {
        static NEGATED_GENERATOR: OnceLock<MclPoint<mcl::mclBnG1>> = OnceLock::new();
        &NEGATED_GENERATOR
    }
}

impl Group for mcl::mclBnG2 {
    type Field = mcl::mclBnFp2;

    const ADD: Binary<Self> = mcl::mclBnG2_add;
    const CLEAR: unsafe extern "C" fn(*mut Self) = mcl::mclBnG2_clear;
    const DESERIALIZE: unsafe extern "C" fn(*mut Self, *const c_void, usize) -> usize =
        mcl::mclBnG2_deserialize;
    const HASH: Hash<Self> = mcl::mclBnG2_hashAndMapToWithDst;
    const IS_VALID_ORDER: unsafe extern "C" fn(*const Self) -> c_int = mcl::mclBnG2_isValidOrder;
    const IS_ZERO: unsafe extern "C" fn(*const Self) -> c_int = mcl::mclBnG2_isZero;
    const MAP: unsafe extern "C" fn(*mut Self, *const Self::Field) -> c_int = mcl::mclBnFp2_mapToG2;
    const MULTIPLY: Multiply<Self> = mcl::mclBnG2_mul;
    const MULTIPLY_SECRET: Multiply<Self> = mcl::mclBnG2_mulCT;
    const MULTIPLY_MANY: MultiplyMany<Self> = mcl::mclBnG2_mulVec;
    const MULTIPLY_EACH: Option<MultiplyEach<Self>> = None;
    const NEGATE: Unary<Self> = mcl::mclBnG2_neg;
    const NORMALIZE: Unary<Self> = mcl::mclBnG2_normalize;
    const SERIALIZE: unsafe extern "C" fn(*mut c_void, usize, *const Self) -> usize =
        mcl::mclBnG2_serialize;

    const ENCODED_LENGTH: usize = 96;
    const ENCODED_GENERATOR: &'static [u8] = &[
        0x93, 0xe0, 0x2b, 0x60, 0x52, 0x71, 0x9f, 0x60, 0x7d, 0xac, 0xd3, 0xa0, 0x88, 0x27, 0x4f,
        0x65, 0x59, 0x6b, 0xd0, 0xd0, 0x99, 0x20, 0xb6, 0x1a, 0xb5, 0xda, 0x61, 0xbb, 0xdc, 0x7f,
        0x50, 0x49, 0x33, 0x4c, 0xf1, 0x12, 0x13, 0x94, 0x5d, 0x57, 0xe5, 0xac, 0x7d, 0x05, 0x5d,
        0x04, 0x2b, 0x7e, 0x02, 0x4a, 0xa2, 0xb2, 0xf0, 0x8f, 0x0a, 0x91, 0x26, 0x08, 0x05, 0x27,
        0x2d, 0xc5, 0x10, 0x51, 0xc6, 0xe4, 0x7a, 0xd4, 0xfa, 0x40, 0x3b, 0x02, 0xb4, 0x51, 0x0b,
        0x64, 0x7a, 0xe3, 0xd1, 0x77, 0x0b, 0xac, 0x03, 0x26, 0xa8, 0x05, 0xbb, 0xef, 0xd4, 0x80,
        0x56, 0xc8, 0xc1, 0x21, 0xbd, 0xb8,
    ];

    fn from_affine(x: Self::Field, y: Self::Field) -> Self {
        let z = mcl::mclBnFp2 {
            d: [small().one, mcl::mclBnFp::default()],
        };
        Self { x, y, z }
    }
    fn coordinates(&self) -> (Self::Field, Self::Field) {
        (self.x, self.y)
    }
    fn generator() -> &'static OnceLock<MclPoint<Self>> {
        static GENERATOR: OnceLock<MclPoint<mcl::mclBnG2>> = OnceLock::new();
        &GENERATOR
    }
    fn negated_generator() -> &'static OnceLock<MclPoint<Self>> {
        static NEGATED_GENERATOR: OnceLock<MclPoint<mcl::mclBnG2>> = OnceLock::new();
        &NEGATED_GENERATOR
    }
}
