//! What our layer on mcl costs over the bare calls.

use std::{hint::black_box, process::ExitCode, time::Instant};

use benches::{Overhead, Timed, timed_job};
use bls_api::{Group, MinPk};
use bls_vectors::inputs;
use engine_herumi::ENGINE;
use herumi_sys::{self as mcl, mclBnG1, mclBnG2, mclBnGT};

fn main() -> ExitCode {
    benches::overhead_main(vec![Overhead {
        id: "overhead/verify/herumi".into(),
        limit: 1.02,
        prepare: || {
            (
                timed_job(&ENGINE, Group::MinPk, "verify", None),
                verified_directly(),
            )
        },
    }])
}

fn verified_directly() -> Timed {
    const GENERATOR: &str = "97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac58\
                             6c55e83ff97a1aeffb3af00adb22c6bb";
    mcl::init().expect("mcl starts");
    let verify = Group::MinPk.operation("verify");
    let inputs = inputs(Group::MinPk, verify.expect("a row"), None).expect("inputs");
    let mut generator = mclBnG1::default();
    let mut key = mclBnG1::default();
    let mut signature = mclBnG2::default();
    let encoded = hex::decode(GENERATOR).expect("digits");
    // SAFETY: mcl was started; every pointer is to a live value and every length is that of its
    // slice.
    unsafe {
        mcl::mclBnG1_deserialize(&raw mut generator, encoded.as_ptr().cast(), encoded.len());
        mcl::mclBnG1_neg(&raw mut generator, &raw const generator);
        let bytes = &inputs.public_keys[0];
        mcl::mclBnG1_deserialize(&raw mut key, bytes.as_ptr().cast(), bytes.len());
        let bytes = &inputs.signatures[0];
        mcl::mclBnG2_deserialize(&raw mut signature, bytes.as_ptr().cast(), bytes.len());
    }
    let p = [key, generator];
    let mut q = [mclBnG2::default(), signature];
    let mut product = mclBnGT::default();
    Box::new(move |iterations| {
        let start = Instant::now();
        for _ in 0..iterations {
            let message = black_box(inputs.messages[0].as_slice());
            // SAFETY: as above.
            let valid = unsafe {
                mcl::mclBnG2_hashAndMapToWithDst(
                    &raw mut q[0],
                    message.as_ptr().cast(),
                    message.len(),
                    MinPk::DST.as_ptr().cast(),
                    MinPk::DST.len(),
                );
                mcl::mclBn_millerLoopVec(&raw mut product, p.as_ptr(), q.as_ptr(), p.len());
                mcl::mclBn_finalExp(&raw mut product, &raw const product);
                mcl::mclBnGT_isOne(&raw const product)
            };
            assert_eq!(valid, 1);
        }
        start.elapsed()
    })
}
