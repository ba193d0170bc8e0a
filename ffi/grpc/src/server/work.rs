//! The pool on which signatures are computed.

use std::{future::Future, sync::Arc};

use cpu_time::ThreadTime;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, oneshot},
    task,
};
use tonic::Status;

use super::{
    cores,
    metrics::{Level, Metrics},
};

/// Runs jobs on the runtime's blocking threads, whose number is the size of the pool, in the order
/// in which they came.
pub(super) struct Pool {
    room: Arc<Semaphore>,
    metrics: Arc<Metrics>,
    threads: usize,
}

impl Pool {
    /// Of so many threads, for at most `in_flight` jobs that wait or are worked on.
    pub(super) fn new(threads: usize, in_flight: usize, metrics: Arc<Metrics>) -> Self {
        Self {
            room: Arc::new(Semaphore::new(in_flight)),
            metrics,
            threads,
        }
    }

    /// Does a job, or refuses it at once where there is no room.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> Result<T, Status> + Send + 'static,
    ) -> Result<T, Status> {
        let Ok(room) = Arc::clone(&self.room).try_acquire_owned() else {
            self.metrics.refuse("queue", &"too many calls wait");
            return Err(Status::resource_exhausted("too many calls wait"));
        };
        self.start(room, job).await
    }

    /// Waits for room.
    pub(super) async fn room(&self) -> OwnedSemaphorePermit {
        let room = Arc::clone(&self.room).acquire_owned().await;
        room.expect("the semaphore is never closed")
    }

    /// Puts a job into the queue; its answer comes by the future. A job whose future is dropped
    /// before its turn is not done.
    pub(super) fn start<T, J>(
        &self,
        room: OwnedSemaphorePermit,
        job: J,
    ) -> impl Future<Output = Result<T, Status>> + use<T, J>
    where
        T: Send + 'static,
        J: FnOnce() -> Result<T, Status> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let metrics = Arc::clone(&self.metrics);
        let threads = self.threads;
        let queued = Level::new(&metrics.queue);
        task::spawn_blocking(move || {
            let held = (room, queued);
            if reply.is_closed() {
                metrics.abandoned.inc();
                return;
            }
            cores::keep_to_one(threads);
            // Not the time of day: what other threads take from the processor is not work.
            let start = ThreadTime::now();
            let result = job();
            metrics.work_seconds.inc_by(start.elapsed().as_secs_f64());
            // Whoever has the answer may call again at once.
            drop(held);
            // The caller may have gone meanwhile.
            let _ = reply.send(result);
        });
        let metrics = Arc::clone(&self.metrics);
        async move {
            answer.await.unwrap_or_else(|_| {
                metrics.refuse("panic", &"a job panicked");
                Err(Status::internal("the server failed at this call"))
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_job_that_panics_costs_itself() {
        let metrics = Arc::new(Metrics::new());
        let pool = Pool::new(1, 1, Arc::clone(&metrics));
        let failed = pool.run::<()>(|| panic!("on purpose")).await;
        assert_eq!(failed.unwrap_err().code(), tonic::Code::Internal);
        // Its room, the only one, is free again.
        assert_eq!(pool.run(|| Ok(7)).await.unwrap(), 7);
        assert_eq!(metrics.queue.get(), 0);
        let text = metrics.text().unwrap();
        assert!(
            text.contains("blsbench_refused_total{reason=\"panic\"} 1"),
            "{text}"
        );
    }
}
