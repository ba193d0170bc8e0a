//! Which of blst's field arithmetic is linked into this program.

use std::{env, fs};

use bls_api::Error;
use object::{Object, ObjectSymbol};

/// blst chooses at build time (from the build host, unless `target-cpu` or a feature says
/// otherwise) and leaves no way to ask; what it linked can be read from the program itself.
pub(crate) fn code_path() -> Result<String, Error> {
    let start = |error: &dyn std::error::Error| Error::Start(error.to_string());
    let program = env::current_exe().map_err(|error| start(&error))?;
    let bytes = fs::read(program).map_err(|error| start(&error))?;
    let program = object::File::parse(&*bytes).map_err(|error| start(&error))?;
    let linked = |wanted: &str| {
        program
            .symbols()
            .filter_map(|symbol| symbol.name().ok())
            .any(|name| name.trim_start_matches('_') == wanted)
    };
    Ok(match (linked("mulx_mont_384x"), linked("mul_mont_384x")) {
        (true, true) => "assembly, ADX where the CPU has it (portable build)",
        (true, false) => "assembly, ADX (chosen at build time)",
        (false, true) => "assembly, no ADX",
        (false, false) => "unknown: the program has no symbols of blst's assembly",
    }
    .to_owned())
}
