//! What our layer on mcl costs over the bare calls.

use std::{ffi::c_void, hint::black_box, process::ExitCode};

use benches::{Overhead, Timed, timed, timed_job};
use bls_api::{Group, Inputs, MinPk};
use bls_vectors::inputs;
use engine_herumi::ENGINE;
use herumi_sys::{self as mcl, mclBnFr, mclBnG1, mclBnG2, mclBnGT};

/// What the project allows our layer.
const LIMIT: f64 = 1.02;

fn main() -> ExitCode {
    benches::overhead_main(vec![
        Overhead {
            id: "overhead/g1_msm_256/herumi".into(),
            limit: LIMIT,
            prepare: Box::new(|| {
                let inputs = msm_inputs("g1_msm", 256);
                let direct = msm_directly(
                    &inputs.g1,
                    &inputs.scalars,
                    mcl::mclBnG1_deserialize,
                    mcl::mclBnG1_mulVec,
                );
                (
                    timed_job(&ENGINE, Group::Curve, "g1_msm", Some(256)),
                    direct,
                )
            }),
        },
        Overhead {
            id: "overhead/g2_msm_64/herumi".into(),
            limit: LIMIT,
            prepare: Box::new(|| {
                let inputs = msm_inputs("g2_msm", 64);
                let direct = msm_directly(
                    &inputs.g2,
                    &inputs.scalars,
                    mcl::mclBnG2_deserialize,
                    mcl::mclBnG2_mulVec,
                );
                (timed_job(&ENGINE, Group::Curve, "g2_msm", Some(64)), direct)
            }),
        },
        Overhead {
            id: "overhead/verify/herumi".into(),
            limit: LIMIT,
            prepare: Box::new(|| {
                (
                    timed_job(&ENGINE, Group::MinPk, "verify", None),
                    verified_directly(),
                )
            }),
        },
    ])
}

fn msm_inputs(name: &str, count: u32) -> Inputs {
    let operation = Group::Curve.operation(name).expect("a row of the table");
    inputs(Group::Curve, operation, Some(count)).expect("inputs")
}

type Deserialize<P> = unsafe extern "C" fn(*mut P, *const c_void, usize) -> usize;
type MulVec<P> = unsafe extern "C" fn(*mut P, *mut P, *const mclBnFr, usize);

/// The sum of multiples by mcl's function, on points that it may write to.
fn msm_directly<P: Default + Clone + 'static>(
    inputs: &[Vec<u8>],
    scalars: &[Vec<u8>],
    deserialize: Deserialize<P>,
    mul_vec: MulVec<P>,
) -> Timed {
    mcl::init().expect("mcl starts");
    let mut points = vec![P::default(); inputs.len()];
    let mut multipliers = vec![mclBnFr::default(); scalars.len()];
    for (point, bytes) in points.iter_mut().zip(inputs) {
        // SAFETY: mcl was started; pointer and length are those of `bytes`.
        unsafe { deserialize(point, bytes.as_ptr().cast(), bytes.len()) };
    }
    for (scalar, bytes) in multipliers.iter_mut().zip(scalars) {
        // SAFETY: mcl was started; pointer and length are those of `bytes`.
        unsafe { mcl::mclBnFr_setBigEndianMod(scalar, bytes.as_ptr().cast(), bytes.len()) };
    }
    timed(move || {
        let mut sum = P::default();
        let list = black_box(points.as_mut_ptr());
        // SAFETY: both lists are as long as they are said to be.
        unsafe { mul_vec(&raw mut sum, list, multipliers.as_ptr(), multipliers.len()) };
        black_box(&sum);
    })
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
    timed(move || {
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
    })
}
