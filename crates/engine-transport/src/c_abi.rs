//! The schemes through the C ABI, with handles of what was decoded before.

use std::hint::black_box;

use bls_api::{Error, Group, Inputs, Job, Kind, Operation, Suite, TransportOp, job};
use bls_schemes::Scheme;
use blsbench_c::{
    AggregateKeyHandle, BLSBENCH_SCHEME_DUSK, BLSBENCH_SCHEME_DUSK_V2, BLSBENCH_SCHEME_MIN_PK,
    PublicKeyHandle, SecretKeyHandle, SignatureHandle, Status, blsbench_add_public_keys,
    blsbench_aggregate_key_decode, blsbench_aggregate_key_encode, blsbench_aggregate_key_free,
    blsbench_aggregate_public_keys, blsbench_aggregate_signatures, blsbench_null_call,
    blsbench_public_key_decode, blsbench_public_key_free, blsbench_secret_key_decode,
    blsbench_secret_key_free, blsbench_secret_key_public, blsbench_sign, blsbench_sign_vulnerable,
    blsbench_signature_decode, blsbench_signature_encode, blsbench_signature_free, blsbench_verify,
};

use crate::status::check;

/// The route.
pub(crate) struct CAbi;

/// A handle that is freed with its owner.
struct Owned<H: Copy> {
    handle: H,
    free: extern "C" fn(H) -> Status,
}

impl<H: Copy> Drop for Owned<H> {
    fn drop(&mut self) {
        // It was made by the library and is freed once.
        let _ = (self.free)(self.handle);
    }
}

impl Suite for CAbi {
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

/// The number that the C ABI has for the scheme of a group.
pub(crate) fn number(group: Group) -> Result<u32, Error> {
    Ok(match Scheme::try_from(group)? {
        Scheme::Dusk => BLSBENCH_SCHEME_DUSK,
        Scheme::DuskV2 => BLSBENCH_SCHEME_DUSK_V2,
        Scheme::MinPk => BLSBENCH_SCHEME_MIN_PK,
    })
}

// Every function is called by a pointer that the compiler cannot look through, as in a program that
// has found it in a shared library.

pub(crate) fn null_call(inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
    let call = black_box(blsbench_null_call as unsafe extern "C" fn(_, _, _) -> _);
    Ok(job(
        inputs.message()?.to_vec(),
        move |payload| {
            let mut length = 0_u64;
            // SAFETY: the pointers and the length are of live values.
            check(unsafe { call(payload.as_ptr(), payload.len(), &raw mut length) })?;
            Ok(length)
        },
        |length| length.to_be_bytes().to_vec(),
    ))
}

fn sign(group: Group, inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
    let secret = secret_key(group, inputs.secret_key()?)?;
    let public = public_key_of(&secret)?;
    let call = black_box(blsbench_sign as unsafe extern "C" fn(_, _, _, _, _) -> _);
    Ok(job(
        (secret, public, inputs.message()?.to_vec()),
        move |(secret, public, message)| {
            new_signature(|out| {
                // SAFETY: the pointers and the length are of live values.
                unsafe {
                    call(
                        secret.handle,
                        public.handle,
                        message.as_ptr(),
                        message.len(),
                        out,
                    )
                }
            })
        },
        |signature| encode_signature(&signature),
    ))
}

fn sign_vulnerable(inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
    let secret = secret_key(Group::Dusk, inputs.secret_key()?)?;
    let call = black_box(blsbench_sign_vulnerable as unsafe extern "C" fn(_, _, _, _) -> _);
    Ok(job(
        (secret, inputs.message()?.to_vec()),
        move |(secret, message)| {
            new_signature(|out| {
                // SAFETY: the pointers and the length are of live values.
                unsafe { call(secret.handle, message.as_ptr(), message.len(), out) }
            })
        },
        |signature| encode_signature(&signature),
    ))
}

fn verify(group: Group, inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
    let scheme = number(group)?;
    let key = inputs.public_key()?;
    let key = new_aggregate_key(|out| {
        // SAFETY: the pointers and the length are of live values.
        unsafe { blsbench_aggregate_key_decode(scheme, key.as_ptr(), key.len(), out) }
    })?;
    let signature = signature(group, inputs.signature()?)?;
    let call = black_box(blsbench_verify as unsafe extern "C" fn(_, _, _, _, _) -> _);
    Ok(job(
        (key, inputs.message()?.to_vec(), signature),
        move |(key, message, signature)| {
            let mut valid = false;
            // SAFETY: the pointers and the length are of live values.
            check(unsafe {
                call(
                    key.handle,
                    message.as_ptr(),
                    message.len(),
                    signature.handle,
                    &raw mut valid,
                )
            })?;
            Ok(valid)
        },
        |valid| vec![u8::from(valid)],
    ))
}

fn aggregate_public_keys(group: Group, inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
    let keys = inputs.public_keys.iter();
    let keys: Result<Vec<_>, _> = keys.map(|bytes| public_key(group, bytes)).collect();
    let keys = keys?;
    let handles: Vec<_> = keys.iter().map(|key| key.handle).collect();
    let encode = |key: Owned<AggregateKeyHandle>| encode_aggregate_key(&key);
    if group != Group::Dusk {
        let call = black_box(blsbench_aggregate_public_keys as unsafe extern "C" fn(_, _, _) -> _);
        return Ok(job(
            (keys, handles),
            move |(_, handles)| {
                new_aggregate_key(|out| {
                    // SAFETY: the pointers and the length are of live values.
                    unsafe { call(handles.as_ptr(), handles.len(), out) }
                })
            },
            encode,
        ));
    }
    let first = &handles[..handles.len().min(1)];
    let aggregate = new_aggregate_key(|out| {
        // SAFETY: the pointers and the length are of live values.
        unsafe { blsbench_aggregate_public_keys(first.as_ptr(), first.len(), out) }
    })?;
    let call = black_box(blsbench_add_public_keys as unsafe extern "C" fn(_, _, _, _) -> _);
    Ok(job(
        (aggregate, keys, handles),
        move |(aggregate, _, handles)| {
            new_aggregate_key(|out| {
                let others = &handles[1..];
                // SAFETY: the pointers and the length are of live values.
                unsafe { call(aggregate.handle, others.as_ptr(), others.len(), out) }
            })
        },
        encode,
    ))
}

fn aggregate_signatures(group: Group, inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
    let all = inputs.signatures.iter();
    let all: Result<Vec<_>, _> = all.map(|bytes| signature(group, bytes)).collect();
    let all = all?;
    let handles: Vec<_> = all.iter().map(|signature| signature.handle).collect();
    if handles.is_empty() {
        return Err(Error::Empty);
    }
    let call = black_box(blsbench_aggregate_signatures as unsafe extern "C" fn(_, _, _, _) -> _);
    Ok(job(
        (all, handles),
        move |(_, handles)| {
            new_signature(|out| {
                let (first, others) = (handles[0], &handles[1..]);
                // SAFETY: the pointers and the length are of live values.
                unsafe { call(first, others.as_ptr(), others.len(), out) }
            })
        },
        |signature| encode_signature(&signature),
    ))
}

fn secret_key(group: Group, bytes: &[u8]) -> Result<Owned<SecretKeyHandle>, Error> {
    let mut handle = SecretKeyHandle { id: 0 };
    // SAFETY: the pointers and the length are of live values.
    check(unsafe {
        blsbench_secret_key_decode(number(group)?, bytes.as_ptr(), bytes.len(), &raw mut handle)
    })?;
    Ok(Owned {
        handle,
        free: blsbench_secret_key_free,
    })
}

fn public_key_of(secret: &Owned<SecretKeyHandle>) -> Result<Owned<PublicKeyHandle>, Error> {
    new_public_key(|out| {
        // SAFETY: the pointer is to a live value.
        unsafe { blsbench_secret_key_public(secret.handle, out) }
    })
}

fn public_key(group: Group, bytes: &[u8]) -> Result<Owned<PublicKeyHandle>, Error> {
    let scheme = number(group)?;
    new_public_key(|out| {
        // SAFETY: the pointers and the length are of live values.
        unsafe { blsbench_public_key_decode(scheme, bytes.as_ptr(), bytes.len(), out) }
    })
}

fn signature(group: Group, bytes: &[u8]) -> Result<Owned<SignatureHandle>, Error> {
    let scheme = number(group)?;
    new_signature(|out| {
        // SAFETY: the pointers and the length are of live values.
        unsafe { blsbench_signature_decode(scheme, bytes.as_ptr(), bytes.len(), out) }
    })
}

fn new_public_key(
    make: impl FnOnce(*mut PublicKeyHandle) -> Status,
) -> Result<Owned<PublicKeyHandle>, Error> {
    let mut handle = PublicKeyHandle { id: 0 };
    check(make(&raw mut handle))?;
    Ok(Owned {
        handle,
        free: blsbench_public_key_free,
    })
}

fn new_aggregate_key(
    make: impl FnOnce(*mut AggregateKeyHandle) -> Status,
) -> Result<Owned<AggregateKeyHandle>, Error> {
    let mut handle = AggregateKeyHandle { id: 0 };
    check(make(&raw mut handle))?;
    Ok(Owned {
        handle,
        free: blsbench_aggregate_key_free,
    })
}

fn new_signature(
    make: impl FnOnce(*mut SignatureHandle) -> Status,
) -> Result<Owned<SignatureHandle>, Error> {
    let mut handle = SignatureHandle { id: 0 };
    check(make(&raw mut handle))?;
    Ok(Owned {
        handle,
        free: blsbench_signature_free,
    })
}

fn encode_signature(signature: &Owned<SignatureHandle>) -> Vec<u8> {
    encoded(|buffer, capacity, length| {
        // SAFETY: there is room for `capacity` bytes, and `length` is live.
        unsafe { blsbench_signature_encode(signature.handle, buffer, capacity, length) }
    })
}

fn encode_aggregate_key(key: &Owned<AggregateKeyHandle>) -> Vec<u8> {
    encoded(|buffer, capacity, length| {
        // SAFETY: there is room for `capacity` bytes, and `length` is live.
        unsafe { blsbench_aggregate_key_encode(key.handle, buffer, capacity, length) }
    })
}

/// The encoding of a handle that is live; nothing for one that is not, which no check accepts.
fn encoded(encode: impl FnOnce(*mut u8, usize, *mut usize) -> Status) -> Vec<u8> {
    let mut buffer = vec![0; LONGEST];
    let mut length = 0;
    if encode(buffer.as_mut_ptr(), buffer.len(), &raw mut length) != Status::OK {
        return Vec::new();
    }
    buffer.truncate(length);
    buffer
}

/// Of all encodings.
pub(crate) const LONGEST: usize = 96;
