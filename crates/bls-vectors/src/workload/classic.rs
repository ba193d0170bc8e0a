//! The inputs of `classic`.

use bls_api::{ClassicOp, Error, Inputs};

pub(super) struct Classic;

pub(super) fn classic() -> &'static Classic {
    &Classic
}

impl Classic {
    pub(super) fn inputs(&self, _op: ClassicOp, _param: u32) -> Result<Inputs, Error> {
        Err(Error::Input("no workload"))
    }

    pub(super) fn output(&self, _op: ClassicOp, _param: u32) -> Result<Vec<u8>, Error> {
        Err(Error::Input("no workload"))
    }
}
