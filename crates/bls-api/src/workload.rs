//! The inputs of the benchmarks and what must come out, all made before by an independent oracle.

use crate::Error;

/// One signer of a BLS workload, everything encoded.
#[derive(Debug, Clone)]
pub struct Signer {
    /// Key material, 32 bytes.
    pub ikm: Vec<u8>,
    /// KeyGen of `ikm`, 32 bytes, big-endian.
    pub secret_key: Vec<u8>,
    /// The compressed public key.
    pub public_key: Vec<u8>,
    /// This signer's own message, 32 bytes.
    pub message: Vec<u8>,
    /// The compressed signature of `message`.
    pub signature: Vec<u8>,
    /// The compressed signature of the workload's common message.
    pub common_signature: Vec<u8>,
}

/// Sums over the first signers of a BLS workload, compressed.
#[derive(Debug, Clone)]
pub struct Sums {
    /// How many signers.
    pub signers: usize,
    /// Of their public keys.
    pub public_key: Vec<u8>,
    /// Of their signatures of their own messages.
    pub signature: Vec<u8>,
    /// Of their signatures of the common message.
    pub common_signature: Vec<u8>,
}

/// The inputs of the groups `min_pk` and `min_sig`.
#[derive(Debug, Clone)]
pub struct BlsWorkload {
    /// The message that all sign, 32 bytes.
    pub common_message: Vec<u8>,
    /// As many signers as the largest parameter needs.
    pub signers: Vec<Signer>,
    /// One for each value of the parameter.
    pub sums: Vec<Sums>,
}

/// The inputs of the groups `dusk` and `dusk_v2`.
#[derive(Debug, Clone)]
pub struct DuskWorkload {
    /// The message that all sign, 100 bytes.
    pub message: Vec<u8>,
    /// Secret keys, 32 bytes, little-endian.
    pub secret_keys: Vec<Vec<u8>>,
    /// Compressed public keys of `secret_keys`.
    pub public_keys: Vec<Vec<u8>>,
    /// Compressed signatures of `message` with the factor for the public key.
    pub signatures: Vec<Vec<u8>>,
    /// Compressed signatures of `message` without it.
    pub single_signatures: Vec<Vec<u8>>,
}

/// The inputs of one group.
#[derive(Debug, Clone, Copy)]
pub enum Workload {
    /// For `min_pk` and `min_sig`.
    Bls(&'static BlsWorkload),
    /// For `dusk` and `dusk_v2`.
    Dusk(&'static DuskWorkload),
}

impl BlsWorkload {
    /// The sums over the first `signers` signers.
    pub fn sums(&self, signers: usize) -> Result<&Sums, Error> {
        self.sums
            .iter()
            .find(|sums| sums.signers == signers)
            .ok_or(Error::Workload("no sums over so many signers"))
    }
}

impl Signer {
    /// The 64-bit coefficient of this signer in batch verification, never zero. It is fixed, so
    /// that two runs do the same work; one who verifies for real must draw it at random.
    #[must_use]
    pub fn coefficient(&self) -> u64 {
        let first = self.ikm.first_chunk().copied().unwrap_or_default();
        u64::from_be_bytes(first) | 1
    }
}
