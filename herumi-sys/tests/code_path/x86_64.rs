//! On x86-64 mcl generates code.

use std::env;
use std::fs;
use std::io::Write as _;
use std::process::Command;

/// The test that children run.
const CHILD: &str = "x86_64::say_code_path";

/// Tells a child to refuse itself executable memory first.
const REFUSE: &str = "HERUMI_SYS_TEST_REFUSE_EXECUTABLE_MEMORY";

#[test]
fn say_code_path() {
    if env::var_os(REFUSE).is_some() && !refuse_executable_memory() {
        println!("<code path: cannot refuse>");
        return;
    }
    let path = herumi_sys::init().expect("mcl initialises");
    assert_eq!(path.llvm, !path.jit, "{path:?}");
    println!("<code path: {path}>");
    println!("<generated code: {}>", has_anonymous_code());
}

/// What a child with exactly these of mcl's variables prints: the code path, and whether it holds
/// generated code.
fn child(variables: &[(&str, &str)]) -> (String, bool) {
    let output = Command::new(env::current_exe().expect("this test has a path"))
        .args(["--exact", CHILD, "--nocapture"])
        .env_remove("MCL_ADX")
        .env_remove("MCL_CPU")
        .envs(variables.iter().copied())
        .output()
        .expect("this test can be run again");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{stdout}");
    let field = |name: &str| {
        let (_, rest) = stdout.split_once(&format!("<{name}: ")).unwrap_or_default();
        rest.split_once('>').unwrap_or_default().0.to_owned()
    };
    (field("code path"), field("generated code") == "true")
}

/// The kernel's word, independent of mcl's: only generated code is executable and has no file.
fn has_anonymous_code() -> bool {
    let maps = fs::read_to_string("/proc/self/maps").unwrap_or_default();
    maps.lines().any(|line| {
        let fields: Vec<_> = line.split_whitespace().collect();
        fields.len() == 5 && fields[1] == "r-xp"
    })
}

fn cpu_can_run_generated_code() -> bool {
    let can = is_x86_feature_detected!("avx")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("adx");
    if !can {
        say_skipped("this CPU lacks AVX, BMI2 or ADX, so mcl generates no code");
    }
    can
}

/// On the screen although the test passes: the harness captures `println!`, but not this.
fn say_skipped(why: &str) {
    writeln!(std::io::stderr(), "skipped: {why}").expect("stderr");
}

fn ifma() -> &'static str {
    if is_x86_feature_detected!("avx512ifma") {
        ", IFMA"
    } else {
        ", no IFMA"
    }
}

#[test]
fn generated_code_is_reported() {
    if !cpu_can_run_generated_code() {
        return;
    }
    for (adx, expected) in [
        (None, "JIT, no ADX (MCL_ADX=1 not set)"),
        (Some("0"), "JIT, no ADX (MCL_ADX=1 not set)"),
        (Some("1"), "JIT, ADX"),
    ] {
        let variables: Vec<_> = adx.map(|value| ("MCL_ADX", value)).into_iter().collect();
        let (path, generated) = child(&variables);
        assert_eq!(path, format!("{expected}{}", ifma()), "MCL_ADX: {adx:?}");
        assert!(generated || cfg!(not(target_os = "linux")));
    }
}

#[test]
fn missing_cpu_features_are_reported() {
    let (path, generated) = child(&[("MCL_CPU", "noadx"), ("MCL_ADX", "1")]);
    assert_eq!(
        path,
        "no JIT (no AVX, BMI2 and ADX, or MCL_CPU hides them): slow, no IFMA"
    );
    assert!(!generated);
}

/// When an upgrade of mcl makes this fail, the warning in the README can go.
#[test]
fn mcl_hides_adx_instead_of_ifma() {
    let (path, generated) = child(&[("MCL_CPU", "noifma")]);
    assert_eq!(
        path,
        format!(
            "no JIT (no AVX, BMI2 and ADX, or MCL_CPU hides them): slow{}",
            ifma()
        )
    );
    assert!(!generated);
}

#[test]
fn refused_executable_memory_is_reported() {
    let (path, generated) = child(&[(REFUSE, "1")]);
    if path == "cannot refuse" {
        say_skipped("this kernel cannot refuse executable memory (Linux 6.3 and newer can)");
        return;
    }
    assert_eq!(
        path,
        format!("no JIT (executable memory refused): slow{}", ifma())
    );
    assert!(!generated);
}

#[cfg(target_os = "linux")]
fn refuse_executable_memory() -> bool {
    use std::ffi::{c_int, c_ulong};

    const PR_SET_MDWE: c_int = 65;
    const PR_MDWE_REFUSE_EXEC_GAIN: c_ulong = 1;
    const UNUSED: c_ulong = 0;

    unsafe extern "C" {
        fn prctl(option: c_int, ...) -> c_int;
    }
    // SAFETY: this option takes four numbers and only makes later mprotect calls fail.
    let result = unsafe {
        prctl(
            PR_SET_MDWE,
            PR_MDWE_REFUSE_EXEC_GAIN,
            UNUSED,
            UNUSED,
            UNUSED,
        )
    };
    result == 0
}

#[cfg(not(target_os = "linux"))]
fn refuse_executable_memory() -> bool {
    false
}
