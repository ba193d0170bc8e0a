//! Servers for tests.

// Each program of tests uses some of it.
#![allow(dead_code)]

use std::{
    fs::Permissions, os::unix::fs::PermissionsExt as _, path::Path, process::Command,
    time::Duration,
};

use bls_schemes::{AggregateKey, PublicKey, Scheme, SecretKey, Signature};
use blsbench_grpc::{Client, Daemon, proto};
use tempfile::TempDir;

pub(crate) fn program() -> &'static Path {
    env!("CARGO_BIN_EXE_blsbenchd").as_ref()
}

pub(crate) fn daemon(options: &[&str]) -> Daemon {
    Daemon::start_with(Command::new(program()), options).expect("a server")
}

/// A server on a socket of the test's choice.
pub(crate) fn at(socket: &Path) -> Command {
    let mut command = Command::new(program());
    command.arg("--socket").arg(socket);
    command
}

pub(crate) async fn client(daemon: &Daemon) -> Client {
    Client::connect(daemon.address()).await.expect("connected")
}

/// Long enough for any machine; it ends a test that would hang.
pub(crate) const GUARD: Duration = Duration::from_mins(2);

/// Waits until `condition` holds.
pub(crate) async fn until<F: Future<Output = bool>>(what: &str, mut condition: impl FnMut() -> F) {
    let waited = tokio::time::timeout(GUARD, async {
        while !condition().await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    });
    waited
        .await
        .unwrap_or_else(|_| panic!("waited in vain until {what}"));
}

/// What bls-schemes makes itself.
pub(crate) struct Signer {
    pub(crate) scheme: Scheme,
    pub(crate) secret: SecretKey,
    pub(crate) public: PublicKey,
    pub(crate) key: AggregateKey,
    pub(crate) signature: Signature,
}

pub(crate) const MESSAGE: &[u8] = b"message";

impl Signer {
    pub(crate) fn new(scheme: Scheme) -> Self {
        let secret = SecretKey::generate(scheme).expect("a key");
        let public = secret.public_key().expect("a public key");
        let key = AggregateKey::new(&[&public]).expect("an aggregate key");
        let signature = secret.sign(&public, MESSAGE).expect("a signature");
        Self {
            scheme,
            secret,
            public,
            key,
            signature,
        }
    }

    pub(crate) fn sign(&self) -> proto::SignRequest {
        proto::SignRequest {
            scheme: number(self.scheme),
            secret_key: self.secret.as_bytes().to_vec(),
            public_key: self.public.to_bytes(),
            message: MESSAGE.to_vec(),
            vulnerable: false,
        }
    }

    pub(crate) fn verify(&self) -> proto::VerifyRequest {
        proto::VerifyRequest {
            scheme: number(self.scheme),
            aggregate_key: self.key.to_bytes(),
            message: MESSAGE.to_vec(),
            signature: self.signature.to_bytes(),
        }
    }
}

pub(crate) fn number(scheme: Scheme) -> i32 {
    proto::Scheme::from(scheme).into()
}

/// Of one counter or gauge, by the start of its line.
pub(crate) async fn metric(client: &mut Client, start: &str) -> f64 {
    let answer = client.get_metrics(proto::GetMetricsRequest {}).await;
    let text = answer.expect("metrics").into_inner().text;
    let line = text.lines().find(|line| line.starts_with(start));
    let value = line.and_then(|line| line.rsplit(' ').next());
    value.map_or(0.0, |value| value.parse().expect("a number"))
}

/// A call that takes a processor seconds; its request has 5 MB.
pub(crate) async fn slow(mut client: Client) -> Result<(), tonic::Status> {
    let one = Signer::new(Scheme::MinPk);
    let request = proto::AggregatePkRequest {
        scheme: number(Scheme::MinPk),
        aggregate_key: vec![],
        public_keys: vec![one.public.to_bytes(); 100_000],
    };
    client.aggregate_pk(request).await.map(drop)
}

/// Waits until so many jobs wait or are worked on.
pub(crate) async fn queue(client: &Client, length: u32) {
    until(&format!("{length} jobs are in the queue"), || async {
        let queue = metric(&mut client.clone(), "blsbench_queue").await;
        (queue - f64::from(length)).abs() < 0.1
    })
    .await;
}

/// A directory in which a server takes a socket.
pub(crate) fn private() -> TempDir {
    let mut builder = tempfile::Builder::new();
    builder.permissions(Permissions::from_mode(0o700));
    builder.tempdir().expect("a directory")
}
