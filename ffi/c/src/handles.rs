//! Calls by handle: keys and signatures stay decoded between calls.

use std::sync::Arc;

use bls_schemes::{AggregateKey, SecretKey};

use crate::{
    memory::{Out, input},
    object::Object as _,
    scheme::scheme,
    status::{Failure, Status, guard},
    table::{AggregateKeyHandle, Handle, PublicKeyHandle, SecretKeyHandle, SignatureHandle},
};

/// Runs what makes one object, and gives out its handle.
///
/// # Safety
///
/// See [the rules](crate#rules).
unsafe fn make<H: Handle>(
    out: *mut H,
    body: impl FnOnce() -> Result<H::Object, Failure>,
) -> Status {
    guard(|| {
        // SAFETY: the caller keeps the rules.
        let out = unsafe { Out::one("out", out) }?;
        out.write(&[H::put(body()?)]);
        Ok(())
    })
}

/// # Safety
///
/// See [the rules](crate#rules).
unsafe fn decode<H: Handle>(number: u32, bytes: *const u8, length: usize, out: *mut H) -> Status {
    let body = || {
        // SAFETY: the caller keeps the rules.
        let bytes = unsafe { input("bytes", bytes, length) }?;
        H::Object::decode(scheme(number)?, bytes)
    };
    // SAFETY: the caller keeps the rules.
    unsafe { make(out, body) }
}

/// # Safety
///
/// See [the rules](crate#rules).
unsafe fn encode(
    handle: impl Handle,
    buffer: *mut u8,
    capacity: usize,
    out_length: *mut usize,
) -> Status {
    guard(|| {
        let object = handle.get()?;
        let bytes = object.to_bytes();
        // SAFETY: the caller keeps the rules.
        let (buffer, out_length) = unsafe {
            (
                Out::many("buffer", buffer, capacity, bytes.len())?,
                Out::one("out_length", out_length)?,
            )
        };
        buffer.write(&bytes);
        out_length.write(&[bytes.len()]);
        Ok(())
    })
}

fn all<H: Handle>(handles: &[H]) -> Result<Vec<Arc<H::Object>>, Failure> {
    handles.iter().map(|handle| handle.get()).collect()
}

/// A new secret key, from the operating system's random numbers, and its public key.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_generate_keys(
    scheme: u32,
    out_secret: *mut SecretKeyHandle,
    out_public: *mut PublicKeyHandle,
) -> Status {
    guard(|| {
        // SAFETY: the caller keeps the rules.
        let (out_secret, out_public) = unsafe {
            (
                Out::one("out_secret", out_secret)?,
                Out::one("out_public", out_public)?,
            )
        };
        let secret = SecretKey::generate(self::scheme(scheme)?)?;
        let public = secret.public_key()?;
        out_secret.write(&[SecretKeyHandle::put(secret)]);
        out_public.write(&[PublicKeyHandle::put(public)]);
        Ok(())
    })
}

/// Reads a secret key: a number in `1..r`.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_secret_key_decode(
    scheme: u32,
    bytes: *const u8,
    length: usize,
    out: *mut SecretKeyHandle,
) -> Status {
    // SAFETY: the caller keeps the rules.
    unsafe { decode(scheme, bytes, length, out) }
}

/// Writes a secret key and the length of its encoding, in bytes.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_secret_key_encode(
    secret_key: SecretKeyHandle,
    buffer: *mut u8,
    capacity: usize,
    out_length: *mut usize,
) -> Status {
    // SAFETY: the caller keeps the rules.
    unsafe { encode(secret_key, buffer, capacity, out_length) }
}

/// Ends a handle; the key is zeroised when no call on it is running any more.
#[unsafe(no_mangle)]
pub extern "C" fn blsbench_secret_key_free(secret_key: SecretKeyHandle) -> Status {
    guard(|| secret_key.free())
}

/// Reads a public key: with curve and subgroup checks.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_public_key_decode(
    scheme: u32,
    bytes: *const u8,
    length: usize,
    out: *mut PublicKeyHandle,
) -> Status {
    // SAFETY: the caller keeps the rules.
    unsafe { decode(scheme, bytes, length, out) }
}

/// Writes a public key and the length of its encoding, in bytes.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_public_key_encode(
    public_key: PublicKeyHandle,
    buffer: *mut u8,
    capacity: usize,
    out_length: *mut usize,
) -> Status {
    // SAFETY: the caller keeps the rules.
    unsafe { encode(public_key, buffer, capacity, out_length) }
}

/// Ends a handle.
#[unsafe(no_mangle)]
pub extern "C" fn blsbench_public_key_free(public_key: PublicKeyHandle) -> Status {
    guard(|| public_key.free())
}

/// Reads an aggregate key: with curve and subgroup checks.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_aggregate_key_decode(
    scheme: u32,
    bytes: *const u8,
    length: usize,
    out: *mut AggregateKeyHandle,
) -> Status {
    // SAFETY: the caller keeps the rules.
    unsafe { decode(scheme, bytes, length, out) }
}

/// Writes an aggregate key and the length of its encoding, in bytes.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_aggregate_key_encode(
    aggregate_key: AggregateKeyHandle,
    buffer: *mut u8,
    capacity: usize,
    out_length: *mut usize,
) -> Status {
    // SAFETY: the caller keeps the rules.
    unsafe { encode(aggregate_key, buffer, capacity, out_length) }
}

/// Ends a handle.
#[unsafe(no_mangle)]
pub extern "C" fn blsbench_aggregate_key_free(aggregate_key: AggregateKeyHandle) -> Status {
    guard(|| aggregate_key.free())
}

/// Reads a signature: with curve and subgroup checks.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_signature_decode(
    scheme: u32,
    bytes: *const u8,
    length: usize,
    out: *mut SignatureHandle,
) -> Status {
    // SAFETY: the caller keeps the rules.
    unsafe { decode(scheme, bytes, length, out) }
}

/// Writes a signature and the length of its encoding, in bytes.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_signature_encode(
    signature: SignatureHandle,
    buffer: *mut u8,
    capacity: usize,
    out_length: *mut usize,
) -> Status {
    // SAFETY: the caller keeps the rules.
    unsafe { encode(signature, buffer, capacity, out_length) }
}

/// Ends a handle.
#[unsafe(no_mangle)]
pub extern "C" fn blsbench_signature_free(signature: SignatureHandle) -> Status {
    guard(|| signature.free())
}

/// The public key of a secret key.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_secret_key_public(
    secret_key: SecretKeyHandle,
    out: *mut PublicKeyHandle,
) -> Status {
    // SAFETY: the caller keeps the rules.
    unsafe { make(out, || Ok(secret_key.get()?.public_key()?)) }
}

/// Signs, with the factor for the public key where the scheme has one. `public_key` must be the public
/// key of `secret_key`, which is not checked.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_sign(
    secret_key: SecretKeyHandle,
    public_key: PublicKeyHandle,
    message: *const u8,
    length: usize,
    out: *mut SignatureHandle,
) -> Status {
    let body = || {
        // SAFETY: the caller keeps the rules.
        let message = unsafe { input("message", message, length) }?;
        Ok(secret_key.get()?.sign(&*public_key.get()?, message)?)
    };
    // SAFETY: the caller keeps the rules.
    unsafe { make(out, body) }
}

/// Signs without the factor, open to rogue keys: the scheme `dusk` alone has it. The signature
/// verifies by the public key's own encoding, decoded as an aggregate key.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_sign_vulnerable(
    secret_key: SecretKeyHandle,
    message: *const u8,
    length: usize,
    out: *mut SignatureHandle,
) -> Status {
    let body = || {
        // SAFETY: the caller keeps the rules.
        let message = unsafe { input("message", message, length) }?;
        Ok(secret_key.get()?.sign_vulnerable(message)?)
    };
    // SAFETY: the caller keeps the rules.
    unsafe { make(out, body) }
}

/// Whether the owners of all keys of the aggregate have signed the message.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_verify(
    aggregate_key: AggregateKeyHandle,
    message: *const u8,
    length: usize,
    signature: SignatureHandle,
    out_valid: *mut bool,
) -> Status {
    guard(|| {
        // SAFETY: the caller keeps the rules.
        let (message, out) = unsafe {
            (
                input("message", message, length)?,
                Out::one("out_valid", out_valid)?,
            )
        };
        let valid = aggregate_key.get()?.verify(message, &*signature.get()?)?;
        out.write(&[valid]);
        Ok(())
    })
}

/// The aggregate key of one public key.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_create_apk(
    public_key: PublicKeyHandle,
    out: *mut AggregateKeyHandle,
) -> Status {
    // SAFETY: the caller keeps the rules.
    unsafe { make(out, || Ok(AggregateKey::new(&[&*public_key.get()?])?)) }
}

/// The aggregate key of at least one public key, all of one scheme.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_aggregate_public_keys(
    keys: *const PublicKeyHandle,
    count: usize,
    out: *mut AggregateKeyHandle,
) -> Status {
    let body = || {
        // SAFETY: the caller keeps the rules.
        let keys = all(unsafe { input("keys", keys, count) }?)?;
        Ok(AggregateKey::new(&keys)?)
    };
    // SAFETY: the caller keeps the rules.
    unsafe { make(out, body) }
}

/// A new aggregate key, of an aggregate and the public keys that are added to it. Not in the scheme
/// `dusk_v2`, which aggregates whole lists alone.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_add_public_keys(
    aggregate_key: AggregateKeyHandle,
    keys: *const PublicKeyHandle,
    count: usize,
    out: *mut AggregateKeyHandle,
) -> Status {
    let body = || {
        // SAFETY: the caller keeps the rules.
        let keys = all(unsafe { input("keys", keys, count) }?)?;
        Ok(aggregate_key.get()?.add(&keys)?)
    };
    // SAFETY: the caller keeps the rules.
    unsafe { make(out, body) }
}

/// A new signature, the sum of one and others of its scheme.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_aggregate_signatures(
    signature: SignatureHandle,
    others: *const SignatureHandle,
    count: usize,
    out: *mut SignatureHandle,
) -> Status {
    let body = || {
        // SAFETY: the caller keeps the rules.
        let others = all(unsafe { input("others", others, count) }?)?;
        Ok(signature.get()?.aggregate(&others)?)
    };
    // SAFETY: the caller keeps the rules.
    unsafe { make(out, body) }
}
