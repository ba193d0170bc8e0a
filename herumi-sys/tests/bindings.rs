//! The committed bindings are what bindgen makes of mcl's headers.

#[cfg(feature = "bindgen")]
#[test]
fn committed_bindings_are_current() {
    let committed = include_str!("../src/bindings.rs");
    let generated = include_str!(concat!(env!("OUT_DIR"), "/bindings.rs"));
    let difference = committed
        .lines()
        .zip(generated.lines())
        .position(|(committed, generated)| committed != generated);
    assert!(
        committed == generated,
        "src/bindings.rs differs from what bindgen generates, first in line {}; if mcl or bindgen \
         was upgraded, run\n  HERUMI_SYS_UPDATE_BINDINGS=1 cargo build -p herumi-sys --features \
         bindgen\nand read the difference before committing it",
        difference.map_or(
            committed.lines().count().min(generated.lines().count()),
            |line| line
        ) + 1
    );
}

#[cfg(not(feature = "bindgen"))]
#[test]
#[ignore = "skipped: needs libclang; run `cargo test -p herumi-sys --features bindgen`"]
fn committed_bindings_are_current() {
    unreachable!("the feature bindgen is off, so there is nothing to compare with");
}
