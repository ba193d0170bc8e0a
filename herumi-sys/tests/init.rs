//! Initialisation, and what the build recorded about itself.

use std::thread;

use herumi_sys::{COMPILER, FLAGS, SOURCE, init, version};

#[test]
fn eight_threads_get_the_same_answer() {
    let answers: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(init)).collect();
        threads
            .into_iter()
            .map(thread::ScopedJoinHandle::join)
            .collect()
    });
    let first = init().expect("mcl initialises");
    for answer in answers {
        assert_eq!(answer.expect("no thread panics"), Ok(first));
    }
}

#[test]
fn version_is_major_dot_minor() {
    let version = version();
    let (major, minor) = version.split_once('.').expect("one dot");
    assert!(
        major.parse::<u8>().is_ok_and(|major| major >= 3),
        "{version}"
    );
    assert!(minor.len() == 2 && minor.parse::<u8>().is_ok(), "{version}");
}

#[test]
fn the_build_says_how_it_was_made() {
    assert!(!COMPILER.is_empty());
    assert!(
        SOURCE == "MCL_DIR" || SOURCE.starts_with("crate mcl_rust "),
        "{SOURCE}"
    );
    for flag in ["-O3", "-DMCL_FP_BIT=384", "-DMCL_FR_BIT=256"] {
        assert!(FLAGS.contains(flag), "no {flag} in: {FLAGS}");
    }
    let x86_64 = cfg!(target_arch = "x86_64");
    assert_eq!(FLAGS.contains("-mavx512ifma"), x86_64, "{FLAGS}");
    assert_eq!(COMPILER.contains("; LLVM IR: "), !x86_64, "{COMPILER}");
    assert!(!FLAGS.contains("-I"), "{FLAGS}");
}
