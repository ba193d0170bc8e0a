//! Compiles the service, and keeps its description for reflection.

use std::{env, error::Error, fs, path::Path};

use prost::Message as _;

fn main() -> Result<(), Box<dyn Error>> {
    let proto = "proto/blsbench/v1/bls.proto";
    println!("cargo::rerun-if-changed={proto}");
    let files = protox::compile([proto], ["proto"])?;
    let description = Path::new(&env::var("OUT_DIR")?).join("bls.bin");
    fs::write(description, files.encode_to_vec())?;
    tonic_prost_build::configure()
        // `Client::connect` takes its place.
        .build_transport(false)
        // They hold secret keys.
        .skip_debug([
            "blsbench.v1.SignRequest",
            "blsbench.v1.GenerateKeysResponse",
        ])
        .compile_fds(files)?;
    Ok(())
}
