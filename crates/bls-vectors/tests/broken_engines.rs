//! Engines with one defect each: the gate must refuse every one of them. What it refuses cannot be
//! timed, because the harness takes a `Verified` and only the gate makes one.

use bls_api::{
    BlsWorkload, Capability, Engine, Error, Group, Job, Library, SignatureOp, Suite, job,
};
use bls_vectors::{Refusal, verify};

#[derive(Clone, Copy, PartialEq)]
enum Defect {
    None,
    WrongBitInSignature,
    AcceptsInfinityKey,
    SkipsSubgroupCheck,
    JobDoesSomethingElse,
    JobAcceptsEverything,
    SkipsWhatItFails,
}

/// blst with a defect.
struct Broken(Defect);

fn blst() -> &'static dyn Suite {
    engine_blst::ENGINE
        .suite(Group::MinPk)
        .expect("blst has min_pk")
}

impl Suite for Broken {
    fn key_gen(&self, ikm: &[u8]) -> Result<(Vec<u8>, Vec<u8>), Error> {
        blst().key_gen(ikm)
    }

    fn decode_public_key(&self, bytes: &[u8]) -> Result<Vec<u8>, Error> {
        self.forgive(bytes, blst().decode_public_key(bytes))
    }

    fn decode_signature(&self, bytes: &[u8]) -> Result<Vec<u8>, Error> {
        self.forgive(bytes, blst().decode_signature(bytes))
    }

    fn hash_to_curve(&self, message: &[u8], dst: &[u8]) -> Result<Vec<u8>, Error> {
        blst().hash_to_curve(message, dst)
    }

    fn sign(&self, secret_key: &[u8], message: &[u8]) -> Result<Vec<u8>, Error> {
        let mut signature = blst().sign(secret_key, message)?;
        if self.0 == Defect::WrongBitInSignature {
            signature[95] ^= 1;
        }
        Ok(signature)
    }

    fn verify(&self, key: &[u8], message: &[u8], signature: &[u8]) -> Result<bool, Error> {
        if self.0 == Defect::SkipsWhatItFails && message.is_empty() {
            return Err(Error::Unsupported("empty messages"));
        }
        let identity = |bytes: &[u8]| bytes.first() == Some(&0xc0);
        if self.0 == Defect::AcceptsInfinityKey && identity(key) && identity(signature) {
            return Ok(true);
        }
        blst().verify(key, message, signature)
    }

    fn aggregate_signatures(&self, signatures: &[&[u8]]) -> Result<Vec<u8>, Error> {
        blst().aggregate_signatures(signatures)
    }

    fn aggregate_public_keys(&self, keys: &[&[u8]]) -> Result<Vec<u8>, Error> {
        blst().aggregate_public_keys(keys)
    }

    fn aggregate_verify(
        &self,
        keys: &[&[u8]],
        messages: &[&[u8]],
        signature: &[u8],
    ) -> Result<bool, Error> {
        blst().aggregate_verify(keys, messages, signature)
    }

    fn fast_aggregate_verify(
        &self,
        keys: &[&[u8]],
        message: &[u8],
        signature: &[u8],
    ) -> Result<bool, Error> {
        blst().fast_aggregate_verify(keys, message, signature)
    }

    fn batch_verify(
        &self,
        keys: &[&[u8]],
        messages: &[&[u8]],
        signatures: &[&[u8]],
    ) -> Result<bool, Error> {
        blst().batch_verify(keys, messages, signatures)
    }

    fn job(
        &self,
        operation: SignatureOp,
        signers: usize,
        workload: &'static BlsWorkload,
    ) -> Result<Box<dyn Job>, Error> {
        if self.0 == Defect::JobDoesSomethingElse && operation == SignatureOp::Sign {
            return Ok(job((), |()| Ok(()), |()| vec![0; 96]));
        }
        if self.0 == Defect::JobAcceptsEverything && operation == SignatureOp::BatchVerifyMt {
            return Ok(job((), |()| Ok(()), |()| vec![1]));
        }
        blst().job(operation, signers, workload)
    }
}

impl Broken {
    fn forgive(&self, bytes: &[u8], result: Result<Vec<u8>, Error>) -> Result<Vec<u8>, Error> {
        match result {
            Err(error)
                if self.0 == Defect::SkipsSubgroupCheck
                    && error.to_string().contains("NOT_IN_GROUP") =>
            {
                Ok(bytes.to_vec())
            }
            result => result,
        }
    }
}

fn gate(defect: Defect) -> Result<(), Refusal> {
    let suite: &'static dyn Suite = Box::leak(Box::new(Broken(defect)));
    let engine = Box::leak(Box::new(Engine {
        id: "broken",
        library: Library {
            name: "broken",
            version: "0",
            options: "",
            compiler: "",
        },
        composed: false,
        code_path: || Ok(String::new()),
        min_pk: Capability::Yes(suite),
        min_sig: Capability::No("not in this test"),
        dusk: Capability::No("not in this test"),
        dusk_v2: Capability::No("not in this test"),
    }));
    verify(engine, Group::MinPk).map(drop)
}

#[track_caller]
fn assert_refused_at(defect: Defect, expected: &str) {
    match gate(defect) {
        Err(Refusal::Vectors { case, .. }) => assert!(case.contains(expected), "{case}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn without_a_defect_the_wrapper_passes() {
    assert_eq!(gate(Defect::None), Ok(()));
}

#[test]
fn one_wrong_bit_in_a_signature() {
    assert_refused_at(Defect::WrongBitInSignature, "sign/");
}

#[test]
fn an_accepted_infinity_key() {
    assert_refused_at(Defect::AcceptsInfinityKey, "verify/");
}

#[test]
fn a_skipped_subgroup_check() {
    assert_refused_at(Defect::SkipsSubgroupCheck, "deserialization_G");
}

#[test]
fn a_job_that_does_not_do_its_operation() {
    assert!(matches!(
        gate(Defect::JobDoesSomethingElse),
        Err(Refusal::Output {
            operation: "sign",
            ..
        })
    ));
}

#[test]
fn a_job_that_accepts_everything() {
    assert!(matches!(
        gate(Defect::JobAcceptsEverything),
        Err(Refusal::Output {
            operation: "batch_verify_mt",
            ..
        })
    ));
}

#[test]
fn vectors_that_are_skipped_one_by_one() {
    assert_eq!(
        gate(Defect::SkipsWhatItFails),
        Err(Refusal::Skipped("verify".to_owned()))
    );
}

#[test]
fn an_engine_without_the_group_is_absent_not_verified() {
    let refusal = verify(&engine_blst::ENGINE, Group::Dusk).map(drop);
    assert!(matches!(refusal, Err(Refusal::Absent(_))));
}
