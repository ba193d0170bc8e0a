//! The schemes as a Rust program calls them.

use bls_api::{Error, Inputs, Job, Kind, Operation, Suite, TransportOp, job};
use bls_schemes::{AggregateKey, PublicKey, Scheme, SecretKey, Signature};

/// The route.
pub(crate) struct Native;

impl Suite for Native {
    fn job(&self, operation: &'static Operation, inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
        let Kind::Transport(op) = operation.kind else {
            return Err(Error::Input("an operation of another group"));
        };
        match op {
            TransportOp::NullCall => Ok(job(
                inputs.message()?.to_vec(),
                |payload| Ok(null_call(payload)),
                |length| length.to_be_bytes().to_vec(),
            )),
            TransportOp::Sign(group) => {
                let secret = SecretKey::from_bytes(group.try_into()?, inputs.secret_key()?)?;
                Ok(job(
                    (secret.public_key()?, secret, inputs.message()?.to_vec()),
                    |(public, secret, message)| Ok(secret.sign(public, message)?),
                    |signature| signature.to_bytes(),
                ))
            }
            TransportOp::SignVulnerable => Ok(job(
                (
                    SecretKey::from_bytes(Scheme::Dusk, inputs.secret_key()?)?,
                    inputs.message()?.to_vec(),
                ),
                |(secret, message)| Ok(secret.sign_vulnerable(message)?),
                |signature| signature.to_bytes(),
            )),
            TransportOp::Verify(group) => {
                let scheme = group.try_into()?;
                Ok(job(
                    (
                        AggregateKey::from_bytes(scheme, inputs.public_key()?)?,
                        inputs.message()?.to_vec(),
                        Signature::from_bytes(scheme, inputs.signature()?)?,
                    ),
                    |(key, message, signature)| Ok(key.verify(message, signature)?),
                    |accepted| vec![u8::from(accepted)],
                ))
            }
            TransportOp::AggregatePublicKeys(group) => {
                aggregate_public_keys(group.try_into()?, inputs)
            }
            TransportOp::AggregateSignatures(group) => {
                let scheme = group.try_into()?;
                let all = inputs.signatures.iter();
                let all: Result<Vec<_>, _> = all
                    .map(|bytes| Signature::from_bytes(scheme, bytes))
                    .collect();
                let mut others = all?.into_iter();
                let first = others.next().ok_or(Error::Empty)?;
                Ok(job(
                    (first, others.collect::<Vec<_>>()),
                    |(first, others)| Ok(first.aggregate(others)?),
                    |signature| signature.to_bytes(),
                ))
            }
            TransportOp::SignInFlight
            | TransportOp::VerifyInFlight
            | TransportOp::SignBatch
            | TransportOp::VerifyBatch
            | TransportOp::SwitchToIpc => Err(Error::Unsupported("no service".into())),
        }
    }
}

fn aggregate_public_keys(scheme: Scheme, inputs: &Inputs) -> Result<Box<dyn Job>, Error> {
    let keys = inputs.public_keys.iter();
    let keys: Result<Vec<_>, _> = keys
        .map(|bytes| PublicKey::from_bytes(scheme, bytes))
        .collect();
    let mut keys = keys?;
    if scheme != Scheme::Dusk {
        return Ok(job(
            keys,
            |keys| Ok(AggregateKey::new(keys)?),
            |aggregate| aggregate.to_bytes(),
        ));
    }
    let others = keys.split_off(keys.len().min(1));
    Ok(job(
        (AggregateKey::new(&keys)?, others),
        |(aggregate, others)| Ok(aggregate.add(others)?),
        |aggregate| aggregate.to_bytes(),
    ))
}

/// A call, and nothing else.
#[inline(never)]
fn null_call(payload: &[u8]) -> u64 {
    payload.len() as u64
}
