//! Compiles mcl, its assembly and our shim into one static library.

use std::io;
use std::process::Command;

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
    /// First line of the C++ compiler's `--version`.
    pub(crate) compiler: String,
    /// Every flag of `fp.cpp` but the include paths, then what `msm_avx.cpp` gets in addition.
    pub(crate) flags: String,
    /// The C compiler's own headers, which a bare libclang lacks.
    #[cfg(feature = "bindgen")]
    pub(crate) c_include: String,
}

pub(crate) fn build(mcl: &Mcl) -> Result<Built, String> {
    let compiler = cpp_compiler(&base(mcl))?;
    let src = mcl.src();

    let msm = with_flags(base(mcl), &MSM_FLAGS)
        .file(src.join("msm_avx.cpp"))
        .try_compile_intermediates()
        .map_err(|error| failed("msm_avx.cpp", &error))?;

    let mut asm = cc::Build::new();
    let asm = optimised(&mut asm)
        .file(src.join("asm/x86-64.S"))
        .file(src.join("asm/bint-x64-amd64.S"))
        .try_compile_intermediates()
        .map_err(|error| failed("src/asm", &error))?;

    let mut shim = base(mcl);
    let shim = shim
        .file("src/shim.cpp")
        .try_compile_intermediates()
        .map_err(|error| failed("shim.cpp", &error))?;

    let mut library = base(mcl);
    library
        .define("MCL_USE_LLVM", "1")
        .file(src.join("fp.cpp"))
        .objects(msm)
        .objects(asm)
        .objects(shim);
    let flags = flags(&library)?;
    library
        .try_compile("herumi_mcl")
        .map_err(|error| failed("fp.cpp", &error))?;

    Ok(Built {
        compiler,
        flags,
        #[cfg(feature = "bindgen")]
        c_include: c_include()?,
    })
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
    Ok(format!(
        "{} (msm_avx.cpp: {})",
        flags.join(" "),
        MSM_FLAGS.join(" ")
    ))
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
        "compiling {what} failed: the compiler's own message is above; a C++11 compiler that knows \
         AVX-512 IFMA (gcc 6, clang 4 or newer) is needed\n{error}"
    )
}
