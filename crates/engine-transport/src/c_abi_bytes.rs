//! The schemes through the C ABI, everything encoded and decoded inside the call.

use std::hint::black_box;

use bls_api::{Error, Group, Inputs, Job, Kind, Operation, Suite, TransportOp, job};
use bls_schemes::{Scheme, SecretKey};
use blsbench_c::{
    Status, blsbench_add_public_keys_bytes, blsbench_aggregate_public_keys_bytes,
    blsbench_aggregate_signatures_bytes, blsbench_create_apk_bytes, blsbench_sign_bytes,
    blsbench_sign_vulnerable_bytes, blsbench_verify_bytes,
};

use crate::{
    c_abi::{LONGEST, null_call, number},
    status::check,
};

/// The route.
pub(crate) struct CAbiBytes;

/// A buffer for any encoding.
type Output = [u8; LONGEST];

impl Suite for CAbiBytes {
    fn job(&self, operation: &'static Operation, inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
        let Kind::Transport(op) = operation.kind else {
            return Err(Error::Input("an operation of another group"));
        };
        match op {
            TransportOp::NullCall => null_call(inputs),
            TransportOp::Sign(group) => sign(group, inputs),
            TransportOp::SignVulnerable => sign_vulnerable(inputs),
            TransportOp::Verify(group) => verify(group, inputs),
            TransportOp::AggregatePublicKeys(group) => aggregate_public_keys(group, inputs),
            TransportOp::AggregateSignatures(group) => aggregate_signatures(group, inputs),
            TransportOp::SignInFlight
            | TransportOp::VerifyInFlight
            | TransportOp::SignBatch
            | TransportOp::VerifyBatch
            | TransportOp::SwitchToIpc => Err(Error::Unsupported("no service".into())),
        }
    }
}

// Every function is called by a pointer that the compiler cannot look through, as in a program that
// has found it in a shared library.

fn sign(group: Group, inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
    let scheme = number(group)?;
    let secret = inputs.secret_key()?.to_vec();
    // Of a key that is none the library will say so.
    let public = SecretKey::from_bytes(group.try_into()?, &secret)
        .and_then(|secret| secret.public_key())
        .map(|public| public.to_bytes());
    let call =
        black_box(blsbench_sign_bytes as unsafe extern "C" fn(_, _, _, _, _, _, _, _, _) -> _);
    Ok(job(
        (
            secret,
            public.unwrap_or_default(),
            inputs.message()?.to_vec(),
        ),
        move |(secret, public, message)| {
            output(|out, capacity| {
                // SAFETY: the pointers and lengths are of live values.
                unsafe {
                    call(
                        scheme,
                        secret.as_ptr(),
                        secret.len(),
                        public.as_ptr(),
                        public.len(),
                        message.as_ptr(),
                        message.len(),
                        out,
                        capacity,
                    )
                }
            })
        },
        signature_bytes(group)?,
    ))
}

fn sign_vulnerable(inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
    let scheme = number(Group::Dusk)?;
    let call =
        black_box(blsbench_sign_vulnerable_bytes as unsafe extern "C" fn(_, _, _, _, _, _, _) -> _);
    Ok(job(
        (inputs.secret_key()?.to_vec(), inputs.message()?.to_vec()),
        move |(secret, message)| {
            output(|out, capacity| {
                // SAFETY: the pointers and lengths are of live values.
                unsafe {
                    call(
                        scheme,
                        secret.as_ptr(),
                        secret.len(),
                        message.as_ptr(),
                        message.len(),
                        out,
                        capacity,
                    )
                }
            })
        },
        signature_bytes(Group::Dusk)?,
    ))
}

fn verify(group: Group, inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
    let scheme = number(group)?;
    let call =
        black_box(blsbench_verify_bytes as unsafe extern "C" fn(_, _, _, _, _, _, _, _) -> _);
    Ok(job(
        (
            inputs.public_key()?.to_vec(),
            inputs.message()?.to_vec(),
            inputs.signature()?.to_vec(),
        ),
        move |(key, message, signature)| {
            let mut valid = false;
            // SAFETY: the pointers and lengths are of live values.
            check(unsafe {
                call(
                    scheme,
                    key.as_ptr(),
                    key.len(),
                    message.as_ptr(),
                    message.len(),
                    signature.as_ptr(),
                    signature.len(),
                    &raw mut valid,
                )
            })?;
            Ok(valid)
        },
        |valid| vec![u8::from(valid)],
    ))
}

fn aggregate_public_keys(group: Group, inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
    let scheme = number(group)?;
    if group != Group::Dusk {
        let call = black_box(
            blsbench_aggregate_public_keys_bytes as unsafe extern "C" fn(_, _, _, _, _) -> _,
        );
        return Ok(job(
            inputs.public_keys.concat(),
            move |keys| {
                output(|out, capacity| {
                    // SAFETY: the pointers and lengths are of live values.
                    unsafe { call(scheme, keys.as_ptr(), keys.len(), out, capacity) }
                })
            },
            public_key_bytes(group)?,
        ));
    }
    let (first, others) = inputs.public_keys.split_first().ok_or(Error::Empty)?;
    let first = output(|out, capacity| {
        // SAFETY: the pointers and lengths are of live values.
        unsafe { blsbench_create_apk_bytes(scheme, first.as_ptr(), first.len(), out, capacity) }
    })?;
    let encoded = public_key_bytes(group)?;
    let call =
        black_box(blsbench_add_public_keys_bytes as unsafe extern "C" fn(_, _, _, _, _, _, _) -> _);
    Ok(job(
        (encoded(first), others.concat()),
        move |(aggregate, others)| {
            output(|out, capacity| {
                // SAFETY: the pointers and lengths are of live values.
                unsafe {
                    call(
                        scheme,
                        aggregate.as_ptr(),
                        aggregate.len(),
                        others.as_ptr(),
                        others.len(),
                        out,
                        capacity,
                    )
                }
            })
        },
        public_key_bytes(group)?,
    ))
}

fn aggregate_signatures(group: Group, inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
    let scheme = number(group)?;
    let (first, others) = inputs.signatures.split_first().ok_or(Error::Empty)?;
    let call = black_box(
        blsbench_aggregate_signatures_bytes as unsafe extern "C" fn(_, _, _, _, _, _, _) -> _,
    );
    Ok(job(
        (first.clone(), others.concat()),
        move |(first, others)| {
            output(|out, capacity| {
                // SAFETY: the pointers and lengths are of live values.
                unsafe {
                    call(
                        scheme,
                        first.as_ptr(),
                        first.len(),
                        others.as_ptr(),
                        others.len(),
                        out,
                        capacity,
                    )
                }
            })
        },
        signature_bytes(group)?,
    ))
}

fn output(call: impl FnOnce(*mut u8, usize) -> Status) -> Result<Output, Error> {
    let mut output = [0; LONGEST];
    check(call(output.as_mut_ptr(), output.len()))?;
    Ok(output)
}

/// What a signature of the scheme fills of an output.
fn signature_bytes(group: Group) -> Result<impl Fn(Output) -> Vec<u8>, Error> {
    let length = Scheme::try_from(group)?.signature_length();
    Ok(move |output: Output| output[..length].to_vec())
}

/// What a key of the scheme fills of an output.
fn public_key_bytes(group: Group) -> Result<impl Fn(Output) -> Vec<u8>, Error> {
    let length = Scheme::try_from(group)?.public_key_length();
    Ok(move |output: Output| output[..length].to_vec())
}
