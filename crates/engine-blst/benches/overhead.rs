//! What a job costs over blst called directly.

use std::{hint::black_box, process::ExitCode, ptr};

use benches::{Overhead, Timed, timed, timed_job};
use bls_api::{Group, Inputs, MinPk, job};
use bls_vectors::inputs;
use blst::{
    BLST_ERROR, Pairing, blst_p1, blst_p1_affine, blst_p2_affine, blst_scalar, limb_t, min_pk,
};
use engine_blst::ENGINE;

/// What the project allows its own layer.
const LIMIT: f64 = 1.01;
/// The same for sums of multiples, whose scratch space is a part of our job.
const MSM_LIMIT: f64 = 1.02;

fn main() -> ExitCode {
    benches::overhead_main(vec![
        Overhead {
            id: "overhead/g1_add/blst".into(),
            limit: LIMIT,
            prepare: Box::new(|| (added_by_job(), added_directly())),
        },
        Overhead {
            id: "overhead/g1_msm_8/blst".into(),
            limit: MSM_LIMIT,
            prepare: Box::new(|| g1_msm(8)),
        },
        Overhead {
            id: "overhead/g1_msm_64/blst".into(),
            limit: MSM_LIMIT,
            prepare: Box::new(|| g1_msm(64)),
        },
        Overhead {
            id: "overhead/g2_msm_8/blst".into(),
            limit: MSM_LIMIT,
            prepare: Box::new(|| g2_msm(8)),
        },
        Overhead {
            id: "overhead/g2_msm_64/blst".into(),
            limit: MSM_LIMIT,
            prepare: Box::new(|| g2_msm(64)),
        },
        Overhead {
            id: "overhead/sign/blst".into(),
            limit: LIMIT,
            prepare: Box::new(|| {
                (
                    timed_job(&ENGINE, Group::MinPk, "sign", None),
                    signed_directly(),
                )
            }),
        },
        Overhead {
            id: "overhead/verify/blst".into(),
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

/// Sums of multiples by the C function, with the scratch space that it wants made before.
fn msm_directly<P: Default + 'static, A: Default + Copy + 'static>(
    inputs: &[Vec<u8>],
    scalars: &[Vec<u8>],
    uncompress: unsafe extern "C" fn(*mut A, *const u8) -> BLST_ERROR,
    scratch_bytes: unsafe extern "C" fn(usize) -> usize,
    pippenger: Pippenger<P, A>,
) -> Timed {
    let mut points = vec![A::default(); inputs.len()];
    let mut multipliers = vec![blst_scalar::default(); scalars.len()];
    let count = points.len();
    for (point, bytes) in points.iter_mut().zip(inputs) {
        // SAFETY: the inputs are compressed points of this group.
        unsafe { uncompress(point, bytes.as_ptr()) };
    }
    for (scalar, bytes) in multipliers.iter_mut().zip(scalars) {
        // SAFETY: pointer and length are those of `bytes`.
        unsafe { blst::blst_scalar_from_be_bytes(scalar, bytes.as_ptr(), bytes.len()) };
    }
    // SAFETY: takes a number.
    let mut scratch = vec![0_u64; unsafe { scratch_bytes(count) }.div_ceil(8)];
    timed(move || {
        let points = [black_box(points.as_ptr()), ptr::null()];
        let scalars = [black_box(multipliers.as_ptr()).cast::<u8>(), ptr::null()];
        let mut sum = P::default();
        // SAFETY: a null pointer in a list says that the values follow the one before in memory;
        // `scratch` is as long as blst asked for.
        unsafe {
            pippenger(
                &raw mut sum,
                points.as_ptr(),
                count,
                scalars.as_ptr(),
                255,
                scratch.as_mut_ptr(),
            );
        }
        black_box(&sum);
    })
}

type Pippenger<P, A> =
    unsafe extern "C" fn(*mut P, *const *const A, usize, *const *const u8, usize, *mut limb_t);

fn g1_msm(count: u32) -> (Timed, Timed) {
    let inputs = curve_inputs("g1_msm", count);
    let direct = msm_directly(
        &inputs.g1,
        &inputs.scalars,
        blst::blst_p1_uncompress,
        blst::blst_p1s_mult_pippenger_scratch_sizeof,
        blst::blst_p1s_mult_pippenger,
    );
    (
        timed_job(&ENGINE, Group::Curve, "g1_msm", Some(count)),
        direct,
    )
}

fn g2_msm(count: u32) -> (Timed, Timed) {
    let inputs = curve_inputs("g2_msm", count);
    let direct = msm_directly(
        &inputs.g2,
        &inputs.scalars,
        blst::blst_p2_uncompress,
        blst::blst_p2s_mult_pippenger_scratch_sizeof,
        blst::blst_p2s_mult_pippenger,
    );
    (
        timed_job(&ENGINE, Group::Curve, "g2_msm", Some(count)),
        direct,
    )
}

fn curve_inputs(name: &str, count: u32) -> Inputs {
    let operation = Group::Curve.operation(name).expect("a row of the table");
    inputs(Group::Curve, operation, Some(count)).expect("inputs")
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
