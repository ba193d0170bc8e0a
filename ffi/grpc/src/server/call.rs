//! What holds for every call, whatever it asks for: how many there may be, how long each may take,
//! and that it is counted.

use std::{
    convert::Infallible,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use http::{HeaderMap, Request, Response};
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, timeout},
};
use tokio_util::task::{TaskTracker, task_tracker::TaskTrackerToken};
use tonic::{Code, Status, body::Body, service::Routes};
use tower::ServiceExt as _;

use super::metrics::{Level, Metrics};

/// Calls that are being read or refused, beside those that have a place in the queue.
pub(super) const MARGIN: usize = 256;

/// The routes, with what holds for every call.
#[derive(Clone)]
pub(super) struct Calls {
    routes: Routes,
    room: Arc<Semaphore>,
    deadline: Duration,
    metrics: Arc<Metrics>,
    open: TaskTracker,
}

/// When the caller no longer waits, if it has said so: for calls that outlive their first answer.
#[derive(Clone, Copy)]
pub(super) struct Until(pub(super) Option<Instant>);

impl Calls {
    pub(super) fn new(
        routes: Routes,
        in_flight: usize,
        deadline: Duration,
        metrics: Arc<Metrics>,
    ) -> Self {
        Self {
            routes: routes.prepare(),
            room: Arc::new(Semaphore::new(in_flight.saturating_add(MARGIN))),
            deadline,
            metrics,
            open: TaskTracker::new(),
        }
    }

    /// Waits until none is open.
    pub(super) async fn finish(&self) {
        self.open.close();
        self.open.wait().await;
    }

    async fn answer(self, request: Request<Incoming>) -> Response<Recorded> {
        let record = Record {
            method: method(request.uri().path()),
            code: Code::Cancelled,
            metrics: Arc::clone(&self.metrics),
            room: Arc::clone(&self.room).try_acquire_owned().ok(),
            _level: Level::new(&self.metrics.calls),
            _open: self.open.token(),
        };
        let response = if record.room.is_some() {
            self.carry(request).await
        } else {
            self.metrics.refuse("calls", &"too many calls at once");
            Err(Status::resource_exhausted("too many calls at once"))
        };
        record.finish(response.unwrap_or_else(Status::into_http))
    }

    async fn carry(self, mut request: Request<Incoming>) -> Result<Response<Body>, Status> {
        let own = grpc_timeout(request.headers())?;
        let until = own.and_then(|own| Instant::now().checked_add(own));
        request.extensions_mut().insert(Until(until));
        let limit = own.map_or(self.deadline, |own| own.min(self.deadline));
        match timeout(limit, self.routes.oneshot(request)).await {
            Ok(Ok(response)) => Ok(response),
            Err(_) => Err(Status::deadline_exceeded("the call took too long")),
        }
    }
}

impl hyper::service::Service<Request<Incoming>> for Calls {
    type Response = Response<Recorded>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let call = self.clone().answer(request);
        Box::pin(async { Ok(call.await) })
    }
}

/// A call, counted when it ends.
struct Record {
    method: &'static str,
    /// That of a call whose caller goes before the end.
    code: Code,
    metrics: Arc<Metrics>,
    /// None for a call that is refused.
    room: Option<OwnedSemaphorePermit>,
    _level: Level,
    _open: TaskTrackerToken,
}

impl Record {
    /// The response as it goes out.
    fn finish(mut self, mut response: Response<Body>) -> Response<Recorded> {
        if let Some(status) = Status::from_header_map(response.headers()) {
            let status = refused(status, &self.metrics);
            self.code = status.code();
            response = status.into_http();
        }
        response.map(|body| Recorded { body, record: self })
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        self.metrics.ended(self.method, self.code);
    }
}

/// The body of a response, at whose end the call ends.
pub(super) struct Recorded {
    body: Body,
    record: Record,
}

impl http_body::Body for Recorded {
    type Data = <Body as http_body::Body>::Data;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Status>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if let Poll::Ready(Some(Ok(frame))) = &polled
            && let Some(status) = frame.trailers_ref().and_then(Status::from_header_map)
        {
            self.record.code = status.code();
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A status as it goes out, counted. tonic calls a message that is too large out of range; gRPC's own
/// implementations, and this service, say that a resource is exhausted.
pub(super) fn refused(status: Status, metrics: &Metrics) -> Status {
    metrics.refuse_by_code(&status);
    match status.code() {
        Code::OutOfRange => Status::resource_exhausted(status.message()),
        _ => status,
    }
}

/// The name of a method for the metrics: whatever callers make up is one.
fn method(path: &str) -> &'static str {
    const NAMES: [&str; 10] = [
        "NullCall",
        "GenerateKeys",
        "Sign",
        "Verify",
        "CreateAPK",
        "AggregatePK",
        "AggregateSig",
        "SignBatch",
        "VerifyBatch",
        "GetMetrics",
    ];
    let name = path.strip_prefix("/blsbench.v1.Bls/");
    let known = name.and_then(|name| NAMES.into_iter().find(|known| *known == name));
    known.unwrap_or("other")
}

/// The deadline of the caller: at most eight digits and a unit.
fn grpc_timeout(headers: &HeaderMap) -> Result<Option<Duration>, Status> {
    let Some(value) = headers.get("grpc-timeout") else {
        return Ok(None);
    };
    let parse = || {
        let text = value.to_str().ok()?;
        let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
        if digits.len() > 8 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let number: u32 = digits.parse().ok()?;
        let unit = match unit {
            "H" => Duration::from_hours(1),
            "M" => Duration::from_mins(1),
            "S" => Duration::from_secs(1),
            "m" => Duration::from_millis(1),
            "u" => Duration::from_micros(1),
            "n" => Duration::from_nanos(1),
            _ => return None,
        };
        Some(unit * number)
    };
    let refused = || Status::invalid_argument("grpc-timeout is not a number and a unit");
    parse().map(Some).ok_or_else(refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deadlines_of_callers() {
        let read = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("grpc-timeout", text.parse().expect("a header"));
            grpc_timeout(&headers)
        };
        assert_eq!(read("5S").unwrap(), Some(Duration::from_secs(5)));
        assert_eq!(read("250m").unwrap(), Some(Duration::from_millis(250)));
        assert_eq!(
            read("99999999H").unwrap(),
            Some(Duration::from_hours(99_999_999))
        );
        assert_eq!(grpc_timeout(&HeaderMap::new()).unwrap(), None);
        for bad in ["", "S", "5", "5s", "-5S", "+5S", "123456789S", "5 S"] {
            let refused = read(bad).expect_err(bad);
            assert_eq!(refused.code(), Code::InvalidArgument);
        }
    }
}
