//! A short load, all answers of which are right.

use std::process::Command;

#[test]
fn nothing_wrong_and_nothing_lost() {
    for scheme in ["min_pk", "dusk_v2", "dusk"] {
        let output = Command::new(env!("CARGO_BIN_EXE_blsbench-load"))
            .args(["--seconds", "2", "--operation", "mixed"])
            .args(["--scheme", scheme])
            .output()
            .expect("it ran");
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{stdout}");
        for line in ["wrong: 0\n", "lost: 0\n"] {
            assert!(stdout.contains(line), "{stdout}");
        }
        let refused = "refused, as they should be: 0\n";
        assert!(!stdout.contains(refused), "{stdout}");
        println!("{stdout}");
    }
}

#[test]
fn a_server_that_is_not_there() {
    let output = Command::new(env!("CARGO_BIN_EXE_blsbench-load"))
        .args(["--address", "unix:/no/such/socket"])
        .output()
        .expect("it ran");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && stderr.contains("/no/such/socket"),
        "{stderr}"
    );
}
