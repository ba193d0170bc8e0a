//! The curve of `miracl_core_bls12381`, on which the signature suites are composed.

use std::{array::from_fn, sync::OnceLock};

use bls_api::{Curve, Error, Point};
use miracl_core_bls12381::{
    arch::Chunk,
    bls12381::{
        big::{BIG, MODBYTES},
        dbig::DBIG,
        ecp::{ECP, G2_TABLE},
        ecp2::ECP2,
        fp::FP,
        fp2::FP2,
        fp4::FP4,
        fp12::FP12,
        pair,
        rom::{CURVE_ORDER, MODULUS},
    },
    hmac,
};

use crate::encoding;

/// The curve.
pub(crate) struct Miracl;

/// A scalar; a type of ours lets the library's points implement the contract.
pub(crate) struct Scalar(BIG);

/// Bytes that become one element of the field: 381 bits and 128 more against bias.
const UNIFORM_LENGTH: usize = 64;

/// From how many points on the library's multi-scalar multiplication is faster than adding products
/// of two.
const MANY: usize = 16;

impl Curve for Miracl {
    type Scalar = Scalar;
    type G1 = ECP;
    type G2 = ECP2;
    type MillerLoop = FP12;

    fn reduce_scalar(bytes: &[u8; 48]) -> Option<Scalar> {
        let scalar = reduce(bytes, &CURVE_ORDER);
        (!scalar.iszilch()).then_some(Scalar(scalar))
    }

    fn decode_scalar(bytes: &[u8; 32]) -> Result<Scalar, Error> {
        let scalar = integer(bytes);
        if scalar.iszilch() || BIG::comp(&scalar, &BIG::new_ints(&CURVE_ORDER)) >= 0 {
            return Err(Error::malformed(
                "secret key",
                "zero or not below the group order",
            ));
        }
        Ok(Scalar(scalar))
    }

    fn encode_scalar(scalar: &Scalar) -> [u8; 32] {
        let mut wide = [0; MODBYTES];
        scalar.0.tobytes(&mut wide);
        from_fn(|index| wide[MODBYTES - 32 + index])
    }

    fn miller_loop(p: &[ECP], q: &[ECP2]) -> FP12 {
        let mut lines = pair::initmp();
        add_lines(&mut lines, p, q);
        pair::miller(&mut lines)
    }

    fn miller_loop_with_generator(p: &[ECP], q: &[ECP2], s: &ECP) -> FP12 {
        static NEGATED_GENERATOR: OnceLock<Vec<FP4>> = OnceLock::new();
        let generator = NEGATED_GENERATOR.get_or_init(|| {
            let mut table = vec![FP4::new(); G2_TABLE];
            pair::precomp(&mut table, &ECP2::negated_generator());
            table
        });
        let mut lines = pair::initmp();
        add_lines(&mut lines, p, q);
        pair::another_pc(&mut lines, generator, s);
        pair::miller(&mut lines)
    }

    fn scale_each(points: &[ECP], coefficients: &[u64]) -> Vec<ECP> {
        // Not `g1mul`: its endomorphism makes short scalars long. Not affine: the library has
        // nothing to normalise many, and the pairing takes any point.
        points
            .iter()
            .zip(integers(coefficients))
            .map(|(point, coefficient)| point.mul(&coefficient))
            .collect()
    }

    fn multiply(mut a: FP12, b: FP12) -> FP12 {
        a.mul(&b);
        a
    }

    fn is_one(product: &FP12) -> bool {
        pair::fexp(product).isunity()
    }
}

/// Multiplies the lines of each pair into those of `lines`, one product for each squaring of the
/// loop.
fn add_lines(lines: &mut [FP12], p: &[ECP], q: &[ECP2]) {
    for (p, q) in p.iter().zip(q) {
        // The library looks for the identity in G1 alone.
        if !q.is_infinity() {
            pair::another(lines, q, p);
        }
    }
}

/// At most 48 big-endian bytes.
pub(crate) fn integer(bytes: &[u8]) -> BIG {
    let mut wide = [0; MODBYTES];
    wide[MODBYTES - bytes.len()..].copy_from_slice(bytes);
    BIG::frombytes(&wide)
}

fn integers(coefficients: &[u64]) -> Vec<BIG> {
    coefficients
        .iter()
        .map(|coefficient| integer(&coefficient.to_be_bytes()))
        .collect()
}

/// Big-endian bytes, more than the modulus has, modulo it.
fn reduce(bytes: &[u8], modulus: &[Chunk]) -> BIG {
    let modulus = BIG::new_ints(modulus);
    let excess = 8 * bytes.len() - modulus.nbits();
    DBIG::frombytes(bytes).ctdmod(&modulus, excess)
}

/// `hash_to_field` of RFC 9380 with SHA-256, in elements of the prime field.
fn hash_to_field<const N: usize>(message: &[u8], dst: &[u8]) -> [FP; N] {
    let mut uniform = [[0; UNIFORM_LENGTH]; N];
    hmac::xmd_expand(
        hmac::MC_SHA2,
        hmac::SHA256,
        uniform.as_flattened_mut(),
        N * UNIFORM_LENGTH,
        dst,
        message,
    );
    uniform.map(|bytes| FP::new_big(&reduce(&bytes, &MODULUS)))
}

impl Point<Scalar> for ECP {
    fn generator() -> Self {
        ECP::generator()
    }

    fn negated_generator() -> Self {
        let mut point = ECP::generator();
        point.neg();
        point
    }

    fn is_identity(&self) -> bool {
        self.is_infinity()
    }

    fn sum(points: &[Self]) -> Self {
        let mut sum = ECP::new();
        for point in points {
            sum.add(point);
        }
        sum.affine();
        sum
    }

    fn mul_secret(&self, scalar: &Scalar) -> Self {
        let mut product = pair::g1mul(self, &scalar.0);
        product.affine();
        product
    }

    fn weighted_sum(points: &[Self], coefficients: &[u64]) -> Self {
        let scalars = integers(coefficients);
        let mut sum = ECP::new();
        if points.len() < MANY {
            for (points, scalars) in points.chunks(2).zip(scalars.chunks(2)) {
                sum.add(&match (points, scalars) {
                    ([p, q], [a, b]) => p.mul2(a, q, b),
                    _ => points[0].mul(&scalars[0]),
                });
            }
        } else {
            sum = ECP::muln(points.len(), points, &scalars);
        }
        sum.affine();
        sum
    }

    fn hash_to_curve(message: &[u8], dst: &[u8]) -> Self {
        let [u, v] = hash_to_field(message, dst);
        let mut point = ECP::map2point(&u);
        point.add(&ECP::map2point(&v));
        point.cfp();
        point
    }

    fn decode(bytes: &[u8], what: &'static str) -> Result<Self, Error> {
        let point = encoding::decode_g1(bytes, what)?;
        // The library's test refuses the identity.
        if !point.is_infinity() && !pair::g1member(&point) {
            return Err(Error::malformed(what, "not in the subgroup"));
        }
        Ok(point)
    }

    fn encode(&self) -> Vec<u8> {
        encoding::encode_g1(self)
    }
}

impl Point<Scalar> for ECP2 {
    fn generator() -> Self {
        ECP2::generator()
    }

    fn negated_generator() -> Self {
        let mut point = ECP2::generator();
        point.neg();
        point
    }

    fn is_identity(&self) -> bool {
        self.is_infinity()
    }

    fn sum(points: &[Self]) -> Self {
        let mut sum = ECP2::new();
        for point in points {
            sum.add(point);
        }
        sum.affine();
        sum
    }

    fn mul_secret(&self, scalar: &Scalar) -> Self {
        let mut product = pair::g2mul(self, &scalar.0);
        product.affine();
        product
    }

    fn weighted_sum(points: &[Self], coefficients: &[u64]) -> Self {
        // The library has no multi-scalar multiplication for G2, but sums of four.
        let mut sum = ECP2::new();
        for (points, scalars) in points.chunks(4).zip(integers(coefficients).chunks(4)) {
            sum.add(&match (points, scalars) {
                ([point], [scalar]) => point.mul(scalar),
                _ => ECP2::mul4(
                    &from_fn::<_, 4, _>(|i| points.get(i).cloned().unwrap_or_else(ECP2::new)),
                    &from_fn::<_, 4, _>(|i| scalars.get(i).copied().unwrap_or_else(BIG::new)),
                ),
            });
        }
        sum.affine();
        sum
    }

    fn hash_to_curve(message: &[u8], dst: &[u8]) -> Self {
        let [u0, u1, v0, v1] = hash_to_field(message, dst);
        let mut point = ECP2::map2point(&FP2::new_fps(&u0, &u1));
        point.add(&ECP2::map2point(&FP2::new_fps(&v0, &v1)));
        point.cfp();
        point
    }

    fn decode(bytes: &[u8], what: &'static str) -> Result<Self, Error> {
        let point = encoding::decode_g2(bytes, what)?;
        if !pair::g2member(&point) {
            return Err(Error::malformed(what, "not in the subgroup"));
        }
        Ok(point)
    }

    fn encode(&self) -> Vec<u8> {
        encoding::encode_g2(self)
    }
}
