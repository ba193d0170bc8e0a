//! The library as C sees it: the test in C plain, under sanitisers and under valgrind; what is left
//! of secret keys; the README's example; the header in C++, and what stands behind it.

use std::{
    collections::BTreeSet,
    env, fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::Command,
};

use object::Object as _;

const TEST: &[&str] = &["tests/test.c", "tests/refusals.c"];

#[derive(Debug, Clone, Copy)]
enum Library {
    Static,
    Shared,
}

const BOTH: [Library; 2] = [Library::Static, Library::Shared];

/// Cargo builds every kind of library for an integration test, beside the test.
fn libraries() -> PathBuf {
    let test = env::current_exe().expect("this program");
    test.parent().expect("its directory").to_owned()
}

/// The compiler that the variable names, or the system's.
fn compiler(variable: &str, default: &str) -> Command {
    let mut command = Command::new(env::var_os(variable).unwrap_or_else(|| default.into()));
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command.args(["-Iinclude", "-Wall", "-Wextra", "-Werror", "-pedantic"]);
    command
}

/// Builds a program and answers its path, or what the compiler said.
fn build(
    name: &str,
    library: Library,
    sources: &[&str],
    flags: &[&str],
) -> Result<PathBuf, String> {
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}_{library:?}"));
    let mut command = compiler("CC", "cc");
    command.args(["-std=c11", "-g", "-o"]).arg(&program);
    command.args(sources).args(flags);
    match library {
        Library::Static => command.arg(libraries().join("libblsbench_c.a")),
        Library::Shared => {
            let directory = libraries();
            let directory = directory.display();
            command.args([format!("-L{directory}"), format!("-Wl,-rpath,{directory}")]);
            command.arg("-lblsbench_c")
        }
    };
    run(command.args(["-lpthread", "-lm", "-ldl"]))?;
    Ok(program)
}

/// Runs a command to its end; an error is what it said.
fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output();
    let output = output.map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("{command:?}: {}\n{said}", output.status))
}

#[track_caller]
fn must<T>(outcome: Result<T, String>) -> T {
    outcome.unwrap_or_else(|why| panic!("{why}"))
}

/// Not by `eprintln!`, which is not shown where the test passes.
fn skipped(what: &str, why: &str) {
    writeln!(io::stderr(), "skipped: {what}: {why}").expect("stderr");
}

#[test]
fn plain() {
    for library in BOTH {
        let program = must(build("plain", library, TEST, &[]));
        must(run(&mut Command::new(program)));
    }
}

#[test]
fn under_sanitisers() {
    let flags = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let sanitised = |name, library, sources| {
        let program = build(name, library, sources, &flags)?;
        run(Command::new(program).env("ASAN_OPTIONS", "detect_leaks=1"))
    };
    if let Err(why) = sanitised("probe", Library::Shared, &["tests/nothing.c"]) {
        return skipped("the test in C under sanitisers", &why);
    }
    for library in BOTH {
        must(sanitised("sanitised", library, TEST));
    }
}

/// It is slow, and sees the same code in both libraries.
#[test]
fn under_valgrind() {
    if let Err(why) = run(Command::new("valgrind").arg("--version")) {
        return skipped("the test in C under valgrind", &why);
    }
    let program = must(build("valgrind", Library::Shared, TEST, &[]));
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--error-exitcode=1", "--leak-check=full"]);
    must(run(command.arg(program)));
}

#[test]
fn secret_keys_are_cleared() {
    if !cfg!(all(target_os = "linux", target_env = "gnu")) {
        return skipped(
            "what is left of secret keys",
            "it needs GNU's linker and heap",
        );
    }
    let flags = ["-Wl,--wrap=free"];
    let program = must(build(
        "cleared",
        Library::Static,
        &["tests/cleared.c"],
        &flags,
    ));
    must(run(&mut Command::new(program)));
}

#[test]
fn the_example_of_the_readme() {
    let readme = include_str!("../README.md");
    let (_, from) = readme.split_once("```c\n").expect("an example");
    let (example, _) = from.split_once("```").expect("its end");
    let source = concat!(env!("CARGO_TARGET_TMPDIR"), "/example.c");
    fs::write(source, example).expect("the example is written");
    for library in BOTH {
        let program = must(build("example", library, &[source], &[]));
        must(run(&mut Command::new(program)));
    }
}

#[test]
fn the_header_in_cpp() {
    let mut command = compiler("CXX", "c++");
    command.args(["-std=c++11", "-fsyntax-only", "-x", "c++"]);
    must(run(command.arg("include/blsbench.h")));
}

/// The library's functions that a source in C declares or calls.
fn functions(source: &str) -> BTreeSet<&str> {
    let other = |character: char| !character.is_alphanumeric() && character != '_';
    let names = source
        .split('(')
        .filter_map(|text| text.rsplit(other).next());
    names.filter(|name| name.starts_with("blsbench_")).collect()
}

#[test]
fn what_is_declared_is_tested_and_exported() {
    let declared = functions(include_str!("../include/blsbench.h"));
    assert!(declared.contains("blsbench_verify"), "{declared:?}");
    let test = concat!(
        include_str!("test.h"),
        include_str!("test.c"),
        include_str!("refusals.c")
    );
    assert_eq!(functions(test), declared);

    if !cfg!(target_os = "linux") {
        return skipped("what the shared library exports", "the check is for Linux");
    }
    let library = fs::read(libraries().join("libblsbench_c.so")).expect("the shared library");
    let library = object::File::parse(library.as_slice()).expect("a library");
    let exports = library.exports().expect("its exports");
    let exports = exports
        .iter()
        .map(|export| str::from_utf8(export.name()).expect("UTF-8"));
    assert_eq!(exports.collect::<BTreeSet<_>>(), declared);
}
