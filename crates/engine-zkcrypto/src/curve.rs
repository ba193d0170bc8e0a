//! The curve of `bls12_381`.

use std::marker::PhantomData;

use bls_api::{Affine, Arithmetic, Error, G2_MAP_OF_ZERO, SourceGroup};
use bls12_381::{
    G1Affine, G1Projective, G2Affine, G2Projective, Gt, MillerLoopResult, Scalar,
    hash_to_curve::{ExpandMsgXmd, HashToCurve, HashToField, MapToCurve},
    multi_miller_loop,
};
use group::{
    CurveAffine, GroupEncoding, UncompressedEncoding, WnafBase, WnafGroup, WnafScalar,
    prime::PrimeCurve,
};
use sha2::{Sha256, digest::generic_array::GenericArray};

/// The curve.
pub(crate) struct ZkcryptoCurve;

/// The group whose projective points are `P`.
pub(crate) struct ZkcryptoGroup<P>(PhantomData<fn() -> P>);

const FIELD_BYTES: usize = 48;
/// Bytes from which an element of Fp is made by reduction, more than it has.
const WIDE_BYTES: usize = 64;

/// Bits of the window in multiplication by a public scalar.
const WINDOW: usize = 4;

/// What the crate has for affine points of both groups, but not in a trait.
pub(crate) trait Check {
    const DEGREE: usize;
    fn on_curve(&self) -> bool;
    fn torsion_free(&self) -> bool;
}

impl Check for G1Affine {
    const DEGREE: usize = 1;

    fn on_curve(&self) -> bool {
        self.is_on_curve().into()
    }

    fn torsion_free(&self) -> bool {
        self.is_torsion_free().into()
    }
}

impl Check for G2Affine {
    const DEGREE: usize = 2;

    fn on_curve(&self) -> bool {
        self.is_on_curve().into()
    }

    fn torsion_free(&self) -> bool {
        self.is_torsion_free().into()
    }
}

impl Arithmetic for ZkcryptoCurve {
    type Scalar = Scalar;
    type G1 = ZkcryptoGroup<G1Projective>;
    type G2 = ZkcryptoGroup<G2Projective>;
    type MillerLoop = MillerLoopResult;
    type Gt = Gt;

    fn decode_scalar(bytes: &[u8; 32]) -> Scalar {
        let mut wide = [0; 64];
        wide[..32].copy_from_slice(bytes);
        wide[..32].reverse();
        Scalar::from_bytes_wide(&wide)
    }

    fn miller_loop(p: &[Affine<Self::G1>], q: &[Affine<Self::G2>]) -> MillerLoopResult {
        let prepared: Vec<_> = q.iter().map(|&point| point.into()).collect();
        let terms: Vec<_> = p.iter().zip(&prepared).collect();
        multi_miller_loop(&terms)
    }

    fn multiply(a: MillerLoopResult, b: MillerLoopResult) -> MillerLoopResult {
        a + b
    }

    fn final_exp(product: &MillerLoopResult) -> Gt {
        product.final_exponentiation()
    }

    fn product_is_one(factors: &[Gt]) -> bool {
        // The crate writes its target group additively.
        factors.iter().sum::<Gt>() == Gt::identity()
    }
}

impl<P> SourceGroup for ZkcryptoGroup<P>
where
    P: PrimeCurve<Scalar = Scalar> + WnafGroup,
    P: HashToCurve<ExpandMsgXmd<Sha256>, Field: PartialEq>,
    P::Affine: Check + UncompressedEncoding,
{
    type Scalar = Scalar;
    type Affine = P::Affine;
    type Point = P;
    type Field = <P as MapToCurve>::Field;

    const DEGREE: usize = P::Affine::DEGREE;

    fn identity() -> P::Affine {
        P::Affine::identity()
    }

    fn is_identity(point: &P::Affine) -> bool {
        point.is_identity().into()
    }

    fn decode(bytes: &[u8]) -> Result<P::Affine, Error> {
        Option::from(P::Affine::from_bytes(&compressed::<P>(bytes)?))
            .ok_or_else(|| Error::malformed("point", "not of the subgroup"))
    }

    fn decode_unchecked(bytes: &[u8]) -> Result<P::Affine, Error> {
        Option::from(P::Affine::from_bytes_unchecked(&compressed::<P>(bytes)?))
            .ok_or_else(|| Error::malformed("point", "not on the curve"))
    }

    fn encode(point: &P::Affine) -> Vec<u8> {
        point.to_bytes().as_ref().to_vec()
    }

    fn decode_uncompressed(bytes: &[u8]) -> Result<P::Affine, Error> {
        let mut encoding = <P::Affine as UncompressedEncoding>::Uncompressed::default();
        encoding.as_mut().copy_from_slice(bytes);
        Option::from(P::Affine::from_uncompressed_unchecked(&encoding))
            .filter(P::Affine::on_curve)
            .ok_or_else(|| Error::malformed("point", "not on the curve"))
    }

    fn encode_uncompressed(point: &P, bytes: &mut [u8]) {
        bytes.copy_from_slice(point.to_affine().to_uncompressed().as_ref());
    }

    fn decode_field(bytes: &[u8]) -> Result<Self::Field, Error> {
        // The crate makes public elements from wide bytes alone, c0 before c1.
        let mut wide = GenericArray::default();
        let parts = wide.chunks_exact_mut(WIDE_BYTES);
        for (wide, part) in parts.zip(bytes.rchunks_exact(FIELD_BYTES)) {
            wide[WIDE_BYTES - FIELD_BYTES..].copy_from_slice(part);
        }
        Ok(Self::Field::from_okm(&wide))
    }

    fn to_point(point: &P::Affine) -> P {
        point.to_curve()
    }

    fn to_affine(point: &P) -> P::Affine {
        point.to_affine()
    }

    fn add(a: &P, b: &P) -> P {
        *a + b
    }

    fn add_affine(a: &P::Affine, b: &P::Affine) -> P {
        a.to_curve() + b
    }

    fn mul(point: &P::Affine, scalar: &Scalar) -> P {
        let base = WnafBase::<P, WINDOW>::new(point.to_curve());
        &base * &WnafScalar::<Scalar, WINDOW>::new(scalar)
    }

    /// The crate has no sum of multiples of its own: one multiplication after the other.
    fn msm(points: &[P::Affine], scalars: &[Scalar]) -> P {
        let multiples = points.iter().zip(scalars);
        multiples
            .map(|(point, scalar)| Self::mul(point, scalar))
            .sum()
    }

    fn in_subgroup(point: &P::Affine) -> bool {
        point.torsion_free()
    }

    fn hash(message: &[u8], dst: &[u8]) -> Result<P, Error> {
        Ok(<P as HashToCurve<ExpandMsgXmd<Sha256>>>::hash_to_curve(
            [message],
            dst,
        ))
    }

    fn map(element: &Self::Field) -> P {
        if Self::DEGREE == 2 && *element == Self::Field::default() {
            // bls12_381 0.9.0 looks for the root of a second candidate after it has that of the
            // first; for zero it finds zero, and what it maps on is not on the curve.
            let point = Self::decode_unchecked(&G2_MAP_OF_ZERO);
            return point.expect("a point of the curve").to_curve();
        }
        P::map_to_curve(element).clear_h()
    }
}

fn compressed<P: PrimeCurve>(bytes: &[u8]) -> Result<<P::Affine as GroupEncoding>::Repr, Error> {
    let mut encoding = <P::Affine as GroupEncoding>::Repr::default();
    if bytes.len() != encoding.as_ref().len() {
        return Err(Error::malformed("point", "wrong length"));
    }
    encoding.as_mut().copy_from_slice(bytes);
    Ok(encoding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_maps_zero_off_the_curve() {
        // When this fails, the library was mended, and `map` need not look for zero any more.
        let zero = <G2Projective as MapToCurve>::Field::default();
        let point = G2Projective::map_to_curve(&zero);
        assert!(!bool::from(point.is_on_curve()));
    }
}
