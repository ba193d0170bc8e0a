//! Connections: how many there may be, how long one may be silent, and how they end.

use std::{error::Error as _, future::Future, io, pin::pin, sync::Arc, time::Duration};

use hyper::server::conn::http2;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, join, split},
    select,
    sync::Semaphore,
    time::{sleep, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use super::{
    call::{Calls, MARGIN},
    metrics::{Level, Metrics},
};

/// Open at once.
const MAX_CONNECTIONS: usize = 1024;
/// For TLS and the first bytes of HTTP/2 together.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// Between two questions whether the other side is still there, and until its answer.
const KEEPALIVE: Duration = Duration::from_secs(20);
/// For clients to take leave, when the server stops.
const FAREWELL: Duration = Duration::from_secs(1);
/// What every client of HTTP/2 sends first.
const PREFACE: [u8; 24] = *b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

#[derive(Clone)]
pub(super) struct Connections {
    calls: Calls,
    metrics: Arc<Metrics>,
    stop: CancellationToken,
    http: http2::Builder<TokioExecutor>,
    room: Arc<Semaphore>,
    tasks: TaskTracker,
}

impl Connections {
    pub(super) fn new(
        calls: Calls,
        in_flight: usize,
        metrics: Arc<Metrics>,
        stop: CancellationToken,
    ) -> Self {
        // More than there may be on all connections together: so that what is too much is refused
        // and not kept waiting, and nobody piles up refusals that he does not read.
        let streams = in_flight.saturating_add(2 * MARGIN);
        let mut http = http2::Builder::new(TokioExecutor::new());
        http.timer(TokioTimer::new())
            .keep_alive_interval(KEEPALIVE)
            .keep_alive_timeout(KEEPALIVE)
            .max_concurrent_streams(u32::try_from(streams).unwrap_or(u32::MAX));
        Self {
            calls,
            metrics,
            stop,
            http,
            room: Arc::new(Semaphore::new(MAX_CONNECTIONS)),
            tasks: TaskTracker::new(),
        }
    }

    /// Accepts and serves connections until the server stops.
    pub(super) async fn accept<S, T, F>(
        &self,
        accept: impl AsyncFn() -> io::Result<S>,
        secure: impl Fn(S) -> F,
    ) where
        F: Future<Output = io::Result<T>> + Send + 'static,
        T: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        loop {
            let stream = select! {
                biased;
                () = self.stop.cancelled() => return,
                stream = accept() => stream,
            };
            let stream = match stream {
                Ok(stream) => stream,
                Err(error) => {
                    self.metrics.refuse("accept", &error);
                    // Most likely there are no more file descriptors: until somebody has gone.
                    sleep(Duration::from_millis(100)).await;
                    continue;
                }
            };
            let Ok(room) = Arc::clone(&self.room).try_acquire_owned() else {
                self.metrics.refuse("connections", &"too many at once");
                continue;
            };
            let secured = secure(stream);
            let connections = self.clone();
            self.tasks.spawn(async move {
                let _held = (room, Level::new(&connections.metrics.connections));
                let served = select! {
                    served = connections.handshake(secured) => served,
                    () = connections.stop.cancelled() => return,
                };
                if let Some(stream) = served {
                    connections.serve(stream).await;
                }
            });
        }
    }

    /// Waits until the last call is answered, and a moment for the connections: a client that hangs
    /// does not hold up the end.
    pub(super) async fn finish(&self) {
        self.tasks.close();
        let ended = async {
            self.calls.finish().await;
            sleep(FAREWELL).await;
        };
        select! {
            () = ended => {}
            () = self.tasks.wait() => {}
        }
    }

    /// The stream after TLS and the first bytes of HTTP/2: hyper would wait for them for ever.
    async fn handshake<T: AsyncRead + AsyncWrite + Unpin>(
        &self,
        secured: impl Future<Output = io::Result<T>>,
    ) -> Option<T> {
        let shaken = timeout(HANDSHAKE, async {
            let mut stream = secured.await?;
            let mut preface = [0; PREFACE.len()];
            stream.read_exact(&mut preface).await?;
            if preface != PREFACE {
                return Err(io::Error::other("not HTTP/2"));
            }
            Ok(stream)
        });
        match shaken.await {
            Ok(Ok(stream)) => return Some(stream),
            Ok(Err(error)) => self.metrics.refuse("handshake", &error),
            Err(_) => self.metrics.refuse("handshake", &"silence"),
        }
        None
    }

    async fn serve<T: AsyncRead + AsyncWrite + Send + Unpin + 'static>(&self, stream: T) {
        let (reader, writer) = split(stream);
        // hyper wants to read the preface itself.
        let stream = TokioIo::new(join(PREFACE.chain(reader), writer));
        let mut connection = pin!(self.http.serve_connection(stream, self.calls.clone()));
        let ended = select! {
            ended = connection.as_mut() => ended,
            () = self.stop.cancelled() => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended
            && !has_left(&error)
        {
            self.metrics.refuse("connection", &error);
        }
    }
}

/// True when the client has closed the connection before the server's last words to it, as Go's does.
fn has_left(error: &hyper::Error) -> bool {
    let source = error.source().and_then(|source| source.downcast_ref());
    source.is_some_and(|error: &io::Error| {
        matches!(
            error.kind(),
            io::ErrorKind::BrokenPipe
                | io::ErrorKind::ConnectionReset
                | io::ErrorKind::NotConnected
        )
    })
}
