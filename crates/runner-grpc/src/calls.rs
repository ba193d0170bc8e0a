//! Which call an operation is, and with what requests.

use bls_api::{Error, Group, Inputs, Job, Kind, Operation, Suite, TransportOp};
use bls_schemes::{Scheme, SecretKey};
use blsbench_grpc::{
    Client,
    proto::{
        self, AggregatePkRequest, AggregateSigRequest, CreateApkRequest, NullCallRequest,
        SignRequest, VerifyRequest, sign_batch_response, verify_batch_response,
    },
};
use tonic::Status;

use crate::{
    jobs::{self, Batch},
    service::{Service, connect, refused, runtime},
};

impl Suite for Service {
    fn job(&self, operation: &'static Operation, inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
        let Kind::Transport(op) = operation.kind else {
            return Err(Error::Input("an operation of another group"));
        };
        let client = connect(self.0)?;
        match op {
            TransportOp::NullCall => null_call(client, inputs),
            TransportOp::Sign(group) => {
                let request = sign_request(group, inputs)?;
                Ok(jobs::call(client, move |client| {
                    sign(client, request.clone())
                }))
            }
            TransportOp::SignVulnerable => {
                let mut request = sign_request(Group::Dusk, inputs)?;
                request.public_key.clear();
                request.vulnerable = true;
                Ok(jobs::call(client, move |client| {
                    sign(client, request.clone())
                }))
            }
            TransportOp::Verify(group) => {
                let request = verify_request(group, inputs)?;
                Ok(jobs::call(client, move |client| {
                    verify(client, request.clone())
                }))
            }
            TransportOp::AggregatePublicKeys(group) => aggregate_public_keys(client, group, inputs),
            TransportOp::AggregateSignatures(group) => aggregate_signatures(client, group, inputs),
            TransportOp::SignInFlight => {
                let request = sign_request(Group::MinPk, inputs)?;
                let in_flight = in_flight(inputs)?;
                Ok(jobs::in_flight(client, in_flight, move |client| {
                    sign(client, request.clone())
                }))
            }
            TransportOp::VerifyInFlight => {
                let request = verify_request(Group::MinPk, inputs)?;
                let in_flight = in_flight(inputs)?;
                Ok(jobs::in_flight(client, in_flight, move |client| {
                    verify(client, request.clone())
                }))
            }
            TransportOp::SignBatch => sign_batch(client, sign_request(Group::MinPk, inputs)?),
            TransportOp::VerifyBatch => verify_batch(client, verify_request(Group::MinPk, inputs)?),
            TransportOp::SwitchToIpc => Err(Error::Unsupported("the Go wrapper's".into())),
        }
    }
}

fn null_call(client: Client, inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
    let payload = inputs.message()?.to_vec();
    Ok(jobs::call(client, move |mut client| {
        let payload = payload.clone();
        async move {
            let answer = client.null_call(NullCallRequest { payload }).await?;
            Ok(answer.into_inner().length.to_be_bytes().to_vec())
        }
    }))
}

async fn sign(mut client: Client, request: SignRequest) -> Result<Vec<u8>, Status> {
    Ok(client.sign(request).await?.into_inner().signature)
}

async fn verify(mut client: Client, request: VerifyRequest) -> Result<Vec<u8>, Status> {
    Ok(verdict(client.verify(request).await?.into_inner().valid))
}

fn aggregate_public_keys(
    mut client: Client,
    group: Group,
    inputs: &Inputs,
) -> Result<Box<dyn Job>, Error> {
    let mut request = AggregatePkRequest {
        scheme: number(group)?,
        aggregate_key: Vec::new(),
        public_keys: inputs.public_keys.clone(),
    };
    if group == Group::Dusk {
        let others = request
            .public_keys
            .split_off(request.public_keys.len().min(1));
        let first = CreateApkRequest {
            scheme: request.scheme,
            public_key: request.public_keys.pop().ok_or(Error::Empty)?,
        };
        let created = runtime()?.block_on(client.create_apk(first));
        request.aggregate_key = created
            .map_err(|status| refused(&status))?
            .into_inner()
            .aggregate_key;
        request.public_keys = others;
    }
    Ok(jobs::call(client, move |mut client| {
        let request = request.clone();
        async move {
            Ok(client
                .aggregate_pk(request)
                .await?
                .into_inner()
                .aggregate_key)
        }
    }))
}

fn aggregate_signatures(
    client: Client,
    group: Group,
    inputs: &Inputs,
) -> Result<Box<dyn Job>, Error> {
    let (first, others) = inputs.signatures.split_first().ok_or(Error::Empty)?;
    let request = AggregateSigRequest {
        scheme: number(group)?,
        signature: first.clone(),
        signatures: others.to_vec(),
    };
    Ok(jobs::call(client, move |mut client| {
        let request = request.clone();
        async move { Ok(client.aggregate_sig(request).await?.into_inner().signature) }
    }))
}

fn sign_batch(mut client: Client, request: SignRequest) -> Result<Box<dyn Job>, Error> {
    let batch = Batch::open(request, async move |requests| {
        Ok(client.sign_batch(requests).await?.into_inner())
    })?;
    Ok(batch.job(|answer| match answer.result {
        Some(sign_batch_response::Result::Signature(signature)) => Ok(signature),
        Some(sign_batch_response::Result::Failure(failure)) => Err(failure.message),
        None => Err("an empty answer".to_owned()),
    }))
}

fn verify_batch(mut client: Client, request: VerifyRequest) -> Result<Box<dyn Job>, Error> {
    let batch = Batch::open(request, async move |requests| {
        Ok(client.verify_batch(requests).await?.into_inner())
    })?;
    Ok(batch.job(|answer| match answer.result {
        Some(verify_batch_response::Result::Valid(valid)) => Ok(verdict(valid)),
        Some(verify_batch_response::Result::Failure(failure)) => Err(failure.message),
        None => Err("an empty answer".to_owned()),
    }))
}

fn sign_request(group: Group, inputs: &Inputs) -> Result<SignRequest, Error> {
    let secret = inputs.secret_key()?;
    // Of a key that is none the server will say so.
    let public = SecretKey::from_bytes(group.try_into()?, secret)
        .and_then(|secret| secret.public_key())
        .map(|public| public.to_bytes());
    Ok(SignRequest {
        scheme: number(group)?,
        secret_key: secret.to_vec(),
        public_key: public.unwrap_or_default(),
        message: inputs.message()?.to_vec(),
        vulnerable: false,
    })
}

fn verify_request(group: Group, inputs: &Inputs) -> Result<VerifyRequest, Error> {
    Ok(VerifyRequest {
        scheme: number(group)?,
        aggregate_key: inputs.public_key()?.to_vec(),
        message: inputs.message()?.to_vec(),
        signature: inputs.signature()?.to_vec(),
    })
}

fn number(group: Group) -> Result<i32, Error> {
    Ok(proto::Scheme::from(Scheme::try_from(group)?).into())
}

fn in_flight(inputs: &Inputs) -> Result<usize, Error> {
    let number = inputs.coefficients.first().copied();
    let number = number.and_then(|number| usize::try_from(number).ok());
    number.ok_or(Error::Input("no number of calls in flight"))
}

fn verdict(valid: bool) -> Vec<u8> {
    vec![u8::from(valid)]
}
