//! What a job costs over blst called directly.

use std::{hint::black_box, process::ExitCode, time::Instant};

use benches::{Overhead, Timed, timed_job};
use bls_api::{Group, Inputs, MinPk, job};
use bls_vectors::inputs;
use blst::{BLST_ERROR, Pairing, blst_p1, blst_p1_affine, blst_p2_affine, min_pk};
use engine_blst::ENGINE;

/// What the project allows its own layer.
const LIMIT: f64 = 1.01;

fn main() -> ExitCode {
    benches::overhead_main(vec![
        Overhead {
            id: "overhead/g1_add/blst",
            limit: LIMIT,
            prepare: || (added_by_job(), added_directly()),
        },
        Overhead {
            id: "overhead/sign/blst",
            limit: LIMIT,
            prepare: || (timed_job(&ENGINE, Group::MinPk, "sign"), signed_directly()),
        },
        Overhead {
            id: "overhead/verify/blst",
            limit: LIMIT,
            prepare: || {
                (
                    timed_job(&ENGINE, Group::MinPk, "verify"),
                    verified_directly(),
                )
            },
        },
    ])
}

fn timed(mut once: impl FnMut() + 'static) -> Timed {
    Box::new(move |iterations| {
        let start = Instant::now();
        for _ in 0..iterations {
            once();
        }
        start.elapsed()
    })
}

fn inputs_of(name: &str) -> Inputs {
    let operation = Group::MinPk.operation(name).expect("a row of the table");
    inputs(Group::MinPk, operation, None).expect("inputs")
}

fn signed_directly() -> Timed {
    let inputs = inputs_of("sign");
    let key = min_pk::SecretKey::from_bytes(&inputs.secret_keys[0]).expect("a key");
    timed(move || {
        black_box(&black_box(&key).sign(black_box(&inputs.messages[0]), MinPk::DST, &[]));
    })
}

fn verified_directly() -> Timed {
    let inputs = inputs_of("verify");
    let key = min_pk::PublicKey::uncompress(&inputs.public_keys[0]).expect("a key");
    let signature = min_pk::Signature::uncompress(&inputs.signatures[0]).expect("a signature");
    let (key, signature) = (blst_p1_affine::from(key), blst_p2_affine::from(signature));
    timed(move || {
        let mut pairing = Pairing::new(true, MinPk::DST);
        let message = black_box(inputs.messages[0].as_slice());
        let added = pairing.aggregate(
            black_box(&key),
            false,
            black_box(&signature),
            false,
            message,
            &[],
        );
        pairing.commit();
        assert!(added == BLST_ERROR::BLST_SUCCESS && pairing.finalverify(None));
    })
}

fn points() -> (blst_p1, blst_p1) {
    let mut point = blst_p1::default();
    let mut double = blst_p1::default();
    let key = min_pk::PublicKey::uncompress(&inputs_of("verify").public_keys[0]).expect("a key");
    // SAFETY: all pointers are to live values.
    unsafe {
        blst::blst_p1_from_affine(&raw mut point, &raw const *<&blst_p1_affine>::from(&key));
        blst::blst_p1_double(&raw mut double, &raw const point);
    }
    (point, double)
}

fn add((a, b): &(blst_p1, blst_p1)) -> blst_p1 {
    let mut sum = blst_p1::default();
    // SAFETY: all pointers are to live values.
    unsafe { blst::blst_p1_add_or_double(&raw mut sum, &raw const *a, &raw const *b) };
    sum
}

fn added_by_job() -> Timed {
    let mut job = job(points(), |points| Ok(add(points)), |_| Vec::new());
    Box::new(move |iterations| job.run(iterations).expect("cannot fail").elapsed)
}

fn added_directly() -> Timed {
    let points = points();
    timed(move || {
        black_box(&add(black_box(&points)));
    })
}
