//! What no client should do.

mod common;

use std::{
    fs::{self, File},
    io::ErrorKind,
    path::PathBuf,
    process::Command,
};

use bls_schemes::Scheme;
use blsbench_grpc::{Address, Client, Daemon};
use common::{GUARD, Signer, metric, program, until};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpStream, UnixStream},
    time::timeout,
};

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// An empty frame of SETTINGS.
const SETTINGS: &[u8] = &[0, 0, 0, 4, 0, 0, 0, 0, 0];

/// A server whose log can be read.
struct Logged {
    daemon: Daemon,
    socket: PathBuf,
    log: PathBuf,
    _directory: TempDir,
}

impl Logged {
    fn start() -> Self {
        let directory = common::private();
        let socket = directory.path().join("socket");
        let log = directory.path().join("log");
        let mut command = Command::new(program());
        command.arg("--socket").arg(&socket);
        command.args(["--tcp", "127.0.0.1:0"]);
        command.stderr(File::create(&log).expect("a log"));
        Self {
            daemon: Daemon::spawn(command).expect("a server"),
            socket,
            log,
            _directory: directory,
        }
    }

    async fn connect(&self) -> UnixStream {
        loop {
            match UnixStream::connect(&self.socket).await {
                // More have connected than the server has accepted yet.
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    tokio::task::yield_now().await;
                }
                connected => return connected.expect("connected"),
            }
        }
    }

    /// Sends bytes, and waits until the server closes.
    async fn ends(&self, bytes: &[u8], half_closed: bool) {
        let mut stream = self.connect().await;
        // The server may close before it has read all.
        let _ = stream.write_all(bytes).await;
        if half_closed {
            let _ = stream.shutdown().await;
        }
        let mut rest = Vec::new();
        let ended = timeout(GUARD, stream.read_to_end(&mut rest));
        let _ = ended.await.expect("the server should have closed");
    }

    /// Waits until the server has seen that clients have left.
    async fn has_room(&self) {
        until("there is room again", || async {
            let request = Signer::new(Scheme::ALL[0]).verify();
            match Client::connect(self.daemon.address()).await {
                Ok(mut client) => client.verify(request).await.is_ok(),
                Err(_) => false,
            }
        })
        .await;
    }

    /// The server still has right answers.
    async fn answers(&self) -> Client {
        let mut client = Client::connect(self.daemon.address())
            .await
            .expect("connected");
        for &scheme in Scheme::ALL {
            let one = Signer::new(scheme);
            let valid = client.verify(one.verify()).await.expect("an answer");
            assert!(valid.into_inner().valid, "{scheme}");
            let mut wrong = one.verify();
            wrong.message.push(0);
            let valid = client.verify(wrong).await.expect("an answer");
            assert!(!valid.into_inner().valid, "{scheme}");
        }
        client
    }

    fn log(&self) -> String {
        fs::read_to_string(&self.log).expect("a log")
    }

    /// The peak, as Linux has it.
    fn memory(&self) -> String {
        let status = fs::read_to_string(format!("/proc/{}/status", self.daemon.process_id()));
        let status = status.unwrap_or_default();
        let peak = status.lines().find(|line| line.starts_with("VmHWM"));
        peak.unwrap_or("skipped: no /proc here").to_owned()
    }
}

#[tokio::test]
async fn what_is_not_http_2() {
    let server = Logged::start();
    let mut noise = fastrand::Rng::with_seed(1);
    for round in 0..200 {
        let bytes: Vec<u8> = (0..round * 7).map(|_| noise.u8(..)).collect();
        server.ends(&bytes, true).await;
    }
    server
        .ends(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", false)
        .await;
    // Of HTTP/2 the first bytes alone, cut off everywhere.
    for length in 0..PREFACE.len() {
        server.ends(&PREFACE[..length], true).await;
    }
    // And what comes after them, cut off and made up.
    server.ends(PREFACE, true).await;
    server.ends(&[PREFACE, SETTINGS].concat(), true).await;
    server.ends(&[PREFACE, &SETTINGS[..5]].concat(), true).await;
    for _ in 0..200 {
        let frames: Vec<u8> = (0..100).map(|_| noise.u8(..)).collect();
        server
            .ends(&[PREFACE, SETTINGS, &frames].concat(), true)
            .await;
    }
    // A header of a call, and its end, that never come.
    let headers = [0, 0, 50, 1, 4, 0, 0, 0, 1, 0x82];
    server
        .ends(&[PREFACE, SETTINGS, &headers].concat(), true)
        .await;
    let mut client = server.answers().await;
    for reason in ["handshake", "connection"] {
        let refused = format!("blsbench_refused_total{{reason=\"{reason}\"}}");
        assert!(metric(&mut client, &refused).await > 0.0, "{reason}");
        let line = format!("refused: {reason}: ");
        assert!(server.log().contains(&line), "{reason}");
    }
    println!("{}", server.memory());
}

#[tokio::test]
async fn silence_ends() {
    let server = Logged::start();
    let Some(&Address::Tcp(address)) = server.daemon.tcp() else {
        panic!("no address for TCP");
    };
    let mut tcp = TcpStream::connect(address).await.unwrap();
    let mut byte = [0];
    let (closed, (), ()) = timeout(GUARD, async {
        tokio::join!(
            tcp.read(&mut byte),
            server.ends(&[], false),
            server.ends(&PREFACE[..10], false),
        )
    })
    .await
    .expect("silent connections should be closed");
    assert_eq!(closed.unwrap(), 0);
    server.answers().await;
    assert!(server.log().contains("refused: handshake: silence"));
}

#[tokio::test]
async fn ten_thousand_connections() {
    let server = Logged::start();
    let before = server.memory();
    for number in 0..10_000 {
        let mut stream = server.connect().await;
        match number % 3 {
            0 => {}
            1 => drop(stream.write_all(&PREFACE[..number % 24]).await),
            _ => drop(stream.write_all(&[PREFACE, SETTINGS].concat()).await),
        }
    }
    server.has_room().await;
    let mut client = server.answers().await;
    until("all but one connection are gone", || {
        let mut client = client.clone();
        async move { metric(&mut client, "blsbench_connections").await < 1.5 }
    })
    .await;
    let refused = metric(&mut client, "blsbench_refused_total{reason=\"handshake\"}").await;
    assert!(refused > 1000.0, "{refused}");
    let lines = server.log().lines().count();
    assert!(lines < 5000, "the log was flooded: {lines}");
    println!("{before}, then {}", server.memory());
}

#[tokio::test]
async fn connections_are_bounded() {
    let server = Logged::start();
    let mut open = Vec::new();
    for _ in 0..1100 {
        let mut stream = server.connect().await;
        stream.write_all(PREFACE).await.ok();
        open.push(stream);
    }
    until("connections are refused", || async {
        server
            .log()
            .contains("refused: connections: too many at once")
    })
    .await;
    drop(open);
    server.has_room().await;
    server.answers().await;
}

#[tokio::test]
async fn requests_that_lie() {
    let server = Logged::start();
    let mut client = server.answers().await;
    let noise = || (0..96).map(|_| fastrand::u8(..)).collect::<Vec<u8>>();
    for &scheme in Scheme::ALL {
        let one = Signer::new(scheme);
        for _ in 0..300 {
            let mut request = one.verify();
            request.signature = noise();
            request.signature.truncate(scheme.signature_length());
            // Where noise is a point at all, it is not the signature.
            let answer = client.verify(request).await;
            assert!(!answer.is_ok_and(|answer| answer.into_inner().valid));
            let mut request = one.verify();
            request.aggregate_key = noise();
            request.aggregate_key.truncate(scheme.public_key_length());
            let answer = client.verify(request).await;
            assert!(!answer.is_ok_and(|answer| answer.into_inner().valid));
        }
    }
    server.answers().await;
    assert!(server.log().contains("refused: invalid: "));
    println!("{}", server.memory());
}
