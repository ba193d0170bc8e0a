//! Files that are no results: a message that names file and id, and exit code 2.

use std::fs;

use crate::fixture::{
    SIGN, VERIFY, around, counts, criterion, data, engine, refused, run_of, temporary,
};

#[test]
fn bad_files_of_criterion() {
    let folder = temporary();
    let set = |name: &str| criterion(&folder.path().join(name), "new", SIGN, &around(100.0, 0.01));
    set("good");
    let samples =
        |iters: &str, times: &str| format!(r#"{{"iters": [{iters}], "times": [{times}]}}"#);
    let whole = fs::read_to_string(set("good").join("sample.json")).unwrap();
    for (contents, why) in [
        (String::new(), "EOF"),
        (whole[..whole.len() / 2].to_owned(), "EOF"),
        (
            r#"{"median": {"point_estimate": 1.0}}"#.to_owned(),
            "missing field `iters`",
        ),
        ("PNG".to_owned(), "expected value"),
        (samples("1, 1", "1, NaN"), "expected value"),
        (samples("1, 1", "1, null"), "null"),
        (samples("1, 1", "1, 1e999"), "out of range"),
        (samples("1, 1", "1, 0"), "times: 0 is neither"),
        (samples("1, 1", "1, -5"), "times: -5 is neither"),
        (samples("1, 0", "1, 1"), "iters: 0 is neither"),
        (samples("1, 1e300", "1, 1e-300"), "0 is neither"),
        (samples("1, 1", "1"), "2 numbers of iterations, and 1 times"),
        (samples("", ""), "no sample"),
    ] {
        let path = set("bad").join("sample.json");
        fs::write(&path, contents).unwrap();
        for arguments in [["good", "bad"], ["bad", "good"]] {
            refused(folder.path(), &arguments, &["sample.json", SIGN, why]);
        }
    }
    fs::remove_file(set("bad").join("sample.json")).unwrap();
    refused(
        folder.path(),
        &["good", "bad"],
        &["sample.json", SIGN, "No such file"],
    );
    for contents in ["", "[]", r#"{"full_id": "#] {
        fs::write(set("bad").join("benchmark.json"), contents).unwrap();
        refused(
            folder.path(),
            &["good", "bad"],
            &["min_pk_sign_blst/new/benchmark.json"],
        );
    }
    fs::remove_file(set("bad").join("benchmark.json")).unwrap();
    refused(
        folder.path(),
        &["good", "bad"],
        &["min_pk_sign_blst/new/benchmark.json"],
    );
    set("bad");
    fs::write(folder.path().join("bad/blsbench.json"), "{").unwrap();
    refused(
        folder.path(),
        &["good", "bad"],
        &["bad/blsbench.json", "EOF"],
    );
}

#[test]
fn all_problems_of_both_sides_are_listed() {
    let folder = temporary();
    for (side, id) in [
        ("base", SIGN),
        ("base", VERIFY),
        ("new", "min_pk/keygen/blst"),
    ] {
        let set = criterion(&folder.path().join(side), "new", id, &[1.0]);
        fs::write(set.join("sample.json"), "{}").unwrap();
    }
    refused(
        folder.path(),
        &["base", "new"],
        &[SIGN, VERIFY, "min_pk/keygen/blst"],
    );
    let twice = folder.path().join("twice");
    criterion(&twice, "new", SIGN, &[1.0]);
    criterion(&twice.join("again"), "new", SIGN, &[1.0]);
    refused(folder.path(), &["twice", "twice"], &[SIGN, "twice"]);
}

#[test]
fn what_is_no_side() {
    let folder = temporary();
    criterion(&folder.path().join("good"), "main", SIGN, &[1.0]);
    fs::create_dir(folder.path().join("empty")).unwrap();
    fs::write(folder.path().join("foreign"), "fn main() {}").unwrap();
    for (side, words) in [
        ("empty", ["empty: ", "no results of Criterion"]),
        ("good", ["good: no id has a baseline `new`", "main"]),
        ("good:other", ["good: no id has a baseline `other`", "main"]),
        ("foreign", ["foreign: ", "expected"]),
        (
            "nowhere",
            ["nowhere: ", "no such file, directory or baseline"],
        ),
        (
            "no/where",
            ["no/where: ", "no such file, directory or baseline"],
        ),
        (
            "no:where",
            ["no:where: ", "no such file, directory or baseline"],
        ),
    ] {
        refused(folder.path(), &["good:main", side], &words);
        refused(folder.path(), &[side, "good:main"], &words);
    }
}

#[test]
fn bad_files_of_runs() {
    let folder = temporary();
    let good = folder.path().join("good");
    run_of(&good, engine("1", "ADX"), [Some(100.0), Some(200.0)]);
    let whole = fs::read_to_string(good.join("measurements.jsonl")).unwrap();
    let bad = folder.path().join("bad");
    fs::create_dir(&bad).unwrap();
    fs::copy(good.join("run.json"), bad.join("run.json")).unwrap();
    let line = |rest: &str| format!("{whole}{{\"id\":\"{SIGN}\",\"repetition\":{rest}}}\n");
    for (contents, words) in [
        (whole[..whole.len() - 9].to_owned(), ["jsonl:10", "EOF"]),
        (
            line(r#"9,"samples_ns":[1,null],"iterations":1"#),
            [SIGN, "did not match"],
        ),
        (
            line(r#"9,"samples_ns":[1,0],"iterations":1"#),
            [SIGN, "0 is neither"],
        ),
        (
            line(r#"9,"samples_ns":[1,-2],"iterations":1"#),
            [SIGN, "-2 is neither"],
        ),
        (
            line(r#"9,"samples_ns":[1,1e999],"iterations":1"#),
            ["jsonl:11", "out of range"],
        ),
        (
            line(r#"9,"samples_ns":[],"iterations":1"#),
            [SIGN, "no sample"],
        ),
        (
            line(r#"9,"samples_ns":[1],"iterations":0"#),
            [SIGN, "no iteration"],
        ),
        (
            line(r#"1,"samples_ns":[1],"iterations":1"#),
            [SIGN, "repetition 1 is there twice"],
        ),
        ("hello\n".to_owned(), ["jsonl:1", "expected value"]),
    ] {
        fs::write(bad.join("measurements.jsonl"), contents).unwrap();
        refused(
            folder.path(),
            &["good", "bad"],
            &["bad/measurements.jsonl", words[0], words[1]],
        );
    }
    fs::remove_file(bad.join("measurements.jsonl")).unwrap();
    refused(folder.path(), &["good", "bad"], &["bad/measurements.jsonl"]);
    for contents in ["", "{}", "[1]"] {
        fs::write(bad.join("run.json"), contents).unwrap();
        refused(folder.path(), &["good", "bad"], &["bad/run.json"]);
    }
}

#[test]
fn bad_files_of_data_folders() {
    let folder = temporary();
    for name in ["base", "bad"] {
        data(
            folder.path(),
            name,
            engine("1", "ADX"),
            [Some(100.0), Some(200.0)],
        );
    }
    let bad = folder.path().join("bad");
    let path = bad.join("results.json");
    let whole = fs::read_to_string(&path).unwrap();
    let row = |ns: &str| {
        let rest = format!(r#""ns":{ns},"low":1,"high":3,"samples":3"#);
        format!(r#"{{"rows":[{{"id":"{SIGN}","run":0,"outcome":"measured",{rest}}}]}}"#)
    };
    for (contents, words) in [
        (String::new(), ["EOF", ""]),
        (whole[..whole.len() / 2].to_owned(), ["EOF", ""]),
        (row("null"), [SIGN, "null"]),
        (row("0"), [SIGN, "0 is neither"]),
        (row("-1"), [SIGN, "-1 is neither"]),
        (row("1e999"), ["out of range", ""]),
        (row("5"), [SIGN, "5 is not between 1 and 3"]),
        (whole.replace(VERIFY, SIGN), [SIGN, "twice"]),
        (r#"{"rows":[]}"#.to_owned(), ["no id in it", ""]),
    ] {
        fs::write(&path, contents).unwrap();
        refused(
            folder.path(),
            &["base", "bad"],
            &["bad", words[0], words[1]],
        );
    }
    fs::write(&path, whole).unwrap();
    fs::copy(&path, bad.join("environment.toml")).unwrap();
    refused(folder.path(), &["base", "bad"], &["bad/environment.toml"]);
}

#[test]
fn bad_files_of_counts() {
    let folder = temporary();
    let [good, bad] = ["good", "bad"].map(|name| folder.path().join(name));
    counts(&good, "x86_64", &[("the id", 1.0)]);
    for (count, why) in [
        (0.0, "0 is neither"),
        (-1.0, "-1 is neither"),
        (f64::NAN, "null"),
    ] {
        counts(&bad, "x86_64", &[("the id", count)]);
        refused(folder.path(), &["good", "bad"], &["bad: the id", why]);
    }
    let twice = r#"{"version":1,"tool":"t","target":"t","counts":{"the id":{"instructions":1},
        "other":{"instructions":0},"the id":{"instructions":1}}}"#;
    let words = ["bad: the id", "twice", "bad: other", "0 is neither"];
    for (contents, words) in [
        (twice, &words[..]),
        (&twice[..80], &["bad: EOF"]),
        ("", &["bad: EOF"]),
        (r#"{"version":9,"counts":{}}"#, &["bad: version 9"]),
    ] {
        fs::write(&bad, contents).unwrap();
        refused(folder.path(), &["good", "bad"], words);
    }
}
