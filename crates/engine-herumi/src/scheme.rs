//! The curve of mcl, on which the signature suites are composed.

use std::sync::OnceLock;

use bls_api::{Curve, Error, Point};
use herumi_sys::{self as mcl, mclBnFr, mclBnG1, mclBnG2, mclBnGT};

use crate::group::Group;

/// The curve.
pub(crate) struct Herumi;

/// A point in mcl's projective struct. What a caller gets is affine: the last coordinate is one, or
/// zero for the identity. A hash may have another; whatever uses it does not mind.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct MclPoint<P>(pub(crate) P);

/// The bit of a compressed point that says it is the identity.
pub(crate) const INFINITY_FLAG: u8 = 0x40;

/// A value that a function of mcl writes.
pub(crate) fn written<T: Default>(write: impl FnOnce(*mut T)) -> T {
    start();
    let mut value = T::default();
    write(&raw mut value);
    value
}

/// Starts mcl, which every function of it needs.
///
/// # Panics
///
/// When mcl cannot be started; the gate has asked before, and got an error instead.
fn start() {
    if let Err(error) = mcl::init() {
        panic!("mcl did not start: {error}");
    }
}

impl Curve for Herumi {
    type Scalar = mclBnFr;
    type G1 = MclPoint<mclBnG1>;
    type G2 = MclPoint<mclBnG2>;
    type MillerLoop = mclBnGT;

    fn reduce_scalar(bytes: &[u8; 48]) -> Option<mclBnFr> {
        let scalar = written(|scalar| {
            // SAFETY: pointer and length are those of `bytes`; 48 bytes are within mcl's limit of
            // twice the scalar, so it cannot fail.
            unsafe { mcl::mclBnFr_setBigEndianMod(scalar, bytes.as_ptr().cast(), bytes.len()) };
        });
        (!is_zero(&scalar)).then_some(scalar)
    }

    fn decode_scalar(bytes: &[u8; 32]) -> Result<mclBnFr, Error> {
        let mut read = 0;
        let scalar = written(|scalar| {
            // SAFETY: pointer and length are those of `bytes`.
            read = unsafe { mcl::mclBnFr_deserialize(scalar, bytes.as_ptr().cast(), bytes.len()) };
        });
        if read != bytes.len() || is_zero(&scalar) {
            return Err(Error::malformed(
                "secret key",
                "zero or not below the group order",
            ));
        }
        Ok(scalar)
    }

    fn encode_scalar(scalar: &mclBnFr) -> [u8; 32] {
        let mut bytes = [0; 32];
        // SAFETY: pointer and length are those of `bytes`.
        unsafe { mcl::mclBnFr_serialize(bytes.as_mut_ptr().cast(), bytes.len(), scalar) };
        bytes
    }

    fn miller_loop(p: &[MclPoint<mclBnG1>], q: &[MclPoint<mclBnG2>]) -> mclBnGT {
        let pairs = p.len().min(q.len());
        written(|product| {
            // SAFETY: both lists hold at least `pairs` points, and `MclPoint` is transparent.
            unsafe {
                mcl::mclBn_millerLoopVec(product, p.as_ptr().cast(), q.as_ptr().cast(), pairs);
            }
        })
    }

    fn miller_loop_with_generator(
        p: &[MclPoint<mclBnG1>],
        q: &[MclPoint<mclBnG2>],
        s: &MclPoint<mclBnG1>,
    ) -> mclBnGT {
        let identity = s.is_identity() || p.iter().any(Point::is_identity);
        match (p, q) {
            ([], []) => written(|product| {
                // SAFETY: the lines are of the length that mcl asked for.
                unsafe {
                    mcl::mclBn_precomputedMillerLoop(product, &raw const s.0, lines().as_ptr());
                }
            }),
            // mcl does not look for the identity here.
            ([p], [q]) if !identity => written(|product| {
                // SAFETY: the lines are of the length that mcl asked for.
                unsafe {
                    mcl::mclBn_precomputedMillerLoop2mixed(
                        product,
                        &raw const p.0,
                        &raw const q.0,
                        &raw const s.0,
                        lines().as_ptr(),
                    );
                }
            }),
            _ => {
                let generator = MclPoint::<mclBnG2>::negated_generator();
                Self::miller_loop(&[p, &[*s]].concat(), &[q, &[generator]].concat())
            }
        }
    }

    fn scale_each(points: &[MclPoint<mclBnG1>], coefficients: &[u64]) -> Vec<MclPoint<mclBnG1>> {
        let mut points = points.to_vec();
        let scalars = public_scalars(coefficients);
        let count = points.len().min(scalars.len());
        let list = points.as_mut_ptr().cast::<mclBnG1>();
        // SAFETY: both lists hold at least `count` values; `MclPoint` is transparent.
        unsafe {
            mcl::mclBnG1_mulEach(list, scalars.as_ptr(), count);
            mcl::mclBnG1_normalizeVec(list, list, count);
        }
        points
    }

    fn multiply(a: mclBnGT, b: mclBnGT) -> mclBnGT {
        // SAFETY: both are values.
        written(|product| unsafe { mcl::mclBnGT_mul(product, &raw const a, &raw const b) })
    }

    fn is_one(product: &mclBnGT) -> bool {
        // SAFETY: `product` is a value.
        let power = written(|power| unsafe { mcl::mclBn_finalExp(power, product) });
        // SAFETY: `power` is a value.
        unsafe { mcl::mclBnGT_isOne(&raw const power) == 1 }
    }
}

/// The lines of the Miller loop of the negated generator of G2.
fn lines() -> &'static [u64] {
    static LINES: OnceLock<Vec<u64>> = OnceLock::new();
    LINES.get_or_init(|| {
        let generator = MclPoint::<mclBnG2>::negated_generator();
        // SAFETY: takes nothing.
        let length = unsafe { mcl::mclBn_getUint64NumToPrecompute() };
        let mut lines = vec![0; usize::try_from(length).unwrap_or_default()];
        // SAFETY: `lines` is as long as mcl asked for.
        unsafe { mcl::mclBn_precomputeG2(lines.as_mut_ptr(), &raw const generator.0) };
        lines
    })
}

fn is_zero(scalar: &mclBnFr) -> bool {
    // SAFETY: `scalar` is a value.
    unsafe { mcl::mclBnFr_isZero(scalar) == 1 }
}

fn public_scalars(coefficients: &[u64]) -> Vec<mclBnFr> {
    coefficients
        .iter()
        .map(|coefficient| {
            let bytes = coefficient.to_le_bytes();
            written(|scalar| {
                // SAFETY: pointer and length are those of `bytes`; 8 bytes cannot fail.
                unsafe {
                    mcl::mclBnFr_setLittleEndian(scalar, bytes.as_ptr().cast(), bytes.len());
                }
            })
        })
        .collect()
}

pub(crate) fn normalized<P: Group>(point: P) -> MclPoint<P> {
    // SAFETY: `point` is a value.
    MclPoint(written(|affine| unsafe {
        P::NORMALIZE(affine, &raw const point);
    }))
}

impl<P: Group> Point<mclBnFr> for MclPoint<P> {
    fn generator() -> Self {
        *P::generator().get_or_init(|| {
            Self::decode(P::ENCODED_GENERATOR, "generator")
                .unwrap_or_else(|error| panic!("{error}"))
        })
    }

    fn negated_generator() -> Self {
        *P::negated_generator().get_or_init(|| {
            let generator = Self::generator();
            // SAFETY: `generator` is a value.
            Self(written(|point| unsafe {
                P::NEGATE(point, &raw const generator.0);
            }))
        })
    }

    fn is_identity(&self) -> bool {
        // SAFETY: `self` is a value.
        unsafe { P::IS_ZERO(&raw const self.0) == 1 }
    }

    fn sum(points: &[Self]) -> Self {
        normalized(written(|sum| {
            // SAFETY: all are values; `sum` is written by `CLEAR` before it is read.
            unsafe {
                P::CLEAR(sum);
                for point in points {
                    P::ADD(sum, sum, &raw const point.0);
                }
            }
        }))
    }

    fn mul_secret(&self, scalar: &mclBnFr) -> Self {
        // SAFETY: both are values.
        normalized(written(|point| unsafe {
            P::MULTIPLY_SECRET(point, &raw const self.0, scalar);
        }))
    }

    fn weighted_sum(points: &[Self], coefficients: &[u64]) -> Self {
        let mut points = points.to_vec();
        let scalars = public_scalars(coefficients);
        let count = points.len().min(scalars.len());
        normalized(written(|sum| {
            // SAFETY: both lists hold at least `count` values; the points are ours to change.
            unsafe {
                P::MULTIPLY_MANY(sum, points.as_mut_ptr().cast(), scalars.as_ptr(), count);
            }
        }))
    }

    fn hash_to_curve(message: &[u8], dst: &[u8]) -> Self {
        // The variant that takes the tag; mcl's default tag has a wrong length for G2.
        Self(written(|point| {
            // SAFETY: pointers and lengths are those of the slices.
            unsafe {
                P::HASH(
                    point,
                    message.as_ptr().cast(),
                    message.len(),
                    dst.as_ptr().cast(),
                    dst.len(),
                );
            }
        }))
    }

    fn decode(bytes: &[u8], what: &'static str) -> Result<Self, Error> {
        if bytes.len() != P::ENCODED_LENGTH {
            return Err(Error::malformed(what, "wrong length"));
        }
        // mcl does not look at the last byte of an encoded identity (mcl 3.08, `EcT::load`).
        if bytes[0] & INFINITY_FLAG != 0 && bytes.last() != Some(&0) {
            return Err(Error::malformed(what, "the identity has another encoding"));
        }
        let mut read = 0;
        let point = written(|point| {
            // SAFETY: pointer and length are those of `bytes`.
            read = unsafe { P::DESERIALIZE(point, bytes.as_ptr().cast(), bytes.len()) };
        });
        if read != bytes.len() {
            return Err(Error::malformed(what, "not a point of the subgroup"));
        }
        Ok(Self(point))
    }

    fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![0; P::ENCODED_LENGTH];
        // SAFETY: pointer and length are those of `bytes`.
        unsafe { P::SERIALIZE(bytes.as_mut_ptr().cast(), bytes.len(), &raw const self.0) };
        bytes
    }
}
