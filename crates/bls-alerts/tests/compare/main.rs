//! Two stored sides: what is said of them.

mod bad_input;
mod fixture;
mod properties;

use std::fs;

use bls_results::{EngineRecord, Ledger};
use serde_json::json;

use fixture::{
    SIGN, VERIFY, around, compared, counts, criterion, data, engine, notes, record, refused,
    run_of, temporary, verdicts,
};

#[test]
fn baselines_of_criterion() {
    let folder = temporary();
    let home = folder.path().join("target/criterion");
    let mut divided = around(120.0, 0.01);
    divided.truncate(24);
    divided.extend([90.0; 6]);
    for (id, base, new) in [
        (
            "a/worse",
            Some(around(100.0, 0.01)),
            Some(around(110.0, 0.01)),
        ),
        (
            "b/better",
            Some(around(100.0, 0.01)),
            Some(around(90.0, 0.01)),
        ),
        (
            "c/same",
            Some(around(100.0, 0.01)),
            Some(around(101.0, 0.01)),
        ),
        (
            "d/noisy",
            Some(around(100.0, 0.5)),
            Some(around(106.0, 0.5)),
        ),
        ("e/missing", Some(around(100.0, 0.01)), None),
        ("f/new", None, Some(around(100.0, 0.01))),
        ("g/divided", Some(around(100.0, 0.01)), Some(divided)),
    ] {
        for (baseline, times) in [("main", base), ("new", new)] {
            times.map(|times| criterion(&home, baseline, id, &times));
        }
    }
    let (code, json) = compared(folder.path(), &["main", "target/criterion"]);
    assert_eq!(code, Some(1));
    let found: Vec<&str> = verdicts(&json, "time").iter().map(|row| row.1).collect();
    assert_eq!(
        found,
        [
            "worse", "better", "same", "noisy", "missing", "new", "noisy"
        ]
    );
    let why = json["rows"][6]["time"]["why"].as_str().unwrap();
    assert!(why.contains("do not agree"), "{why}");
    assert!(
        notes(&json).contains("nothing is known of machine and compiler"),
        "{json}"
    );
    let method = json["method"].as_str().unwrap();
    for word in [
        "bootstrap",
        "0.05 / 5 ids (Bonferroni)",
        "threshold 5 %",
        "`ab`",
    ] {
        assert!(method.contains(word), "{method}");
    }
    let (code, json) = compared(folder.path(), &["target/criterion:new", "main"]);
    assert_eq!(code, Some(1));
    let found: Vec<&str> = verdicts(&json, "time").iter().map(|row| row.1).collect();
    assert_eq!(
        found,
        [
            "better", "worse", "same", "noisy", "new", "missing", "noisy"
        ]
    );

    let (code, json) = compared(folder.path(), &["main", "new", "--filter", "^(b|c|f)/"]);
    assert_eq!((code, verdicts(&json, "time").len()), (Some(0), 3));
    refused(
        folder.path(),
        &["main", "new", "--filter", "nothing"],
        &["no id", "nothing"],
    );
    fs::write(
        folder.path().join("blsbench.toml"),
        "[[override]]\nids = '^a/'\nstored = 0.2",
    )
    .unwrap();
    let (_, json) = compared(
        &folder.path().join("target"),
        &["criterion:main", "criterion"],
    );
    assert_eq!(verdicts(&json, "time")[0], ("a/worse", "same"));
}

#[test]
fn an_id_may_be_called_as_a_baseline_is() {
    let folder = temporary();
    for (baseline, middle) in [("main", 100.0), ("new", 120.0)] {
        let set = criterion(folder.path(), baseline, "vector/new", &around(middle, 0.01));
        let inside = folder.path().join("vector/new").join(baseline);
        fs::create_dir_all(inside.parent().unwrap()).unwrap();
        fs::rename(set, inside).unwrap();
    }
    let base = format!("{}:main", folder.path().display());
    let (_, json) = compared(folder.path(), &[&base, "."]);
    assert_eq!(verdicts(&json, "time"), [("vector/new", "worse")]);
}

#[test]
fn the_ledger_says_where_and_what_went_wrong() {
    let folder = temporary();
    let side = |name: &str, engine: EngineRecord, verifies: bool| {
        let home = folder.path().join(name);
        for id in [SIGN, VERIFY] {
            criterion(&home, "new", id, &around(100.0, 0.01));
        }
        let mut ledger = Ledger::begin(&home, record(engine, &[SIGN, VERIFY])).unwrap();
        ledger.measured(&SIGN.parse().unwrap(), None).unwrap();
        let id = VERIFY.parse().unwrap();
        if verifies {
            ledger.measured(&id, None).unwrap();
        } else {
            // Criterion's files are still those of the run before.
            ledger.error(&id, "a crash".into()).unwrap();
        }
    };
    side("base", engine("0.3.16", "ADX"), true);
    side("crash", engine("0.3.17", "ADX"), false);
    side("portable", engine("0.3.17", "portable"), true);
    let (code, json) = compared(folder.path(), &["base", "crash"]);
    assert_eq!(code, Some(1));
    assert_eq!(
        verdicts(&json, "time"),
        [(SIGN, "same"), (VERIFY, "missing")]
    );
    assert!(
        json["rows"][1]["time"]["why"]
            .as_str()
            .unwrap()
            .contains("a crash")
    );
    assert!(
        notes(&json).contains("blst's version: `blst 0.3.16` and `blst 0.3.17`"),
        "{json}"
    );
    assert!(!notes(&json).contains("nothing is known"), "{json}");
    let words = [
        "not comparable",
        "blst's code path: `ADX` and `portable`",
        "--force",
    ];
    refused(folder.path(), &["base", "portable"], &words);
    let (code, json) = compared(folder.path(), &["base", "portable", "--force"]);
    assert_eq!(code, Some(0));
    assert!(
        notes(&json).contains("by force") && notes(&json).contains("`portable`"),
        "{json}"
    );
}

#[test]
fn runs() {
    let folder = temporary();
    let side = |name: &str, engine, middles| run_of(&folder.path().join(name), engine, middles);
    side("base", engine("0.3.16", "ADX"), [Some(100.0), Some(200.0)]);
    side(
        "slower",
        engine("0.3.17", "ADX"),
        [Some(110.0), Some(202.0)],
    );
    side("crash", engine("0.3.17", "ADX"), [None, Some(200.0)]);
    side(
        "portable",
        engine("0.3.17", "portable"),
        [Some(100.0), Some(200.0)],
    );
    let (code, json) = compared(folder.path(), &["base", "slower"]);
    assert_eq!(code, Some(1));
    assert_eq!(verdicts(&json, "time"), [(SIGN, "worse"), (VERIFY, "same")]);
    let sign = &json["rows"][0]["time"];
    assert_eq!(
        (&sign["base"], &sign["repetitions"]),
        (&json!(100.2), &json!(5))
    );
    assert_eq!(compared(folder.path(), &["slower", "base"]).0, Some(0));
    let (code, json) = compared(folder.path(), &["base", "crash"]);
    assert_eq!(code, Some(1));
    assert_eq!(
        verdicts(&json, "time"),
        [(SIGN, "missing"), (VERIFY, "same")]
    );
    let (code, json) = compared(folder.path(), &["crash", "crash"]);
    assert_eq!(
        (code, verdicts(&json, "time")),
        (Some(0), vec![(VERIFY, "same")])
    );
    assert!(notes(&json).contains("left out: 1"), "{json}");
    refused(
        folder.path(),
        &["base", "portable"],
        &["not comparable", "blst's code path"],
    );
    side("nothing", engine("1", "ADX"), [None, None]);
    refused(
        folder.path(),
        &["nothing", "nothing"],
        &["nothing to compare"],
    );
}

#[test]
fn few_repetitions_are_said_to_be_few() {
    let folder = temporary();
    for (name, middle) in [("base", 100.0), ("new", 110.0)] {
        let middles = [Some(middle); 2];
        run_of(&folder.path().join(name), engine("1", "ADX"), middles);
        let lines = folder.path().join(name).join("measurements.jsonl");
        let text = fs::read_to_string(&lines).unwrap();
        let first: Vec<&str> = text.lines().take(2 + 2 * 2).collect();
        fs::write(&lines, first.join("\n")).unwrap();
    }
    let (_, json) = compared(folder.path(), &["base", "new"]);
    assert!(notes(&json).contains("3 repetitions are too few"), "{json}");
    for name in ["base", "new"] {
        let lines = folder.path().join(name).join("measurements.jsonl");
        let text = fs::read_to_string(&lines).unwrap();
        let first: Vec<&str> = text.lines().take(2).collect();
        fs::write(&lines, first.join("\n")).unwrap();
    }
    let (code, json) = compared(folder.path(), &["base", "new"]);
    assert_eq!(code, Some(0));
    assert_eq!(
        verdicts(&json, "time"),
        [(SIGN, "noisy"), (VERIFY, "noisy")]
    );
    assert!(
        json["rows"][0]["time"]["why"]
            .as_str()
            .unwrap()
            .contains("too few repetitions")
    );
}

#[test]
fn data_folders() {
    let folder = temporary();
    data(
        folder.path(),
        "base",
        engine("0.3.16", "ADX"),
        [Some(100.0), Some(200.0)],
    );
    data(
        folder.path(),
        "slower",
        engine("0.3.17", "ADX"),
        [Some(110.0), Some(201.0)],
    );
    let (code, json) = compared(folder.path(), &["base", "slower"]);
    assert_eq!(code, Some(1));
    assert_eq!(verdicts(&json, "time"), [(SIGN, "worse"), (VERIFY, "same")]);
    assert!(notes(&json).contains("blst 0.3.17"), "{json}");
}

#[test]
fn instruction_counts() {
    let folder = temporary();
    let write = |name: &str, target: &str, counted: &[(&str, f64)]| {
        counts(&folder.path().join(name), target, counted);
    };
    write("base", "x86_64", &[("a", 1e6), ("b", 1e6), ("c", 1e6)]);
    write(
        "new",
        "x86_64",
        &[("a", 1_001_000.0), ("b", 1e6), ("c", 9e5)],
    );
    write("arm", "aarch64", &[("a", 1e6)]);
    let (code, json) = compared(folder.path(), &["base", "new"]);
    assert_eq!(code, Some(1));
    let expected = [("a", "worse"), ("b", "same"), ("c", "better")];
    assert_eq!(verdicts(&json, "count"), expected);
    let words = ["not comparable", "`x86_64` and `aarch64`"];
    refused(folder.path(), &["base", "arm"], &words);
    criterion(&folder.path().join("criterion"), "new", "a", &[1.0]);
    let words = [
        "base is a file of instruction counts",
        "criterion is a Criterion baseline",
    ];
    refused(folder.path(), &["base", "criterion"], &words);
}

#[test]
fn ids_that_move_together_are_moved_by_the_machine() {
    let folder = temporary();
    for i in 0..6 {
        let id = format!("group/{i}");
        let middle = 100.0 * f64::from(i + 1);
        let moved = if i == 0 {
            1.0
        } else {
            1.07 + f64::from(i) / 1000.0
        };
        for (side, middle) in [("base", middle), ("new", middle * moved)] {
            criterion(&folder.path().join(side), "new", &id, &around(middle, 0.01));
        }
    }
    let words = "5 of 6 ids moved the same way by about as much, +7.2 %";
    let (_, json) = compared(folder.path(), &["base", "new"]);
    assert!(notes(&json).contains(words), "{json}");
    let (_, json) = compared(folder.path(), &["base", "base"]);
    assert!(!notes(&json).contains("moved"), "{json}");
}

#[test]
fn emulated_times_are_refused() {
    let folder = temporary();
    let path = |name: &str| folder.path().join(name);
    let mut emulated = record(engine("0.3.17", "assembly"), &[SIGN]);
    emulated.run.emulated = Some("qemu-aarch64".into());
    let expected = ["emulated by `qemu-aarch64`", "cargo blsbench count"];

    for baseline in ["new", "main"] {
        criterion(&path("criterion"), baseline, SIGN, &around(100.0, 0.01));
        criterion(&path("native"), baseline, SIGN, &around(100.0, 0.01));
    }
    let mut ledger = Ledger::begin(&path("criterion"), emulated.clone()).unwrap();
    ledger.measured(&SIGN.parse().unwrap(), None).unwrap();
    for side in ["criterion", "criterion:main"] {
        refused(folder.path(), &["native", side], &expected);
    }

    let [middle, none] = [Some(100.0), None];
    let native = engine("0.3.17", "assembly");
    run_of(&path("run"), native.clone(), [middle, none]);
    data(folder.path(), "data", native, [middle, none]);
    let text = fs::read_to_string(path("run/run.json")).unwrap();
    let mut run: serde_json::Value = serde_json::from_str(&text).unwrap();
    run["run"]["emulated"] = json!("qemu-aarch64");
    fs::write(path("run/run.json"), run.to_string()).unwrap();
    refused(folder.path(), &["run", "run"], &expected);
    let text = fs::read_to_string(path("data/environment.toml")).unwrap();
    let text = text.replace("[[runs]]", "[[runs]]\nemulated = 'qemu-aarch64'");
    fs::write(path("data/environment.toml"), text).unwrap();
    refused(folder.path(), &["data", "data"], &expected);
}
