use std::{fs, path::Path};

use bls_results::{Count, CountedEngine, Emulated, Gate};

use super::{HOSTILE, full, read, write_site};
use crate::{fixture, instructions::Instructions};

/// Of two targets: an engine that passes on both, one that is refused on the second, and what else
/// there may be.
pub(super) fn targets() -> Vec<Instructions> {
    let hostile = HOSTILE.to_owned();
    let mut base = fixture::counts(
        "x86_64-unknown-linux-gnu",
        &[
            ("min_pk/sign/blst", 4e6),
            ("min_pk/sign/herumi", 5e6),
            ("min_pk/verify/blst", 13e6),
        ],
    );
    let mut other = fixture::counts(
        "aarch64-unknown-linux-gnu",
        &[
            ("min_pk/sign/blst", 3_843_123.0),
            ("min_pk/sign/herumi", 7e6),
            ("min_pk/verify/blst", 12e6),
            ("min_pk/verify/herumi", 11e6),
            ("dusk/sign/dusk", 1e6),
            ("min_pk/renamed/blst", 1e6),
        ],
    );
    other.problems = [("min_pk/verify/gnark".to_owned(), hostile.clone())].into();
    other.finished = Some("2026-01-02T03:04:05Z".to_owned());
    other.cpu = Some(hostile.clone());
    let uneven = Count {
        instructions: 12e6,
        spread: 0.0002,
        uneven: Some(0.0123),
    };
    other.counts.insert("min_pk/verify/blst".to_owned(), uneven);
    for counts in [&mut base, &mut other] {
        let results = full();
        let engines = ["blst", "herumi"].map(|id| CountedEngine {
            engine: results.engine(id).expect("an engine").clone(),
            gate: [
                ("min_pk".to_owned(), Gate::Passed),
                ("dusk".to_owned(), Gate::Absent(hostile.clone())),
            ]
            .into(),
            hidden: None,
        });
        counts.engines = engines.into();
    }
    base.engines[1].hidden = Some("JIT, ADX <b>".to_owned());
    let refused = Gate::Refused(hostile);
    other.engines[1].gate.insert("min_sig".to_owned(), refused);
    other.engines[1].engine.version = "9.9.9".to_owned();
    [other, base].map(Instructions::of).into()
}

/// What `cargo bench` has left of one of these targets.
pub(super) fn emulated(out: &Path) -> Emulated {
    let run = Emulated {
        target: "aarch64-unknown-linux-gnu".to_owned(),
        emulator: "qemu-aarch64 <b>".to_owned(),
        directory: out.join("aarch64/criterion"),
    };
    fs::create_dir_all(run.directory.join("report")).expect("a directory");
    fs::write(run.index(), "<h1>Criterion's</h1>").expect("a file");
    run
}

#[test]
fn what_a_page_of_instructions_says() {
    let out = tempfile::tempdir().unwrap();
    write_site(out.path(), full()).unwrap();
    let counts = out.path().join("pages/counts");
    let page = read(&counts.join("aarch64-unknown-linux-gnu.html"));
    for expected in [
        "Emulated: there are no times here.",
        "no count of cycles",
        "<dd>a counter 1.0</dd>",
        "<dd>2026-01-02 03:04 UTC</dd>",
        "class=\"best\">passed<",
        "class=\"none\">absent<",
        "class=\"error\">REFUSED<",
        "href=\"x86_64-unknown-linux-gnu.html\"",
        "href=\"../../aarch64/criterion/report/index.html\"",
        "<code>qemu-aarch64 &#60;b&#62;</code>",
        "class=\"best\">3.843 M<small>best 1.00×<",
        ">7.000 M<small>1.82×<",
        "uneven 1.23 %\n± 0.02 %",
        "Insecure by construction.",
        "min_pk/renamed/blst",
        "JIT, ADX &#60;b&#62;",
        // herumi, whose build differs.
        ">1.2.3<",
        "#sign\">sign<",
    ] {
        assert!(page.contains(expected), "{expected} in {page}");
    }
    // Of the page itself, which has a word of time for Criterion's alone.
    for time in [" ns", " µs", " ms", "(ns)"] {
        assert!(!page.contains(time), "{time} in {page}");
    }
    let lines = |file: &str| read(&counts.join("aarch64-unknown-linux-gnu").join(file));
    assert_eq!(
        lines("gate.csv"),
        "engine,min_pk,min_sig,dusk\nblst,passed,,absent\nherumi,passed,REFUSED,absent\n"
    );
    assert_eq!(
        lines("min_pk/instructions.csv"),
        "operation,blst (instructions),herumi (instructions)\n\
         sign,3843123,7000000\nverify,12000000,11000000\n"
    );
    let ratios = lines("min_pk/ratios.csv");
    assert_eq!(
        ratios.lines().collect::<Vec<_>>(),
        [
            "operation,blst,herumi",
            "sign,0.96078075,1.4",
            "verify,0.9230769230769231,"
        ]
    );
    let beside = lines("beside.csv");
    assert!(
        beside.contains("herumi,min_pk,1,1.4,1.4,1.4,\"JIT, ADX <b>\",1.2.3"),
        "{beside}"
    );
    // sign is 1 to 1.82, verify 1.09 to 1.
    let ranking = lines("min_pk/ranking.csv");
    assert!(
        ranking.starts_with("engine,mean ratio\nblst,1\nherumi,1.29"),
        "{ranking}"
    );
    let base = read(&counts.join("x86_64-unknown-linux-gnu.html"));
    assert!(!base.contains("Beside x86_64") && !base.contains("Criterion's pages"));
    assert!(
        base.contains("href=\"aarch64-unknown-linux-gnu.html\""),
        "{base}"
    );
    let overview = read(&out.path().join("pages/counts.csv"));
    assert!(
        overview
            .contains("aarch64-unknown-linux-gnu,2026-01-02 03:04 UTC,a counter 1.0,5,2,2,2,2,1"),
        "{overview}"
    );
    assert!(
        read(&out.path().join("index.html"))
            .contains("href=\"pages/counts/aarch64-unknown-linux-gnu.html\"")
    );
}
