//! Counts of a real bench, the example `selftest`.

use std::{collections::BTreeMap, env, path::PathBuf, process::Command};

use bls_alerts::{
    ab::burst::Bench,
    callgrind::{count, count_all},
};
use bls_results::Count;

fn selftest(slowdown: &str) -> Bench {
    // This is target/<profile>/deps/counts-<hash>.
    let own = env::current_exe().expect("a test knows where it is");
    let profile = own.ancestors().nth(2).expect("it is in target");
    // Of what it says, the last lines are kept.
    let environment = [
        ("BLSBENCH_SELFTEST_SLOWDOWN", slowdown),
        ("RUST_BACKTRACE", "0"),
    ];
    Bench {
        executable: profile.join("examples/selftest"),
        directory: env::temp_dir(),
        environment: BTreeMap::from(environment.map(|(name, value)| (name.into(), value.into()))),
    }
}

fn valgrind() -> bool {
    let there = Command::new("valgrind").arg("--version").output().is_ok();
    if !there {
        eprintln!("skipped: valgrind is not installed");
    }
    there
}

#[test]
fn a_thousandth_more_is_read_back() {
    if !valgrind() {
        return;
    }
    let ids = ["multiply/1us", "divide/10us", "memory/10us"];
    let ids = ids.map(str::to_owned);
    let counts = |slowdown| -> Vec<Count> {
        let counts = count_all(&selftest(slowdown), &ids);
        counts.into_iter().map(|count| count.unwrap()).collect()
    };
    let (base, same, slower) = (counts("0"), counts("0"), counts("1000"));
    assert_eq!(base, same);
    for ((id, base), slower) in ids.iter().zip(&base).zip(&slower) {
        assert_eq!([base.uneven, slower.uneven], [None, None], "{id}");
        let ratio = slower.instructions / base.instructions;
        assert!((ratio - 1.001).abs() < 0.0002, "{id}: {ratio}");
        // A process of its own does not count otherwise.
        let alone = count(&selftest("0"), id).unwrap();
        assert!(
            (alone / base.instructions - 1.0).abs() < 1e-9,
            "{id}: {alone}, {base:?}"
        );
    }
}

#[test]
fn what_cannot_be_counted_says_why() {
    if !valgrind() {
        return;
    }
    let no_bench = Bench {
        executable: PathBuf::from("/bin/true"),
        ..selftest("0")
    };
    let nowhere = Bench {
        executable: PathBuf::from("/nowhere"),
        ..selftest("0")
    };
    let mut no_valgrind = selftest("0");
    no_valgrind
        .environment
        .insert("PATH".to_owned(), "/nowhere".to_owned());
    for (bench, id, expected) in [
        (no_bench, "multiply/1us", "stripped"),
        (nowhere, "multiply/1us", "/nowhere"),
        (no_valgrind, "multiply/1us", "valgrind is not installed"),
        (selftest("x"), "multiply/1us", "millionths"),
        (selftest("0"), "multiply/7", "did not run multiply/7"),
    ] {
        let error = format!("{:#}", count(&bench, id).unwrap_err());
        assert!(error.contains(expected), "{error}");
    }
}
