//! A runner that goes wrong costs the id that is being measured, and nothing else.

use std::{
    env,
    io::{self, BufReader},
    path::PathBuf,
    process::{Command, Stdio},
    time::Duration,
};

use bls_api::{Engine, Error, Group, Inputs, Operation, Profile};
use bls_runner::{DiscoverError, Launch, Remote, discover};
use bls_vectors::inputs;

/// Cargo builds examples for tests, beside the directory of tests.
fn runner(fault: &str) -> Launch {
    let test = env::current_exe().expect("this program");
    let directory = test
        .ancestors()
        .nth(2)
        .expect("the directory of the profile");
    let program: PathBuf = directory.join("examples/misbehaving_runner");
    let mut launch = Launch::new(program, vec![fault.into()]);
    // Long for a signature, and the one thing that `silence` waits for.
    launch.deadline = Duration::from_secs(20);
    launch
}

fn start(launch: &Launch) -> Remote {
    let remotes = discover(launch, Profile::Quick).expect("a runner");
    assert_eq!(remotes.len(), 1);
    remotes[0]
}

fn row(name: &str) -> &'static Operation {
    Group::MinPk.operation(name).expect("a row of the table")
}

fn run(engine: &Engine, operation: &str) -> Result<Vec<u8>, Error> {
    let operation = row(operation);
    let inputs = inputs(Group::MinPk, operation, None).expect("inputs");
    let mut job = engine.suite(Group::MinPk)?.job(operation, &inputs)?;
    Ok(job.run(1)?.output)
}

fn output(engine: &Engine, operation: &str) -> Result<Vec<u8>, Error> {
    let operation = row(operation);
    let inputs = inputs(Group::MinPk, operation, None).expect("inputs");
    engine.suite(Group::MinPk)?.output(operation, &inputs)
}

#[track_caller]
fn assert_costs_one_id(launch: &Launch, expected: &str) {
    let Remote { engine, .. } = start(launch);
    assert_eq!(run(engine, "verify"), Ok(vec![1]));
    match run(engine, "sign") {
        Err(Error::Runner(why)) => assert!(why.contains(expected), "{why}"),
        other => panic!("{other:?}"),
    }
    assert_eq!(run(engine, "verify"), Ok(vec![1]));
}

#[test]
fn garbage() {
    assert_costs_one_id(&runner("garbage"), "in its answer `Segmentation fault?");
}

#[test]
fn garbage_without_a_clock() {
    let Remote { engine, .. } = start(&runner("garbage"));
    assert_eq!(output(engine, "verify"), Ok(vec![1]));
    let signature = output(engine, "sign");
    assert!(matches!(&signature, Err(Error::Runner(_))), "{signature:?}");
    assert_eq!(output(engine, "verify"), Ok(vec![1]));
}

#[test]
fn an_answer_to_another_request() {
    assert_costs_one_id(&runner("other_answer"), "an answer to another request");
}

#[test]
fn a_count_that_nobody_asked_for() {
    assert_costs_one_id(&runner("counts_unasked"), "an answer to another request");
}

#[test]
fn a_line_that_is_too_long() {
    assert_costs_one_id(&runner("too_long"), "a line of more than 1048576 bytes");
}

#[test]
fn a_crash_in_the_middle_of_an_answer() {
    assert_costs_one_id(&runner("crash"), "the end in the middle of a line");
}

#[test]
fn silence() {
    let mut launch = runner("silence");
    launch.deadline = Duration::from_secs(2);
    assert_costs_one_id(&launch, "no answer for 2 s");
}

#[test]
fn no_answer_in_its_own_words() {
    assert_costs_one_id(&runner("failed"), "no idea");
}

#[test]
fn two_answers_are_noticed_at_the_next_request() {
    let Remote { engine, .. } = start(&runner("twice"));
    assert!(run(engine, "sign").is_ok());
    let next = run(engine, "verify");
    // Unless the second answer came first: then it is taken for the next one's, and is wrong.
    assert!(matches!(&next, Err(Error::Runner(_))), "{next:?}");
    assert_eq!(run(engine, "verify"), Ok(vec![1]));
}

#[test]
fn a_wrong_output_does_not_pass_the_gate() {
    let Remote { engine, .. } = start(&runner("wrong_output"));
    let refusal = bls_vectors::verify(engine, Group::MinPk).map(drop);
    let refusal = refusal.expect_err("a refusal").to_string();
    assert!(refusal.contains("vectors failed; first sign/"), "{refusal}");
}

#[test]
fn a_runner_that_is_right_passes_the_gate() {
    let Remote { engine, session } = start(&runner("none"));
    assert_eq!(engine.library, engine_blst::ENGINE.library);
    let dusk = engine.absent(Group::Dusk);
    assert_eq!(dusk, engine_blst::ENGINE.absent(Group::Dusk));
    let operation = row("verify");
    let inputs = inputs(Group::MinPk, operation, None).expect("inputs");
    let suite = engine.suite(Group::MinPk).expect("min_pk");
    let mut first = suite.job(operation, &inputs).expect("a job");
    let mut second = suite
        .job(
            operation,
            &Inputs {
                messages: vec![vec![]],
                ..inputs
            },
        )
        .expect("a job");
    for _ in 0..2 {
        assert_eq!(first.run(2).expect("a sample").output, [1]);
        assert_eq!(second.run(1).expect("a sample").output, [0]);
        // As if somebody had killed the process between two samples.
        session.stop();
    }
    let refused = suite.output(
        row("decode_public_key"),
        &Inputs {
            public_keys: vec![vec![0]],
            ..Inputs::default()
        },
    );
    assert!(
        matches!(refused, Err(Error::Malformed { .. })),
        "{refused:?}"
    );
}

#[test]
fn what_is_no_runner() {
    let missing = discover(
        &Launch::new("no/such/runner".into(), vec![]),
        Profile::Quick,
    );
    let missing = missing.err().expect("an error").to_string();
    assert!(missing.contains("no/such/runner"), "{missing}");
    let silent = discover(&Launch::new("true".into(), vec![]), Profile::Quick);
    assert!(matches!(silent, Err(DiscoverError::Broken(_))));
    for (hello, expected) in [
        (r#"{"hello":{"protocol":1,"engines":[]}}"#, "version 1"),
        (&described("Blst", "{}"), "characters outside"),
        (
            &described("blst", r#"{"min-pk":null}"#),
            "unknown group `min-pk`",
        ),
    ] {
        let script = format!("read -r request; echo '{hello}'");
        let launch = Launch::new("sh".into(), vec!["-c".into(), script.into()]);
        let error = discover(&launch, Profile::Quick)
            .err()
            .expect("an error")
            .to_string();
        assert!(error.contains(expected), "{error}");
    }
}

fn described(id: &str, groups: &str) -> String {
    format!(
        r#"{{"hello":{{"protocol":3,"engines":[{{"id":"{id}","library":"","version":"","options":"","compiler":"","code_path":"","composed":false,"groups":{groups}}}]}}}}"#
    )
}

#[test]
fn the_server_refuses_what_is_no_request() {
    let requests = [
        "nonsense",
        r#"{"run":{"iterations":1}}"#,
        r#"{"prepare":{"engine":"blst","group":"min_pk","operation":"verfy","inputs":{}}}"#,
        r#"{"prepare":{"engine":"blst","group":"min_pk","operation":"keygen","inputs":{"ikm":"00"}}}"#,
        r#"{"run":{"iterations":0}}"#,
        r#"{"output":{}}"#,
        r#"{"run":{"iterations":1}}"#,
    ];
    let mut answers = Vec::new();
    let input = requests.join("\n") + "\n";
    bls_runner::serve(&[&engine_blst::ENGINE], input.as_bytes(), &mut answers).expect("served");
    let answers = String::from_utf8(answers).expect("text");
    let expected = [
        "no request",
        "nothing is prepared",
        "unknown operation",
        "prepared",
        "no iterations",
        "refused",
        "refused",
    ];
    assert_eq!(answers.lines().count(), expected.len(), "{answers}");
    for (answer, expected) in answers.lines().zip(expected) {
        assert!(answer.contains(expected), "{answer}");
    }
}

#[test]
fn a_runner_ends_with_its_input() {
    let mut child = Command::new(runner("none").program)
        .arg("none")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdin.take());
    let mut rest = String::new();
    io::Read::read_to_string(
        &mut BufReader::new(child.stdout.take().expect("a pipe")),
        &mut rest,
    )
    .expect("read");
    assert!(child.wait().expect("it ends").success() && rest.is_empty());
}
