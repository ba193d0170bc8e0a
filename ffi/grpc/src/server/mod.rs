//! The server: what it listens on, and how it ends.

mod call;
mod connection;
mod cores;
mod jobs;
mod listen;
mod metrics;
mod service;
mod tls;
mod work;

use std::{io, net::SocketAddr, path::PathBuf, sync::Arc, thread, time::Duration};

use clap::Args;
use listen::Socket;
use tokio::{
    net::{TcpListener, TcpStream},
    time::timeout,
};
use tokio_rustls::TlsAcceptor;
use tokio_util::sync::CancellationToken;
use tonic::service::Routes;
use tonic_health::ServingStatus;

use crate::{
    Address,
    proto::{
        FILE_DESCRIPTOR_SET,
        bls_server::{BlsServer, SERVICE_NAME},
    },
};

/// What a server is told.
#[derive(Debug, Clone, Args)]
pub struct Options {
    /// Unix socket; without --tcp the default is blsbench/blsbenchd.sock in the user's runtime
    /// directory, or in a private one in the temporary directory
    #[arg(long, value_name = "PATH")]
    pub socket: Option<PathBuf>,
    /// IP and port for TCP, port 0 for any; beyond loopback with TLS alone
    #[arg(long, value_name = "ADDR")]
    pub tcp: Option<SocketAddr>,
    /// The server's certificate, PEM
    #[arg(long, value_name = "FILE", requires_all = ["tcp", "tls_key", "tls_client_ca"])]
    pub tls_certificate: Option<PathBuf>,
    /// The key of the server's certificate, PEM
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    pub tls_key: Option<PathBuf>,
    /// Who signs the certificates of clients, PEM; nobody without one is served
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    pub tls_client_ca: Option<PathBuf>,
    /// Threads that compute [default: all cores]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub threads: Option<usize>,
    /// Calls that wait or are worked on; more are refused
    #[arg(long, value_name = "N", default_value = "1024", value_parser = at_least_one)]
    pub in_flight: usize,
    /// The largest request
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 20)]
    pub max_message: usize,
    /// The longest that a call may take, or a batch be silent
    #[arg(long, value_name = "DURATION", default_value = "30s", value_parser = humantime::parse_duration)]
    pub deadline: Duration,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    // The upper bound is that of tokio's semaphores.
    match text.parse() {
        Ok(number) if (1..=1 << 20).contains(&number) => Ok(number),
        _ => Err("not a number from 1 to 1048576".to_owned()),
    }
}

impl Options {
    /// The size of the pool.
    #[must_use]
    pub fn threads(&self) -> usize {
        let all = || thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(all)
    }
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Somebody else could get at the socket.
    #[error("the socket's directory {0} is refused: {1}")]
    Directory(PathBuf, String),
    /// A server listens there, or is about to.
    #[error("another server has the socket {0}")]
    Occupied(PathBuf),
    /// There is something else in its place.
    #[error("{0} is no socket, and is left alone")]
    Foreign(PathBuf),
    /// The socket cannot be made.
    #[error("the socket {0}: {1}")]
    Socket(PathBuf, #[source] io::Error),
    /// Others could read along, and pretend.
    #[error(
        "{0} is not a loopback address: --tls-certificate, --tls-key and --tls-client-ca are needed"
    )]
    Open(SocketAddr),
    /// The address cannot be bound.
    #[error("the address {0}: {1}")]
    Tcp(SocketAddr, #[source] io::Error),
    /// A certificate or key is not one, or does not fit.
    #[error("TLS: {0}: {1}")]
    Tls(PathBuf, String),
    /// The service cannot describe itself.
    #[error("reflection: {0}")]
    Reflection(#[from] tonic_reflection::server::Error),
}

/// A server that listens, and accepts nobody yet.
pub struct Server {
    options: Options,
    socket: Option<Socket>,
    tcp: Option<TcpListener>,
    tls: Option<TlsAcceptor>,
    addresses: Vec<Address>,
}

impl Server {
    /// Listens. Must be called in a tokio runtime whose blocking threads are
    /// [`Options::threads`]: they are the pool.
    pub fn bind(options: Options) -> Result<Self, Error> {
        let mut addresses = Vec::new();
        let mut socket = None;
        if options.socket.is_some() || options.tcp.is_none() {
            let path = options
                .socket
                .clone()
                .unwrap_or_else(listen::default_socket);
            socket = Some(Socket::bind(&path)?);
            addresses.push(Address::Unix(path));
        }
        let tls = match (
            &options.tls_certificate,
            &options.tls_key,
            &options.tls_client_ca,
        ) {
            (Some(certificate), Some(key), Some(ca)) => Some(tls::acceptor(certificate, key, ca)?),
            _ => None,
        };
        let mut tcp = None;
        if let Some(address) = options.tcp {
            if tls.is_none() && !address.ip().is_loopback() {
                return Err(Error::Open(address));
            }
            let io = |source| Error::Tcp(address, source);
            let listener = std::net::TcpListener::bind(address).map_err(io)?;
            listener.set_nonblocking(true).map_err(io)?;
            addresses.push(Address::Tcp(listener.local_addr().map_err(io)?));
            tcp = Some(TcpListener::from_std(listener).map_err(io)?);
        }
        Ok(Self {
            options,
            socket,
            tcp,
            tls,
            addresses,
        })
    }

    /// Where it listens.
    #[must_use]
    pub fn addresses(&self) -> &[Address] {
        &self.addresses
    }

    /// Serves until `stop`; then accepts nobody and nothing more, and answers what it has accepted,
    /// for as long as a call may take.
    pub async fn run(self, stop: CancellationToken) -> Result<(), Error> {
        let metrics = Arc::new(metrics::Metrics::new());
        let (mut health, health_service) = tonic_health::server::health_reporter();
        let reflection = tonic_reflection::server::Builder::configure()
            .register_encoded_file_descriptor_set(FILE_DESCRIPTOR_SET)
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
            .build_v1()?;
        let Options {
            in_flight,
            deadline,
            ..
        } = self.options;
        let threads = self.options.threads();
        let service = service::Service {
            pool: Arc::new(work::Pool::new(threads, in_flight, Arc::clone(&metrics))),
            metrics: Arc::clone(&metrics),
            // Every thread has its next job before it has done the last.
            window: 2 * threads,
            patience: deadline,
            stop: stop.clone(),
        };
        let bls = BlsServer::new(service).max_decoding_message_size(self.options.max_message);
        let serving = ServingStatus::Serving;
        health.set_service_status(SERVICE_NAME, serving).await;
        let routes = Routes::new(bls)
            .add_service(health_service)
            .add_service(reflection);
        let calls = call::Calls::new(routes, in_flight, deadline, Arc::clone(&metrics));
        let connections = connection::Connections::new(calls, in_flight, metrics, stop);

        let (socket, tcp, tls) = (self.socket, self.tcp, self.tls);
        let unix = async {
            // It is removed as soon as nobody is accepted any more.
            if let Some(socket) = socket {
                let accept = || async { Ok(socket.listener.accept().await?.0) };
                connections.accept(accept, async |stream| Ok(stream)).await;
            }
        };
        let tcp = async {
            let Some(listener) = tcp else { return };
            let accept = || async { Ok(listener.accept().await?.0) };
            if let Some(tls) = tls {
                let secure = |stream: TcpStream| {
                    let tls = tls.clone();
                    async move {
                        stream.set_nodelay(true)?;
                        tls.accept(stream).await
                    }
                };
                connections.accept(accept, secure).await;
            } else {
                let secure = |stream: TcpStream| async move {
                    stream.set_nodelay(true)?;
                    Ok(stream)
                };
                connections.accept(accept, secure).await;
            }
        };
        tokio::join!(unix, tcp);
        // Whoever watches the health would otherwise stay for ever.
        health.clear_service_status("").await;
        health.clear_service_status(SERVICE_NAME).await;
        if timeout(deadline, connections.finish()).await.is_err() {
            eprintln!("calls that took longer than {deadline:?} were left unanswered");
        }
        Ok(())
    }
}
