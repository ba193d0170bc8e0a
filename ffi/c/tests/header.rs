//! The committed header is what cbindgen makes of the source.

use std::{env, fs, path::Path};

/// In the order of the header.
const SOURCES: [&str; 5] = ["scheme", "status", "table", "handles", "bytes"];

/// The README's section, as comments.
fn rules(readme: &str) -> String {
    let (_, from) = readme.split_once("## Rules\n").expect("the rules");
    let section = from.split("\n## ").next().expect("a section");
    let lines = ["Rules", ""].into_iter().chain(section.trim().lines());
    lines
        .map(|line| format!("// {line}").trim_end().to_owned() + "\n")
        .collect()
}

#[test]
fn committed_header_is_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("the settings");
    config.header = Some(rules(include_str!("../README.md")));
    let sources = SOURCES.map(|name| root.join(format!("src/{name}.rs")));
    let builder = sources
        .iter()
        .fold(cbindgen::Builder::new(), cbindgen::Builder::with_src);
    let bindings = builder.with_config(config).generate().expect("bindings");
    let mut generated = Vec::new();
    bindings.write(&mut generated);
    // The header starts with them.
    let reference = "//\n// # Safety\n//\n// See [the rules](crate#rules).\n";
    let generated = String::from_utf8(generated)
        .expect("UTF-8")
        .replace(reference, "");
    let header = root.join("include/blsbench.h");
    if env::var_os("BLSBENCH_WRITE_HEADER").is_some() {
        fs::write(&header, &generated).expect("the header is written");
    }
    assert!(
        fs::read_to_string(&header).expect("the committed header") == generated,
        "include/blsbench.h is not what cbindgen makes of the source: run\n  \
         BLSBENCH_WRITE_HEADER=1 cargo test -p blsbench-c --test header\nand read the difference"
    );
}
