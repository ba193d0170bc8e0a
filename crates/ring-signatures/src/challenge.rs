//! What is hashed, and how.

use sha3::{Digest, Sha3_512};
use zeroize::Zeroizing;

use crate::{Curve, Ring};

/// How challenges are made. Signatures of one variant are not valid in another, and their bytes do not
/// say which they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Recommended: every challenge binds the ring, the key image, the curve and the name of the
    /// scheme.
    Bound,
    /// That of ring-go v0.2.0 in its default build. A challenge binds the message and two points; it is
    /// here to be compatible.
    RingGo,
    /// The same in ring-go's build with `ethereum_secp256k1`, which differs for one challenge in 256.
    #[cfg(test)]
    RingGoPlain,
}

/// Makes the challenges of one signature.
pub(crate) struct Challenge {
    variant: Variant,
    message: [u8; 32],
    context: [u8; 64],
}

impl Challenge {
    pub(crate) fn new<C: Curve>(
        variant: Variant,
        ring: &Ring<C>,
        image: &C::Encoded,
        message: &[u8; 32],
    ) -> Self {
        // Every part but the ring has one length for a curve, and the curve's name does not begin
        // another's: the parts cannot be shifted.
        let mut hash = Sha3_512::new_with_prefix("ring-signatures 1 bound ");
        hash.update(C::NAME);
        hash.update(message);
        hash.update(image);
        for member in ring.members() {
            hash.update(member);
        }
        Self {
            variant,
            message: *message,
            context: hash.finalize().into(),
        }
    }

    /// The challenge after the commitments of one member.
    pub(crate) fn next<C: Curve>(&self, [left, right]: &[C::Encoded; 2]) -> C::Scalar {
        let prefix: &[u8] = if self.variant == Variant::Bound {
            &self.context
        } else {
            &self.message
        };
        let hash = Sha3_512::new_with_prefix(prefix)
            .chain_update(left)
            .chain_update(right)
            .finalize();
        let challenge = C::reduce(&hash.into());
        if self.variant == Variant::RingGo {
            C::ring_go(challenge)
        } else {
            challenge
        }
    }

    /// Seed of one signature's nonces, from fresh random bytes and from all that the signature depends
    /// on: a generator that repeats itself does not give two challenges to one nonce.
    pub(crate) fn seed(&self, secret: &[u8; 32], random: &[u8; 32]) -> Zeroizing<[u8; 64]> {
        wiped(
            Sha3_512::new_with_prefix("ring-signatures 1 nonce ")
                .chain_update([u8::from(self.variant == Variant::Bound)])
                .chain_update(secret)
                .chain_update(random)
                .chain_update(self.context),
        )
    }
}

/// A uniform scalar: the nonce, or the response of a decoy.
pub(crate) fn draw<C: Curve>(seed: &[u8; 64], index: u64) -> C::Scalar {
    C::reduce(&wiped(
        Sha3_512::new_with_prefix("ring-signatures 1 draw ")
            .chain_update(seed)
            .chain_update(index.to_be_bytes()),
    ))
}

/// The hash, without a copy of it that stays.
fn wiped(hash: Sha3_512) -> Zeroizing<[u8; 64]> {
    let mut bytes = Zeroizing::new([0; 64]);
    hash.finalize_into((&mut *bytes).into());
    bytes
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::Variant;
    use crate::{K256, Signature};

    /// Whether the signatures of a file verify.
    fn verdicts(file: &str, variant: Variant) -> Vec<bool> {
        let file: Value = serde_json::from_str(file).unwrap();
        let bytes = |case: &Value, name: &str| hex::decode(case[name].as_str().unwrap()).unwrap();
        let cases = file["signatures"].as_array().unwrap().iter();
        let odd = cases.filter(|case| case["Kind"].as_str().unwrap().starts_with("leading_zero"));
        odd.map(|case| {
            let signature = Signature::<K256>::from_bytes(variant, &bytes(case, "Signature"));
            signature
                .unwrap()
                .verify(&bytes(case, "Message").try_into().unwrap())
        })
        .collect()
    }

    /// ring-go's two builds refuse each other's signatures, and so do the two variants.
    #[test]
    fn a_leading_zero_divides_the_builds() {
        let decred = include_str!("../vectors/ring-go.json");
        let plain = include_str!("../vectors/ring-go-plain.json");
        assert_eq!(verdicts(decred, Variant::RingGo), [true; 2]);
        assert_eq!(verdicts(decred, Variant::RingGoPlain), [false; 2]);
        assert_eq!(verdicts(plain, Variant::RingGo), [false; 2]);
        assert_eq!(verdicts(plain, Variant::RingGoPlain), [true; 2]);
    }
}
