//! What mcl chose when it was started.

use bls_api::Error;

/// Asked of mcl's own state and of the code that it generated.
pub(crate) fn code_path() -> Result<String, Error> {
    let path = herumi_sys::init().map_err(|error| Error::Start(error.to_string()))?;
    Ok(format!("mcl {}: {path}", herumi_sys::version()))
}
