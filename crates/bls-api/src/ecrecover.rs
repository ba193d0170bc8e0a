//! The precompile `ecrecover` over a library of secp256k1: what is exact about bytes is here, once.

use std::marker::PhantomData;

use sha3::{Digest, Keccak256};

use crate::{Error, Inputs, Job, Kind, Operation, PrecompileOp, Suite, job};

/// A library that recovers ECDSA public keys over secp256k1.
pub trait EcRecover: 'static {
    /// The key (x, then y) that signed `hash`, none if there is none: r or s is zero or not less than
    /// the group's order, no point has r as its x, or the key would be the identity. `odd` is the
    /// parity of that point's y. An s above half the order is as good as any.
    fn recover(hash: &[u8; 32], odd: bool, r_s: &[u8; 64]) -> Option<[u8; 64]>;
}

/// The [`Suite`] of `eip2537` for a library of secp256k1: `ecrecover` alone.
pub struct ErasedEcRecover<T>(PhantomData<fn() -> T>);

impl<T> ErasedEcRecover<T> {
    /// For the `static` value of an engine.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T> Default for ErasedEcRecover<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: EcRecover> Suite for ErasedEcRecover<T> {
    fn job(&self, operation: &'static Operation, inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
        match operation.kind {
            Kind::Precompile(PrecompileOp::EcRecover) => {
                // libsecp256k1 builds its context in a thread's first call.
                call::<T>(&inputs.input);
                Ok(job(
                    inputs.input.clone(),
                    |input| Ok(call::<T>(input)),
                    |output| output.map_or_else(Vec::new, Vec::from),
                ))
            }
            Kind::Precompile(_) => Err(Error::Unsupported("not of secp256k1".into())),
            _ => Err(Error::Input("an operation of another suite")),
        }
    }

    fn measures(&self, operation: &Operation) -> bool {
        operation.kind == Kind::Precompile(PrecompileOp::EcRecover)
    }
}

/// The signer's address in 32 bytes.
fn call<T: EcRecover>(input: &[u8]) -> Option<[u8; 32]> {
    let mut padded = [0; 128];
    let length = input.len().min(padded.len());
    padded[..length].copy_from_slice(&input[..length]);
    let (hash, rest) = padded.split_first_chunk()?;
    let (v, r_s): (&[u8; 32], _) = rest.split_first_chunk()?;
    let [zeros @ .., v] = v;
    if zeros.iter().any(|&byte| byte != 0) || !matches!(v, 27 | 28) {
        return None;
    }
    let key = T::recover(hash, *v == 28, r_s.first_chunk()?)?;
    let mut address: [u8; 32] = Keccak256::digest(key).into();
    address[..12].fill(0);
    Some(address)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Group;

    /// Recovers the key of the secret key 1, the group's generator, from what [`input`] makes.
    struct Generator;

    const GENERATOR: [u8; 64] = [
        0x79, 0xbe, 0x66, 0x7e, 0xf9, 0xdc, 0xbb, 0xac, 0x55, 0xa0, 0x62, 0x95, 0xce, 0x87, 0x0b,
        0x07, 0x02, 0x9b, 0xfc, 0xdb, 0x2d, 0xce, 0x28, 0xd9, 0x59, 0xf2, 0x81, 0x5b, 0x16, 0xf8,
        0x17, 0x98, 0x48, 0x3a, 0xda, 0x77, 0x26, 0xa3, 0xc4, 0x65, 0x5d, 0xa4, 0xfb, 0xfc, 0x0e,
        0x11, 0x08, 0xa8, 0xfd, 0x17, 0xb4, 0x48, 0xa6, 0x85, 0x54, 0x19, 0x9c, 0x47, 0xd0, 0x8f,
        0xfb, 0x10, 0xd4, 0xb8,
    ];
    const ADDRESS: [u8; 32] = [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x7e, 0x5f, 0x45, 0x52, 0x09, 0x1a, 0x69, 0x12, 0x5d,
        0x5d, 0xfc, 0xb7, 0xb8, 0xc2, 0x65, 0x90, 0x29, 0x39, 0x5b, 0xdf,
    ];

    impl EcRecover for Generator {
        fn recover(hash: &[u8; 32], odd: bool, r_s: &[u8; 64]) -> Option<[u8; 64]> {
            assert_eq!(*hash, [1; 32]);
            assert!(matches!(r_s[32..], [4, .., 0 | 4]));
            (r_s[0] == if odd { 28 } else { 27 }).then_some(GENERATOR)
        }
    }

    /// A call whose r begins with v, so that [`Generator`] sees whether they belong together.
    fn input(v: u8) -> Vec<u8> {
        let mut input = [[1; 32], [0; 32], [v; 32], [4; 32]].concat();
        input[63] = v;
        input
    }

    fn output(input: &[u8]) -> Vec<u8> {
        call::<Generator>(input).map_or_else(Vec::new, Vec::from)
    }

    #[test]
    fn address_of_a_known_key() {
        assert_eq!(output(&input(27)), ADDRESS);
        assert_eq!(output(&input(28)), ADDRESS);
    }

    #[test]
    fn short_input_is_padded_and_long_input_is_cut() {
        assert_eq!(output(&input(27)[..127]), ADDRESS);
        assert_eq!(output(&[&input(27)[..], &[9]].concat()), ADDRESS);
        assert!(output(&input(27)[..63]).is_empty());
        assert!(output(&[]).is_empty());
    }

    #[test]
    fn what_is_not_a_recovery_id_recovers_nothing() {
        for v in [0, 1, 26, 29, 155] {
            assert!(output(&input(v)).is_empty(), "{v}");
        }
        for byte in 32..63 {
            let mut input = input(27);
            input[byte] = 1;
            assert!(output(&input).is_empty(), "{byte}");
        }
    }

    #[test]
    fn no_other_operation() {
        let suite = ErasedEcRecover::<Generator>::new();
        for operation in Group::Eip2537.operations() {
            let job = suite.job(
                operation,
                &Inputs {
                    input: input(27),
                    ..Inputs::default()
                },
            );
            assert_eq!(job.is_ok(), suite.measures(operation), "{}", operation.name);
        }
        for operation in Group::MinPk.operations() {
            assert!(!suite.measures(operation), "{}", operation.name);
        }
    }
}
