//! What every call answers, and the one guard that every call goes through.

use std::{
    any::Any,
    cell::RefCell,
    ffi::{CString, c_char},
    panic::{AssertUnwindSafe, catch_unwind},
};

#[cfg(not(panic = "unwind"))]
compile_error!("panics must unwind, or they end the program that called");

/// What a call answers. A check that ran and failed is `BLSBENCH_OK`.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
#[allow(
    non_camel_case_types,
    clippy::upper_case_acronyms,
    reason = "as in C, without the prefix"
)]
pub enum Status {
    /// Done.
    OK = 0,
    /// A pointer is NULL that may not be.
    NULL_POINTER = 1,
    /// An input of the wrong length, or an output with too little room.
    LENGTH = 2,
    /// Refused by the library: not a point of the group, not a number in `1..r`.
    MALFORMED = 3,
    /// A list is empty that may not be.
    EMPTY = 4,
    /// Keys or signatures of two schemes in one call.
    MIXED = 5,
    /// The library has no such operation, or cannot run on this processor.
    UNSUPPORTED = 6,
    /// A handle that was freed, never made, or is of another type.
    HANDLE = 7,
    /// No scheme has this number.
    SCHEME = 8,
    /// The operating system gave no random bytes.
    ENTROPY = 9,
    /// A defect of this library or of one below it.
    PANIC = 10,
}

/// Why a call did nothing; its text is what `blsbench_last_error` answers.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("`{0}` is NULL")]
    Null(&'static str),
    #[error("`{name}`: a length of {found} where {expected} is meant")]
    Length {
        name: &'static str,
        found: usize,
        expected: usize,
    },
    #[error("a {0} that was freed or never made")]
    Handle(&'static str),
    #[error("no scheme has the number {0}")]
    Scheme(u32),
    #[error(transparent)]
    Library(#[from] bls_schemes::Error),
    #[error("panic: {0}")]
    Panic(String),
}

impl Failure {
    fn status(&self) -> Status {
        use bls_schemes::Error::{Entropy, Mixed, Refused};
        match self {
            Self::Null(_) => Status::NULL_POINTER,
            Self::Length { .. } => Status::LENGTH,
            Self::Handle(_) => Status::HANDLE,
            Self::Scheme(_) => Status::SCHEME,
            Self::Library(Mixed { .. }) => Status::MIXED,
            Self::Library(Entropy(_)) => Status::ENTROPY,
            Self::Library(Refused(bls_api::Error::Empty)) => Status::EMPTY,
            Self::Library(Refused(bls_api::Error::Unsupported(_) | bls_api::Error::Start(_))) => {
                Status::UNSUPPORTED
            }
            // The rest are of runners and lists that no scheme here has.
            Self::Library(Refused(_)) => Status::MALFORMED,
            Self::Panic(_) => Status::PANIC,
        }
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Runs the body of an exported function: a panic ends here, and a failure becomes a status and the
/// thread's last error.
pub(crate) fn guard(body: impl FnOnce() -> Result<(), Failure>) -> Status {
    // What a body shares are the tables, whose locks are never held where a panic can start.
    let outcome = catch_unwind(AssertUnwindSafe(body))
        .unwrap_or_else(|payload| Err(Failure::Panic(text(payload.as_ref()))));
    let Err(failure) = outcome else {
        return Status::OK;
    };
    let message = CString::new(failure.to_string().replace('\0', " ")).unwrap_or_default();
    // A thread that is ending has no last error any more.
    let _ = LAST.try_with(|last| last.replace(message));
    failure.status()
}

fn text(payload: &(dyn Any + Send)) -> String {
    let literal = payload.downcast_ref::<&str>().copied();
    literal
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a message")
        .to_owned()
}

/// The message of the last failed call on this thread, "" before there was one. Valid until the
/// next failed call on the thread, or its end.
#[unsafe(no_mangle)]
pub extern "C" fn blsbench_last_error() -> *const c_char {
    LAST.try_with(|last| last.borrow().as_ptr())
        .unwrap_or(c"".as_ptr())
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;

    use super::*;

    fn last_error() -> String {
        // SAFETY: the pointer is valid until the next failed call on this thread.
        let message = unsafe { CStr::from_ptr(blsbench_last_error()) };
        message.to_str().expect("UTF-8").to_owned()
    }

    #[test]
    fn panics_end_at_the_border() {
        assert_eq!(last_error(), "");
        assert_eq!(guard(|| panic!("a literal")), Status::PANIC);
        assert_eq!(last_error(), "panic: a literal");
        assert_eq!(guard(|| panic!("{}\0{}", 1, 2)), Status::PANIC);
        assert_eq!(last_error(), "panic: 1 2");
        assert_eq!(guard(|| std::panic::panic_any(1)), Status::PANIC);
        assert_eq!(last_error(), "panic: without a message");
        assert_eq!(guard(|| Ok(())), Status::OK);
        assert_eq!(last_error(), "panic: without a message");
    }

    #[test]
    fn no_random_bytes() {
        let error = bls_schemes::Error::Entropy("none".to_owned());
        assert_eq!(guard(|| Err(error.into())), Status::ENTROPY);
        assert_eq!(last_error(), "no random bytes: none");
    }
}
