//! The precompiles of EIP-2537 over the arithmetic of a library: what is exact about bytes is
//! here, once; what is arithmetic is the library's.

use std::marker::PhantomData;

use crate::{
    Affine, Arithmetic, Error, Inputs, Job, Kind, Operation, PrecompileOp, SourceGroup, Suite,
    arithmetic::check_map,
    field::{FIELD_BYTES, check_elements},
    job,
};

/// A field element in a call: [`FIELD_BYTES`] after zeros.
const PADDED_BYTES: usize = 64;
const PADDING: usize = PADDED_BYTES - FIELD_BYTES;
const SCALAR_BYTES: usize = 32;

/// The [`Suite`] of `eip2537` over a library's arithmetic.
pub struct ErasedPrecompiles<A>(PhantomData<fn() -> A>);

impl<A> ErasedPrecompiles<A> {
    /// For the `static` value of an engine.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<A> Default for ErasedPrecompiles<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<A: Arithmetic> Suite for ErasedPrecompiles<A> {
    fn job(&self, operation: &'static Operation, inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
        let Kind::Precompile(kind) = operation.kind else {
            return Err(Error::Input("an operation of another suite"));
        };
        match kind {
            PrecompileOp::G1Add => Ok(call(inputs, add::<A::G1>)),
            PrecompileOp::G2Add => Ok(call(inputs, add::<A::G2>)),
            PrecompileOp::G1Mul => Ok(call(inputs, mul::<A, A::G1>)),
            PrecompileOp::G2Mul => Ok(call(inputs, mul::<A, A::G2>)),
            PrecompileOp::G1Msm => Ok(call(inputs, msm::<A, A::G1>)),
            PrecompileOp::G2Msm => Ok(call(inputs, msm::<A, A::G2>)),
            PrecompileOp::PairingCheck => Ok(call(inputs, pairing_check::<A>)),
            PrecompileOp::MapFpToG1 => map_call::<A::G1>(inputs),
            PrecompileOp::MapFp2ToG2 => map_call::<A::G2>(inputs),
            PrecompileOp::EcRecover => Err(Error::Unsupported("not of BLS12-381".into())),
        }
    }
}

/// What a call returns, on the stack: no precompile returns more than a point of G2.
struct Output {
    bytes: [u8; 4 * PADDED_BYTES],
    length: usize,
}

fn call(
    inputs: &Inputs,
    precompile: impl Fn(&[u8]) -> Result<Output, Error> + 'static,
) -> Box<dyn Job> {
    job(
        inputs.input.clone(),
        move |input| precompile(input),
        |output| output.bytes[..output.length].to_vec(),
    )
}

fn map_call<G: SourceGroup>(inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
    check_map::<G>()?;
    Ok(call(inputs, map::<G>))
}

fn add<G: SourceGroup>(input: &[u8]) -> Result<Output, Error> {
    let length = padded_point::<G>();
    if input.len() != 2 * length {
        return Err(wrong_length());
    }
    let (a, b) = input.split_at(length);
    let points = (read_point::<G>(a)?, read_point::<G>(b)?);
    Ok(match &points {
        (Some(a), Some(b)) => write_point::<G>(&G::add_affine(a, b)),
        (Some(point), None) | (None, Some(point)) => write_point::<G>(&G::to_point(point)),
        (None, None) => Output::zeros(length),
    })
}

fn mul<A: Arithmetic, G: SourceGroup<Scalar = A::Scalar>>(input: &[u8]) -> Result<Output, Error> {
    if input.len() != padded_point::<G>() + SCALAR_BYTES {
        return Err(wrong_length());
    }
    msm::<A, G>(input)
}

fn msm<A: Arithmetic, G: SourceGroup<Scalar = A::Scalar>>(input: &[u8]) -> Result<Output, Error> {
    let length = padded_point::<G>();
    let pairs = chunks(input, length + SCALAR_BYTES)?;
    let mut points = Vec::with_capacity(pairs.len());
    let mut scalars = Vec::with_capacity(pairs.len());
    for pair in pairs {
        let (point, scalar) = pair.split_last_chunk().ok_or_else(wrong_length)?;
        if let Some(point) = read_member::<G>(point)? {
            points.push(point);
            scalars.push(A::decode_scalar(scalar));
        }
    }
    Ok(match points.as_slice() {
        [] => Output::zeros(length),
        points => write_point::<G>(&G::msm(points, &scalars)),
    })
}

fn pairing_check<A: Arithmetic>(input: &[u8]) -> Result<Output, Error> {
    let length = padded_point::<A::G1>();
    let pairs = chunks(input, length + padded_point::<A::G2>())?;
    let mut p: Vec<Affine<A::G1>> = Vec::with_capacity(pairs.len());
    let mut q: Vec<Affine<A::G2>> = Vec::with_capacity(pairs.len());
    for pair in pairs {
        let (a, b) = pair.split_at(length);
        let points = (read_member::<A::G1>(a)?, read_member::<A::G2>(b)?);
        if let (Some(a), Some(b)) = points {
            p.push(a);
            q.push(b);
        }
    }
    let is_one = p.is_empty() || A::product_is_one(&[A::final_exp(&A::miller_loop(&p, &q))]);
    let mut output = Output::zeros(SCALAR_BYTES);
    output.bytes[SCALAR_BYTES - 1] = u8::from(is_one);
    Ok(output)
}

fn map<G: SourceGroup>(input: &[u8]) -> Result<Output, Error> {
    if input.len() != PADDED_BYTES * G::DEGREE {
        return Err(wrong_length());
    }
    let mut bytes = [0; 2 * FIELD_BYTES];
    let bytes = &mut bytes[..element::<G>()];
    read_element(input, bytes)?;
    check_elements(bytes)?;
    Ok(write_point::<G>(&G::map(&G::decode_field(bytes)?)))
}

impl Output {
    fn zeros(length: usize) -> Self {
        Self {
            bytes: [0; 4 * PADDED_BYTES],
            length,
        }
    }
}

fn wrong_length() -> Error {
    Error::malformed("input", "wrong length")
}

/// The pairs of a call: at least one, and nothing after the last.
fn chunks(input: &[u8], length: usize) -> Result<std::slice::ChunksExact<'_, u8>, Error> {
    if input.is_empty() || !input.len().is_multiple_of(length) {
        return Err(wrong_length());
    }
    Ok(input.chunks_exact(length))
}

const fn element<G: SourceGroup>() -> usize {
    FIELD_BYTES * G::DEGREE
}

const fn padded_point<G: SourceGroup>() -> usize {
    2 * PADDED_BYTES * G::DEGREE
}

/// A field element without its padding, and with c1 before c0, as libraries read it.
fn read_element(padded: &[u8], bytes: &mut [u8]) -> Result<(), Error> {
    let parts = padded.chunks_exact(PADDED_BYTES);
    for (part, bytes) in parts.rev().zip(bytes.chunks_exact_mut(FIELD_BYTES)) {
        let (padding, value) = part.split_at(PADDING);
        if padding.iter().any(|&byte| byte != 0) {
            return Err(Error::malformed(
                "field element",
                "padding that is not zero",
            ));
        }
        bytes.copy_from_slice(value);
    }
    Ok(())
}

/// A point of the curve; none for the identity.
fn read_point<G: SourceGroup>(padded: &[u8]) -> Result<Option<Affine<G>>, Error> {
    let mut bytes = [0; 4 * FIELD_BYTES];
    let bytes = &mut bytes[..2 * element::<G>()];
    let coordinates = padded.chunks_exact(PADDED_BYTES * G::DEGREE);
    for (coordinate, bytes) in coordinates.zip(bytes.chunks_exact_mut(element::<G>())) {
        read_element(coordinate, bytes)?;
    }
    if bytes.iter().all(|&byte| byte == 0) {
        return Ok(None);
    }
    check_elements(bytes)?;
    G::decode_uncompressed(bytes).map(Some)
}

/// A point of the subgroup; none for the identity.
fn read_member<G: SourceGroup>(padded: &[u8]) -> Result<Option<Affine<G>>, Error> {
    let point = read_point::<G>(padded)?;
    match &point {
        Some(member) if !G::in_subgroup(member) => {
            Err(Error::malformed("point", "not in the subgroup"))
        }
        _ => Ok(point),
    }
}

fn write_point<G: SourceGroup>(point: &G::Point) -> Output {
    let mut output = Output::zeros(padded_point::<G>());
    let mut bytes = [0; 4 * FIELD_BYTES];
    let bytes = &mut bytes[..2 * element::<G>()];
    G::encode_uncompressed(point, bytes);
    // The flag of the identity, whose coordinates are zeros here.
    bytes[0] &= 0x1f;
    let coordinates = output.bytes.chunks_exact_mut(PADDED_BYTES * G::DEGREE);
    for (coordinate, bytes) in coordinates.zip(bytes.chunks_exact(element::<G>())) {
        let parts = coordinate.chunks_exact_mut(PADDED_BYTES);
        for (part, bytes) in parts.rev().zip(bytes.chunks_exact(FIELD_BYTES)) {
            part[PADDING..].copy_from_slice(bytes);
        }
    }
    output
}
