//! The service: each request goes to the pool, and its answer comes back.

use std::{pin::Pin, sync::Arc, time::Duration};

use futures_util::{Stream, StreamExt as _, stream};
use tokio::{
    select,
    time::{Instant, sleep_until, timeout},
};
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status, Streaming};

use super::{
    call::{Until, refused},
    jobs,
    metrics::Metrics,
    work::Pool,
};
use crate::proto::{
    AggregatePkRequest, AggregatePkResponse, AggregateSigRequest, AggregateSigResponse,
    CreateApkRequest, CreateApkResponse, Failure, GenerateKeysRequest, GenerateKeysResponse,
    GetMetricsRequest, GetMetricsResponse, NullCallRequest, NullCallResponse, SignBatchResponse,
    SignRequest, SignResponse, VerifyBatchResponse, VerifyRequest, VerifyResponse, bls_server::Bls,
    sign_batch_response, verify_batch_response,
};

#[derive(Clone)]
pub(super) struct Service {
    pub(super) pool: Arc<Pool>,
    pub(super) metrics: Arc<Metrics>,
    /// Requests of one batch that are worked on or wait to be, at once.
    pub(super) window: usize,
    /// How long a batch waits for its next request.
    pub(super) patience: Duration,
    /// The server stops: batches read no more.
    pub(super) stop: CancellationToken,
}

type Answers<A> = Pin<Box<dyn Stream<Item = Result<A, Status>> + Send>>;

/// A request's answer, as a function of the request.
type Job<Q, A> = fn(&Q) -> Result<A, Status>;

impl Service {
    async fn run<Q: Send + 'static, A: Send + 'static>(
        &self,
        request: Request<Q>,
        job: Job<Q, A>,
    ) -> Result<Response<A>, Status> {
        let request = request.into_inner();
        let answer = self.pool.run(move || job(&request)).await?;
        Ok(Response::new(answer))
    }

    /// Answers in the order of the requests. There is at most one request in memory that has no
    /// place in the queue: the next is not read before.
    fn batch<Q: Send + 'static, A: Send + 'static, B: Send + 'static>(
        &self,
        method: &'static str,
        requests: Request<Streaming<Q>>,
        job: Job<Q, A>,
        item: fn(Result<A, Failure>) -> B,
    ) -> Response<Answers<B>> {
        let service = self.clone();
        let metrics = Arc::clone(&self.metrics);
        let answers = self
            .requests(requests)
            .then(move |request| {
                let pool = Arc::clone(&service.pool);
                async move {
                    let request = request?;
                    let room = pool.room().await;
                    Ok(pool.start(room, move || job(&request)))
                }
            })
            .map(async |answer| match answer {
                Ok(answer) => Ok(answer.await),
                Err(status) => Err(status),
            })
            .buffered(self.window)
            .map(move |answer: Result<Result<A, Status>, Status>| {
                let answer = answer?;
                let code = answer
                    .as_ref()
                    .map_or_else(Status::code, |_| tonic::Code::Ok);
                metrics.answered(method, code);
                Ok(item(answer.map_err(|status| {
                    metrics.refuse_by_code(&status);
                    Failure {
                        code: status.code().into(),
                        message: status.message().to_owned(),
                    }
                })))
            });
        Response::new(Box::pin(answers))
    }

    /// The requests of a batch until its end, or the error that ends it.
    fn requests<Q: Send + 'static>(
        &self,
        request: Request<Streaming<Q>>,
    ) -> impl Stream<Item = Result<Q, Status>> + Send + use<Q> {
        let service = self.clone();
        let until = request
            .extensions()
            .get::<Until>()
            .and_then(|until| until.0);
        stream::unfold(Some(request.into_inner()), move |requests| {
            let service = service.clone();
            async move {
                let mut requests = requests?;
                match service.next(&mut requests, until).await {
                    Ok(request) => Some((Ok(request?), Some(requests))),
                    Err(status) => Some((Err(status), None)),
                }
            }
        })
    }

    async fn next<Q>(
        &self,
        requests: &mut Streaming<Q>,
        until: Option<Instant>,
    ) -> Result<Option<Q>, Status> {
        let late = async {
            match until {
                Some(until) => sleep_until(until).await,
                None => std::future::pending().await,
            }
        };
        let status = select! {
            biased;
            () = self.stop.cancelled() => Status::unavailable("the server stops"),
            () = late => Status::deadline_exceeded("the batch took too long"),
            next = timeout(self.patience, requests.message()) => match next {
                Ok(Ok(request)) => return Ok(request),
                Ok(Err(status)) => status,
                Err(_) => Status::deadline_exceeded("no further request for too long"),
            },
        };
        Err(refused(status, &self.metrics))
    }
}

#[tonic::async_trait]
impl Bls for Service {
    type SignBatchStream = Answers<SignBatchResponse>;
    type VerifyBatchStream = Answers<VerifyBatchResponse>;

    async fn null_call(
        &self,
        request: Request<NullCallRequest>,
    ) -> Result<Response<NullCallResponse>, Status> {
        let length = request.get_ref().payload.len() as u64;
        Ok(Response::new(NullCallResponse { length }))
    }

    async fn generate_keys(
        &self,
        request: Request<GenerateKeysRequest>,
    ) -> Result<Response<GenerateKeysResponse>, Status> {
        self.run(request, jobs::generate_keys).await
    }

    async fn sign(&self, request: Request<SignRequest>) -> Result<Response<SignResponse>, Status> {
        self.run(request, jobs::sign).await
    }

    async fn verify(
        &self,
        request: Request<VerifyRequest>,
    ) -> Result<Response<VerifyResponse>, Status> {
        self.run(request, jobs::verify).await
    }

    async fn create_apk(
        &self,
        request: Request<CreateApkRequest>,
    ) -> Result<Response<CreateApkResponse>, Status> {
        self.run(request, jobs::create_apk).await
    }

    async fn aggregate_pk(
        &self,
        request: Request<AggregatePkRequest>,
    ) -> Result<Response<AggregatePkResponse>, Status> {
        self.run(request, jobs::aggregate_pk).await
    }

    async fn aggregate_sig(
        &self,
        request: Request<AggregateSigRequest>,
    ) -> Result<Response<AggregateSigResponse>, Status> {
        self.run(request, jobs::aggregate_sig).await
    }

    async fn sign_batch(
        &self,
        requests: Request<Streaming<SignRequest>>,
    ) -> Result<Response<Self::SignBatchStream>, Status> {
        use sign_batch_response::Result as Item;
        Ok(self.batch("SignBatch", requests, jobs::sign, |answer| {
            SignBatchResponse {
                result: Some(match answer {
                    Ok(answer) => Item::Signature(answer.signature),
                    Err(failure) => Item::Failure(failure),
                }),
            }
        }))
    }

    async fn verify_batch(
        &self,
        requests: Request<Streaming<VerifyRequest>>,
    ) -> Result<Response<Self::VerifyBatchStream>, Status> {
        use verify_batch_response::Result as Item;
        Ok(self.batch("VerifyBatch", requests, jobs::verify, |answer| {
            VerifyBatchResponse {
                result: Some(match answer {
                    Ok(answer) => Item::Valid(answer.valid),
                    Err(failure) => Item::Failure(failure),
                }),
            }
        }))
    }

    async fn get_metrics(
        &self,
        _: Request<GetMetricsRequest>,
    ) -> Result<Response<GetMetricsResponse>, Status> {
        let text = self.metrics.text();
        let text = text.map_err(|error| Status::internal(error.to_string()))?;
        Ok(Response::new(GetMetricsResponse { text }))
    }
}
