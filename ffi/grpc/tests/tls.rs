//! Mutual TLS.

mod common;

use std::{fs, path::Path, process::Command};

use bls_schemes::Scheme;
use blsbench_grpc::{Address, Daemon, proto::bls_client::BlsClient};
use common::{Signer, program};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Identity};

/// A root, and a certificate that it has signed, with its key: all PEM.
struct Authority {
    root: String,
    certificate: String,
    key: String,
}

impl Authority {
    fn new() -> Self {
        let root_key = KeyPair::generate().expect("a key");
        let mut root = CertificateParams::new(vec![]).expect("parameters");
        root.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let certificate = root.self_signed(&root_key).expect("a root");
        let issuer = Issuer::new(root, root_key);
        let key = KeyPair::generate().expect("a key");
        let names = vec!["localhost".to_owned()];
        let leaf = CertificateParams::new(names).expect("parameters");
        let leaf = leaf.signed_by(&key, &issuer).expect("a certificate");
        Self {
            root: certificate.pem(),
            certificate: leaf.pem(),
            key: key.serialize_pem(),
        }
    }

    fn identity(&self) -> Identity {
        Identity::from_pem(&self.certificate, &self.key)
    }
}

fn server(directory: &Path, own: &Authority, clients: &Authority) -> Daemon {
    let mut command = Command::new(program());
    command.args(["--tcp", "127.0.0.1:0"]);
    for (option, text) in [
        ("--tls-certificate", &own.certificate),
        ("--tls-key", &own.key),
        ("--tls-client-ca", &clients.root),
    ] {
        let file = directory.join(option);
        fs::write(&file, text).expect("written");
        command.arg(option).arg(file);
    }
    Daemon::spawn(command).expect("a server")
}

async fn verify(daemon: &Daemon, tls: ClientTlsConfig) -> Result<bool, String> {
    let Some(Address::Tcp(address)) = daemon.tcp() else {
        panic!("no address for TCP");
    };
    let endpoint = Channel::from_shared(format!("https://{address}")).expect("an address");
    let tls = tls.domain_name("localhost");
    let endpoint = endpoint.tls_config(tls).expect("TLS");
    let channel = endpoint.connect().await;
    let channel = channel.map_err(|error| error.to_string())?;
    let request = Signer::new(Scheme::MinPk).verify();
    let answer = BlsClient::new(channel).verify(request).await;
    let answer = answer.map_err(|error| error.to_string())?;
    Ok(answer.into_inner().valid)
}

#[tokio::test]
async fn clients_need_a_certificate() {
    let directory = tempfile::tempdir().unwrap();
    let (own, clients, strangers) = (Authority::new(), Authority::new(), Authority::new());
    let daemon = server(directory.path(), &own, &clients);
    let trusting = || ClientTlsConfig::new().ca_certificate(Certificate::from_pem(&own.root));
    let with = trusting().identity(clients.identity());
    assert_eq!(verify(&daemon, with).await, Ok(true));
    verify(&daemon, trusting()).await.unwrap_err();
    let strange = trusting().identity(strangers.identity());
    verify(&daemon, strange).await.unwrap_err();
    // Nor does a client talk to a server that it does not know.
    let distrusting = ClientTlsConfig::new()
        .ca_certificate(Certificate::from_pem(&strangers.root))
        .identity(clients.identity());
    verify(&daemon, distrusting).await.unwrap_err();
    let with = trusting().identity(clients.identity());
    assert_eq!(verify(&daemon, with).await, Ok(true));
}

#[test]
fn what_is_no_certificate_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("nonsense.pem");
    fs::write(&file, "nonsense").unwrap();
    let mut command = Command::new(program());
    command.args(["--tcp", "127.0.0.1:0"]);
    for option in ["--tls-certificate", "--tls-key", "--tls-client-ca"] {
        command.arg(option).arg(&file);
    }
    let output = command.output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && stderr.contains("nonsense.pem"),
        "{stderr}"
    );
}
