//! The operations of the group `curve` over the arithmetic of a library.

use std::marker::PhantomData;

use crate::{
    Affine, Arithmetic, CurveOp, Error, Inputs, Job, Kind, Operation, PointOp, SourceGroup, Suite,
    arithmetic::check_map,
    field::{FIELD_BYTES, check_elements},
    inputs::first,
    job,
    signature::check_lengths,
    suite::{decode_all, verdict},
};

/// The [`Suite`] of `curve` over a library's arithmetic.
pub struct ErasedCurve<A>(PhantomData<fn() -> A>);

impl<A> ErasedCurve<A> {
    /// For the `static` value of an engine.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<A> Default for ErasedCurve<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<A: Arithmetic> Suite for ErasedCurve<A> {
    fn job(&self, operation: &'static Operation, inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
        let Kind::Curve(kind) = operation.kind else {
            return Err(Error::Input("an operation of another suite"));
        };
        match kind {
            CurveOp::G1(op) => point_job::<A, A::G1>(op, &inputs.g1, inputs),
            CurveOp::G2(op) => point_job::<A, A::G2>(op, &inputs.g2, inputs),
            CurveOp::MillerLoop => {
                let (first, second) = two_pairs::<A>(inputs)?;
                Ok(job(
                    first,
                    |(p, q)| Ok(A::miller_loop(p, q)),
                    move |product| cancels::<A>(A::final_exp(&product), &second),
                ))
            }
            CurveOp::FinalExp => {
                let ((p, q), second) = two_pairs::<A>(inputs)?;
                Ok(job(
                    A::miller_loop(&p, &q),
                    |product| Ok(A::final_exp(product)),
                    move |pairing| cancels::<A>(pairing, &second),
                ))
            }
            CurveOp::Pairing => {
                let (first, second) = two_pairs::<A>(inputs)?;
                Ok(job(
                    first,
                    |pairs| Ok(pairing::<A>(pairs)),
                    move |pairing| cancels::<A>(pairing, &second),
                ))
            }
            CurveOp::MultiPairing => multi_pairing_job::<A>(A::miller_loop, inputs),
            CurveOp::MultiPairingMt => multi_pairing_job::<A>(A::miller_loop_mt, inputs),
        }
    }
}

fn point_job<A: Arithmetic, G: SourceGroup<Scalar = A::Scalar>>(
    op: PointOp,
    points: &[Vec<u8>],
    inputs: &Inputs,
) -> Result<Box<dyn Job>, Error> {
    match op {
        PointOp::Add => Ok(job(
            two_points::<A, G>(points)?,
            |(a, b)| Ok(G::add(a, b)),
            compressed::<G>,
        )),
        PointOp::Mul | PointOp::MulWorst => Ok(job(
            (
                G::decode(first(points, "no point")?)?,
                scalar::<A>(first(&inputs.scalars, "no scalar")?)?,
            ),
            |(point, scalar)| Ok(G::mul(point, scalar)),
            compressed::<G>,
        )),
        PointOp::Msm => msm_job::<A, G>(G::msm, points, inputs),
        PointOp::MsmMt => msm_job::<A, G>(G::msm_mt, points, inputs),
        PointOp::SubgroupCheck => Ok(job(
            G::decode_unchecked(first(points, "no point")?)?,
            |point| Ok(G::in_subgroup(point)),
            verdict,
        )),
        PointOp::Decode => Ok(job(
            first(points, "no point")?.to_vec(),
            |bytes| G::decode(bytes),
            |point| G::encode(&point),
        )),
        PointOp::DecodeUnchecked => Ok(job(
            first(points, "no point")?.to_vec(),
            |bytes| G::decode_unchecked(bytes),
            |point| G::encode(&point),
        )),
        PointOp::DecodeUncompressed => Ok(job(
            inputs.input.clone(),
            |bytes| decode_uncompressed::<G>(bytes),
            |point| G::encode(&point),
        )),
        PointOp::EncodeUncompressed => {
            let (a, b) = two_points::<A, G>(points)?;
            Ok(job(
                G::add(&a, &b),
                |point| {
                    let mut bytes = [0; 4 * FIELD_BYTES];
                    G::encode_uncompressed(point, &mut bytes[..uncompressed_length::<G>()]);
                    Ok(bytes)
                },
                |bytes| bytes[..uncompressed_length::<G>()].to_vec(),
            ))
        }
        PointOp::Hash => {
            // What a library lacks it lacks for all inputs, also for a tag that is refused.
            if let Err(error @ Error::Unsupported(_)) = G::hash(&[], b"tag") {
                return Err(error);
            }
            if !(1..=255).contains(&inputs.dst.len()) {
                return Err(Error::malformed("tag", "not 1 to 255 bytes"));
            }
            Ok(job(
                (inputs.message()?.to_vec(), inputs.dst.clone()),
                |(message, dst)| G::hash(message, dst),
                compressed::<G>,
            ))
        }
        PointOp::Map => Ok(job(
            decode_field::<G>(&inputs.input)?,
            |element| Ok(G::map(element)),
            compressed::<G>,
        )),
    }
}

fn msm_job<A: Arithmetic, G: SourceGroup<Scalar = A::Scalar>>(
    msm: impl Fn(&[G::Affine], &[G::Scalar]) -> G::Point + 'static,
    points: &[Vec<u8>],
    inputs: &Inputs,
) -> Result<Box<dyn Job>, Error> {
    check_lengths(points.len(), &[inputs.scalars.len()])?;
    let points = decode_all(points, G::decode)?;
    let scalars = decode_all(&inputs.scalars, scalar::<A>)?;
    let (points, scalars): (Vec<_>, Vec<_>) = points
        .into_iter()
        .zip(scalars)
        .filter(|(point, _)| !G::is_identity(point))
        .unzip();
    if points.is_empty() {
        return Ok(job((), |()| Ok(G::identity()), |point| G::encode(&point)));
    }
    Ok(job(
        (points, scalars),
        move |(points, scalars)| Ok(msm(points, scalars)),
        compressed::<G>,
    ))
}

type Pairs<A> = (
    Vec<Affine<<A as Arithmetic>::G1>>,
    Vec<Affine<<A as Arithmetic>::G2>>,
);

fn multi_pairing_job<A: Arithmetic>(
    miller_loop: impl Fn(&[Affine<A::G1>], &[Affine<A::G2>]) -> A::MillerLoop + 'static,
    inputs: &Inputs,
) -> Result<Box<dyn Job>, Error> {
    check_lengths(inputs.g1.len(), &[inputs.g2.len()])?;
    let p = decode_all(&inputs.g1, A::G1::decode)?;
    let q = decode_all(&inputs.g2, A::G2::decode)?;
    let pairs: Pairs<A> = p
        .into_iter()
        .zip(q)
        .filter(|(p, q)| !A::G1::is_identity(p) && !A::G2::is_identity(q))
        .unzip();
    if pairs.0.is_empty() {
        return Ok(job((), |()| Ok(true), verdict));
    }
    Ok(job(
        pairs,
        move |(p, q)| Ok(A::product_is_one(&[A::final_exp(&miller_loop(p, q))])),
        verdict,
    ))
}

/// The first pair, and the one that may cancel it.
fn two_pairs<A: Arithmetic>(inputs: &Inputs) -> Result<(Pairs<A>, Pairs<A>), Error> {
    let mut p = decode_all(&inputs.g1, A::G1::decode)?;
    let mut q = decode_all(&inputs.g2, A::G2::decode)?;
    if p.len() != 2 || q.len() != 2 {
        return Err(Error::Input("not two pairs"));
    }
    if p.iter().any(A::G1::is_identity) || q.iter().any(A::G2::is_identity) {
        return Err(Error::malformed("pair", "the identity"));
    }
    let second = (p.split_off(1), q.split_off(1));
    Ok(((p, q), second))
}

fn pairing<A: Arithmetic>((p, q): &Pairs<A>) -> A::Gt {
    A::final_exp(&A::miller_loop(p, q))
}

fn cancels<A: Arithmetic>(first: A::Gt, second: &Pairs<A>) -> Vec<u8> {
    verdict(A::product_is_one(&[first, pairing::<A>(second)]))
}

/// Two points that are not affine in the library's coordinates, unless they are the identity:
/// additions are faster for affine ones, and some libraries notice.
fn two_points<A: Arithmetic, G: SourceGroup<Scalar = A::Scalar>>(
    points: &[Vec<u8>],
) -> Result<(G::Point, G::Point), Error> {
    let [a, b] = points else {
        return Err(Error::Input("not two points"));
    };
    let (a, b) = (G::decode(a)?, G::decode(b)?);
    let sum = G::add(&G::to_point(&a), &G::to_point(&b));
    let minus_one = A::decode_scalar(&MINUS_ONE);
    let without = |point| G::add(&sum, &G::mul(point, &minus_one));
    Ok((without(&b), without(&a)))
}

/// r - 1, big-endian (draft-irtf-cfrg-pairing-friendly-curves-11 section 4.2.1).
const MINUS_ONE: [u8; 32] = [
    0x73, 0xed, 0xa7, 0x53, 0x29, 0x9d, 0x7d, 0x48, 0x33, 0x39, 0xd8, 0x08, 0x09, 0xa1, 0xd8, 0x05,
    0x53, 0xbd, 0xa4, 0x02, 0xff, 0xfe, 0x5b, 0xfe, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00,
];

/// A set bit where the flag of the identity is, and nothing else.
const IDENTITY_FLAG: u8 = 0x40;

fn decode_uncompressed<G: SourceGroup>(bytes: &[u8]) -> Result<G::Affine, Error> {
    if bytes.len() != uncompressed_length::<G>() {
        return Err(Error::malformed("point", "wrong length"));
    }
    if bytes[0] == IDENTITY_FLAG && bytes[1..].iter().all(|&byte| byte == 0) {
        return Ok(G::identity());
    }
    check_elements(bytes)?;
    G::decode_uncompressed(bytes)
}

fn decode_field<G: SourceGroup>(bytes: &[u8]) -> Result<G::Field, Error> {
    check_map::<G>()?;
    if bytes.len() != FIELD_BYTES * G::DEGREE {
        return Err(Error::malformed("field element", "wrong length"));
    }
    check_elements(bytes)?;
    G::decode_field(bytes)
}

fn uncompressed_length<G: SourceGroup>() -> usize {
    2 * FIELD_BYTES * G::DEGREE
}

#[allow(clippy::needless_pass_by_value, reason = "the encoder of a job")]
fn compressed<G: SourceGroup>(point: G::Point) -> Vec<u8> {
    G::encode(&G::to_affine(&point))
}

fn scalar<A: Arithmetic>(bytes: &[u8]) -> Result<A::Scalar, Error> {
    let bytes = bytes
        .try_into()
        .map_err(|_| Error::malformed("scalar", "not 32 bytes"))?;
    Ok(A::decode_scalar(bytes))
}
