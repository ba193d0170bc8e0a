//! The curve of Apache Milagro, `snowbridge-amcl`, as snowbridge-milagro-bls has it.

use bls_api::{Arithmetic, Error, SourceGroup};
use snowbridge_milagro_bls::{
    AmclError,
    BLSCurve::{
        big::Big,
        bls381::utils::{
            deserialize_g1, deserialize_g2, hash_to_curve_g1, hash_to_curve_g2, serialize_g1,
            serialize_g2, serialize_uncompressed_g1, serialize_uncompressed_g2, subgroup_check_g1,
            subgroup_check_g2,
        },
        ecp::ECP,
        ecp2::ECP2,
        fp::FP,
        fp2::FP2,
        fp12::FP12,
        pair,
        rom::{CURVE_ORDER, MODBYTES, MODULUS},
    },
};

/// The curve.
pub(crate) struct MilagroCurve;

/// The first source group.
pub(crate) struct MilagroG1;

/// The second source group.
pub(crate) struct MilagroG2;

/// Bytes of a compressed point.
const G1_LENGTH: usize = MODBYTES;
const G2_LENGTH: usize = 2 * MODBYTES;

/// Set in the first byte of a compressed point.
const COMPRESSED: u8 = 0x80;
/// Set when y is the larger of the two square roots.
const LARGER: u8 = 0x20;
/// The bits that are not of a coordinate.
const FLAGS: u8 = 0xe0;

const NO_MAP: &str = "the library keeps the isogeny of its map to itself";

impl Arithmetic for MilagroCurve {
    type Scalar = Big;
    type G1 = MilagroG1;
    type G2 = MilagroG2;
    type MillerLoop = FP12;
    type Gt = FP12;

    fn decode_scalar(bytes: &[u8; 32]) -> Big {
        let mut wide = [0; MODBYTES];
        wide[MODBYTES - bytes.len()..].copy_from_slice(bytes);
        let mut scalar = Big::from_bytes(&wide);
        scalar.rmod(&Big::new_ints(&CURVE_ORDER));
        scalar
    }

    fn miller_loop(p: &[ECP], q: &[ECP2]) -> FP12 {
        if let ([p], [q]) = (p, q) {
            return pair::ate(q, p);
        }
        let mut lines = pair::initmp();
        for (p, q) in p.iter().zip(q) {
            pair::another(&mut lines, q, p);
        }
        pair::miller(&lines)
    }

    fn multiply(mut a: FP12, b: FP12) -> FP12 {
        a.mul(&b);
        a
    }

    fn final_exp(product: &FP12) -> FP12 {
        pair::fexp(product)
    }

    fn product_is_one(factors: &[FP12]) -> bool {
        let product = factors.iter().cloned().reduce(Self::multiply);
        product.is_none_or(|product| product.is_unity())
    }
}

impl SourceGroup for MilagroG1 {
    type Scalar = Big;
    type Affine = ECP;
    type Point = ECP;
    type Field = FP;

    const DEGREE: usize = 1;

    fn identity() -> ECP {
        ECP::new()
    }

    fn is_identity(point: &ECP) -> bool {
        point.is_infinity()
    }

    fn decode(bytes: &[u8]) -> Result<ECP, Error> {
        in_subgroup::<Self>(Self::decode_unchecked(bytes)?)
    }

    fn decode_unchecked(bytes: &[u8]) -> Result<ECP, Error> {
        check_length(bytes, G1_LENGTH)?;
        deserialize_g1(bytes).map_err(refused)
    }

    fn encode(point: &ECP) -> Vec<u8> {
        serialize_g1(point).to_vec()
    }

    fn decode_uncompressed(bytes: &[u8]) -> Result<ECP, Error> {
        deserialize_g1(bytes).map_err(refused)
    }

    fn encode_uncompressed(point: &ECP, bytes: &mut [u8]) {
        // The library inverts once for each coordinate, but not for a point that is affine.
        bytes.copy_from_slice(&serialize_uncompressed_g1(&Self::to_affine(point)));
    }

    fn decode_field(_: &[u8]) -> Result<FP, Error> {
        Err(Error::Unsupported(NO_MAP.into()))
    }

    fn to_point(point: &ECP) -> ECP {
        point.clone()
    }

    fn to_affine(point: &ECP) -> ECP {
        let mut point = point.clone();
        point.affine();
        point
    }

    fn add(a: &ECP, b: &ECP) -> ECP {
        let mut sum = a.clone();
        sum.add(b);
        sum
    }

    /// The library makes every product affine.
    fn mul(point: &ECP, scalar: &Big) -> ECP {
        pair::g1mul(point, scalar)
    }

    /// The library has no multi-scalar multiplication, but sums of two products: 0.27 ms, where two
    /// multiplications with the endomorphism take 0.32 ms.
    fn msm(points: &[ECP], scalars: &[Big]) -> ECP {
        let mut sum = ECP::new();
        for (points, scalars) in points.chunks(2).zip(scalars.chunks(2)) {
            sum.add(&match (points, scalars) {
                ([p, q], [a, b]) => p.mul2(a, q, b),
                _ => Self::mul(&points[0], &scalars[0]),
            });
        }
        sum
    }

    fn in_subgroup(point: &ECP) -> bool {
        subgroup_check_g1(point)
    }

    fn hash(message: &[u8], dst: &[u8]) -> Result<ECP, Error> {
        Ok(hash_to_curve_g1(message, dst))
    }

    fn map(_: &FP) -> ECP {
        unreachable!("{NO_MAP}")
    }
}

impl SourceGroup for MilagroG2 {
    type Scalar = Big;
    type Affine = ECP2;
    type Point = ECP2;
    type Field = FP2;

    const DEGREE: usize = 2;

    fn identity() -> ECP2 {
        ECP2::new()
    }

    fn is_identity(point: &ECP2) -> bool {
        point.is_infinity()
    }

    fn decode(bytes: &[u8]) -> Result<ECP2, Error> {
        in_subgroup::<Self>(Self::decode_unchecked(bytes)?)
    }

    fn decode_unchecked(bytes: &[u8]) -> Result<ECP2, Error> {
        check_length(bytes, G2_LENGTH)?;
        match deserialize_g2(bytes) {
            Ok(mut point) => {
                if let Some(is_larger) = is_larger_real(&point) {
                    set_sign(&mut point, is_larger, bytes[0]);
                }
                Ok(point)
            }
            // The library (1.0.2) has no square root of a real element that is no square in Fp.
            Err(error) => decode_over_real_square(bytes).ok_or_else(|| refused(error)),
        }
    }

    fn encode(point: &ECP2) -> Vec<u8> {
        let mut bytes = serialize_g2(point);
        if is_larger_real(point) == Some(true) {
            bytes[0] |= LARGER;
        }
        bytes.to_vec()
    }

    fn decode_uncompressed(bytes: &[u8]) -> Result<ECP2, Error> {
        deserialize_g2(bytes).map_err(refused)
    }

    fn encode_uncompressed(point: &ECP2, bytes: &mut [u8]) {
        // As in G1.
        bytes.copy_from_slice(&serialize_uncompressed_g2(&Self::to_affine(point)));
    }

    fn decode_field(_: &[u8]) -> Result<FP2, Error> {
        Err(Error::Unsupported(NO_MAP.into()))
    }

    fn to_point(point: &ECP2) -> ECP2 {
        point.clone()
    }

    fn to_affine(point: &ECP2) -> ECP2 {
        let mut point = point.clone();
        point.affine();
        point
    }

    fn add(a: &ECP2, b: &ECP2) -> ECP2 {
        let mut sum = a.clone();
        sum.add(b);
        sum
    }

    /// The library makes every product affine.
    fn mul(point: &ECP2, scalar: &Big) -> ECP2 {
        pair::g2mul(point, scalar)
    }

    /// The library has no multi-scalar multiplication, but sums of four products: 0.97 ms, where four
    /// multiplications with the endomorphism take 1.26 ms.
    fn msm(points: &[ECP2], scalars: &[Big]) -> ECP2 {
        let mut sum = ECP2::new();
        let (fours, rest) = points.as_chunks::<4>();
        let (four_scalars, rest_scalars) = scalars.as_chunks::<4>();
        for (points, scalars) in fours.iter().zip(four_scalars) {
            sum.add(&ECP2::mul4(&mut points.clone(), scalars));
        }
        for (point, scalar) in rest.iter().zip(rest_scalars) {
            sum.add(&Self::mul(point, scalar));
        }
        sum
    }

    /// The library multiplies by the order of the group, with the endomorphism, which is slower for
    /// this number than without.
    fn in_subgroup(point: &ECP2) -> bool {
        subgroup_check_g2(point)
    }

    fn hash(message: &[u8], dst: &[u8]) -> Result<ECP2, Error> {
        Ok(hash_to_curve_g2(message, dst))
    }

    fn map(_: &FP2) -> ECP2 {
        unreachable!("{NO_MAP}")
    }
}

/// A compressed point of G2 for which y is a root of the library's times i.
fn decode_over_real_square(bytes: &[u8]) -> Option<ECP2> {
    let mut x = bytes.to_vec();
    x[0] &= !FLAGS;
    let flags = bytes[0] - x[0];
    let (c1, c0) = x.split_at(MODBYTES);
    let (c0, c1) = (Big::from_bytes(c0), Big::from_bytes(c1));
    let modulus = Big::new_ints(&MODULUS);
    if flags & !LARGER != COMPRESSED || c0 >= modulus || c1 >= modulus {
        return None;
    }
    let x = FP2::new_bigs(c0, c1);
    let square = ECP2::rhs(&x);
    if !square.getb().is_zilch() {
        return None;
    }
    let mut square = FP::new_big(square.geta());
    square.neg();
    square.norm();
    let root = square.sqrt();
    let is_larger = is_larger(&root);
    let mut point = ECP2::new_fp2s(x, FP2::new_fps(FP::new(), root));
    set_sign(&mut point, is_larger, flags);
    (!point.is_infinity()).then_some(point)
}

/// Whether y is larger than its negative, when it is real: the library (1.0.2) compares c1 first,
/// without reducing it, and takes the modulus for another number than zero.
fn is_larger_real(point: &ECP2) -> Option<bool> {
    let y = point.gety();
    let is_real = !point.is_infinity() && FP::new_big(y.getb()).is_zilch();
    is_real.then(|| is_larger(&FP::new_big(y.geta())))
}

fn is_larger(element: &FP) -> bool {
    let mut element = element.clone();
    element.reduce();
    let mut opposite = element.clone();
    opposite.neg();
    opposite.reduce();
    element.redc() > opposite.redc()
}

fn set_sign(point: &mut ECP2, is_larger: bool, flags: u8) {
    if is_larger != (flags & LARGER != 0) {
        point.neg();
    }
}

fn in_subgroup<G: SourceGroup>(point: G::Affine) -> Result<G::Affine, Error> {
    if G::in_subgroup(&point) {
        Ok(point)
    } else {
        Err(Error::malformed("point", "not in the subgroup"))
    }
}

fn check_length(bytes: &[u8], length: usize) -> Result<(), Error> {
    // The library takes uncompressed points, too.
    if bytes.len() == length {
        Ok(())
    } else {
        Err(Error::malformed("point", "wrong length"))
    }
}

fn refused(error: AmclError) -> Error {
    Error::malformed("point", format!("{error:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two x, as c1 and c0: y is real over the first, and imaginary over the second.
    const REAL: (u8, &str) = (
        0x13,
        "012ee46c892815c3ee133c0eb6ce1708f7aced12c82cb0a7\
         404ad8ce28e77111a8fe9d10df4f22446c901e8f26165e6a",
    );
    const IMAGINARY: (u8, &str) = (
        0x02,
        "0e31aad2f4b199f7f87e6433692648312e55a89b142b7980\
         84e1ac133c07736855bf683690d5fa5f87e90a1b49384db0",
    );

    fn compressed((c1, c0): (u8, &str), flags: u8) -> Vec<u8> {
        let mut bytes = vec![0; MODBYTES];
        bytes[0] = flags;
        bytes[MODBYTES - 1] = c1;
        bytes.extend(hex::decode(c0).unwrap());
        bytes
    }

    #[test]
    fn a_real_y_has_a_sign() {
        for x in [REAL, IMAGINARY] {
            let [smaller, larger] = [COMPRESSED, COMPRESSED | LARGER].map(|flags| {
                let bytes = compressed(x, flags);
                let point = MilagroG2::decode_unchecked(&bytes).unwrap();
                assert_eq!(MilagroG2::encode(&point), bytes);
                assert!(!MilagroG2::in_subgroup(&point));
                let mut bytes = [0; 2 * G2_LENGTH];
                MilagroG2::encode_uncompressed(&point, &mut bytes);
                bytes
            });
            assert!(smaller < larger);
        }
    }

    // When one of these fails, the library was mended, and decoding need not look any more.

    #[test]
    fn the_library_has_no_sign_for_a_real_y() {
        let bytes = compressed(REAL, COMPRESSED | LARGER);
        let point = deserialize_g2(&bytes).unwrap();
        assert_ne!(serialize_g2(&point).to_vec(), bytes);
    }

    #[test]
    fn the_library_has_no_root_of_what_is_no_square_in_fp() {
        assert!(deserialize_g2(&compressed(IMAGINARY, COMPRESSED)).is_err());
    }
}
