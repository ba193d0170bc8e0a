//! Engines with one defect each: the gate must refuse every one of them. What it refuses cannot be
//! timed, because the harness takes a `Verified` and only the gate makes one.

use bls_api::{
    Capability, ClassicOp, ClassicScheme, CurveOp, Engine, Error, Group, Inputs, Job, Kind,
    Library, Operation, PointOp, PrecompileOp, Profile, RingOp, SignatureOp, Suite, TransportOp,
    job,
};
use bls_vectors::{Refusal, verify};
use curve25519_dalek::Scalar;
use secp256k1::ecdsa::Signature;

#[derive(Clone, Copy, PartialEq)]
enum Defect {
    None,
    WrongBitInSignature,
    AcceptsInfinityKey,
    SkipsSubgroupCheck,
    JobDoesSomethingElse,
    JobAcceptsEverything,
    SkipsWhatItFails,
    CrashesWhereItShouldRefuse,
    PairingIsAlwaysOne,
    MapForgetsTheCofactor,
    AddChecksTheSubgroup,
    MsmChecksNoSubgroup,
    PaddingIsIgnored,
    RouteSignsWithoutTheFactor,
    EcdsaTakesAnyS,
    Ed25519ReducesS,
    RingVerifierIgnoresTheMessage,
    RingSignerIsAnother,
}

/// A group of an engine, with a defect.
struct Broken(Defect, Group);

impl Defect {
    /// The group that has it.
    fn group(self) -> Group {
        match self {
            Self::PairingIsAlwaysOne | Self::MapForgetsTheCofactor => Group::Curve,
            Self::AddChecksTheSubgroup | Self::MsmChecksNoSubgroup | Self::PaddingIsIgnored => {
                Group::Eip2537
            }
            Self::RouteSignsWithoutTheFactor => Group::Transport,
            Self::EcdsaTakesAnyS | Self::Ed25519ReducesS => Group::Classic,
            Self::RingVerifierIgnoresTheMessage | Self::RingSignerIsAnother => Group::RingEd25519,
            _ => Group::MinPk,
        }
    }

    /// The engine that has it.
    fn engine(self) -> &'static Engine {
        match self {
            Self::RouteSignsWithoutTheFactor => &engine_transport::NATIVE,
            Self::EcdsaTakesAnyS => &engine_secp256k1::ENGINE,
            Self::Ed25519ReducesS => &engine_ed25519_dalek::ENGINE,
            Self::RingVerifierIgnoresTheMessage | Self::RingSignerIsAnother => {
                &engine_ring_signatures::DALEK
            }
            _ => &engine_blst::ENGINE,
        }
    }
}

impl Suite for Broken {
    fn job(&self, operation: &'static Operation, inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
        let whole = self.0.engine().suite(self.1)?;
        let prepared = whole.job(operation, inputs);
        let fixed = |output: Vec<u8>| Ok(job(output, |output| Ok(output.clone()), |output| output));
        let kind = match operation.kind {
            Kind::Signature(kind) => kind,
            Kind::Curve(kind) => return self.curve(kind, inputs, prepared),
            Kind::Precompile(kind) => return self.precompile(kind, operation, inputs),
            Kind::Transport(TransportOp::Sign(Group::Dusk))
                if self.0 == Defect::RouteSignsWithoutTheFactor =>
            {
                let vulnerable = Kind::Transport(TransportOp::SignVulnerable);
                return whole.job(self.1.row(vulnerable).expect("a row"), inputs);
            }
            Kind::Classic(kind) => return self.classic(kind, operation, inputs),
            Kind::Ring(kind) => return self.ring(kind, operation, inputs),
            Kind::Dusk(_) | Kind::Transport(_) => return prepared,
        };
        let identity = |point: &[u8]| point.first() == Some(&0xc0);
        match (self.0, kind) {
            (Defect::WrongBitInSignature, SignatureOp::Sign) => {
                let mut signature = prepared?.run(1)?.output;
                signature[95] ^= 1;
                fixed(signature)
            }
            (Defect::AcceptsInfinityKey, SignatureOp::Verify)
                if identity(inputs.public_key()?) && identity(inputs.signature()?) =>
            {
                fixed(vec![1])
            }
            (Defect::SkipsSubgroupCheck, SignatureOp::DecodePublicKey) => {
                let key = inputs.public_key()?.to_vec();
                match prepared?.run(1) {
                    Err(error) if error.to_string().contains("NOT_IN_GROUP") => fixed(key),
                    _ => whole.job(operation, inputs),
                }
            }
            (Defect::SkipsWhatItFails, SignatureOp::Verify) if inputs.message()?.is_empty() => {
                Err(Error::Unsupported("empty messages".into()))
            }
            (Defect::CrashesWhereItShouldRefuse, _) => {
                prepared.map_err(|_| Error::Runner("it ended".to_owned()))
            }
            // Only what is measured: the vectors, which call it by itself, do not see it.
            (Defect::JobDoesSomethingElse, SignatureOp::AggregateSignatures)
                if inputs.signatures.len() == 46 =>
            {
                fixed(vec![0; 96])
            }
            (Defect::JobAcceptsEverything, SignatureOp::BatchVerifyMt) => fixed(vec![1]),
            _ => prepared,
        }
    }
}

impl Broken {
    fn curve(
        &self,
        kind: CurveOp,
        inputs: &Inputs,
        prepared: Result<Box<dyn Job>, Error>,
    ) -> Result<Box<dyn Job>, Error> {
        match (self.0, kind) {
            (Defect::PairingIsAlwaysOne, CurveOp::MultiPairing) => {
                prepared.map(|_| job((), |()| Ok(()), |()| vec![1]))
            }
            (Defect::MapForgetsTheCofactor, CurveOp::G1(PointOp::Map)) => {
                prepared?;
                // A point of the curve with the right x, perhaps, and not of the subgroup.
                let mut point = inputs.input.clone();
                point[0] |= 0x80;
                Ok(job(point, |point| Ok(point.clone()), |point| point))
            }
            _ => prepared,
        }
    }

    fn ring(
        &self,
        kind: RingOp,
        operation: &'static Operation,
        inputs: &Inputs,
    ) -> Result<Box<dyn Job>, Error> {
        let whole = self.0.engine().suite(self.1)?;
        let mut inputs = inputs.clone();
        match (self.0, kind) {
            (Defect::RingVerifierIgnoresTheMessage, RingOp::Verify { .. }) => {
                whole.job(operation, &inputs)?;
                return Ok(job((), |()| Ok(()), |()| vec![1]));
            }
            // What it makes is a signature over this ring, and verifies: by a member of its own.
            (Defect::RingSignerIsAnother, RingOp::Sign { .. }) => {
                let key_image = self.1.row(Kind::Ring(RingOp::KeyImage)).expect("a row");
                inputs.secret_keys = vec![[1; 32].to_vec()];
                let public = whole.output(key_image, &inputs)?[..32].to_vec();
                inputs.public_keys[0] = public;
            }
            _ => {}
        }
        whole.job(operation, &inputs)
    }

    fn precompile(
        &self,
        kind: PrecompileOp,
        operation: &'static Operation,
        inputs: &Inputs,
    ) -> Result<Box<dyn Job>, Error> {
        let blst = engine_blst::ENGINE.suite(self.1)?;
        let row = |kind| Group::Eip2537.row(Kind::Precompile(kind)).expect("a row");
        let mut inputs = inputs.clone();
        match (self.0, kind) {
            (Defect::AddChecksTheSubgroup, PrecompileOp::G1Add) => {
                for point in inputs.input.chunks_exact(128) {
                    let once = Inputs {
                        input: [point, &[0; 32]].concat(),
                        ..Inputs::default()
                    };
                    blst.output(row(PrecompileOp::G1Mul), &once)?;
                }
            }
            (Defect::MsmChecksNoSubgroup, PrecompileOp::G1Msm) => {
                let refused = blst.output(operation, &inputs);
                if refused.is_err_and(|error| error.to_string().contains("subgroup")) {
                    return Ok(job((), |()| Ok(()), |()| vec![0; 128]));
                }
            }
            (Defect::PaddingIsIgnored, PrecompileOp::MapFpToG1) if inputs.input.len() == 64 => {
                inputs.input[..16].fill(0);
            }
            _ => {}
        }
        blst.job(operation, &inputs)
    }

    fn classic(
        &self,
        kind: ClassicOp,
        operation: &'static Operation,
        inputs: &Inputs,
    ) -> Result<Box<dyn Job>, Error> {
        let mut inputs = inputs.clone();
        match kind {
            // Of the group's known differences none is this engine's.
            ClassicOp::BatchVerify(_) => {
                return Err(Error::Unsupported("not in this test".into()));
            }
            ClassicOp::Verify(_) | ClassicOp::VerifyBytes(_) => {
                for signature in &mut inputs.signatures {
                    self.change(kind.scheme(), signature);
                }
            }
            ClassicOp::KeyGen(_) | ClassicOp::Sign(_) => {}
        }
        self.0.engine().suite(self.1)?.job(operation, &inputs)
    }

    /// A signature as the engine reads it.
    fn change(&self, scheme: ClassicScheme, signature: &mut Vec<u8>) {
        let Some((r, s)) = signature.split_first_chunk::<32>() else {
            return;
        };
        match (self.0, scheme) {
            (Defect::EcdsaTakesAnyS, ClassicScheme::EcdsaSecp256k1) => {
                if let Ok(mut read) = Signature::from_compact(signature) {
                    read.normalize_s();
                    *signature = read.serialize_compact().to_vec();
                }
            }
            (Defect::Ed25519ReducesS, ClassicScheme::Ed25519) => {
                if let Ok(s) = s.try_into() {
                    let s = Scalar::from_bytes_mod_order(s).to_bytes();
                    *signature = [*r, s].concat();
                }
            }
            _ => {}
        }
    }
}

fn gate(defect: Defect) -> Result<(), Refusal> {
    let group = defect.group();
    let suite: &'static dyn Suite = Box::leak(Box::new(Broken(defect, group)));
    let engine = Box::leak(Box::new(Engine {
        id: "broken",
        library: Library {
            name: "broken",
            version: "0",
            options: "",
            compiler: "",
        },
        composed: false,
        profile: Profile::Quick,
        code_path: &|| Ok(String::new()),
        suites: Box::leak(Box::new(move |wanted| {
            if wanted == group {
                Capability::Yes(suite)
            } else {
                Capability::No("not in this test")
            }
        })),
    }));
    verify(engine, group).map(drop)
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
            operation: "aggregate_signatures",
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
fn a_crash_is_no_refusal() {
    match gate(Defect::CrashesWhereItShouldRefuse) {
        Err(Refusal::Broken(why)) => assert!(why.contains("runner: it ended"), "{why}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_pairing_that_is_always_one() {
    assert_refused_at(Defect::PairingIsAlwaysOne, "multi_pairing/");
}

#[test]
fn a_map_that_leaves_the_subgroup() {
    assert_refused_at(Defect::MapForgetsTheCofactor, "map_to_g1/");
}

#[test]
fn a_check_that_the_text_does_not_ask_for() {
    assert_refused_at(Defect::AddChecksTheSubgroup, "g1add/");
}

#[test]
fn checks_that_the_text_asks_for() {
    assert_refused_at(Defect::MsmChecksNoSubgroup, "g1msm/");
    assert_refused_at(Defect::PaddingIsIgnored, "map_fp_to_g1/");
}

#[test]
fn a_route_that_does_another_operation() {
    assert_refused_at(Defect::RouteSignsWithoutTheFactor, "dusk_sign/");
}

#[test]
fn numbers_that_are_not_reduced() {
    assert_refused_at(Defect::EcdsaTakesAnyS, "ecdsa_secp256k1_verify/s_");
    assert_refused_at(Defect::Ed25519ReducesS, "ed25519_verify/s_plus_");
}

#[test]
fn a_ring_verifier_that_ignores_the_message() {
    assert_refused_at(Defect::RingVerifierIgnoresTheMessage, "verify/");
}

#[test]
fn a_ring_signer_with_another_key() {
    assert!(matches!(
        gate(Defect::RingSignerIsAnother),
        Err(Refusal::Signature {
            operation: "sign",
            why: "another key image",
            ..
        })
    ));
}

#[test]
fn an_engine_without_the_group_is_absent_not_verified() {
    let refusal = verify(&engine_blst::ENGINE, Group::Dusk).map(drop);
    assert!(matches!(refusal, Err(Refusal::Absent(_))));
}
