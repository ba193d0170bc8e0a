//! A runner counts what its engine takes from the heap, when it is asked and not before.

use bls_api::{Allocated, Group, Id, Profile, heap};
use bls_runner::{Launch, discover};
use bls_vectors::verify;

#[test]
fn counts_when_asked() {
    if !cfg!(all(target_os = "linux", target_env = "gnu")) {
        println!("skipped: what is counted: nothing is without glibc");
        return;
    }
    let launch = Launch::new(env!("CARGO_BIN_EXE_runner-blst").into(), vec![]);
    let engine = discover(&launch, Profile::Quick).unwrap()[0].engine;
    let verified = verify(engine, Group::MinPk).unwrap();
    let prepare = |id: &str| {
        let id: Id = id.parse().unwrap();
        verified.prepare(id.operation, id.param).unwrap()
    };

    let mut sign = prepare("min_pk/sign/blst");
    // The output, which has 96 bytes, is not the operation's.
    let nothing = Allocated {
        bytes: 0,
        allocations: 0,
    };
    assert_eq!(sign.run(2).unwrap().allocated, None);
    let counted = heap::counted(|| sign.run(2)).unwrap();
    assert_eq!(counted.allocated, Some(nothing));
    assert_eq!(sign.run(2).unwrap().allocated, None);

    // A pairing context, which is as large whatever goes into it.
    let mut verify = prepare("min_pk/verify/blst");
    let one = verify.allocated().unwrap().expect("it was asked");
    assert!(one.allocations > 0 && one.bytes > 1000, "{one:?}");
    let three = heap::counted(|| verify.run(3)).unwrap().allocated.unwrap();
    assert_eq!((three.bytes, three.allocations), {
        (3 * one.bytes, 3 * one.allocations)
    });
}
