//! Answers of the C ABI as errors.

use std::ffi::CStr;

use bls_api::Error;
use blsbench_c::{Status, blsbench_last_error};

pub(crate) fn check(status: Status) -> Result<(), Error> {
    // SAFETY: the message is valid until the next failed call on this thread.
    let message = || unsafe { CStr::from_ptr(blsbench_last_error()) }.to_string_lossy();
    match status {
        Status::OK => Ok(()),
        Status::EMPTY => Err(Error::Empty),
        Status::UNSUPPORTED => Err(Error::Unsupported(message().into_owned().into())),
        Status::LENGTH | Status::MALFORMED | Status::MIXED => {
            Err(Error::malformed("input", message()))
        }
        // Mistakes of this crate, or a defect.
        _ => Err(Error::Runner(message().into_owned())),
    }
}
