//! Deadlines, and how much may wait.

mod common;

use std::time::Duration;

use bls_schemes::Scheme;
use common::{Signer, client, daemon, metric, queue, slow};
use futures_util::{StreamExt as _, stream};
use tonic::{Code, Request};

#[tokio::test]
async fn what_waits_is_bounded() {
    let daemon = daemon(&[
        "--threads",
        "1",
        "--in-flight",
        "2",
        "--max-message",
        "16777216",
    ]);
    let client = client(&daemon).await;
    let one = Signer::new(Scheme::MinPk);
    let first = tokio::spawn(slow(client.clone()));
    queue(&client, 1).await;
    let verify = one.verify();
    let mut waiting = client.clone();
    let second = tokio::spawn(async move { waiting.verify(verify).await });
    queue(&client, 2).await;
    let refused = client.clone().verify(one.verify()).await.unwrap_err();
    assert_eq!(refused.code(), Code::ResourceExhausted, "{refused}");
    // It is no work, so it needs no room.
    let payload = vec![0; 3];
    let null = client
        .clone()
        .null_call(blsbench_grpc::proto::NullCallRequest { payload })
        .await;
    assert_eq!(null.unwrap().into_inner().length, 3);
    first.await.unwrap().unwrap();
    assert!(second.await.unwrap().unwrap().into_inner().valid);
    let reason = "blsbench_refused_total{reason=\"queue\"}";
    let counted = metric(&mut client.clone(), reason).await;
    assert!((counted - 1.0).abs() < 0.1, "{counted}");
    let valid = client.clone().verify(one.verify()).await;
    assert!(valid.unwrap().into_inner().valid);
}

#[tokio::test]
async fn a_batch_waits_where_a_call_is_refused() {
    let daemon = daemon(&["--threads", "1", "--in-flight", "1"]);
    let mut client = client(&daemon).await;
    let one = Signer::new(Scheme::MinPk);
    let requests: Vec<_> = (0..50).map(|_| one.verify()).collect();
    let answers = client.verify_batch(stream::iter(requests)).await.unwrap();
    let answers: Vec<_> = answers.into_inner().collect().await;
    assert_eq!(answers.len(), 50);
    for answer in answers {
        use blsbench_grpc::proto::verify_batch_response::Result::Valid;
        assert_eq!(answer.unwrap().result, Some(Valid(true)));
    }
}

#[tokio::test]
async fn nobody_works_for_callers_that_have_gone() {
    let daemon = daemon(&["--threads", "1", "--max-message", "16777216"]);
    let client = client(&daemon).await;
    let one = Signer::new(Scheme::MinPk);
    let first = tokio::spawn(slow(client.clone()));
    queue(&client, 1).await;
    let mut hasty = Request::new(one.verify());
    hasty.set_timeout(Duration::from_millis(50));
    let late = client.clone().verify(hasty).await.unwrap_err();
    assert!(
        matches!(late.code(), Code::DeadlineExceeded | Code::Cancelled),
        "{late}"
    );
    first.await.unwrap().unwrap();
    queue(&client, 0).await;
    let abandoned = metric(&mut client.clone(), "blsbench_abandoned_total").await;
    assert!((abandoned - 1.0).abs() < 0.1, "{abandoned}");
}

#[tokio::test]
async fn the_server_has_a_deadline_of_its_own() {
    let daemon = daemon(&[
        "--threads",
        "1",
        "--deadline",
        "50ms",
        "--max-message",
        "16777216",
    ]);
    let mut client = client(&daemon).await;
    let late = slow(client.clone()).await.unwrap_err();
    assert_eq!(late.code(), Code::DeadlineExceeded, "{late}");
    let refused = metric(&mut client, "blsbench_refused_total{reason=\"deadline\"}").await;
    assert!((refused - 1.0).abs() < 0.1, "{refused}");

    // A batch may go on for longer than that, but not be silent for longer.
    let silent = stream::pending::<blsbench_grpc::proto::VerifyRequest>();
    let answers = client.verify_batch(silent).await.unwrap();
    let end = answers.into_inner().message().await.unwrap_err();
    assert_eq!(end.code(), Code::DeadlineExceeded, "{end}");
}
