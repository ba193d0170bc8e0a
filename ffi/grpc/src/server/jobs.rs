//! What each request asks for, computed: pure functions of messages, for the pool.

use bls_schemes::{AggregateKey, Error, PublicKey, Scheme, SecretKey, Signature};
use tonic::Status;

use crate::proto::{
    self, AggregatePkRequest, AggregatePkResponse, AggregateSigRequest, AggregateSigResponse,
    CreateApkRequest, CreateApkResponse, GenerateKeysRequest, GenerateKeysResponse, SignRequest,
    SignResponse, VerifyRequest, VerifyResponse,
};

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as the other jobs")]
pub(super) fn generate_keys(request: &GenerateKeysRequest) -> Result<GenerateKeysResponse, Status> {
    let secret = SecretKey::generate(scheme(request.scheme)?).map_err(refusal)?;
    Ok(GenerateKeysResponse {
        secret_key: secret.as_bytes().to_vec(),
        public_key: secret.public_key().map_err(refusal)?.to_bytes(),
    })
}

pub(super) fn sign(request: &SignRequest) -> Result<SignResponse, Status> {
    let scheme = scheme(request.scheme)?;
    let signature = || {
        let secret = SecretKey::from_bytes(scheme, &request.secret_key)?;
        if request.vulnerable {
            return secret.sign_vulnerable(&request.message);
        }
        let public = match &request.public_key[..] {
            [] => secret.public_key()?,
            bytes => PublicKey::from_bytes(scheme, bytes)?,
        };
        secret.sign(&public, &request.message)
    };
    Ok(SignResponse {
        signature: signature().map_err(refusal)?.to_bytes(),
    })
}

pub(super) fn verify(request: &VerifyRequest) -> Result<VerifyResponse, Status> {
    let scheme = scheme(request.scheme)?;
    let valid = || {
        let key = AggregateKey::from_bytes(scheme, &request.aggregate_key)?;
        let signature = Signature::from_bytes(scheme, &request.signature)?;
        key.verify(&request.message, &signature)
    };
    Ok(VerifyResponse {
        valid: valid().map_err(refusal)?,
    })
}

pub(super) fn create_apk(request: &CreateApkRequest) -> Result<CreateApkResponse, Status> {
    let public = PublicKey::from_bytes(scheme(request.scheme)?, &request.public_key);
    let key = public.and_then(|public| AggregateKey::new(&[&public]));
    Ok(CreateApkResponse {
        aggregate_key: key.map_err(refusal)?.to_bytes(),
    })
}

pub(super) fn aggregate_pk(request: &AggregatePkRequest) -> Result<AggregatePkResponse, Status> {
    let scheme = scheme(request.scheme)?;
    let keys = decode(&request.public_keys, |bytes| {
        PublicKey::from_bytes(scheme, bytes)
    })?;
    let key = match &request.aggregate_key[..] {
        [] => AggregateKey::new(&keys),
        bytes => AggregateKey::from_bytes(scheme, bytes).and_then(|key| key.add(&keys)),
    };
    Ok(AggregatePkResponse {
        aggregate_key: key.map_err(refusal)?.to_bytes(),
    })
}

pub(super) fn aggregate_sig(request: &AggregateSigRequest) -> Result<AggregateSigResponse, Status> {
    let scheme = scheme(request.scheme)?;
    let others = decode(&request.signatures, |bytes| {
        Signature::from_bytes(scheme, bytes)
    })?;
    let signature = Signature::from_bytes(scheme, &request.signature)
        .and_then(|signature| signature.aggregate(&others));
    Ok(AggregateSigResponse {
        signature: signature.map_err(refusal)?.to_bytes(),
    })
}

fn scheme(number: i32) -> Result<Scheme, Status> {
    proto::Scheme::try_from(number)
        .map_err(|_| Status::invalid_argument(format!("unknown scheme {number}")))?
        .try_into()
}

fn decode<T>(
    list: &[Vec<u8>],
    point: impl Fn(&[u8]) -> Result<T, Error>,
) -> Result<Vec<T>, Status> {
    let points = list.iter().enumerate().map(|(index, bytes)| {
        point(bytes).map_err(|error| Status::invalid_argument(format!("{error}, at {index}")))
    });
    points.collect()
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn refusal(error: Error) -> Status {
    use bls_api::Error as Refused;
    let code = match &error {
        Error::Refused(Refused::Unsupported(_)) => tonic::Code::Unimplemented,
        Error::Refused(Refused::Start(_) | Refused::Runner(_)) | Error::Entropy(_) => {
            tonic::Code::Internal
        }
        Error::Refused(_) | Error::Mixed { .. } => tonic::Code::InvalidArgument,
    };
    Status::new(code, error.to_string())
}
