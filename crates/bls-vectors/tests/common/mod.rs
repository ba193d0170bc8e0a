//! The operations of a BLS signature suite, called with bytes.

use bls_api::{Engine, Error, Group, Inputs, Kind, SignatureOp, Suite};

/// One suite of one engine.
#[derive(Clone, Copy)]
pub(crate) struct Caller {
    pub(crate) engine: &'static str,
    group: Group,
    suite: &'static dyn Suite,
}

impl Caller {
    /// None where the engine does not have the group.
    pub(crate) fn new(engine: &Engine, group: Group) -> Option<Self> {
        Some(Self {
            engine: engine.id,
            group,
            suite: engine.suite(group).ok()?,
        })
    }

    fn output(&self, operation: SignatureOp, inputs: &Inputs) -> Result<Vec<u8>, Error> {
        let row = self.group.row(Kind::Signature(operation));
        self.suite.output(row.expect("a row of the table"), inputs)
    }

    fn verdict(&self, operation: SignatureOp, inputs: &Inputs) -> Result<bool, Error> {
        Ok(self.output(operation, inputs)? == [1])
    }

    /// The secret and the public key.
    pub(crate) fn key_gen(&self, ikm: &[u8]) -> Result<(Vec<u8>, Vec<u8>), Error> {
        let inputs = Inputs {
            ikm: ikm.to_vec(),
            ..Inputs::default()
        };
        let mut secret = self.output(SignatureOp::KeyGen, &inputs)?;
        let public = secret.split_off(32);
        Ok((secret, public))
    }

    pub(crate) fn decode_public_key(&self, bytes: &[u8]) -> Result<Vec<u8>, Error> {
        self.output(SignatureOp::DecodePublicKey, &keys(&[bytes]))
    }

    pub(crate) fn decode_signature(&self, bytes: &[u8]) -> Result<Vec<u8>, Error> {
        self.output(SignatureOp::DecodeSignature, &signatures(&[bytes]))
    }

    pub(crate) fn hash_to_curve(&self, message: &[u8], dst: &[u8]) -> Result<Vec<u8>, Error> {
        let inputs = Inputs {
            messages: list(&[message]),
            dst: dst.to_vec(),
            ..Inputs::default()
        };
        self.output(SignatureOp::HashToCurve, &inputs)
    }

    pub(crate) fn sign(&self, secret_key: &[u8], message: &[u8]) -> Result<Vec<u8>, Error> {
        let inputs = Inputs {
            secret_keys: list(&[secret_key]),
            messages: list(&[message]),
            ..Inputs::default()
        };
        self.output(SignatureOp::Sign, &inputs)
    }

    pub(crate) fn verify(
        &self,
        key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<bool, Error> {
        let inputs = signed(&[key], &[message], &[signature]);
        self.verdict(SignatureOp::Verify, &inputs)
    }

    pub(crate) fn aggregate_signatures(&self, all: &[&[u8]]) -> Result<Vec<u8>, Error> {
        self.output(SignatureOp::AggregateSignatures, &signatures(all))
    }

    pub(crate) fn aggregate_public_keys(&self, all: &[&[u8]]) -> Result<Vec<u8>, Error> {
        self.output(SignatureOp::AggregatePublicKeys, &keys(all))
    }

    pub(crate) fn aggregate_verify(
        &self,
        keys: &[&[u8]],
        messages: &[&[u8]],
        signature: &[u8],
    ) -> Result<bool, Error> {
        let inputs = signed(keys, messages, &[signature]);
        self.verdict(SignatureOp::AggregateVerify, &inputs)
    }

    pub(crate) fn fast_aggregate_verify(
        &self,
        keys: &[&[u8]],
        message: &[u8],
        signature: &[u8],
    ) -> Result<bool, Error> {
        let inputs = signed(keys, &[message], &[signature]);
        self.verdict(SignatureOp::FastAggregateVerify, &inputs)
    }

    pub(crate) fn batch_verify(
        &self,
        keys: &[&[u8]],
        messages: &[&[u8]],
        signatures: &[&[u8]],
    ) -> Result<bool, Error> {
        let mut inputs = signed(keys, messages, signatures);
        inputs.coefficients = (0..signatures.len() as u64)
            .map(|index| u64::MAX - 2 * index)
            .collect();
        self.verdict(SignatureOp::BatchVerify, &inputs)
    }
}

fn list(items: &[&[u8]]) -> Vec<Vec<u8>> {
    items.iter().map(|item| item.to_vec()).collect()
}

fn keys(keys: &[&[u8]]) -> Inputs {
    signed(keys, &[], &[])
}

fn signatures(signatures: &[&[u8]]) -> Inputs {
    signed(&[], &[], signatures)
}

fn signed(keys: &[&[u8]], messages: &[&[u8]], signatures: &[&[u8]]) -> Inputs {
    Inputs {
        public_keys: list(keys),
        messages: list(messages),
        signatures: list(signatures),
        ..Inputs::default()
    }
}
