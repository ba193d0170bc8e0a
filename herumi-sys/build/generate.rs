//! Regenerates the bindings from mcl's headers.

use std::env;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

use bindgen::{Builder, RustEdition, RustTarget};

use crate::source::Mcl;
use crate::{cargo_env, manifest_dir};

/// Asks for the regenerated file to replace the committed one.
const UPDATE: &str = "HERUMI_SYS_UPDATE_BINDINGS";

pub(crate) fn bindings(mcl: &Mcl, c_include: &str) -> Result<(), String> {
    for name in [UPDATE, "LIBCLANG_PATH", "BINDGEN_EXTRA_CLANG_ARGS"] {
        println!("cargo::rerun-if-env-changed={name}");
    }
    let target = RustTarget::stable(85, 0)
        .map_err(|error| format!("bindgen does not know the Rust of edition 2024: {error}"))?;
    let builder = bindgen::builder()
        .header("src/shim.h")
        .header(mcl.include().join("mcl/bn_c384_256.h").to_string_lossy())
        .clang_arg(format!("-I{}", mcl.include().display()))
        .clang_arg(format!("-isystem{c_include}"))
        .allowlist_item("mclBn.*|MCL_.*|MCLBN_.*|herumi_sys_.*")
        .rust_target(target)
        .rust_edition(RustEdition::Edition2024)
        .derive_default(true)
        .generate_comments(false)
        .use_core()
        .formatter(bindgen::Formatter::Prettyplease)
        .raw_line(format!(
            "// Generated; do not edit. Upgrade: {UPDATE}=1 cargo build -p herumi-sys --features bindgen"
        ));
    let path = Path::new(&cargo_env("OUT_DIR")?).join("bindings.rs");
    generate(builder)?
        .write_to_file(&path)
        .map_err(|error| format!("{} cannot be written: {error}", path.display()))?;

    if env::var_os(UPDATE).is_some_and(|value| value == "1") {
        let committed = manifest_dir()?.join("src/bindings.rs");
        fs::copy(&path, &committed)
            .map_err(|error| format!("{} cannot be written: {error}", committed.display()))?;
    }
    Ok(())
}

/// `Builder::generate`, with a sentence in place of the panic that a missing libclang causes.
fn generate(builder: Builder) -> Result<bindgen::Bindings, String> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let result = panic::catch_unwind(AssertUnwindSafe(|| builder.generate()));
    panic::set_hook(hook);
    match result {
        Ok(Ok(bindings)) => Ok(bindings),
        Ok(Err(error)) => Err(format!("bindgen cannot read mcl's headers: {error}")),
        Err(panic) => {
            let why = panic
                .downcast_ref::<String>()
                .map_or("no reason given", String::as_str);
            Err(format!(
                "bindgen needs libclang: install it (Debian and Ubuntu: `apt-get install libclang1`), \
                 or set LIBCLANG_PATH to its folder, or build without the feature bindgen\n{why}"
            ))
        }
    }
}
