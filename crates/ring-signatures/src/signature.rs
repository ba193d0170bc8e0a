//! Signatures: made, verified, compared and encoded.

use rand_core_010::CryptoRng;
use zeroize::{Zeroize, Zeroizing};

use crate::{
    Curve, Error, Part, Ring, SecretKey, Variant,
    challenge::{Challenge, draw},
    curve::PointFault,
    ring::Tables,
};

/// A signature by one member of a ring, which it contains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature<C: Curve> {
    variant: Variant,
    ring: Ring<C>,
    /// Before the first member.
    challenge: C::Scalar,
    responses: Vec<C::Scalar>,
    image: Image<C>,
}

/// A key image in both forms.
#[derive(Debug, Clone)]
struct Image<C: Curve> {
    encoded: C::Encoded,
    point: C::Point,
}

impl<C: Curve> PartialEq for Image<C> {
    fn eq(&self, other: &Self) -> bool {
        self.encoded == other.encoded
    }
}

impl<C: Curve> Eq for Image<C> {}

/// Signs for the owner of `secret`, who is a member of the ring.
///
/// The nonce depends on random bytes, on the secret key, and on all that is signed, so that a generator
/// which repeats itself does not reveal the key. Operations on the secret key and on the nonce are in
/// constant time, as is the search for the signer's place; the signer's step costs the same wherever it
/// is. What is done for the other members is in variable time, with public values. It begins at the
/// member after the signer: whoever sees which memory is read sees who signs.
pub fn sign<C: Curve>(
    variant: Variant,
    ring: &Ring<C>,
    secret: &SecretKey<C>,
    message: &[u8; 32],
    random: &mut impl CryptoRng,
) -> Result<Signature<C>, Error> {
    sign_with(variant, ring, &Tables::once(ring), secret, message, random)
}

pub(crate) fn sign_with<C: Curve>(
    variant: Variant,
    ring: &Ring<C>,
    tables: &Tables<C>,
    secret: &SecretKey<C>,
    message: &[u8; 32],
    random: &mut impl CryptoRng,
) -> Result<Signature<C>, Error> {
    let signer = ring
        .position(secret.public_key())
        .ok_or(Error::NotAMember)?;
    let image = Image {
        encoded: secret.key_image(),
        point: secret.image.clone(),
    };
    let challenges = Challenge::new(variant, ring, &image.encoded, message);
    let mut fresh = Zeroizing::new([0; 32]);
    random.fill_bytes(fresh.as_mut());
    let seed = challenges.seed(&secret.to_bytes(), &fresh);

    // The places of the decoys count from 0, that of the nonce is none of theirs.
    let mut nonce = draw::<C>(&seed, u64::MAX);
    let mut responses: Vec<_> = (0..)
        .map(|index| draw::<C>(&seed, index))
        .take(ring.len())
        .collect();
    let commitments = [C::multiply_base(&nonce), C::multiply(&nonce, &secret.hash)];
    let table = tables.image(&image.point);
    let mut challenge = challenges.next::<C>(&commitments);
    let mut first = challenge;
    for index in (signer + 1..ring.len()).chain(0..signer) {
        if index == 0 {
            first = challenge;
        }
        challenge =
            challenges.next::<C>(&tables.commit(index, &table, &responses[index], &challenge));
    }
    if signer == 0 {
        first = challenge;
    }
    responses[signer] = C::respond(&nonce, &challenge, secret.scalar());
    nonce.zeroize();
    // One step more. It finds what would reveal the key: a fault between the two uses of the nonce.
    if tables.commit(signer, &table, &responses[signer], &challenge) != commitments {
        return Err(Error::SelfCheck);
    }
    Ok(Signature {
        variant,
        ring: ring.clone(),
        challenge: first,
        responses,
        image,
    })
}

impl<C: Curve> Signature<C> {
    /// True when a member of the ring has signed the message. Variable time.
    #[must_use]
    pub fn verify(&self, message: &[u8; 32]) -> bool {
        self.verify_with(&Tables::once(&self.ring), message)
    }

    pub(crate) fn verify_with(&self, tables: &Tables<C>, message: &[u8; 32]) -> bool {
        let challenges = Challenge::new(self.variant, &self.ring, &self.image.encoded, message);
        let image = tables.image(&self.image.point);
        let responses = self.responses.iter().enumerate();
        let last = responses.fold(self.challenge, |challenge, (index, response)| {
            challenges.next::<C>(&tables.commit(index, &image, response, &challenge))
        });
        last == self.challenge
    }

    /// True when both are by the same signer, whatever their rings, messages and variants. It says
    /// something about signatures that verify, and of others nothing. Variable time.
    #[must_use]
    pub fn linked(&self, other: &Self) -> bool {
        self.link_tag() == other.link_tag()
    }

    /// What signatures by one signer have in common, for looking up. On ed25519 it is not the key image,
    /// but 8 times it.
    #[must_use]
    pub fn link_tag(&self) -> C::Encoded {
        C::link_tag(&self.image.point)
    }

    /// The ring.
    #[must_use]
    pub fn ring(&self) -> &Ring<C> {
        &self.ring
    }

    /// How its challenges are made.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// ring-go's encoding: the number of members in 4 bytes, the first challenge, the key image, and for
    /// each member its response and its public key. 69 + 65n bytes on secp256k1, 68 + 64n on ed25519.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::head() + self.ring.len() * Self::entry());
        // A ring has no more members than fit.
        bytes.extend(&(self.ring.len() as u64).to_be_bytes()[4..]);
        bytes.extend(C::encode_scalar(&self.challenge));
        bytes.extend(self.image.encoded.as_ref());
        for (response, member) in self.responses.iter().zip(self.ring.members()) {
            bytes.extend(C::encode_scalar(response));
            bytes.extend(member.as_ref());
        }
        bytes
    }

    /// Reads what [`to_bytes`](Self::to_bytes) writes, in its one form: trailing bytes, scalars that are
    /// not below the order, and whatever a [`Ring`] refuses are errors, where ring-go reduces, ignores or
    /// accepts them. Variable time.
    pub fn from_bytes(variant: Variant, bytes: &[u8]) -> Result<Self, Error> {
        Self::decode(variant, bytes, |members| Ring::new(members))
    }

    /// With a ring for the encoded members.
    pub(crate) fn decode(
        variant: Variant,
        bytes: &[u8],
        ring: impl FnOnce(&[&[u8]]) -> Result<Ring<C>, Error>,
    ) -> Result<Self, Error> {
        let entries = entries::<C>(bytes)?;
        let (challenge, image) = bytes[4..Self::head()].split_at(32);
        let challenge = decode_scalar::<C>(challenge, Part::Challenge)?;
        let (encoded, point) = decode_point::<C>(image, Part::Image)?;
        let (responses, members): (Vec<_>, Vec<_>) =
            entries.map(|entry| entry.split_at(32)).unzip();
        let responses = responses.into_iter().enumerate();
        Ok(Self {
            variant,
            challenge,
            responses: responses
                .map(|(index, bytes)| decode_scalar::<C>(bytes, Part::Response(index)))
                .collect::<Result<_, _>>()?,
            image: Image { encoded, point },
            ring: ring(&members)?,
        })
    }

    /// Bytes before the first member.
    const fn head() -> usize {
        4 + 32 + C::POINT_LENGTH
    }

    /// Bytes of a member.
    const fn entry() -> usize {
        32 + C::POINT_LENGTH
    }
}

/// The members' bytes; their number is compared with the length before anything is reserved for them.
fn entries<C: Curve>(bytes: &[u8]) -> Result<std::slice::ChunksExact<'_, u8>, Error> {
    let head = Signature::<C>::head();
    let size = |members: u32| head as u64 + u64::from(members) * Signature::<C>::entry() as u64;
    let found = bytes.len();
    let members = bytes.first_chunk().map(|count| u32::from_be_bytes(*count));
    let expected = size(members.unwrap_or(2));
    if (found as u64) < expected {
        return Err(Error::Truncated { expected, found });
    }
    let trailing = found - usize::try_from(expected).expect("not above a length");
    if trailing > 0 {
        return Err(Error::TrailingBytes(trailing));
    }
    Ok(bytes[head..].chunks_exact(Signature::<C>::entry()))
}

fn decode_scalar<C: Curve>(bytes: &[u8], part: Part) -> Result<C::Scalar, Error> {
    let scalar = bytes.try_into().ok().and_then(C::decode_scalar);
    scalar.ok_or(Error::ScalarOutOfRange(part))
}

pub(crate) fn decode_point<C: Curve>(
    bytes: &[u8],
    part: Part,
) -> Result<(C::Encoded, C::Point), Error> {
    let point = C::decode(bytes).map_err(|fault| match fault {
        PointFault::Malformed => Error::NotAPoint(part),
        PointFault::SmallOrder => Error::SmallOrder(part),
    })?;
    let encoded = bytes.try_into().map_err(|_| Error::NotAPoint(part))?;
    Ok((encoded, point))
}
