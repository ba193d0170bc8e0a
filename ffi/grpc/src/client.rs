//! The client.

use std::{fmt, io, net::SocketAddr, path::PathBuf, str::FromStr, time::Duration};

use hyper_util::rt::TokioIo;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpStream, UnixStream},
};
use tonic::{
    Request, Status,
    service::{Interceptor, interceptor::InterceptedService},
    transport::{Channel, Endpoint},
};
use tower::service_fn;

use crate::proto::bls_client::BlsClient;

/// How long a call of a [`Client`] may take where the request does not say.
pub const DEADLINE: Duration = Duration::from_secs(30);

/// Where a server listens: `unix:/path` or `tcp:127.0.0.1:12345`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    /// The path of a Unix socket.
    Unix(PathBuf),
    /// Without TLS; a channel with TLS is built with tonic and given to [`BlsClient`].
    Tcp(SocketAddr),
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unix(path) => write!(f, "unix:{}", path.display()),
            Self::Tcp(address) => write!(f, "tcp:{address}"),
        }
    }
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            Some(("unix", path)) if !path.is_empty() => Ok(Self::Unix(path.into())),
            Some(("tcp", address)) => address
                .parse()
                .map(Self::Tcp)
                .map_err(|error| format!("`{address}`: {error}")),
            _ => Err(format!("`{text}` is neither unix:PATH nor tcp:IP:PORT")),
        }
    }
}

/// A client of one connection, which it makes again when it is lost. A clone shares the connection;
/// to have more of them, connect again.
pub type Client = BlsClient<InterceptedService<Channel, Deadline>>;

impl Client {
    /// Connects to a server that listens.
    pub async fn connect(address: &Address) -> Result<Self, tonic::transport::Error> {
        let channel = channel(address).await?;
        Ok(Self::new(InterceptedService::new(
            channel,
            Deadline(DEADLINE),
        )))
    }
}

/// A connection for the other services of a server, health and reflection.
pub async fn channel(address: &Address) -> Result<Channel, tonic::transport::Error> {
    let address = address.clone();
    let connector = service_fn(move |_| {
        let address = address.clone();
        async move { open(&address).await }
    });
    // The host is a formality: the connector knows where to go.
    let endpoint = Endpoint::from_static("http://localhost").connect_timeout(DEADLINE);
    endpoint.connect_with_connector(connector).await
}

/// Either stream, as hyper takes it.
type Stream = TokioIo<Box<dyn Io>>;

trait Io: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Io for T {}

async fn open(address: &Address) -> io::Result<Stream> {
    Ok(TokioIo::new(match address {
        Address::Unix(path) => Box::new(UnixStream::connect(path).await?),
        Address::Tcp(address) => {
            let stream = TcpStream::connect(address).await?;
            stream.set_nodelay(true)?;
            Box::new(stream)
        }
    }))
}

/// Gives every request that has no deadline this one.
#[derive(Debug, Clone, Copy)]
pub struct Deadline(pub Duration);

impl Interceptor for Deadline {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        if !request.metadata().contains_key("grpc-timeout") {
            request.set_timeout(self.0);
        }
        Ok(request)
    }
}
