//! What the generated messages need besides: schemes by type, and secrets that are neither printed
//! nor left behind.

use std::fmt;

use bls_schemes::Scheme;
use tonic::Status;
use zeroize::Zeroize as _;

use crate::proto::{self, GenerateKeysResponse, SignRequest};

impl From<Scheme> for proto::Scheme {
    fn from(scheme: Scheme) -> Self {
        match scheme {
            Scheme::Dusk => Self::Dusk,
            Scheme::DuskV2 => Self::DuskV2,
            Scheme::MinPk => Self::MinPk,
        }
    }
}

impl TryFrom<proto::Scheme> for Scheme {
    type Error = Status;

    fn try_from(scheme: proto::Scheme) -> Result<Self, Status> {
        match scheme {
            proto::Scheme::Unspecified => Err(Status::invalid_argument("no scheme")),
            proto::Scheme::Dusk => Ok(Self::Dusk),
            proto::Scheme::DuskV2 => Ok(Self::DuskV2),
            proto::Scheme::MinPk => Ok(Self::MinPk),
        }
    }
}

impl fmt::Debug for SignRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SignRequest").finish_non_exhaustive()
    }
}

impl fmt::Debug for GenerateKeysResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GenerateKeysResponse")
            .finish_non_exhaustive()
    }
}

impl Drop for SignRequest {
    fn drop(&mut self) {
        self.secret_key.zeroize();
    }
}

impl Drop for GenerateKeysResponse {
    fn drop(&mut self) {
        self.secret_key.zeroize();
    }
}
