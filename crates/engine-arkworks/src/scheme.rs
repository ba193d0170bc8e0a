//! The curve of `ark-bls12-381`, on which the signature suites are composed.

use std::{iter::once, sync::OnceLock};

use ark_bls12_381::{Bls12_381, Fr, G1Affine, G1Projective, G2Affine};
use ark_ec::{
    AffineRepr, CurveGroup, VariableBaseMSM,
    hashing::{
        HashToCurve,
        curve_maps::wb::{WBConfig, WBMap},
        map_to_curve_hasher::MapToCurveBasedHasher,
    },
    pairing::{MillerLoopOutput, Pairing},
    scalar_mul::{glv::GLVConfig, wnaf::WnafContext},
    short_weierstrass::{Affine, Bucket, Projective, SWCurveConfig},
};
use ark_ff::{PrimeField, Zero, field_hashers::DefaultFieldHasher};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use bls_api::{Curve, Error, Point};
use sha2::Sha256;

/// The curve.
pub(crate) struct Arkworks;

/// A scalar; a type of ours lets the library's points implement the contract.
pub(crate) struct Scalar(Fr);

type G2Prepared = <Bls12_381 as Pairing>::G2Prepared;

/// Hashing with the Wahby-Boneh map.
pub(crate) type Hasher<P> =
    MapToCurveBasedHasher<Projective<P>, DefaultFieldHasher<Sha256>, WBMap<P>>;

/// From how many points on the library's multi-scalar multiplication is faster than the sum of
/// products.
const MANY: usize = 4;

/// Bits of the window in multiplication by a public 64-bit coefficient.
const WINDOW: usize = 3;

impl Curve for Arkworks {
    type Scalar = Scalar;
    type G1 = G1Affine;
    type G2 = G2Affine;
    type MillerLoop = MillerLoopOutput<Bls12_381>;

    fn reduce_scalar(bytes: &[u8; 48]) -> Option<Scalar> {
        let scalar = Fr::from_be_bytes_mod_order(bytes);
        (!scalar.is_zero()).then_some(Scalar(scalar))
    }

    fn decode_scalar(bytes: &[u8; 32]) -> Result<Scalar, Error> {
        let mut little_endian = *bytes;
        little_endian.reverse();
        Fr::deserialize_compressed(&little_endian[..])
            .ok()
            .filter(|scalar| !scalar.is_zero())
            .map(Scalar)
            .ok_or_else(|| Error::malformed("secret key", "zero or not below the group order"))
    }

    fn encode_scalar(scalar: &Scalar) -> [u8; 32] {
        let mut bytes = [0; 32];
        scalar
            .0
            .serialize_compressed(&mut bytes[..])
            .expect("a scalar has 32 bytes");
        bytes.reverse();
        bytes
    }

    fn miller_loop(p: &[G1Affine], q: &[G2Affine]) -> Self::MillerLoop {
        Bls12_381::multi_miller_loop(p, q)
    }

    fn miller_loop_with_generator(
        p: &[G1Affine],
        q: &[G2Affine],
        s: &G1Affine,
    ) -> Self::MillerLoop {
        static NEGATED_GENERATOR: OnceLock<G2Prepared> = OnceLock::new();
        let generator = NEGATED_GENERATOR.get_or_init(|| G2Affine::negated_generator().into());
        Bls12_381::multi_miller_loop(
            p.iter().chain(once(s)),
            q.iter()
                .map(G2Prepared::from)
                .chain(once(generator.clone())),
        )
    }

    fn scale_each(points: &[G1Affine], coefficients: &[u64]) -> Vec<G1Affine> {
        let scaled: Vec<G1Projective> = scale_all(points, coefficients).collect();
        G1Projective::normalize_batch(&scaled)
    }

    fn multiply(a: Self::MillerLoop, b: Self::MillerLoop) -> Self::MillerLoop {
        MillerLoopOutput(a.0 * b.0)
    }

    fn is_one(product: &Self::MillerLoop) -> bool {
        // The library writes the target group with a plus.
        Bls12_381::final_exponentiation(*product).is_some_and(|product| product.is_zero())
    }
}

impl<P> Point<Scalar> for Affine<P>
where
    P: GLVConfig<ScalarField = Fr> + WBConfig,
{
    fn generator() -> Self {
        P::GENERATOR
    }

    fn negated_generator() -> Self {
        -P::GENERATOR
    }

    fn is_identity(&self) -> bool {
        self.is_zero()
    }

    fn sum(points: &[Self]) -> Self {
        // The accumulator of the library's multi-scalar multiplication, somewhat faster at this
        // than a projective point. (Its own conversion to affine is wrong in ark-ec 0.6.0.)
        let mut sum = Bucket::ZERO;
        for point in points {
            sum += point;
        }
        Projective::from(sum).into_affine()
    }

    fn mul_secret(&self, scalar: &Scalar) -> Self {
        // The operator `*` uses the endomorphism for projective points of G1 alone.
        P::glv_mul_affine(*self, scalar.0)
    }

    fn weighted_sum(points: &[Self], coefficients: &[u64]) -> Self {
        let sum = if points.len() < MANY {
            scale_all(points, coefficients).sum::<Projective<P>>()
        } else {
            Projective::msm_u64(points, coefficients)
        };
        sum.into_affine()
    }

    fn hash_to_curve(message: &[u8], dst: &[u8]) -> Self {
        Hasher::<P>::new(dst)
            .and_then(|hasher| hasher.hash(message))
            .expect("the map is defined for every field element")
    }

    fn decode(bytes: &[u8], what: &'static str) -> Result<Self, Error> {
        if bytes.len() != P::serialized_size(ark_serialize::Compress::Yes) {
            return Err(Error::malformed(what, "wrong length"));
        }
        Self::deserialize_compressed(bytes)
            .map_err(|error| Error::malformed(what, error.to_string()))
    }

    fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.serialize_compressed(&mut bytes)
            .expect("a vector takes all bytes");
        bytes
    }
}

/// `points[i] * coefficients[i]` in variable time: the coefficients are public.
fn scale_all<P: SWCurveConfig<ScalarField = Fr>>(
    points: &[Affine<P>],
    coefficients: &[u64],
) -> impl Iterator<Item = Projective<P>> {
    points
        .iter()
        .zip(coefficients)
        .map(|(point, &coefficient)| {
            WnafContext::new(WINDOW).mul(point.into_group(), &Fr::from(coefficient))
        })
}
