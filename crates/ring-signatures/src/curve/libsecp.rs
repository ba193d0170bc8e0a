//! secp256k1 by libsecp256k1. Of its multiplications only those of its ECDH and of its key generation
//! are in constant time; the rest is for public values.

use k256::Scalar;
use secp256k1::{
    Message, PublicKey, SecretKey, ecdh,
    ecdsa::{RecoverableSignature, RecoveryId},
};

use zeroize::Zeroizing;

use super::{
    K256, PointFault,
    sealed::Arithmetic,
    weierstrass::{self, Encoded, hash_to_x},
};

/// secp256k1 by libsecp256k1; scalars by the crate k256.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Libsecp256k1;

impl Arithmetic for Libsecp256k1 {
    const NAME: &str = K256::NAME;
    const POINT_LENGTH: usize = K256::POINT_LENGTH;

    type Encoded = Encoded;
    type Point = PublicKey;
    type Scalar = Scalar;
    /// The key, and what it hashes to.
    type Member = [PublicKey; 2];
    type Image = PublicKey;

    fn code_path() -> &'static str {
        "libsecp256k1's multiples, and its key recovery for sums with the generator"
    }

    fn decode(bytes: &[u8]) -> Result<PublicKey, PointFault> {
        let parse =
            |bytes: &[u8]| PublicKey::from_byte_array_compressed(bytes.try_into().ok()?).ok();
        // Only to say why: what the other implementation refuses, this one does, too.
        parse(bytes).ok_or_else(|| K256::decode(bytes).err().unwrap_or(PointFault::Malformed))
    }

    fn encode(point: &PublicKey) -> Encoded {
        point.serialize()
    }

    fn hash_to_point(key: &Encoded) -> PublicKey {
        hash_to_x(key, |x| {
            let mut bytes = [2; 33];
            bytes[1..].copy_from_slice(x);
            PublicKey::from_byte_array_compressed(bytes).ok()
        })
    }

    fn link_tag(image: &PublicKey) -> Encoded {
        image.serialize()
    }

    fn decode_scalar(bytes: &[u8; 32]) -> Option<Scalar> {
        K256::decode_scalar(bytes)
    }

    fn encode_scalar(scalar: &Scalar) -> [u8; 32] {
        K256::encode_scalar(scalar)
    }

    fn reduce(hash: &[u8; 64]) -> Scalar {
        K256::reduce(hash)
    }

    fn ring_go(challenge: Scalar) -> Scalar {
        K256::ring_go(challenge)
    }

    fn multiply_base(scalar: &Scalar) -> Encoded {
        with_secret(scalar, |secret| secret.public_key().serialize())
    }

    fn multiply(scalar: &Scalar, point: &PublicKey) -> Encoded {
        let product = with_secret(scalar, |secret| ecdh::shared_secret_point(point, secret));
        let (x, y) = product.split_at(32);
        let mut bytes = [2 | y[31] & 1; 33];
        bytes[1..].copy_from_slice(x);
        bytes
    }

    fn respond(nonce: &Scalar, challenge: &Scalar, secret: &Scalar) -> Scalar {
        K256::respond(nonce, challenge, secret)
    }

    fn members(keys: &[(Encoded, PublicKey)], _: bool) -> Vec<[PublicKey; 2]> {
        keys.iter()
            .map(|(key, point)| [*point, Self::hash_to_point(key)])
            .collect()
    }

    fn image(image: &PublicKey, _: bool) -> PublicKey {
        *image
    }

    fn commit(
        image: &PublicKey,
        [key, hash]: &[PublicKey; 2],
        s: &Scalar,
        c: &Scalar,
    ) -> [Encoded; 2] {
        let left = recover(s, key, c).or_else(|| {
            let base = (!bool::from(s.is_zero())).then(|| with_secret(s, SecretKey::public_key));
            add(base, multiple(key, c))
        });
        let right = add(multiple(hash, s), multiple(image, c));
        [left, right].map(|point| point.map_or(weierstrass::IDENTITY, |point| point.serialize()))
    }
}

fn with_secret<T>(scalar: &Scalar, then: impl FnOnce(&SecretKey) -> T) -> T {
    let bytes = Zeroizing::new(K256::encode_scalar(scalar));
    let mut secret = SecretKey::from_secret_bytes(*bytes).expect("below the order, and not zero");
    let result = then(&secret);
    secret.non_secure_erase();
    result
}

/// `s · G + c · point`, as the key that is recovered from an ECDSA signature whose r is the x of the
/// point: a third faster than two multiplications. `None` where that is no signature.
fn recover(s: &Scalar, point: &PublicKey, c: &Scalar) -> Option<PublicKey> {
    let encoded = point.serialize();
    let (sign, x) = encoded.split_first()?;
    let r = K256::decode_scalar(x.try_into().ok()?)?;
    let id = if *sign == 2 {
        RecoveryId::Zero
    } else {
        RecoveryId::One
    };
    let mut compact = [0; 64];
    compact[..32].copy_from_slice(x);
    compact[32..].copy_from_slice(&(r * c).to_bytes());
    let message = Message::from_digest((-(r * s)).to_bytes().into());
    let signature = RecoverableSignature::from_compact(&compact, id).ok()?;
    signature.recover_ecdsa(message).ok()
}

/// `None` is the identity.
fn multiple(point: &PublicKey, scalar: &Scalar) -> Option<PublicKey> {
    let scalar = secp256k1::Scalar::from_be_bytes(K256::encode_scalar(scalar));
    // Fails for zero alone.
    point.mul_tweak(&scalar.expect("below the order")).ok()
}

fn add(a: Option<PublicKey>, b: Option<PublicKey>) -> Option<PublicKey> {
    match (a, b) {
        // Fails where the sum is the identity.
        (Some(a), Some(b)) => a.combine(&b).ok(),
        (a, b) => a.or(b),
    }
}
