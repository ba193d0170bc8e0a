//! How servers end, and what their clients see.

mod common;

use std::{io::Read as _, process::Stdio};

use bls_schemes::Scheme;
use blsbench_grpc::{Address, Client, Daemon, proto};
use common::{GUARD, Signer, at, client, daemon, private, program, queue, slow, until};
use futures_util::{StreamExt as _, stream};
use proto::verify_batch_response::Result::Valid;
use rustix::process::{Pid, Signal, kill_process};
use tokio::{sync::mpsc, time::timeout};
use tonic::Code;

fn signal(daemon: &Daemon, signal: Signal) {
    let process = i32::try_from(daemon.process_id()).expect("a process");
    kill_process(Pid::from_raw(process).expect("a process"), signal).expect("sent");
}

#[tokio::test]
async fn what_was_accepted_is_answered() {
    let daemon = daemon(&["--threads", "1", "--max-message", "16777216"]);
    let client = client(&daemon).await;
    let first = tokio::spawn(slow(client.clone()));
    queue(&client, 1).await;
    let one = Signer::new(Scheme::MinPk);
    let others: Vec<_> = (0..20u8)
        .map(|number| {
            let mut client = client.clone();
            let mut request = one.verify();
            if number % 2 == 1 {
                request.message.push(number);
            }
            tokio::spawn(async move { client.verify(request).await })
        })
        .collect();
    // Of a batch, one request is answered and one is in the queue when the server stops.
    let (requests, receiver) = mpsc::unbounded_channel();
    let receiver = stream::unfold(receiver, async |mut receiver| {
        Some((receiver.recv().await?, receiver))
    });
    let mut batch = client.clone();
    let batch = tokio::spawn(async move { batch.verify_batch(receiver).await });
    requests.send(one.verify()).unwrap();
    queue(&client, 22).await;

    signal(&daemon, Signal::TERM);
    let socket = daemon.address().clone();
    until("the socket is gone", || async {
        matches!(&socket, Address::Unix(path) if !path.exists())
    })
    .await;
    Client::connect(&socket).await.unwrap_err();
    first.await.unwrap().expect("what was accepted");
    for (number, other) in (0..).zip(others) {
        let answer = other.await.unwrap().expect("what was accepted");
        assert_eq!(answer.into_inner().valid, number % 2 == 0);
    }
    let mut answers = batch.await.unwrap().unwrap().into_inner();
    let answer = answers.message().await.unwrap().unwrap();
    assert_eq!(answer.result, Some(Valid(true)));
    let end = answers.message().await.unwrap_err();
    assert_eq!(end.code(), Code::Unavailable, "{end}");
    assert!(daemon.stop().unwrap().success());
}

#[tokio::test]
async fn a_second_signal_does_not_wait() {
    let daemon = daemon(&["--threads", "1", "--max-message", "16777216"]);
    let client = client(&daemon).await;
    let call = tokio::spawn(slow(client.clone()));
    queue(&client, 1).await;
    signal(&daemon, Signal::INT);
    let socket = daemon.address().clone();
    until("the socket is gone", || async {
        matches!(&socket, Address::Unix(path) if !path.exists())
    })
    .await;
    signal(&daemon, Signal::INT);
    call.await.unwrap().unwrap_err();
    assert_eq!(daemon.stop().unwrap().code(), Some(1));
}

#[tokio::test]
async fn a_client_survives_a_server_that_is_killed() {
    let directory = private();
    let socket = directory.path().join("socket");
    let start = || {
        let mut command = at(&socket);
        command.args(["--threads", "1", "--max-message", "16777216"]);
        Daemon::spawn(command).expect("a server")
    };
    let first = start();
    let client = client(&first).await;
    let call = tokio::spawn(slow(client.clone()));
    queue(&client, 1).await;
    signal(&first, Signal::KILL);
    // tonic says that the server is unavailable, or that it does not know what became of the call.
    let error = timeout(GUARD, call).await.expect("no hanging").unwrap();
    assert_ne!(error.unwrap_err().code(), Code::DeadlineExceeded);
    let one = Signer::new(Scheme::MinPk);
    let down = client.clone().verify(one.verify()).await.unwrap_err();
    assert_ne!(down.code(), Code::DeadlineExceeded, "{down}");
    drop(first);

    let _second = start();
    until("the client is connected again", || async {
        let answer = client.clone().verify(one.verify()).await;
        answer.is_ok_and(|answer| answer.into_inner().valid)
    })
    .await;
}

#[tokio::test]
async fn the_server_ends_with_its_input() {
    let daemon = daemon(&[]);
    let Address::Unix(socket) = daemon.address().clone() else {
        panic!("no socket");
    };
    // An idle connection, and a batch that is idle, hold nobody up.
    let mut client = client(&daemon).await;
    let idle = stream::pending::<proto::VerifyRequest>();
    let answers = client.verify_batch(idle).await.unwrap();
    assert!(socket.exists());
    assert!(daemon.stop().unwrap().success());
    assert!(!socket.exists());
    let answers: Vec<_> = answers.into_inner().collect().await;
    assert!(matches!(&answers[..], [Err(end)] if end.code() == Code::Unavailable));
}

#[test]
fn without_the_option_it_does_not() {
    let directory = tempfile::tempdir().unwrap();
    let mut child = std::process::Command::new(program())
        .env("XDG_RUNTIME_DIR", directory.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut line).unwrap();
    assert_eq!(&line, b"listening ");
    assert!(child.try_wait().unwrap().is_none());
    let process = i32::try_from(child.id()).unwrap();
    kill_process(Pid::from_raw(process).unwrap(), Signal::TERM).unwrap();
    assert!(child.wait().unwrap().success());
}
