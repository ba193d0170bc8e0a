//! The vectors themselves, and reading them.

use std::{
    collections::{BTreeSet, HashSet},
    fs,
};

use bls_api::{Engine, Group};
use bls_engines::engines;
use bls_vectors::{FOLDERS, Outcome, VectorError, Vectors, on_all_cores};

#[test]
fn every_committed_case_is_run_and_passes() {
    for &group in Group::ALL {
        let vectors = Vectors::embedded(group);
        assert!(vectors.cases.len() > 50, "{group}: {}", vectors.cases.len());
        let is_present = |engine: &Engine| engine.absent(group).is_none();
        let present: Vec<_> = engines().iter().filter(|e| is_present(e)).collect();
        let differences = on_all_cores(&vectors.cases, |case| {
            let known = FOLDERS.contains(&case.folder.as_str());
            assert!(
                known || group.operation(&case.folder).is_ok(),
                "{}",
                case.folder
            );
            let mut passed = 0;
            let mut differences = Vec::new();
            let name = format!("{}/{}", case.folder, case.name);
            for engine in &present {
                match vectors.run(engine, case).unwrap() {
                    Outcome::Passed(difference) => {
                        passed += 1;
                        assert_ne!(difference.as_deref(), Some(""));
                        differences.extend(difference.map(|_| (engine.id, name.clone())));
                    }
                    Outcome::Unsupported(_) => {}
                    outcome => panic!("{}: {group}/{name}: {outcome:?}", engine.id),
                }
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
            differences
        });
        let differences: BTreeSet<_> = differences.into_iter().flatten().collect();
        let claimed = vectors.known_differences().filter(|(id, _)| {
            let engine = engines().iter().find(|engine| engine.id == *id);
            is_present(engine.unwrap_or_else(|| panic!("no engine {id}")))
        });
        let claimed: BTreeSet<_> = claimed.map(|(id, case)| (id, case.to_owned())).collect();
        assert_eq!(differences, claimed, "{group}");
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
