//! Mutual TLS: the server shows its certificate, and asks every client for one.

use std::{path::Path, sync::Arc};

use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        RootCertStore, ServerConfig,
        crypto::ring,
        pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
        server::WebPkiClientVerifier,
    },
};

use super::Error;

/// From files in PEM: the server's certificate (with what leads to its root) and key, and the
/// authority that signs the clients' certificates.
pub(super) fn acceptor(
    certificate: &Path,
    key: &Path,
    client_authority: &Path,
) -> Result<TlsAcceptor, Error> {
    let chain = certificates(certificate)?;
    let secret = PrivateKeyDer::from_pem_file(key).map_err(|error| refuse(key, &error))?;
    let mut roots = RootCertStore::empty();
    for root in certificates(client_authority)? {
        let added = roots.add(root);
        added.map_err(|error| refuse(client_authority, &error))?;
    }
    let provider = Arc::new(ring::default_provider());
    let verifier =
        WebPkiClientVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider))
            .build()
            .map_err(|error| refuse(client_authority, &error))?;
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| refuse(certificate, &error))?
        .with_client_cert_verifier(verifier)
        .with_single_cert(chain, secret)
        .map_err(|error| refuse(certificate, &error))?;
    config.alpn_protocols = vec![b"h2".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, Error> {
    CertificateDer::pem_file_iter(path)
        .and_then(Iterator::collect)
        .map_err(|error| refuse(path, &error))
}

fn refuse(path: &Path, error: &dyn std::error::Error) -> Error {
    Error::Tls(path.to_owned(), error.to_string())
}
