//! The curve of `bls12_381`, on which the signature suites are composed.

use std::sync::OnceLock;

use bls_api::{Curve, Error, Point};
use bls12_381::{
    G1Affine, G1Projective, G2Affine, G2Prepared, G2Projective, Gt, MillerLoopResult, Scalar,
    hash_to_curve::{ExpandMsgXmd, HashToCurve},
    multi_miller_loop,
};
use group::{
    CurveAffine, GroupEncoding, WnafBase, WnafGroup, WnafScalar,
    prime::{PrimeCurve, PrimeGroup},
};
use sha2::Sha256;

/// The curve.
pub(crate) struct Zkcrypto;

/// An affine point of the group whose projective points are `P`; ours, because neither the crate's
/// types nor the contract's trait are.
#[derive(Clone, Copy)]
pub(crate) struct Affine<P: PrimeCurve>(P::Affine);

type G1 = Affine<G1Projective>;
type G2 = Affine<G2Projective>;

/// Bits of the window in multiplication by a public 64-bit coefficient.
const WINDOW: usize = 4;

impl Curve for Zkcrypto {
    type Scalar = Scalar;
    type G1 = G1;
    type G2 = G2;
    type MillerLoop = MillerLoopResult;

    fn reduce_scalar(bytes: &[u8; 48]) -> Option<Scalar> {
        let mut wide = [0; 64];
        wide[..48].copy_from_slice(bytes);
        wide[..48].reverse();
        let scalar = Scalar::from_bytes_wide(&wide);
        (scalar != Scalar::zero()).then_some(scalar)
    }

    fn decode_scalar(bytes: &[u8; 32]) -> Result<Scalar, Error> {
        let mut little_endian = *bytes;
        little_endian.reverse();
        Option::from(Scalar::from_bytes(&little_endian))
            .filter(|scalar| *scalar != Scalar::zero())
            .ok_or_else(|| Error::malformed("secret key", "zero or not below the group order"))
    }

    fn encode_scalar(scalar: &Scalar) -> [u8; 32] {
        let mut bytes = scalar.to_bytes();
        bytes.reverse();
        bytes
    }

    fn miller_loop(p: &[G1], q: &[G2]) -> MillerLoopResult {
        let prepared = prepare(q);
        let terms: Vec<_> = p.iter().map(|point| &point.0).zip(&prepared).collect();
        multi_miller_loop(&terms)
    }

    fn miller_loop_with_generator(p: &[G1], q: &[G2], s: &G1) -> MillerLoopResult {
        static NEGATED_GENERATOR: OnceLock<G2Prepared> = OnceLock::new();
        let generator = NEGATED_GENERATOR.get_or_init(|| (-G2Affine::generator()).into());
        let prepared = prepare(q);
        let mut terms: Vec<_> = p.iter().map(|point| &point.0).zip(&prepared).collect();
        terms.push((&s.0, generator));
        multi_miller_loop(&terms)
    }

    fn scale_each(points: &[G1], coefficients: &[u64]) -> Vec<G1> {
        let scaled: Vec<G1Projective> = scale_all(points, coefficients).collect();
        let mut affine = vec![G1Affine::identity(); scaled.len()];
        G1Projective::batch_normalize(&scaled, &mut affine);
        affine.into_iter().map(Affine).collect()
    }

    fn multiply(a: MillerLoopResult, b: MillerLoopResult) -> MillerLoopResult {
        a + b
    }

    fn is_one(product: &MillerLoopResult) -> bool {
        product.final_exponentiation() == Gt::identity()
    }
}

fn prepare(q: &[G2]) -> Vec<G2Prepared> {
    q.iter().map(|point| point.0.into()).collect()
}

impl<P> Point<Scalar> for Affine<P>
where
    P: PrimeCurve<Scalar = Scalar> + PrimeGroup + WnafGroup + HashToCurve<ExpandMsgXmd<Sha256>>,
{
    fn generator() -> Self {
        Self(P::Affine::generator())
    }

    fn negated_generator() -> Self {
        Self(-P::Affine::generator())
    }

    fn is_identity(&self) -> bool {
        self.0.is_identity().into()
    }

    fn sum(points: &[Self]) -> Self {
        let mut sum = P::identity();
        for point in points {
            sum += &point.0;
        }
        Self(sum.to_affine())
    }

    fn mul_secret(&self, scalar: &Scalar) -> Self {
        Self((self.0 * scalar).to_affine())
    }

    fn weighted_sum(points: &[Self], coefficients: &[u64]) -> Self {
        Self(scale_all(points, coefficients).sum::<P>().to_affine())
    }

    fn hash_to_curve(message: &[u8], dst: &[u8]) -> Self {
        let point = <P as HashToCurve<ExpandMsgXmd<Sha256>>>::hash_to_curve([message], dst);
        Self(point.to_affine())
    }

    fn hash_and_multiply(message: &[u8], dst: &[u8], scalar: &Scalar) -> Self {
        let hash = <P as HashToCurve<ExpandMsgXmd<Sha256>>>::hash_to_curve([message], dst);
        Self((hash * scalar).to_affine())
    }

    fn decode(bytes: &[u8], what: &'static str) -> Result<Self, Error> {
        let mut encoding = <P::Affine as GroupEncoding>::Repr::default();
        if bytes.len() != encoding.as_ref().len() {
            return Err(Error::malformed(what, "wrong length"));
        }
        encoding.as_mut().copy_from_slice(bytes);
        Option::from(P::Affine::from_bytes(&encoding))
            .map(Self)
            .ok_or_else(|| Error::malformed(what, "not a point of the subgroup"))
    }

    fn encode(&self) -> Vec<u8> {
        self.0.to_bytes().as_ref().to_vec()
    }
}

/// `points[i] * coefficients[i]` in variable time: the coefficients are public.
fn scale_all<P>(points: &[Affine<P>], coefficients: &[u64]) -> impl Iterator<Item = P>
where
    P: PrimeCurve<Scalar = Scalar> + WnafGroup,
{
    points
        .iter()
        .zip(coefficients)
        .map(|(point, &coefficient)| {
            let base = WnafBase::<P, WINDOW>::new(point.0.to_curve());
            let scalar = WnafScalar::<Scalar, WINDOW>::new(&Scalar::from(coefficient));
            &base * &scalar
        })
}
