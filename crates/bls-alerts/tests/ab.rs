//! Two revisions of a small workspace of its own, compared by the program.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::{Mutex, MutexGuard, PoisonError},
};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

/// Versions that are compiled elsewhere in this workspace: nothing newer is fetched.
const LOCK: &str = include_str!("../../../Cargo.lock");
const TOOLCHAIN: &str = include_str!("../../../rust-toolchain.toml");

const MANIFEST: &str = r#"
[package]
name = "scratch"
version = "0.1.0"
edition = "2024"

[workspace]

[lib]
bench = false

[dependencies]
itoa = "ITOA"

[dev-dependencies]
criterion = { version = "0.8", default-features = false }

[[bench]]
name = "work"
harness = false

[profile.bench]
opt-level = 1

[profile.bench.package."*"]
opt-level = 0
"#;

const BENCH: &str = r#"
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};

// The revisions differ in a constant, not in the layout of their code.
const UNITS: [(&str, u64); 3] = [("one", 2000), ("two", 2000), ("three", 2000)];

fn work(criterion: &mut Criterion) {
    let (_, itoa) = include_str!("../Cargo.lock").split_once("name = \"itoa\"").unwrap();
    let itoa = itoa.split('"').nth(1).unwrap();
    criterion.bench_function(&format!("itoa/{itoa}"), |bencher| bencher.iter(|| black_box(1)));
    let mut group = criterion.benchmark_group("work");
    for (name, units) in UNITS {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                (0..black_box(units)).fold(1_u64, |x, _| black_box(x.wrapping_mul(5) | 1))
            });
        });
    }
}

criterion_group!(benches, work);
criterion_main!(benches);
"#;

/// A repository whose workspace is in a directory of it.
struct Scratch {
    directory: TempDir,
    /// Of all tests, for as long as one uses it.
    target: PathBuf,
    _turn: MutexGuard<'static, ()>,
}

impl Scratch {
    /// With one commit.
    fn new() -> Self {
        static TURN: Mutex<()> = Mutex::new(());
        let scratch = Self {
            directory: tempfile::tempdir().expect("a temporary directory can be made"),
            target: Path::new(env!("CARGO_TARGET_TMPDIR")).join("ab"),
            _turn: TURN.lock().unwrap_or_else(PoisonError::into_inner),
        };
        let manifest = MANIFEST.replace("ITOA", itoa());
        for (path, text) in [
            ("README.md", "One."),
            ("rust/blsbench.toml", "[thresholds]\ntime = 0.03"),
            ("rust/rust-toolchain.toml", TOOLCHAIN),
            ("rust/Cargo.toml", &manifest),
            ("rust/Cargo.lock", LOCK),
            ("rust/src/lib.rs", ""),
            ("rust/benches/work.rs", BENCH),
        ] {
            scratch.write(path, text);
        }
        // Throws out of the lock file what is not needed.
        succeed(
            Command::new("cargo")
                .args(["update", "--workspace"])
                .current_dir(scratch.workspace()),
        );
        scratch.git(&["init", "--quiet"]);
        scratch.commit("first");
        scratch
    }

    fn workspace(&self) -> PathBuf {
        self.directory.path().join("rust")
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.directory.path().join(path);
        fs::create_dir_all(path.parent().expect("it is in a directory")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }

    /// Commits the bench with one text replaced.
    fn change(&self, from: &str, to: &str) {
        assert!(BENCH.contains(from), "{from}");
        self.write("rust/benches/work.rs", &BENCH.replace(from, to));
        self.commit(to);
    }

    fn commit(&self, message: &str) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message", message]);
    }

    fn git(&self, arguments: &[&str]) -> String {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=test", "-c", "user.email=test@localhost"]);
        succeed(git.args(arguments).current_dir(self.directory.path()))
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bls-alerts"));
        command.args(["ab", "--format", "json"]).args(arguments);
        command.current_dir(self.workspace().join("benches"));
        command.env("CARGO_TARGET_DIR", &self.target);
        command
    }

    fn ab(&self, arguments: &[&str]) -> Ended {
        let output = self
            .command(arguments)
            .output()
            .expect("the program starts");
        self.ended(&output)
    }

    fn ended(&self, output: &Output) -> Ended {
        let worktrees = self.git(&["worktree", "list"]);
        assert_eq!(worktrees.lines().count(), 1, "{worktrees}");
        Ended {
            code: output.status.code().expect("it was not killed"),
            found: serde_json::from_slice(&output.stdout).unwrap_or_default(),
            said: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// The locked version of a crate that is easily had in another.
fn itoa() -> &'static str {
    let (_, rest) = LOCK
        .split_once("name = \"itoa\"")
        .expect("it is in the lock file");
    rest.split('"').nth(1).expect("it has a version")
}

fn succeed(command: &mut Command) -> String {
    let output = command.output().expect("it can be started");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {error}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What the program left.
struct Ended {
    code: i32,
    found: Value,
    said: String,
}

impl Ended {
    fn rows(&self) -> &[Value] {
        self.found["rows"]
            .as_array()
            .unwrap_or_else(|| panic!("no rows: {}", self.said))
    }

    fn verdicts(&self) -> Vec<(&str, &str)> {
        fn text(value: &Value) -> &str {
            value.as_str().unwrap_or_default()
        }
        let rows = self.rows().iter();
        rows.map(|row| (text(&row["id"]), text(&row["time"]["verdict"])))
            .collect()
    }

    fn fails(&self, words: &[&str]) {
        assert_eq!(self.code, 2, "{}", self.said);
        for word in words {
            assert!(self.said.contains(word), "{word} is not in: {}", self.said);
        }
    }
}

#[test]
fn what_got_slower_is_named_and_the_reverse_is_better() {
    let scratch = Scratch::new();
    scratch.change("(\"two\", 2000)", "(\"two\", 2200)");
    let slower = scratch.ab(&["HEAD~1", "--filter", "^work/"]);
    assert_eq!(slower.code, 1, "{}", slower.said);
    let worse: Vec<_> = slower
        .verdicts()
        .into_iter()
        .filter(|(_, verdict)| *verdict == "worse")
        .collect();
    assert_eq!(worse, [("work/two", "worse")]);
    let count = |id: &str| {
        let row = slower
            .rows()
            .iter()
            .find(|row| row["id"] == id)
            .expect("it is an id");
        (
            row["count"]["verdict"].clone(),
            row["count"]["change"]["ratio"].as_f64(),
        )
    };
    if slower.found["notes"]
        .to_string()
        .contains("skipped: counts")
    {
        eprintln!("skipped: counts: valgrind not found");
    } else {
        assert_eq!(count("work/one").0, "same");
        let (verdict, ratio) = count("work/two");
        assert_eq!(verdict, "worse");
        assert!(
            ratio.is_some_and(|ratio| (ratio - 1.1).abs() < 0.005),
            "{ratio:?}"
        );
    }

    let faster = scratch.ab(&["HEAD", "HEAD~1", "--filter", "^work/two", "--no-counts"]);
    assert_eq!(faster.code, 0, "{}", faster.said);
    assert_eq!(faster.verdicts(), [("work/two", "better")]);
}

#[test]
fn text_for_people_is_not_measured_and_data_is() {
    let scratch = Scratch::new();
    scratch.write("README.md", "Two.");
    scratch.commit("text");
    let text = scratch.ab(&["HEAD~1"]);
    assert_eq!(text.code, 0, "{}", text.said);
    assert_eq!(text.rows().len(), 4);
    for row in text.rows() {
        assert_eq!(row["time"]["verdict"], "same");
        assert_eq!(row["time"]["why"], "the executables are identical");
        assert_eq!(row["time"]["repetitions"], 0);
    }

    scratch.write("rust/benches/data", "A bench may read this.");
    scratch.commit("data");
    let data = scratch.ab(&["HEAD~1", "--no-counts", "--budget", "0s"]);
    assert_eq!(data.code, 0, "{}", data.said);
    assert!(
        data.verdicts()
            .iter()
            .all(|(_, verdict)| *verdict == "noisy")
    );
}

#[test]
fn nothing_is_timed_under_an_emulator() {
    for arguments in [&["ab", "HEAD"][..], &["selftest"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bls-alerts"));
        command
            .args(arguments)
            .env("BLSBENCH_EMULATOR", "qemu-aarch64");
        let output = command.output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("emulated by `qemu-aarch64`"), "{said}");
    }
}

#[test]
fn ids_of_one_side_are_missing_or_new() {
    let scratch = Scratch::new();
    scratch.change("; 3] = [(\"one\", 2000), ", "; 2] = [");
    let missing = scratch.ab(&["HEAD~1", "HEAD", "--filter", "one"]);
    assert_eq!(missing.code, 1, "{}", missing.said);
    assert_eq!(missing.verdicts(), [("work/one", "missing")]);
    let new = scratch.ab(&["HEAD", "HEAD~1", "--filter", "one"]);
    assert_eq!(new.code, 0, "{}", new.said);
    assert_eq!(new.verdicts(), [("work/one", "new")]);
}

#[test]
fn what_cannot_be_compared_is_an_error() {
    let scratch = Scratch::new();
    scratch
        .ab(&["HEAD", "--filter", "nothing"])
        .fails(&["error: there is nothing to compare"]);
    scratch
        .ab(&["nowhere"])
        .fails(&["error: no revision `nowhere`"]);
    scratch.change("(units)", "(unknown)");
    let broken = scratch.ab(&["HEAD~1"]);
    broken.fails(&[
        "error: HEAD (",
        "it does not build",
        "cannot find value `unknown`",
    ]);
    // On the screen when it was said, and in the error.
    assert_eq!(
        broken.said.matches("error[E0425]").count(),
        2,
        "{}",
        broken.said
    );

    let nothing = tempfile::tempdir().expect("a temporary directory can be made");
    let output = scratch
        .command(&["HEAD"])
        .current_dir(nothing.path())
        .output();
    let ended = scratch.ended(&output.expect("the program starts"));
    ended.fails(&["error: git: fatal: not a git repository"]);
}

#[test]
fn versions_of_a_dependency_are_compared() {
    const OTHER: &str = "1.0.15";
    let scratch = Scratch::new();
    let dependency = format!("itoa={OTHER}");
    // First a requirement that does not allow the other version.
    for requirement in [itoa(), "1"] {
        scratch.write("rust/Cargo.toml", &MANIFEST.replace("ITOA", requirement));
        scratch.git(&[
            "commit",
            "--all",
            "--allow-empty",
            "--quiet",
            "--message",
            requirement,
        ]);
        let compared = scratch.ab(&["HEAD", "--filter", "^itoa/", "--dependency", &dependency]);
        let offline = [
            "failed to download",
            "failed to query",
            "unable to update registry",
        ];
        if offline.iter().any(|words| compared.said.contains(words)) {
            eprintln!(
                "skipped: versions of a dependency: no registry: {}",
                compared.said
            );
            return;
        }
        assert_eq!(compared.code, 1, "{}", compared.said);
        let (before, after) = (format!("itoa/{}", itoa()), format!("itoa/{OTHER}"));
        let mut expected = [(before.as_str(), "missing"), (after.as_str(), "new")];
        expected.sort_unstable();
        assert_eq!(compared.verdicts(), expected);
        let label = compared.found["new"].as_str().unwrap_or_default();
        assert!(label.ends_with(&format!("with itoa {OTHER}")), "{label}");
    }
    scratch
        .ab(&["HEAD", "--dependency", "itoa=99.0.0"])
        .fails(&["error: itoa 99.0.0: "]);
}

#[test]
fn a_second_one_is_refused_and_an_interrupt_keeps_what_is_settled() {
    let scratch = Scratch::new();
    scratch.change("(\"two\", 2000)", "(\"two\", 2200)");
    // While it is built, and while it is measured.
    for moment in ["building", "ids settled"] {
        let mut command = scratch.command(&["HEAD~1", "--no-counts", "--filter", "^work/"]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().expect("the program starts");
        let output = interrupted(child, moment, || {
            let second = scratch.command(&["HEAD~1"]).output();
            let second = second.expect("the program starts");
            let said = String::from_utf8_lossy(&second.stderr);
            assert!(said.contains("another comparison"), "{said}");
        });
        let ended = scratch.ended(&output);
        assert_eq!(ended.code, 130, "{}", ended.said);
        if moment == "ids settled" {
            assert_eq!(ended.rows().len(), 3);
        }
    }
}

/// Ends by SIGINT, sent when it says this and after `meanwhile`.
fn interrupted(mut child: Child, moment: &str, meanwhile: impl FnOnce()) -> Output {
    let stderr = child.stderr.take().expect("it is a pipe");
    let mut lines = BufReader::new(stderr).lines().map_while(Result::ok);
    assert!(
        lines.any(|line| line.contains(moment)),
        "it ended before {moment}"
    );
    meanwhile();
    kill_process(Pid::from_child(&child), Signal::INT).expect("it runs");
    let rest: Vec<String> = lines.collect();
    let mut output = child.wait_with_output().expect("it ends");
    output.stderr = rest.join("\n").into_bytes();
    output
}
