//! Calls whose right answers are known before they are made.

use anyhow::{Context as _, Result};
use bls_schemes::{AggregateKey, PublicKey, Scheme, SecretKey, Signature};
use blsbench_grpc::{
    Client,
    proto::{self, SignRequest, VerifyRequest},
};
use tonic::{Code, Status};

/// What is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Operation {
    /// Keys, messages and signatures that fit, and some that do not.
    Verify,
    /// Secret keys, and some that are none.
    Sign,
    /// Half of each.
    Mixed,
}

/// A call, and what bls-schemes says to it.
pub(crate) struct Case {
    request: Request,
    expected: Result<Answer, Code>,
}

enum Request {
    Sign(SignRequest),
    Verify(VerifyRequest),
}

#[derive(PartialEq)]
enum Answer {
    Signature(Vec<u8>),
    Valid(bool),
}

/// How a call went.
pub(crate) enum Outcome {
    /// As it should.
    Right,
    /// Refused, as it should be.
    Refused,
    /// Not the answer of bls-schemes.
    Wrong,
    /// No answer.
    Lost(Code),
}

impl Case {
    /// Calls by a few signers; two of 16 are spoilt.
    pub(crate) fn all(scheme: Scheme, operation: Operation) -> Result<Vec<Self>> {
        let mut cases = Vec::new();
        for number in 0u8..64 {
            let secret = SecretKey::generate(scheme)?;
            let public = secret.public_key()?;
            let message = vec![number; 32];
            let sign = SignRequest {
                scheme: proto::Scheme::from(scheme).into(),
                secret_key: secret.as_bytes().to_vec(),
                public_key: public.to_bytes(),
                message: message.clone(),
                vulnerable: false,
            };
            let verify = VerifyRequest {
                scheme: proto::Scheme::from(scheme).into(),
                aggregate_key: AggregateKey::new(&[&public])?.to_bytes(),
                signature: secret.sign(&public, &message)?.to_bytes(),
                message,
            };
            if operation != Operation::Verify {
                cases.push(Self::sign(scheme, spoil_sign(sign, number))?);
            }
            if operation != Operation::Sign {
                cases.push(Self::verify(scheme, spoil_verify(verify, number))?);
            }
        }
        Ok(cases)
    }

    fn sign(scheme: Scheme, request: SignRequest) -> Result<Self> {
        let keys = SecretKey::from_bytes(scheme, &request.secret_key)
            .and_then(|secret| Ok((secret, PublicKey::from_bytes(scheme, &request.public_key)?)));
        let expected = match keys {
            Ok((secret, public)) => Ok(Answer::Signature(
                secret.sign(&public, &request.message)?.to_bytes(),
            )),
            Err(_) => Err(Code::InvalidArgument),
        };
        Ok(Self {
            request: Request::Sign(request),
            expected,
        })
    }

    fn verify(scheme: Scheme, request: VerifyRequest) -> Result<Self> {
        let points = AggregateKey::from_bytes(scheme, &request.aggregate_key)
            .and_then(|key| Ok((key, Signature::from_bytes(scheme, &request.signature)?)));
        let expected = match points {
            Ok((key, signature)) => Ok(Answer::Valid(key.verify(&request.message, &signature)?)),
            Err(_) => Err(Code::InvalidArgument),
        };
        Ok(Self {
            request: Request::Verify(request),
            expected,
        })
    }

    /// Makes the call.
    pub(crate) async fn run(&self, client: &mut Client) -> Outcome {
        let answer = self.call(client).await;
        match (answer, &self.expected) {
            (Ok(answer), Ok(expected)) if answer == *expected => Outcome::Right,
            (Ok(_), _) => Outcome::Wrong,
            (Err(status), Err(expected)) if status.code() == *expected => Outcome::Refused,
            // What is refused that should not be has an answer, too.
            (Err(status), _) if status.code() == Code::InvalidArgument => Outcome::Wrong,
            (Err(status), _) => Outcome::Lost(status.code()),
        }
    }

    async fn call(&self, client: &mut Client) -> Result<Answer, Status> {
        Ok(match &self.request {
            Request::Sign(request) => {
                let answer = client.sign(request.clone()).await?;
                Answer::Signature(answer.into_inner().signature)
            }
            Request::Verify(request) => {
                let answer = client.verify(request.clone()).await?;
                Answer::Valid(answer.into_inner().valid)
            }
        })
    }
}

fn spoil_sign(mut request: SignRequest, number: u8) -> SignRequest {
    match number % 16 {
        0 => request.secret_key.fill(0xff),
        1 => request.public_key.fill(0xff),
        _ => {}
    }
    request
}

fn spoil_verify(mut request: VerifyRequest, number: u8) -> VerifyRequest {
    match number % 16 {
        0 => request.signature.fill(0xff),
        1 => request.message.push(0),
        _ => {}
    }
    request
}

/// What the server has worked, in seconds of processor time.
pub(crate) async fn work_seconds(client: &mut Client) -> Result<f64> {
    let metrics = client.get_metrics(proto::GetMetricsRequest {}).await?;
    let text = metrics.into_inner().text;
    let name = "blsbench_work_seconds_total ";
    let value = text.lines().find_map(|line| line.strip_prefix(name));
    let value = value.context("the server does not say how long it worked")?;
    Ok(value.parse()?)
}
