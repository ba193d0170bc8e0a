//! Compiles mcl, its assembly or LLVM IR, and our shim into one static library.

use std::io;
use std::path::PathBuf;
use std::process::Command;

use crate::architecture::{Arch, check as check_architecture};
use crate::source::Mcl;

/// What mcl's own makefile passes for a library without exceptions and strings, for these sizes.
const CPP_FLAGS: [&str; 5] = [
    "-std=c++11",
    "-fno-exceptions",
    "-fno-rtti",
    "-fno-threadsafe-statics",
    "-fno-stack-protector",
];

const DEFINES: [(&str, Option<&str>); 6] = [
    ("NDEBUG", None),
    ("MCL_FP_BIT", Some("384")),
    ("MCL_FR_BIT", Some("256")),
    ("CYBOZU_DONT_USE_STRING", None),
    ("CYBOZU_DONT_USE_EXCEPTION", None),
    ("XBYAK_NO_EXCEPTION", None),
];

/// For `msm_avx.cpp` alone, which mcl enters only after it has asked the CPU.
const MSM_FLAGS: [&str; 2] = ["-mavx512f", "-mavx512ifma"];

/// How the library was built.
pub(crate) struct Built {
    /// First line of the C++ compiler's `--version`; of clang's, too, where it compiled LLVM IR.
    pub(crate) compiler: String,
    /// Every flag of `fp.cpp` but the include paths, then what `msm_avx.cpp` gets in addition, if it is
    /// built.
    pub(crate) flags: String,
    /// The C compiler's own headers, which a bare libclang lacks.
    #[cfg(feature = "bindgen")]
    pub(crate) c_include: String,
}

pub(crate) fn build(mcl: &Mcl) -> Result<Built, String> {
    let arch = Arch::target()?;
    let src = mcl.src();
    let mut compiler = cpp_compiler(&base(mcl))?;

    let mut library = base(mcl);
    library.define("MCL_USE_LLVM", "1").file(src.join("fp.cpp"));
    let mut flags = flags(&library)?;
    let mut objects = intermediates(&library, "fp.cpp")?;
    objects.extend(intermediates(base(mcl).file("src/shim.cpp"), "shim.cpp")?);

    match arch {
        Arch::X86_64 => {
            let mut msm = with_flags(base(mcl), &MSM_FLAGS);
            msm.file(src.join("msm_avx.cpp"));
            objects.extend(intermediates(&msm, "msm_avx.cpp")?);
            flags = format!("{flags} (msm_avx.cpp: {})", MSM_FLAGS.join(" "));

            let mut asm = cc::Build::new();
            optimised(&mut asm)
                .file(src.join("asm/x86-64.S"))
                .file(src.join("asm/bint-x64-amd64.S"));
            objects.extend(intermediates(&asm, "src/asm")?);
        }
        Arch::Aarch64 => {
            let (mut llvm, version) = llvm_compiler()?;
            optimised(&mut llvm)
                // It names no target, and gets this one.
                .flag("-Wno-override-module")
                .file(src.join("base64.ll"))
                .file(src.join("bint64.ll"));
            objects.extend(intermediates(&llvm, "src/*.ll")?);
            compiler = format!("{compiler}; LLVM IR: {version}");
        }
    }

    check_architecture(&objects, arch)?;
    let mut archive = cc::Build::new();
    archive
        .cpp(true)
        .objects(objects)
        .try_compile("herumi_mcl")
        .map_err(|error| failed("libherumi_mcl.a", &error))?;

    Ok(Built {
        compiler,
        flags,
        #[cfg(feature = "bindgen")]
        c_include: c_include()?,
    })
}

fn intermediates(build: &cc::Build, what: &str) -> Result<Vec<PathBuf>, String> {
    build
        .try_compile_intermediates()
        .map_err(|error| failed(what, &error))
}

fn base(mcl: &Mcl) -> cc::Build {
    let mut build = with_flags(cc::Build::new(), &CPP_FLAGS);
    for (name, value) in DEFINES {
        build.define(name, value);
    }
    optimised(&mut build)
        .cpp(true)
        .include(mcl.include())
        .include(mcl.src());
    build
}

fn with_flags(mut build: cc::Build, flags: &[&str]) -> cc::Build {
    for flag in flags {
        build.flag(flag);
    }
    build
}

/// The same code whatever Cargo's profile: an unoptimised mcl is of no use, not even to a test.
fn optimised(build: &mut cc::Build) -> &mut cc::Build {
    build.opt_level(3).debug(false).pic(true).warnings(false)
}

fn cpp_compiler(build: &cc::Build) -> Result<String, String> {
    let missing = |why: &dyn std::fmt::Display| {
        format!(
            "no working C++ compiler ({why}): install one (Debian and Ubuntu: `apt-get install g++`) \
             or set CXX to its path"
        )
    };
    let tool = build.try_get_compiler().map_err(|error| missing(&error))?;
    first_line(tool.to_command().arg("--version"))
        .map_err(|error| missing(&format!("{}: {error}", tool.path().display())))
}

/// mcl's arithmetic for what is no x86-64 is in LLVM's own language, which GCC does not read. The rest
/// stays with the compiler that builds C++ for this target, as on x86-64.
fn llvm_compiler() -> Result<(cc::Build, String), String> {
    println!("cargo::rerun-if-env-changed=PATH");
    let mut build = cc::Build::new();
    let is_clang = |build: &cc::Build| {
        let tool = build.try_get_compiler();
        tool.is_ok_and(|tool| tool.is_like_clang())
    };
    if !is_clang(&build) {
        build.compiler("clang");
    }
    let missing = |why: &dyn std::fmt::Display| {
        format!(
            "no working clang ({why}), which alone compiles mcl's LLVM IR for this target: install it \
             (Debian and Ubuntu: `apt-get install clang`)"
        )
    };
    let tool = build.try_get_compiler().map_err(|error| missing(&error))?;
    let version =
        first_line(tool.to_command().arg("--version")).map_err(|error| missing(&error))?;
    Ok((build, version))
}

fn flags(build: &cc::Build) -> Result<String, String> {
    let tool = build
        .try_get_compiler()
        .map_err(|error| failed("fp.cpp", &error))?;
    let mut flags = Vec::new();
    let mut args = tool.args().iter();
    while let Some(arg) = args.next() {
        // Include paths say where this machine keeps its files, not how the code was built.
        if arg == "-I" {
            args.next();
        } else {
            let arg = arg.to_string_lossy();
            if !arg.starts_with("-I") {
                flags.push(arg.into_owned());
            }
        }
    }
    Ok(flags.join(" "))
}

#[cfg(feature = "bindgen")]
fn c_include() -> Result<String, String> {
    let why = |error: &dyn std::fmt::Display| {
        format!(
            "the C compiler does not say where its headers are ({error}): install gcc or clang, \
             or build without the feature bindgen"
        )
    };
    let tool = cc::Build::new()
        .try_get_compiler()
        .map_err(|error| why(&error))?;
    first_line(tool.to_command().arg("-print-file-name=include")).map_err(|error| why(&error))
}

fn first_line(command: &mut Command) -> io::Result<String> {
    let output = command.output()?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(io::Error::other(format!("{}, {stderr}", output.status)));
    }
    let stdout = String::from_utf8_lossy(&output.stdout);
    Ok(stdout.lines().next().unwrap_or_default().trim().to_owned())
}

fn failed(what: &str, error: &cc::Error) -> String {
    format!(
        "compiling {what} failed: the compiler's own message is above; a C++11 compiler is \
         needed, which for x86-64 knows AVX-512 IFMA (gcc 6, clang 4 or newer)\n{error}"
    )
}
