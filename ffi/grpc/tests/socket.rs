//! Where the server listens, and who may not.

mod common;

use std::{
    fs::{self, Permissions},
    os::unix::{fs::PermissionsExt as _, net::UnixListener, process::CommandExt as _},
    path::Path,
    process::{Command, Output, Stdio},
};

use bls_schemes::Scheme;
use blsbench_grpc::{Address, Client, Daemon};
use common::{Signer, at, private, program};

/// What a server that must not start says.
#[track_caller]
fn refused(command: &mut Command, why: &str) {
    let Output { status, stderr, .. } = command.output().expect("it ran");
    let stderr = String::from_utf8_lossy(&stderr);
    assert!(
        !status.success() && stderr.contains(why),
        "{status}: {stderr}"
    );
}

async fn answers(address: &Address) {
    let mut client = Client::connect(address).await.expect("connected");
    let one = Signer::new(Scheme::MinPk);
    let answer = client.verify(one.verify()).await.expect("an answer");
    assert!(answer.into_inner().valid);
}

#[tokio::test]
async fn a_stale_socket_is_replaced_and_a_live_one_is_not() {
    let directory = private();
    let socket = directory.path().join("socket");
    // Dropped without being removed, as by a process that is killed.
    drop(UnixListener::bind(&socket).unwrap());
    assert!(socket.exists());
    let daemon = Daemon::spawn(at(&socket)).unwrap();
    answers(daemon.address()).await;
    let mode = fs::metadata(&socket).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);

    refused(&mut at(&socket), "another server has the socket");
    answers(daemon.address()).await;
    assert!(daemon.stop().unwrap().success());
    assert!(!socket.exists());

    // A program that takes no part in the locking.
    let foreign = UnixListener::bind(&socket).unwrap();
    refused(&mut at(&socket), "another server has the socket");
    assert!(socket.exists());
    drop(foreign);
}

#[test]
fn of_many_servers_at_once_one_starts() {
    let directory = private();
    let socket = directory.path().join("socket");
    drop(UnixListener::bind(&socket).unwrap());
    let servers: Vec<_> = (0..8)
        .map(|_| {
            let socket = socket.clone();
            std::thread::spawn(move || Daemon::spawn(at(&socket)))
        })
        .collect();
    let started: Vec<_> = servers
        .into_iter()
        .filter_map(|server| server.join().unwrap().ok())
        .collect();
    assert_eq!(started.len(), 1);
}

#[test]
fn directories_of_others_are_refused() {
    let directory = private();
    let open = directory.path().join("open");
    fs::create_dir(&open).unwrap();
    fs::set_permissions(&open, Permissions::from_mode(0o750)).unwrap();
    refused(&mut at(&open.join("socket")), "open to others (mode 750)");

    let link = directory.path().join("link");
    std::os::unix::fs::symlink(private().path(), &link).unwrap();
    refused(&mut at(&link.join("socket")), "refused");

    if rustix::process::geteuid().is_root() {
        let other = directory.path().join("other");
        fs::create_dir(&other).unwrap();
        fs::set_permissions(&other, Permissions::from_mode(0o700)).unwrap();
        std::os::unix::fs::chown(&other, Some(65534), None).unwrap();
        refused(&mut at(&other.join("socket")), "belongs to user 65534");
    } else {
        println!("skipped: a directory of another user: only root can make one");
    }
}

#[test]
fn what_is_no_socket_is_left_alone() {
    let directory = private();
    let file = directory.path().join("socket");
    fs::write(&file, "precious").unwrap();
    refused(&mut at(&file), "is no socket, and is left alone");
    assert_eq!(fs::read(&file).unwrap(), b"precious");
}

#[test]
fn the_default_is_private() {
    let directory = private();
    let mut command = Command::new(program());
    command.env("XDG_RUNTIME_DIR", directory.path());
    let daemon = Daemon::spawn(command).unwrap();
    let folder = directory.path().join("blsbench");
    let expected = Address::Unix(folder.join("blsbenchd.sock"));
    assert_eq!(*daemon.address(), expected);
    let mode = fs::metadata(folder).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
}

#[test]
fn beyond_loopback_there_is_tls_alone() {
    let mut command = Command::new(program());
    refused(
        command.args(["--tcp", "0.0.0.0:0"]),
        "not a loopback address",
    );
    let mut command = Command::new(program());
    command.args(["--tcp", "127.0.0.1:0", "--tls-certificate", "x.pem"]);
    refused(&mut command, "--tls-key");
}

#[test]
fn nobody_else_can_connect() {
    if !rustix::process::geteuid().is_root() {
        println!("skipped: another user: only root can become one");
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    fs::set_permissions(directory.path(), Permissions::from_mode(0o755)).unwrap();
    let load = directory.path().join("load");
    fs::copy(env!("CARGO_BIN_EXE_blsbench-load"), &load).unwrap();
    let private = private();
    let socket = private.path().join("socket");
    let _daemon = Daemon::spawn(at(&socket)).unwrap();
    let calls = |user: u32, load: &Path| {
        Command::new(load)
            .args(["--seconds", "1", "--clients", "1", "--address"])
            .arg(format!("unix:{}", socket.display()))
            .uid(user)
            .gid(user)
            .stdout(Stdio::null())
            .output()
            .expect("it ran")
    };
    assert!(calls(0, &load).status.success());
    let Output { status, stderr, .. } = calls(65534, &load);
    let stderr = String::from_utf8_lossy(&stderr);
    assert!(
        !status.success() && stderr.contains("Permission denied"),
        "{stderr}"
    );
    // Nor where the directory does not keep them out.
    fs::set_permissions(private.path(), Permissions::from_mode(0o755)).unwrap();
    let Output { status, stderr, .. } = calls(65534, &load);
    let stderr = String::from_utf8_lossy(&stderr);
    assert!(
        !status.success() && stderr.contains("Permission denied"),
        "{stderr}"
    );
}
