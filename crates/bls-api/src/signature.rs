//! What the author of an engine implements for a BLS signature suite.

use crate::Error;

/// Marks the suite with public keys in G1 and signatures in G2.
#[derive(Debug, Clone, Copy)]
pub struct MinPk;

/// Marks the suite with public keys in G2 and signatures in G1.
#[derive(Debug, Clone, Copy)]
pub struct MinSig;

/// Keys, encodings, signing and verifying, in the library's native types.
///
/// Points are affine wherever they are values of a caller: an engine that computes in other
/// coordinates converts before it returns, so that all engines pay for the same result. No
/// function may use more than the calling thread.
///
/// Where a library lacks an operation, the body is `Err(Error::Unsupported("why"))`.
pub trait SignatureScheme: 'static {
    /// A scalar in the range `1..r`.
    type SecretKey: Send + Sync + 'static;
    /// An affine point.
    type PublicKey: Clone + Send + Sync + 'static;
    /// An affine point.
    type Signature: Clone + Send + Sync + 'static;

    /// KeyGen of draft-irtf-cfrg-bls-signature-05 section 2.3 with an empty `key_info`, and the
    /// public key. Fewer than 32 bytes are refused.
    fn key_gen(ikm: &[u8]) -> Result<(Self::SecretKey, Self::PublicKey), Error>;

    /// 32 bytes, big-endian, in the range `1..r`.
    fn decode_secret_key(bytes: &[u8]) -> Result<Self::SecretKey, Error>;

    /// 32 bytes, big-endian.
    fn encode_secret_key(key: &Self::SecretKey) -> Vec<u8>;

    /// A compressed point (draft-irtf-cfrg-pairing-friendly-curves-11 appendix C), on the curve
    /// and in the subgroup. The identity is a point; `verify` refuses it as a key.
    fn decode_public_key(bytes: &[u8]) -> Result<Self::PublicKey, Error>;

    /// The compressed point.
    fn encode_public_key(key: &Self::PublicKey) -> Vec<u8>;

    /// As [`Self::decode_public_key`], for the other group.
    fn decode_signature(bytes: &[u8]) -> Result<Self::Signature, Error>;

    /// The compressed point.
    fn encode_signature(signature: &Self::Signature) -> Vec<u8>;

    /// `hash_to_curve` of RFC 9380 into the group of signatures, for any domain separation tag of
    /// 1 to 255 bytes.
    fn hash_to_curve(message: &[u8], dst: &[u8]) -> Result<Self::Signature, Error>;

    /// Signs with the suite's domain separation tag.
    fn sign(key: &Self::SecretKey, message: &[u8]) -> Result<Self::Signature, Error>;

    /// CoreVerify on decoded points; `false` for the identity as key.
    fn verify(
        key: &Self::PublicKey,
        message: &[u8],
        signature: &Self::Signature,
    ) -> Result<bool, Error>;
}

/// Many signers. Lists that must be of one length and are not, or are empty, are errors.
pub trait Aggregate: SignatureScheme {
    /// The sum of at least one signature.
    fn aggregate_signatures(signatures: &[Self::Signature]) -> Result<Self::Signature, Error>;

    /// The sum of at least one key, none of which is the identity.
    fn aggregate_public_keys(keys: &[Self::PublicKey]) -> Result<Self::PublicKey, Error>;

    /// CoreAggregateVerify: `messages[i]` was signed by `keys[i]`.
    fn aggregate_verify(
        keys: &[Self::PublicKey],
        messages: &[impl AsRef<[u8]> + Sync],
        signature: &Self::Signature,
    ) -> Result<bool, Error>;

    /// FastAggregateVerify: all keys signed one message.
    fn fast_aggregate_verify(
        keys: &[Self::PublicKey],
        message: &[u8],
        signature: &Self::Signature,
    ) -> Result<bool, Error> {
        let key = Self::aggregate_public_keys(keys)?;
        Self::verify(&key, message, signature)
    }

    /// True when `signatures[i]` of `messages[i]` verifies by `keys[i]` for every i, but for a
    /// chance of 2^-64 over `coefficients`, which are random and not zero.
    fn batch_verify(
        keys: &[Self::PublicKey],
        messages: &[impl AsRef<[u8]> + Sync],
        signatures: &[Self::Signature],
        coefficients: &[u64],
    ) -> Result<bool, Error>;

    /// [`SignatureScheme::verify`] with all cores.
    fn verify_mt(
        key: &Self::PublicKey,
        message: &[u8],
        signature: &Self::Signature,
    ) -> Result<bool, Error>;

    /// [`Self::aggregate_verify`] with all cores.
    fn aggregate_verify_mt(
        keys: &[Self::PublicKey],
        messages: &[impl AsRef<[u8]> + Sync],
        signature: &Self::Signature,
    ) -> Result<bool, Error>;

    /// [`Self::batch_verify`] with all cores.
    fn batch_verify_mt(
        keys: &[Self::PublicKey],
        messages: &[impl AsRef<[u8]> + Sync],
        signatures: &[Self::Signature],
        coefficients: &[u64],
    ) -> Result<bool, Error>;
}

impl MinPk {
    /// The domain separation tag of the suite.
    pub const DST: &'static [u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
}

impl MinSig {
    /// The domain separation tag of the suite.
    pub const DST: &'static [u8] = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_";
}

/// The check that every operation over lists begins with: at least one key or point, and as many of
/// everything else.
pub fn check_lengths(first: usize, others: &[usize]) -> Result<(), Error> {
    if first == 0 {
        return Err(Error::Empty);
    }
    match others.iter().find(|&&other| other != first) {
        Some(&other) => Err(Error::Lengths { first, other }),
        None => Ok(()),
    }
}
