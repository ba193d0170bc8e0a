//! The tool as a person runs it.

mod common;

use std::{fs, path::Path, process::Output};

use bls_api::{Group, Id};
use common::tool;
use regex::Regex;

fn blsbench(arguments: &[&str]) -> Output {
    tool().args(arguments).output().expect("the tool starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// How many engines have `min_pk`.
fn engines() -> usize {
    let present = |engine: &&&bls_api::Engine| engine.absent(Group::MinPk).is_none();
    bls_engines::engines().iter().filter(present).count()
}

/// A directory in Ethereum's layout with one good case and, perhaps, another file.
fn directory(other: Option<(&str, &str)>) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let good = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../bls-vectors/vectors/min_pk/sign/signer_0_32_byte_message.json");
    fs::create_dir(folder.path().join("sign")).expect("a folder");
    fs::copy(good, folder.path().join("sign/good.json")).expect("a case");
    if let Some((path, json)) = other {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, json).expect("a file");
    }
    folder
}

fn check(folder: &tempfile::TempDir) -> (Option<i32>, String, String) {
    let output = blsbench(&["check", "--vectors", &folder.path().to_string_lossy()]);
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

#[test]
fn list_shows_engines_paths_ids_and_reasons() {
    let output = blsbench(&["list"]);
    let stdout = text(&output.stdout);
    assert!(output.status.success());
    for expected in [
        "blst: blst 0.3",
        "herumi: mcl",
        "composed scheme",
        "min_pk/aggregate_verify/{blst,herumi,",
        "}/{1,2,4,10,21,46,100,1000}",
        "absent: dusk: ",
        "INSECURE",
    ] {
        assert!(stdout.contains(expected), "no `{expected}` in:\n{stdout}");
    }
}

#[test]
fn listed_ids_parse_and_are_of_the_group_asked_for() {
    let output = blsbench(&["list", "--json", "--group", "min_sig"]);
    let list: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let ids = list["ids"].as_array().unwrap();
    assert!(ids.len() > 100);
    for row in ids {
        let id: Id = row["id"].as_str().unwrap().parse().unwrap();
        assert_eq!(id.group, Group::MinSig);
        assert_eq!(row["timed"], id.operation.timed);
    }
    let engines = list["engines"].as_array().unwrap();
    for linked in bls_engines::LINKED {
        let engine = engines.iter().find(|engine| engine["id"] == linked.id);
        let code_path = engine.unwrap()["code_path"].as_str().unwrap();
        assert!(
            !code_path.contains("UNUSABLE"),
            "{}: {code_path}",
            linked.id
        );
    }
}

#[test]
fn engines_are_described() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ENGINES.md");
    let text = fs::read_to_string(path).unwrap();
    for engine in bls_engines::engines() {
        let row = format!("| `{}` |", engine.id);
        assert!(text.contains(&row), "docs/ENGINES.md lacks {}", engine.id);
    }
}

#[test]
fn ids_in_documents_exist() {
    let id = Regex::new("`(([a-z0-9_]+)/[a-z0-9_]+/[a-z0-9_]+(/[0-9]+)?)`").unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let documents = fs::read_dir(root.join("docs")).unwrap();
    let documents = documents.map(|entry| entry.unwrap().path());
    let mut found = 0;
    for path in documents.chain([root.join("README.md")]) {
        let text = fs::read_to_string(&path).unwrap();
        for [whole, group] in id.captures_iter(&text).map(|captures| {
            let part = |index| captures.get(index).map_or("", |part| part.as_str());
            [part(1), part(2)]
        }) {
            if group.parse::<Group>().is_err() {
                // A file, or a comparison of our own layer.
                continue;
            }
            let id: Id = whole
                .parse()
                .unwrap_or_else(|error| panic!("{}: {whole}: {error}", path.display()));
            let known = bls_engines::engines()
                .iter()
                .any(|known| known.id == id.engine);
            assert!(known, "{}: {whole}: no such engine", path.display());
            found += 1;
        }
    }
    assert!(found > 20, "{found}");
}

/// The published table has the same lengths where the encodings are the same.
#[test]
fn sizes_are_those_that_were_published() {
    let output = blsbench(&["sizes"]);
    let stdout = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for (suite, lengths) in [
        ("BLS, min_pk (Ethereum)", "32 48 96 96 48"),
        ("BLS, min_sig", "32 96 48 48 96"),
        ("Ed25519 (1)", "32 32 64 - -"),
        ("ECDSA P-256 (2)", "32 33 64 - -"),
        ("BIP-340", "32 32 64 - -"),
        (
            "ring signature, secp256k1 (3)",
            "32 33 69 + 65 a member - -",
        ),
        ("ring signature, ed25519 (3)", "32 32 68 + 64 a member - -"),
    ] {
        let row = stdout
            .lines()
            .find_map(|line| line.trim().strip_prefix(suite));
        let row: Vec<_> = row.unwrap_or_default().split_whitespace().collect();
        assert_eq!(row.join(" "), lengths, "{suite} in:\n{stdout}");
    }
}

#[test]
fn check_passes_for_all_engines() {
    // The other groups' vectors are run by the tests of `bls-vectors`, through the same gate.
    for (group, expected) in [
        ("dusk", "differs: dusk in verify/infinity_key_and_signature"),
        ("min_pk", "unsupported: blsful in batch_verify: "),
    ] {
        let output = blsbench(&["check", "--group", group]);
        let stdout = text(&output.stdout);
        assert!(output.status.success(), "{stdout}");
        let last = stdout.lines().last().unwrap();
        assert!(last.contains(" passed, 0 failed, "), "{last}");
        assert!(stdout.contains(expected), "no `{expected}` in:\n{stdout}");
    }
}

#[test]
fn a_directory_of_others_is_checked() {
    let folder = directory(Some(("no_such_operation/case.json", "{}")));
    let (code, stdout, _) = check(&folder);
    assert_eq!(code, Some(0), "{stdout}");
    let last = format!("{0} passed, 0 failed, {0} unsupported\n", engines());
    assert!(stdout.ends_with(&last), "{stdout}");
    assert!(
        stdout.contains("no operation no_such_operation"),
        "{stdout}"
    );
}

#[test]
fn a_failure_is_shown_and_exits_with_1() {
    let wrong = r#"{"input": {"privkey": "0x01", "message": "0x"}, "output": "0x1234"}"#;
    let folder = directory(Some(("sign/wrong.json", wrong)));
    let (code, stdout, _) = check(&folder);
    assert_eq!(code, Some(1), "{stdout}");
    assert!(stdout.contains("FAILED blst in sign/wrong"), "{stdout}");
    assert!(stdout.contains("expected 0x1234"), "{stdout}");
    let last = format!("{0} passed, {0} failed, 0 unsupported\n", engines());
    assert!(stdout.ends_with(&last), "{stdout}");
}

#[test]
fn what_cannot_be_read_exits_with_2() {
    let torn = directory(Some(("verify/torn.json", "{\"input\": ")));
    let (code, stdout, stderr) = check(&torn);
    assert_eq!(code, Some(2));
    assert!(stdout.contains("verify/torn.json"), "{stdout}");
    assert!(stdout.contains(" passed, 0 failed"), "{stdout}");
    assert!(
        stderr.contains("1 of the vectors cannot be read"),
        "{stderr}"
    );

    let empty = tempfile::tempdir().unwrap();
    let (code, _, stderr) = check(&empty);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("no vectors in"), "{stderr}");

    let foreign = tempfile::tempdir().unwrap();
    fs::create_dir(foreign.path().join("elsewhere")).unwrap();
    fs::write(foreign.path().join("elsewhere/case.json"), "{}").unwrap();
    let (code, _, stderr) = check(&foreign);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("no vector could be run"), "{stderr}");

    let missing = blsbench(&["check", "--vectors", "no/such/directory"]);
    assert_eq!(missing.status.code(), Some(2));
}

/// What is in a file for `check --ring`: a signature with its key, a changed one and a comparison.
fn ring_signatures() -> serde_json::Value {
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bls-vectors/vectors");
    let read = |path: &str| -> serde_json::Value {
        let text = fs::read_to_string(vectors.join(path)).expect("a file of the oracle");
        serde_json::from_str(&text).expect("JSON")
    };
    let (mut signatures, mut links) = (Vec::new(), Vec::new());
    for curve in ["secp256k1", "ed25519"] {
        let workload = read(&format!("workload/ring_{curve}.json"));
        signatures.push(serde_json::json!({
            "Curve": curve, "Kind": "valid", "Size": 2, "Index": 1, "Valid": true,
            "SecretKey": workload["secret_key"], "Message": workload["messages"][0],
            "Signature": workload["signatures"]["2"][0],
        }));
        let case = read(&format!("ring_{curve}/verify/wrong_message.json"));
        signatures.push(serde_json::json!({
            "Curve": curve, "Kind": "wrong_message", "Size": 3, "Index": 1, "Valid": false,
            "SecretKey": "",
            "Message": case["input"]["messages"][0],
            "Signature": case["input"]["signatures"][0],
        }));
        let pair = read(&format!("ring_{curve}/linked/another_message.json"));
        links.push(serde_json::json!({
            "Curve": curve, "A": pair["input"]["signatures"][0],
            "B": pair["input"]["signatures"][1], "Linked": true,
        }));
    }
    serde_json::json!({"signatures": signatures, "links": links})
}

fn check_ring(json: &str, options: &[&str]) -> (Option<i32>, String, String) {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    fs::write(&file, json).expect("a file");
    let path = file.path().to_string_lossy();
    let output = blsbench(&[&["check", "--ring", &path], options].concat());
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

#[test]
fn ring_signatures_of_others_are_checked() {
    let (code, stdout, _) = check_ring(&ring_signatures().to_string(), &[]);
    assert_eq!(code, Some(0), "{stdout}");
    // A verdict, a key image and a new signature; a verdict; a comparison.
    let has = |group| move |engine: &&&bls_api::Engine| engine.absent(group).is_none();
    let count = |group| bls_engines::engines().iter().filter(has(group)).count();
    let expected = 5 * (count(Group::RingSecp256k1) + count(Group::RingEd25519));
    let last = format!("{expected} passed, 0 failed, 0 unsupported\n");
    assert!(stdout.ends_with(&last), "{stdout}");
}

#[test]
fn ring_signatures_that_are_otherwise_exit_with_1() {
    type Edit = fn(&mut serde_json::Value);
    let edits: [(Edit, &str, &str); 5] = [
        (
            |file| file["signatures"][0]["Valid"] = false.into(),
            "verify/0000_valid",
            "4 passed, 1 failed",
        ),
        (
            |file| file["signatures"][1]["Valid"] = true.into(),
            "verify/0001_wrong_message",
            "4 passed, 1 failed",
        ),
        (
            |file| file["signatures"][0]["Index"] = 0.into(),
            "key_image/0000_valid",
            "4 passed, 1 failed",
        ),
        (
            |file| file["signatures"][0]["SecretKey"] = format!("{:064}", 5).into(),
            "sign/0000_valid",
            "3 passed, 2 failed",
        ),
        (
            |file| file["links"][0]["Linked"] = false.into(),
            "linked/0000",
            "4 passed, 1 failed",
        ),
    ];
    for (edit, case, last) in edits {
        let mut file = ring_signatures();
        edit(&mut file);
        let (code, stdout, _) = check_ring(&file.to_string(), &["--engine", "ring_k256"]);
        assert_eq!(code, Some(1), "{case}: {stdout}");
        let failed = format!("FAILED ring_k256 in {case}");
        assert!(stdout.contains(&failed), "no `{failed}` in:\n{stdout}");
        assert!(stdout.contains(last), "no `{last}` in:\n{stdout}");
    }
}

#[test]
fn ring_signatures_that_cannot_be_read_exit_with_2() {
    let good = ring_signatures().to_string();
    for (json, expected) in [
        ("{\"signatures\": [\n".to_owned(), "line 2"),
        ("[1]".to_owned(), "line 1"),
        ("{}".to_owned(), "no vector could be run"),
        (
            good.replace("secp256k1", "p256"),
            "unknown variant `p256`, expected `secp256k1` or `ed25519`",
        ),
        (
            good.replacen("\"Index\":1", "\"Index\":2", 1),
            "signatures[0]: an Index outside the ring",
        ),
        (
            good.replacen("\"00000002", "\"0000000", 1),
            "Odd number of digits",
        ),
        (
            good.replacen("\"Message\":", "\"Text\":", 1),
            "missing field `Message`",
        ),
    ] {
        let (code, stdout, stderr) = check_ring(&json, &["--engine", "ring_k256"]);
        assert_eq!(code, Some(2), "{expected}: {stdout}");
        assert!(stderr.contains(expected), "no `{expected}` in:\n{stderr}");
    }
    let missing = blsbench(&["check", "--ring", "no/such/file"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("cannot read no/such/file"));
    let both = blsbench(&["check", "--ring", "file", "--vectors", "directory"]);
    assert_eq!(both.status.code(), Some(2));
}

#[test]
fn unknown_names_say_what_is_known() {
    let engine = blsbench(&["check", "--engine", "blstt"]);
    assert_eq!(engine.status.code(), Some(2));
    assert!(text(&engine.stderr).contains("there are: blst, herumi, "));
    let group = blsbench(&["list", "--group", "min-pk"]);
    assert_eq!(group.status.code(), Some(2));
    assert!(text(&group.stderr).contains("min_pk, min_sig, dusk"));
}
