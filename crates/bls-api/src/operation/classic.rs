//! The operations of the group `classic`: what stands next to BLS.

use super::{Kind, Operation, Param, STANDARD, params, row};

/// A signature scheme of the group `classic`, with the encodings of its secret key, public key and
/// signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClassicScheme {
    /// Ed25519, RFC 8032, verified without the cofactor: 32 (the seed), 32 and 64 bytes.
    Ed25519,
    /// ECDSA over P-256 with SHA-256 and the nonces of RFC 6979: 32, 33 (SEC 1, compressed) and 64
    /// (r, s) bytes.
    EcdsaP256,
    /// The same over secp256k1. Signatures have s in the lower half; those with another do not
    /// verify, which is the rule of the libraries and not of ECDSA.
    EcdsaSecp256k1,
    /// Schnorr signatures over secp256k1, BIP-340: 32, 32 (x alone) and 64 bytes.
    Bip340,
}

/// The operations of the group `classic`, with what each reads of [`crate::Inputs`] and puts out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ClassicOp {
    /// `secret_keys[0]` to the public key.
    KeyGen(ClassicScheme),
    /// `secret_keys[0]`, `messages[0]` to a signature; for [`ClassicScheme::Bip340`] with `input` as
    /// the 32 auxiliary bytes.
    Sign(ClassicScheme),
    /// `public_keys[0]`, `messages[0]`, `signatures[0]` to a verdict.
    Verify(ClassicScheme),
    /// As [`Self::Verify`].
    VerifyBytes(ClassicScheme),
    /// `public_keys`, `messages`, `signatures` to a verdict.
    BatchVerify(ClassicScheme),
}

impl ClassicOp {
    /// Whose operation it is.
    #[must_use]
    pub fn scheme(self) -> ClassicScheme {
        match self {
            Self::KeyGen(scheme)
            | Self::Sign(scheme)
            | Self::Verify(scheme)
            | Self::VerifyBytes(scheme)
            | Self::BatchVerify(scheme) => scheme,
        }
    }
}

/// Bytes of a message.
const MESSAGE: &[Param] = &params([32, 1024], &[], &[32]);
const BATCH: &[Param] = &params([4, 16, 64, 256], &[], &[64]);

const fn keygen(scheme: ClassicScheme, name: &'static str) -> Operation {
    row(
        Kind::Classic(ClassicOp::KeyGen(scheme)),
        name,
        STANDARD,
        "key pair",
        "From 32 given bytes, which are the secret key or its seed, to a decoded key pair: hashing \
         where the scheme has it, and one multiplication of the generator. Drawing random bytes is \
         outside.",
    )
}

const fn sign(scheme: ClassicScheme, name: &'static str) -> Operation {
    row(
        Kind::Classic(ClassicOp::Sign(scheme)),
        name,
        MESSAGE,
        "signature",
        "Signing N bytes by a prepared secret key, hashing included, with a nonce that follows from key \
         and message (RFC 8032, RFC 6979; BIP-340 with given auxiliary bytes). The signature is in the \
         library's own form.",
    )
}

const fn verify(scheme: ClassicScheme, name: &'static str) -> Operation {
    row(
        Kind::Classic(ClassicOp::Verify(scheme)),
        name,
        MESSAGE,
        "verification",
        "Verifying a signature of N bytes, hashing included, with public key and signature decoded \
         before, as far as the library decodes them.",
    )
}

const fn verify_bytes(scheme: ClassicScheme, name: &'static str) -> Operation {
    row(
        Kind::Classic(ClassicOp::VerifyBytes(scheme)),
        name,
        MESSAGE,
        "verification",
        "Decoding public key and signature with all checks, then as `verify`.",
    )
}

pub(crate) const CLASSIC_OPERATIONS: &[Operation] = &[
    keygen(ClassicScheme::Ed25519, "ed25519_keygen"),
    sign(ClassicScheme::Ed25519, "ed25519_sign"),
    verify(ClassicScheme::Ed25519, "ed25519_verify"),
    verify_bytes(ClassicScheme::Ed25519, "ed25519_verify_bytes"),
    row(
        Kind::Classic(ClassicOp::BatchVerify(ClassicScheme::Ed25519)),
        "ed25519_batch_verify",
        BATCH,
        "N verifications",
        "Verifying N signatures of 32 bytes by N keys at once, by a random linear combination; keys and \
         signatures decoded before, as far as the library decodes them.",
    ),
    keygen(ClassicScheme::EcdsaP256, "ecdsa_p256_keygen"),
    sign(ClassicScheme::EcdsaP256, "ecdsa_p256_sign"),
    verify(ClassicScheme::EcdsaP256, "ecdsa_p256_verify"),
    verify_bytes(ClassicScheme::EcdsaP256, "ecdsa_p256_verify_bytes"),
    keygen(ClassicScheme::EcdsaSecp256k1, "ecdsa_secp256k1_keygen"),
    sign(ClassicScheme::EcdsaSecp256k1, "ecdsa_secp256k1_sign"),
    verify(ClassicScheme::EcdsaSecp256k1, "ecdsa_secp256k1_verify"),
    verify_bytes(
        ClassicScheme::EcdsaSecp256k1,
        "ecdsa_secp256k1_verify_bytes",
    ),
    keygen(ClassicScheme::Bip340, "bip340_keygen"),
    sign(ClassicScheme::Bip340, "bip340_sign"),
    verify(ClassicScheme::Bip340, "bip340_verify"),
    verify_bytes(ClassicScheme::Bip340, "bip340_verify_bytes"),
];
