//! The curve of blst.

use std::{marker::PhantomData, ptr};

use bls_api::{Affine, Arithmetic, Error, SourceGroup};
use blst::{BLST_ERROR, blst_fp, blst_fp12, blst_p1, blst_p2, blst_scalar, limb_t};

use crate::group::Group;

/// The curve.
pub(crate) struct BlstCurve;

/// The group whose projective points are `P`.
pub(crate) struct BlstGroup<P>(PhantomData<fn() -> P>);

/// The length of the group order; scalars are reduced.
const SCALAR_BITS: usize = 255;
const FIELD_BYTES: usize = 48;

/// A value that a function of blst writes.
fn written<T: Default>(write: impl FnOnce(*mut T)) -> T {
    let mut value = T::default();
    write(&raw mut value);
    value
}

impl Arithmetic for BlstCurve {
    type Scalar = blst_scalar;
    type G1 = BlstGroup<blst_p1>;
    type G2 = BlstGroup<blst_p2>;
    type MillerLoop = blst_fp12;
    type Gt = blst_fp12;

    fn decode_scalar(bytes: &[u8; 32]) -> blst_scalar {
        // Reduced, or multiplication could not use the endomorphism.
        // SAFETY: pointer and length are those of `bytes`.
        written(|scalar| unsafe {
            blst::blst_scalar_from_be_bytes(scalar, bytes.as_ptr(), bytes.len());
        })
    }

    fn miller_loop(p: &[Affine<Self::G1>], q: &[Affine<Self::G2>]) -> blst_fp12 {
        let count = p.len().min(q.len());
        let p = [p.as_ptr(), ptr::null()];
        let q = [q.as_ptr(), ptr::null()];
        // SAFETY: a null pointer in a list says that the points follow the one before in memory,
        // and there are `count` of each.
        written(|product| unsafe {
            blst::blst_miller_loop_n(product, q.as_ptr(), p.as_ptr(), count);
        })
    }

    fn multiply(a: blst_fp12, b: blst_fp12) -> blst_fp12 {
        // SAFETY: all are values.
        written(|product| unsafe { blst::blst_fp12_mul(product, &raw const a, &raw const b) })
    }

    fn final_exp(product: &blst_fp12) -> blst_fp12 {
        // SAFETY: both are values.
        written(|power| unsafe { blst::blst_final_exp(power, product) })
    }

    fn product_is_one(factors: &[blst_fp12]) -> bool {
        let product = factors.iter().copied().reduce(Self::multiply);
        // SAFETY: `product` is a value.
        product.is_none_or(|product| unsafe { blst::blst_fp12_is_one(&raw const product) })
    }
}

impl<P: Group> SourceGroup for BlstGroup<P> {
    type Scalar = blst_scalar;
    type Affine = P::Affine;
    type Point = P;
    type Field = P::Field;

    const DEGREE: usize = P::DEGREE;

    fn identity() -> P::Affine {
        P::Affine::default()
    }

    fn is_identity(point: &P::Affine) -> bool {
        // SAFETY: `point` is a value.
        unsafe { P::IS_INFINITY(point) }
    }

    fn decode(bytes: &[u8]) -> Result<P::Affine, Error> {
        let point = Self::decode_unchecked(bytes)?;
        if Self::in_subgroup(&point) {
            Ok(point)
        } else {
            Err(refused(BLST_ERROR::BLST_POINT_NOT_IN_GROUP))
        }
    }

    fn decode_unchecked(bytes: &[u8]) -> Result<P::Affine, Error> {
        if bytes.len() != FIELD_BYTES * P::DEGREE {
            return Err(refused(BLST_ERROR::BLST_BAD_ENCODING));
        }
        // SAFETY: there are as many bytes as a compressed point has.
        read(|point| unsafe { P::UNCOMPRESS(point, bytes.as_ptr()) })
    }

    fn encode(point: &P::Affine) -> Vec<u8> {
        let mut bytes = vec![0; FIELD_BYTES * P::DEGREE];
        // SAFETY: there is room for a compressed point.
        unsafe { P::COMPRESS(bytes.as_mut_ptr(), point) };
        bytes
    }

    fn decode_uncompressed(bytes: &[u8]) -> Result<P::Affine, Error> {
        assert_eq!(bytes.len(), 2 * FIELD_BYTES * P::DEGREE);
        // SAFETY: there are as many bytes as a point has.
        read(|point| unsafe { P::DESERIALIZE(point, bytes.as_ptr()) })
    }

    fn encode_uncompressed(point: &P, bytes: &mut [u8]) {
        assert_eq!(bytes.len(), 2 * FIELD_BYTES * P::DEGREE);
        // SAFETY: there is room for a point.
        unsafe { P::SERIALIZE(bytes.as_mut_ptr(), point) };
    }

    fn decode_field(bytes: &[u8]) -> Result<P::Field, Error> {
        let mut parts = [blst_fp::default(); 2];
        for (part, bytes) in parts.iter_mut().zip(bytes.rchunks_exact(FIELD_BYTES)) {
            // SAFETY: there are as many bytes as an element of Fp has.
            unsafe { blst::blst_fp_from_bendian(part, bytes.as_ptr()) };
        }
        Ok(P::field(parts))
    }

    fn to_point(point: &P::Affine) -> P {
        // SAFETY: both are values.
        written(|projective| unsafe { P::FROM_AFFINE(projective, point) })
    }

    fn to_affine(point: &P) -> P::Affine {
        // SAFETY: both are values.
        written(|affine| unsafe { P::TO_AFFINE(affine, point) })
    }

    fn add(a: &P, b: &P) -> P {
        // SAFETY: all are values.
        written(|sum| unsafe { P::ADD(sum, a, b) })
    }

    fn add_affine(a: &P::Affine, b: &P::Affine) -> P {
        let a = Self::to_point(a);
        // SAFETY: all are values.
        written(|sum| unsafe { P::ADD_AFFINE(sum, &raw const a, b) })
    }

    fn mul(point: &P::Affine, scalar: &blst_scalar) -> P {
        let point = Self::to_point(point);
        // SAFETY: all are values; the scalar has more bits than are read.
        written(|product| unsafe {
            P::MULTIPLY(product, &raw const point, scalar.b.as_ptr(), SCALAR_BITS);
        })
    }

    fn msm(points: &[P::Affine], scalars: &[blst_scalar]) -> P {
        let count = points.len().min(scalars.len());
        if count < P::PIPPENGER_FROM {
            let multiples = points.iter().zip(scalars);
            return multiples
                .map(|(point, scalar)| Self::mul(point, scalar))
                .reduce(|a, b| Self::add(&a, &b))
                .unwrap_or_default();
        }
        let points = [points.as_ptr(), ptr::null()];
        let scalars = [scalars.as_ptr().cast::<u8>(), ptr::null()];
        // SAFETY: takes a number.
        let scratch = unsafe { P::PIPPENGER_SCRATCH(count) };
        let mut scratch = Vec::<limb_t>::with_capacity(scratch.div_ceil(size_of::<limb_t>()));
        // SAFETY: a null pointer in a list says that the values follow the one before in memory,
        // and there are `count` of each; `scratch` is as long as blst asked for.
        written(|sum| unsafe {
            P::PIPPENGER(
                sum,
                points.as_ptr(),
                count,
                scalars.as_ptr(),
                SCALAR_BITS,
                scratch.as_mut_ptr(),
            );
        })
    }

    fn msm_mt(points: &[P::Affine], scalars: &[blst_scalar]) -> P {
        let bytes = scalars.as_ptr().cast::<u8>();
        // SAFETY: a scalar is its 32 bytes.
        let bytes = unsafe { std::slice::from_raw_parts(bytes, size_of_val(scalars)) };
        P::msm_mt(points, bytes, SCALAR_BITS)
    }

    fn in_subgroup(point: &P::Affine) -> bool {
        // SAFETY: `point` is a value.
        unsafe { P::IN_SUBGROUP(point) }
    }

    fn hash(message: &[u8], dst: &[u8]) -> Result<P, Error> {
        // SAFETY: the pointers and lengths are of live slices; no augmentation is a null pointer of
        // length 0.
        Ok(written(|point| unsafe {
            P::HASH(
                point,
                message.as_ptr(),
                message.len(),
                dst.as_ptr(),
                dst.len(),
                ptr::null(),
                0,
            );
        }))
    }

    fn map(element: &P::Field) -> P {
        // SAFETY: both are values; a null pointer stands for no second element.
        written(|point| unsafe { P::MAP(point, element, ptr::null()) })
    }
}

/// A point of the curve, in the subgroup or not.
fn read<A: Default>(decode: impl FnOnce(*mut A) -> BLST_ERROR) -> Result<A, Error> {
    let mut error = BLST_ERROR::BLST_SUCCESS;
    let point = written(|point| error = decode(point));
    match error {
        // blst says so of (0, 2) and (0, -2) alone, which it has written all the same.
        BLST_ERROR::BLST_SUCCESS | BLST_ERROR::BLST_POINT_NOT_IN_GROUP => Ok(point),
        error => Err(refused(error)),
    }
}

fn refused(error: BLST_ERROR) -> Error {
    Error::malformed("point", format!("{error:?}"))
}
