//! What the server has done, and what it has refused.

use std::{
    collections::HashMap,
    fmt,
    sync::{Mutex, PoisonError, atomic::AtomicU64},
    time::{Duration, Instant},
};

use prometheus_client::{
    encoding::{EncodeLabelSet, text},
    metrics::{counter::Counter, family::Family, gauge::Gauge},
    registry::Registry,
};
use tonic::{Code, Status};

/// A line of the log for each reason, at most.
const SILENCE: Duration = Duration::from_secs(1);

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answer {
    method: &'static str,
    code: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Refused {
    reason: &'static str,
}

#[derive(Default)]
pub(super) struct Metrics {
    registry: Registry,
    requests: Family<Answer, Counter>,
    items: Family<Answer, Counter>,
    refused: Family<Refused, Counter>,
    pub(super) calls: Gauge,
    pub(super) queue: Gauge,
    pub(super) connections: Gauge,
    pub(super) abandoned: Counter,
    pub(super) work_seconds: Counter<f64, AtomicU64>,
    /// When a reason was last logged, and how often it has come since.
    logged: Mutex<HashMap<&'static str, (Instant, u64)>>,
}

impl Metrics {
    pub(super) fn new() -> Self {
        let mut metrics = Self::default();
        let registry = metrics.registry.sub_registry_with_prefix("blsbench");
        let requests = metrics.requests.clone();
        registry.register("requests", "Calls that have ended", requests);
        let items = metrics.items.clone();
        registry.register("items", "Requests of batches", items);
        let refused = metrics.refused.clone();
        registry.register("refused", "What was refused", refused);
        let calls = metrics.calls.clone();
        registry.register("calls", "Calls that have not ended", calls);
        let queue = metrics.queue.clone();
        registry.register("queue", "Jobs that wait or are worked on", queue);
        let connections = metrics.connections.clone();
        registry.register("connections", "Open connections", connections);
        let abandoned = metrics.abandoned.clone();
        registry.register("abandoned", "Jobs whose callers had gone", abandoned);
        let work = metrics.work_seconds.clone();
        registry.register("work_seconds", "Processor time of jobs", work);
        metrics
    }

    pub(super) fn text(&self) -> Result<String, fmt::Error> {
        let mut text = String::new();
        text::encode(&mut text, &self.registry)?;
        Ok(text)
    }

    /// A call has ended.
    pub(super) fn ended(&self, method: &'static str, code: Code) {
        let code = name(code);
        self.requests.get_or_create(&Answer { method, code }).inc();
    }

    /// A request of a batch has its answer.
    pub(super) fn answered(&self, method: &'static str, code: Code) {
        let code = name(code);
        self.items.get_or_create(&Answer { method, code }).inc();
    }

    /// Counts what is refused, and says so on standard error: nobody can flood it.
    pub(super) fn refuse(&self, reason: &'static str, why: &dyn fmt::Display) {
        self.refused.get_or_create(&Refused { reason }).inc();
        let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        match logged.get_mut(reason) {
            Some((last, unsaid)) if now.duration_since(*last) < SILENCE => *unsaid += 1,
            Some((last, unsaid)) => {
                eprintln!("refused: {reason}: {why} (and {unsaid} since the last line)");
                (*last, *unsaid) = (now, 0);
            }
            None => {
                eprintln!("refused: {reason}: {why}");
                logged.insert(reason, (now, 0));
            }
        }
    }

    /// [`Self::refuse`] for an error of a call whose reason is in its code.
    pub(super) fn refuse_by_code(&self, status: &Status) {
        let reason = match status.code() {
            Code::InvalidArgument => "invalid",
            Code::Unimplemented => "unimplemented",
            Code::DeadlineExceeded => "deadline",
            Code::OutOfRange => "size",
            // The others are counted where they arise, or are nothing that the server refuses.
            _ => return,
        };
        self.refuse(reason, &status.message());
    }
}

/// One more while this lives.
pub(super) struct Level(Gauge);

impl Level {
    pub(super) fn new(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for Level {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// As gRPC writes codes.
fn name(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "CANCELLED",
        Code::Unknown => "UNKNOWN",
        Code::InvalidArgument => "INVALID_ARGUMENT",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::NotFound => "NOT_FOUND",
        Code::AlreadyExists => "ALREADY_EXISTS",
        Code::PermissionDenied => "PERMISSION_DENIED",
        Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        Code::FailedPrecondition => "FAILED_PRECONDITION",
        Code::Aborted => "ABORTED",
        Code::OutOfRange => "OUT_OF_RANGE",
        Code::Unimplemented => "UNIMPLEMENTED",
        Code::Internal => "INTERNAL",
        Code::Unavailable => "UNAVAILABLE",
        Code::DataLoss => "DATA_LOSS",
        Code::Unauthenticated => "UNAUTHENTICATED",
    }
}
