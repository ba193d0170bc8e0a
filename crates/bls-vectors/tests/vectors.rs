//! The vectors themselves, and reading them.

use std::{collections::HashSet, fs};

use bls_api::Group;
use bls_engines::engines;
use bls_vectors::{FOLDERS, Outcome, VectorError, Vectors};

#[test]
fn every_committed_case_is_run_and_passes() {
    for &group in Group::ALL {
        let vectors = Vectors::embedded(group);
        assert!(vectors.cases.len() > 50, "{group}: {}", vectors.cases.len());
        let present: Vec<_> = engines()
            .iter()
            .filter(|engine| engine.absent(group).is_none())
            .collect();
        for case in &vectors.cases {
            let known = FOLDERS.contains(&case.folder.as_str());
            assert!(
                known || group.operation(&case.folder).is_ok(),
                "{}",
                case.folder
            );
            let mut passed = 0;
            for engine in &present {
                let outcome = vectors.run(engine, case).unwrap();
                assert!(
                    matches!(outcome, Outcome::Passed(_) | Outcome::Unsupported(_)),
                    "{}: {group}/{}/{}: {outcome:?}",
                    engine.id,
                    case.folder,
                    case.name
                );
                passed += usize::from(matches!(outcome, Outcome::Passed(_)));
            }
            let measuring = present.iter().filter(|engine| {
                let operation = group.operation(&case.folder);
                operation.is_ok_and(|operation| engine.measures(group, operation)) || known
            });
            // Schemes of `classic` have two libraries each, and one of them verifies many at once.
            let enough = match group {
                Group::Classic if case.folder.ends_with("batch_verify") => 1,
                Group::Classic => 2,
                _ => 3,
            };
            assert!(passed >= measuring.count().min(enough), "{}", case.folder);
        }
    }
}

#[test]
fn a_case_that_expects_otherwise_fails() {
    let mut vectors = Vectors::embedded(Group::MinPk);
    let mut seen = HashSet::new();
    for case in &mut vectors.cases {
        let mut json: serde_json::Value = serde_json::from_slice(&case.json).unwrap();
        json["output"] = match &json["output"] {
            serde_json::Value::Bool(verdict) => (!verdict).into(),
            serde_json::Value::Null if case.folder == "keygen" => {
                serde_json::json!({"privkey": "0x00", "pubkey": "0x00"})
            }
            serde_json::Value::Null => "0x00".into(),
            serde_json::Value::Object(point) if point.contains_key("x") => {
                serde_json::json!({"x": "0x00,0x00", "y": "0x00,0x00"})
            }
            _ => serde_json::Value::Null,
        };
        case.json = serde_json::to_vec(&json).unwrap();
        seen.insert(case.folder.clone());
    }
    for engine in engines()
        .iter()
        .filter(|engine| engine.absent(Group::MinPk).is_none())
    {
        for case in &vectors.cases {
            let outcome = vectors.run(engine, case).unwrap();
            // A known difference is expected in place of what the vector says.
            assert!(
                matches!(
                    outcome,
                    Outcome::Failed { .. } | Outcome::Passed(Some(_)) | Outcome::Unsupported(_)
                ),
                "{}: {}/{}: {outcome:?}",
                engine.id,
                case.folder,
                case.name
            );
        }
    }
    assert_eq!(seen.len(), 10, "{seen:?}");
}

#[test]
fn known_differences_are_real() {
    let mut differences = 0;
    for &group in Group::ALL {
        let vectors = Vectors::embedded(group);
        for engine in engines() {
            for case in &vectors.cases {
                if let Ok(Outcome::Passed(Some(why))) = vectors.run(engine, case) {
                    assert!(!why.is_empty());
                    differences += 1;
                }
            }
        }
    }
    assert_eq!(
        differences,
        Vectors::known_differences(),
        "one is out of date"
    );
}

#[test]
fn directories_that_hold_no_vectors() {
    let folder = tempfile::tempdir().unwrap();
    let read = || Vectors::read(Group::MinPk, folder.path());
    assert!(matches!(read(), Err(VectorError::Empty(_))));
    fs::write(folder.path().join("verify.json"), "{}").unwrap();
    assert!(matches!(read(), Err(VectorError::Empty(_))));
    let missing = folder.path().join("missing");
    assert!(matches!(
        Vectors::read(Group::MinPk, &missing),
        Err(VectorError::Io { .. })
    ));
    fs::create_dir(folder.path().join("verify")).unwrap();
    fs::write(folder.path().join("verify/torn.json"), "{\"input\": {").unwrap();
    let vectors = read().unwrap();
    let error = vectors.run(engines()[0], &vectors.cases[0]).unwrap_err();
    assert!(error.to_string().contains("verify/torn.json"), "{error}");
}
