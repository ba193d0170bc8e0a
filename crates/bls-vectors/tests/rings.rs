//! What one implementation of ring signatures signs, every other verifies, and links to what it signs
//! itself: ours and ring-go's two releases, over rings of every size.

use std::io::{self, Write};

use bls_api::{Engine, Group, Inputs, Kind, RingOp};
use bls_engines::engines;
use bls_vectors::inputs;

fn run(engine: &Engine, group: Group, op: RingOp, inputs: &Inputs) -> Vec<u8> {
    let operation = group.row(Kind::Ring(op)).expect("a row");
    let suite = engine.suite(group).expect("a suite");
    let output = suite.output(operation, inputs);
    output.unwrap_or_else(|error| panic!("{group}/{}/{}: {error}", operation.name, engine.id))
}

#[test]
fn every_signature_is_everybodys() {
    for id in ["ring_go", "ring_go_0_1"] {
        let engine = engines().iter().find(|engine| engine.id == id);
        let engine = engine.expect("an engine");
        if let Some(why) = engine.absent(Group::RingSecp256k1) {
            // Not `println!`, which the test harness captures.
            writeln!(io::stderr(), "skipped: signatures of {id}: {why}").unwrap();
        }
    }
    let plain = RingOp::Sign { bound: false };
    for group in [Group::RingSecp256k1, Group::RingEd25519] {
        let sign = group.row(Kind::Ring(plain)).unwrap();
        let all = engines().iter();
        let all: Vec<_> = all
            .filter(|engine| engine.absent(group).is_none())
            .collect();
        for param in sign.params {
            let signing = inputs(group, sign, param.value).unwrap();
            let made: Vec<_> = all
                .iter()
                .map(|engine| run(engine, group, plain, &signing))
                .collect();
            for (signer, signature) in all.iter().zip(&made) {
                let given = Inputs {
                    messages: signing.messages.clone(),
                    signatures: vec![signature.clone(), made[0].clone()],
                    ..Inputs::default()
                };
                for verifier in &all {
                    for op in [RingOp::Verify { bound: false }, RingOp::Linked] {
                        let verdict = run(verifier, group, op, &given);
                        let who = (group, param.value, signer.id, verifier.id);
                        assert_eq!(verdict, [1], "{op:?}: {who:?}");
                    }
                }
            }
        }
    }
}
