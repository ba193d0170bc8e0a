//! Health, reflection and metrics.

mod common;

use blsbench_grpc::channel;
use common::{Signer, client, daemon, metric};
use futures_util::stream;
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};
use tonic_reflection::pb::v1::{
    ServerReflectionRequest, server_reflection_client::ServerReflectionClient,
    server_reflection_request::MessageRequest, server_reflection_response::MessageResponse,
};

#[tokio::test]
async fn health() {
    let daemon = daemon(&[]);
    let mut health = HealthClient::new(channel(daemon.address()).await.unwrap());
    for service in ["", "blsbench.v1.Bls"] {
        let service = service.to_owned();
        let answer = health.check(HealthCheckRequest { service }).await.unwrap();
        assert_eq!(answer.into_inner().status(), ServingStatus::Serving);
    }
    let service = "no.such.Service".to_owned();
    let unknown = health.check(HealthCheckRequest { service }).await;
    assert_eq!(unknown.unwrap_err().code(), tonic::Code::NotFound);
}

#[tokio::test]
async fn reflection() {
    let daemon = daemon(&[]);
    let channel = channel(daemon.address()).await.unwrap();
    let ask = |request| ServerReflectionRequest {
        host: String::new(),
        message_request: Some(request),
    };
    let questions = [
        ask(MessageRequest::ListServices(String::new())),
        ask(MessageRequest::FileContainingSymbol(
            "blsbench.v1.Bls".to_owned(),
        )),
    ];
    let answers = ServerReflectionClient::new(channel)
        .server_reflection_info(stream::iter(questions))
        .await;
    let mut answers = answers.unwrap().into_inner();
    let services = answers.message().await.unwrap().unwrap();
    match services.message_response.unwrap() {
        MessageResponse::ListServicesResponse(services) => {
            let mut names = services.service.iter().map(|service| &service.name);
            assert!(names.any(|name| name == "blsbench.v1.Bls"), "{services:?}");
        }
        other => panic!("{other:?}"),
    }
    let file = answers.message().await.unwrap().unwrap();
    match file.message_response.unwrap() {
        MessageResponse::FileDescriptorResponse(file) => {
            assert_eq!(file.file_descriptor_proto.len(), 1);
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn metrics() {
    let daemon = daemon(&[]);
    let mut client = client(&daemon).await;
    let one = Signer::new(bls_schemes::Scheme::MinPk);
    client.sign(one.sign()).await.unwrap();
    for _ in 0..2 {
        client.verify(one.verify()).await.unwrap();
    }
    let mut bad = one.verify();
    bad.signature.clear();
    client.verify(bad).await.unwrap_err();
    for (name, expected) in [
        ("blsbench_requests_total{method=\"Sign\",code=\"OK\"}", 1.0),
        (
            "blsbench_requests_total{method=\"Verify\",code=\"OK\"}",
            2.0,
        ),
        (
            "blsbench_requests_total{method=\"Verify\",code=\"INVALID_ARGUMENT\"}",
            1.0,
        ),
        ("blsbench_refused_total{reason=\"invalid\"}", 1.0),
        ("blsbench_connections", 1.0),
        // The call that asks.
        ("blsbench_calls", 1.0),
        ("blsbench_queue", 0.0),
    ] {
        let value = metric(&mut client, name).await;
        assert!((value - expected).abs() < 0.1, "{name} {value}");
    }
    assert!(metric(&mut client, "blsbench_work_seconds_total").await > 0.0);
}
