//! The library's signatures, and an encoding for them: it has none but serde's.

use std::collections::HashSet;

use bls_api::{Error, RingScheme};
use curve25519_dalek_4::{
    RistrettoPoint, Scalar, ristretto::CompressedRistretto, traits::IsIdentity,
};
use nazgul::{
    blsag::BLSAG,
    traits::{KeyImageGen, Link, Sign, Verify},
};
use rand_core::OsRng;
use rayon::prelude::*;
use sha2::Sha512;

const UNPREPARED: &str = "nazgul does not prepare rings";

pub(crate) struct Nazgul;

pub(crate) struct SecretKey {
    scalar: Scalar,
    public: RistrettoPoint,
}

impl RingScheme for Nazgul {
    type SecretKey = SecretKey;
    type Ring = Vec<RistrettoPoint>;
    type PreparedRing = ();
    type Signature = BLSAG;

    const UNPREPARED: Option<&'static str> = Some(UNPREPARED);

    fn has(bound: bool) -> bool {
        !bound
    }

    fn decode_secret_key(bytes: &[u8]) -> Result<SecretKey, Error> {
        let scalar = decode_scalar("secret key", bytes)?;
        if scalar == Scalar::ZERO {
            return Err(Error::malformed("secret key", "zero"));
        }
        let public = RistrettoPoint::mul_base(&scalar);
        Ok(SecretKey { scalar, public })
    }

    fn key_image(key: &SecretKey) -> Vec<u8> {
        let image = BLSAG::generate_key_image::<Sha512>(key.scalar);
        [key.public, image]
            .map(|point| point.compress().to_bytes())
            .concat()
    }

    fn decode_ring(members: &[Vec<u8>]) -> Result<Vec<RistrettoPoint>, Error> {
        decode_ring(members.iter().map(Vec::as_slice))
    }

    fn decode_signature(_bound: bool, bytes: &[u8]) -> Result<BLSAG, Error> {
        let wrong = |why| Error::malformed("signature", why);
        let (count, rest) = bytes.split_first_chunk().ok_or(wrong("too short"))?;
        let (head, members) = rest.split_at_checked(64).ok_or(wrong("too short"))?;
        if members.len() as u64 != u64::from(u32::from_be_bytes(*count)) * 64 {
            return Err(wrong("of another length than it says"));
        }
        let (challenge, image) = head.split_at(32);
        let entries = members.chunks_exact(64).map(|entry| entry.split_at(32));
        let (responses, keys): (Vec<_>, Vec<_>) = entries.unzip();
        let responses = responses.into_iter();
        Ok(BLSAG {
            challenge: decode_scalar("challenge", challenge)?,
            responses: responses
                .map(|bytes| decode_scalar("response", bytes))
                .collect::<Result<_, _>>()?,
            ring: decode_ring(keys.into_iter())?,
            key_image: decode_point("key image", image)?,
        })
    }

    fn encode_signature(signature: &BLSAG) -> Vec<u8> {
        // A ring has no more members than fit.
        let mut bytes = (signature.ring.len() as u64).to_be_bytes()[4..].to_vec();
        bytes.extend(signature.challenge.as_bytes());
        bytes.extend(signature.key_image.compress().as_bytes());
        for (response, member) in signature.responses.iter().zip(&signature.ring) {
            bytes.extend(response.as_bytes());
            bytes.extend(member.compress().as_bytes());
        }
        bytes
    }

    /// The library wants the others and the signer's place.
    fn sign(
        _bound: bool,
        ring: &Vec<RistrettoPoint>,
        key: &SecretKey,
        message: &[u8; 32],
    ) -> Result<BLSAG, Error> {
        let place = ring.iter().position(|member| *member == key.public);
        let place = place.ok_or(Error::malformed("secret key", "not of a member"))?;
        let mut others = ring.clone();
        others.remove(place);
        Ok(BLSAG::sign::<Sha512, OsRng>(
            key.scalar, others, place, message,
        ))
    }

    /// The library takes signatures for good: each is copied first.
    fn verify(signature: &BLSAG, message: &[u8; 32]) -> Result<bool, Error> {
        Ok(BLSAG::verify::<Sha512>(signature.clone(), message))
    }

    fn prepare(_signature: &BLSAG) -> Result<(), Error> {
        Err(Error::Unsupported(UNPREPARED.into()))
    }

    fn verify_prepared(_ring: &(), _signature: &BLSAG, _message: &[u8; 32]) -> Result<bool, Error> {
        Err(Error::Unsupported(UNPREPARED.into()))
    }

    /// The library has one thread; the split is ours.
    fn verify_many(_ring: Option<&()>, signatures: &[([u8; 32], BLSAG)]) -> Result<bool, Error> {
        Ok(signatures
            .par_iter()
            .all(|(message, signature)| BLSAG::verify::<Sha512>(signature.clone(), message)))
    }

    fn linked(a: &BLSAG, b: &BLSAG) -> Result<bool, Error> {
        Ok(BLSAG::link(a.clone(), b.clone()))
    }
}

fn decode_ring<'a>(
    members: impl ExactSizeIterator<Item = &'a [u8]>,
) -> Result<Vec<RistrettoPoint>, Error> {
    if members.len() < 2 {
        return Err(Error::malformed("ring", "fewer than two members"));
    }
    let mut seen = HashSet::new();
    let decode = |bytes| {
        if !seen.insert(bytes) {
            return Err(Error::malformed("ring", "a member twice"));
        }
        decode_point("public key", bytes)
    };
    members.map(decode).collect()
}

fn decode_point(what: &'static str, bytes: &[u8]) -> Result<RistrettoPoint, Error> {
    let compressed = CompressedRistretto::from_slice(bytes);
    let point = compressed.ok().and_then(|bytes| bytes.decompress());
    let point = point.filter(|point| !point.is_identity());
    point.ok_or(Error::malformed(what, "no point but the identity"))
}

fn decode_scalar(what: &'static str, bytes: &[u8]) -> Result<Scalar, Error> {
    let bytes = bytes.try_into().ok();
    let scalar = bytes.and_then(|bytes| Scalar::from_canonical_bytes(bytes).into_option());
    scalar.ok_or(Error::malformed(what, "not 32 bytes below the order"))
}
