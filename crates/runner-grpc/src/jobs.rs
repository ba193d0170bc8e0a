//! The loops that are timed.

use bls_api::{Error, Job, Sample, heap::Meter};
use blsbench_grpc::Client;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Status, Streaming};

use crate::service::{refused, runtime};

/// Calls, or requests on a stream, in one iteration of an operation that has many in flight.
const CALLS: usize = 64;

struct Loop<F> {
    client: Client,
    iteration: F,
}

/// A job whose iteration is one call, after which it waits for the answer.
pub(crate) fn call<A>(client: Client, call: impl Fn(Client) -> A + 'static) -> Box<dyn Job>
where
    A: Future<Output = Result<Vec<u8>, Status>> + 'static,
{
    Box::new(Loop {
        client,
        iteration: call,
    })
}

/// A job whose iteration is [`CALLS`] calls with at most so many in flight.
pub(crate) fn in_flight<A>(
    client: Client,
    in_flight: usize,
    call: impl Fn(Client) -> A + Clone + 'static,
) -> Box<dyn Job>
where
    A: Future<Output = Result<Vec<u8>, Status>> + 'static,
{
    let iteration = move |client: Client| {
        let call = call.clone();
        async move {
            let calls = (0..CALLS).map(|_| call(client.clone()));
            let answers = stream::iter(calls).buffer_unordered(in_flight.max(1));
            same(answers.try_collect().await?)
        }
    };
    Box::new(Loop { client, iteration })
}

impl<F, A> Job for Loop<F>
where
    F: Fn(Client) -> A,
    A: Future<Output = Result<Vec<u8>, Status>>,
{
    fn run(&mut self, iterations: u64) -> Result<Sample, Error> {
        let runtime = runtime()?;
        let iteration = || (self.iteration)(self.client.clone());
        let timed = runtime.block_on(async {
            let meter = Meter::start();
            let mut output = iteration().await?;
            for _ in 1..iterations {
                output = iteration().await?;
            }
            Ok((meter.stop(), output))
        });
        let ((elapsed, allocated), output) = timed.map_err(|status| refused(&status))?;
        Ok(Sample {
            elapsed,
            output,
            allocated,
        })
    }
}

/// A stream on which requests are answered in their order.
pub(crate) struct Batch<Q, A> {
    request: Q,
    requests: mpsc::Sender<Q>,
    answers: Streaming<A>,
}

impl<Q: Clone + Send + 'static, A: 'static> Batch<Q, A> {
    pub(crate) fn open(
        request: Q,
        call: impl AsyncFnOnce(ReceiverStream<Q>) -> Result<Streaming<A>, Status>,
    ) -> Result<Self, Error> {
        let (requests, receiver) = mpsc::channel(CALLS);
        let answers = runtime()?.block_on(call(ReceiverStream::new(receiver)));
        Ok(Self {
            request,
            requests,
            answers: answers.map_err(|status| refused(&status))?,
        })
    }

    /// A job whose iteration is [`CALLS`] requests; `read` takes what an answer says.
    pub(crate) fn job(self, read: impl Fn(A) -> Result<Vec<u8>, String> + 'static) -> Box<dyn Job> {
        Box::new(BatchLoop { batch: self, read })
    }

    async fn exchange(
        &mut self,
        read: &impl Fn(A) -> Result<Vec<u8>, String>,
    ) -> Result<Vec<u8>, Status> {
        let Self {
            request,
            requests,
            answers,
        } = self;
        let send = async {
            for _ in 0..CALLS {
                let sent = requests.send(request.clone()).await;
                sent.map_err(|_| Status::unavailable("the stream has ended"))?;
            }
            Ok::<_, Status>(())
        };
        let receive = async {
            let mut outputs = Vec::with_capacity(CALLS);
            for _ in 0..CALLS {
                let answer = answers.message().await?;
                let answer = answer.ok_or_else(|| Status::unavailable("the stream has ended"))?;
                outputs.push(read(answer).map_err(Status::invalid_argument)?);
            }
            Ok(outputs)
        };
        let ((), outputs) = tokio::try_join!(send, receive)?;
        same(outputs)
    }
}

struct BatchLoop<Q, A, R> {
    batch: Batch<Q, A>,
    read: R,
}

impl<Q, A, R> Job for BatchLoop<Q, A, R>
where
    Q: Clone + Send + 'static,
    A: 'static,
    R: Fn(A) -> Result<Vec<u8>, String>,
{
    fn run(&mut self, iterations: u64) -> Result<Sample, Error> {
        let Self { batch, read } = self;
        let timed = runtime()?.block_on(async {
            let meter = Meter::start();
            let mut output = batch.exchange(read).await?;
            for _ in 1..iterations {
                output = batch.exchange(read).await?;
            }
            Ok((meter.stop(), output))
        });
        let ((elapsed, allocated), output) = timed.map_err(|status: Status| refused(&status))?;
        Ok(Sample {
            elapsed,
            output,
            allocated,
        })
    }
}

/// The output that all have in common.
fn same(mut outputs: Vec<Vec<u8>>) -> Result<Vec<u8>, Status> {
    if outputs.windows(2).any(|pair| pair[0] != pair[1]) {
        return Err(Status::data_loss("equal requests, and answers that differ"));
    }
    outputs.pop().ok_or_else(|| Status::data_loss("no answers"))
}
