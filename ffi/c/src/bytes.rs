//! Calls by bytes: no handles, and every call decodes what it is given.

#![allow(clippy::too_many_arguments, reason = "in C a slice is two of them")]

use bls_schemes::{AggregateKey, PublicKey, Scheme, SecretKey, Signature};

use crate::{
    memory::{Out, input},
    object::Object,
    scheme::scheme,
    status::{Failure, Status, guard},
};

/// Runs what makes one object, and gives out its encoding.
///
/// # Safety
///
/// See [the rules](crate#rules).
unsafe fn make<T: Object>(
    number: u32,
    out: *mut u8,
    capacity: usize,
    body: impl FnOnce(Scheme) -> Result<T, Failure>,
) -> Status {
    guard(|| {
        let scheme = scheme(number)?;
        // SAFETY: the caller keeps the rules.
        let out = unsafe { Out::many("out", out, capacity, T::length(scheme)) }?;
        out.write(&body(scheme)?.to_bytes());
        Ok(())
    })
}

/// A new secret key, from the operating system's random numbers, and its public key.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_generate_keys_bytes(
    scheme: u32,
    secret_out: *mut u8,
    secret_capacity: usize,
    public_out: *mut u8,
    public_capacity: usize,
) -> Status {
    guard(|| {
        let scheme = self::scheme(scheme)?;
        // SAFETY: the caller keeps the rules.
        let (secret_out, public_out) = unsafe {
            (
                Out::many(
                    "secret_out",
                    secret_out,
                    secret_capacity,
                    SecretKey::length(scheme),
                )?,
                Out::many(
                    "public_out",
                    public_out,
                    public_capacity,
                    PublicKey::length(scheme),
                )?,
            )
        };
        let secret = SecretKey::generate(scheme)?;
        let public = secret.public_key()?;
        secret_out.write(secret.as_bytes());
        public_out.write(&public.to_bytes());
        Ok(())
    })
}

/// Signs, with the factor for the public key where the scheme has one. `public_key` must be the public
/// key of `secret_key`, which is not checked; where its length is 0 it is computed, at a price.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_sign_bytes(
    scheme: u32,
    secret_key: *const u8,
    secret_key_length: usize,
    public_key: *const u8,
    public_key_length: usize,
    message: *const u8,
    message_length: usize,
    out: *mut u8,
    capacity: usize,
) -> Status {
    let body = |scheme| {
        // SAFETY: the caller keeps the rules.
        let (secret_key, public_key, message) = unsafe {
            (
                input("secret_key", secret_key, secret_key_length)?,
                input("public_key", public_key, public_key_length)?,
                input("message", message, message_length)?,
            )
        };
        let secret_key = SecretKey::decode(scheme, secret_key)?;
        let public_key = match public_key {
            [] => secret_key.public_key()?,
            bytes => PublicKey::decode(scheme, bytes)?,
        };
        Ok(secret_key.sign(&public_key, message)?)
    };
    // SAFETY: the caller keeps the rules.
    unsafe { make(scheme, out, capacity, body) }
}

/// Signs without the factor, open to rogue keys: the scheme `dusk` alone has it. The signature
/// verifies by the public key's own encoding, taken as an aggregate key.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_sign_vulnerable_bytes(
    scheme: u32,
    secret_key: *const u8,
    secret_key_length: usize,
    message: *const u8,
    message_length: usize,
    out: *mut u8,
    capacity: usize,
) -> Status {
    let body = |scheme| {
        // SAFETY: the caller keeps the rules.
        let (secret_key, message) = unsafe {
            (
                input("secret_key", secret_key, secret_key_length)?,
                input("message", message, message_length)?,
            )
        };
        Ok(SecretKey::decode(scheme, secret_key)?.sign_vulnerable(message)?)
    };
    // SAFETY: the caller keeps the rules.
    unsafe { make(scheme, out, capacity, body) }
}

/// Whether the owners of all keys of the aggregate have signed the message.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_verify_bytes(
    scheme: u32,
    aggregate_key: *const u8,
    aggregate_key_length: usize,
    message: *const u8,
    message_length: usize,
    signature: *const u8,
    signature_length: usize,
    out_valid: *mut bool,
) -> Status {
    guard(|| {
        let scheme = self::scheme(scheme)?;
        // SAFETY: the caller keeps the rules.
        let (aggregate_key, message, signature, out) = unsafe {
            (
                input("aggregate_key", aggregate_key, aggregate_key_length)?,
                input("message", message, message_length)?,
                input("signature", signature, signature_length)?,
                Out::one("out_valid", out_valid)?,
            )
        };
        let aggregate_key = AggregateKey::decode(scheme, aggregate_key)?;
        let signature = Signature::decode(scheme, signature)?;
        out.write(&[aggregate_key.verify(message, &signature)?]);
        Ok(())
    })
}

/// The aggregate key of one public key.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_create_apk_bytes(
    scheme: u32,
    public_key: *const u8,
    public_key_length: usize,
    out: *mut u8,
    capacity: usize,
) -> Status {
    let body = |scheme| {
        // SAFETY: the caller keeps the rules.
        let public_key = unsafe { input("public_key", public_key, public_key_length) }?;
        let public_key = PublicKey::decode(scheme, public_key)?;
        Ok(AggregateKey::new(&[&public_key])?)
    };
    // SAFETY: the caller keeps the rules.
    unsafe { make(scheme, out, capacity, body) }
}

/// The aggregate key of at least one public key, which follow each other in `keys`.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_aggregate_public_keys_bytes(
    scheme: u32,
    keys: *const u8,
    keys_length: usize,
    out: *mut u8,
    capacity: usize,
) -> Status {
    let body = |scheme| {
        // SAFETY: the caller keeps the rules.
        let keys = unsafe { input("keys", keys, keys_length) }?;
        let keys = PublicKey::decode_list(scheme, keys)?;
        Ok(AggregateKey::new(&keys)?)
    };
    // SAFETY: the caller keeps the rules.
    unsafe { make(scheme, out, capacity, body) }
}

/// The aggregate key of an aggregate and the public keys, which follow each other in `keys`, that
/// are added to it. Not in the scheme `dusk_v2`, which aggregates whole lists alone.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_add_public_keys_bytes(
    scheme: u32,
    aggregate_key: *const u8,
    aggregate_key_length: usize,
    keys: *const u8,
    keys_length: usize,
    out: *mut u8,
    capacity: usize,
) -> Status {
    let body = |scheme| {
        // SAFETY: the caller keeps the rules.
        let (aggregate_key, keys) = unsafe {
            (
                input("aggregate_key", aggregate_key, aggregate_key_length)?,
                input("keys", keys, keys_length)?,
            )
        };
        let keys = PublicKey::decode_list(scheme, keys)?;
        Ok(AggregateKey::decode(scheme, aggregate_key)?.add(&keys)?)
    };
    // SAFETY: the caller keeps the rules.
    unsafe { make(scheme, out, capacity, body) }
}

/// The sum of a signature and others, which follow each other in `others`.
///
/// # Safety
///
/// See [the rules](crate#rules).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blsbench_aggregate_signatures_bytes(
    scheme: u32,
    signature: *const u8,
    signature_length: usize,
    others: *const u8,
    others_length: usize,
    out: *mut u8,
    capacity: usize,
) -> Status {
    let body = |scheme| {
        // SAFETY: the caller keeps the rules.
        let (signature, others) = unsafe {
            (
                input("signature", signature, signature_length)?,
                input("others", others, others_length)?,
            )
        };
        let others = Signature::decode_list(scheme, others)?;
        Ok(Signature::decode(scheme, signature)?.aggregate(&others)?)
    };
    // SAFETY: the caller keeps the rules.
    unsafe { make(scheme, out, capacity, body) }
}
