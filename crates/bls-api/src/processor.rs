//! Whether the processor has the instructions that the compiler was allowed to use.
//!
//! A program for another one ends at the first of them with an illegal instruction and no word.
//! `is_x86_feature_detected!` does not help: what the compiler may use, it takes for granted.

/// An error that names what the processor lacks. For the first line of `main`.
pub fn require() -> Result<(), String> {
    let missing = missing();
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!(
        "this program is built for processors with {}, which this one lacks: build it on this machine, or \
         without a configuration of target-configs that is for others",
        missing.join(", ")
    ))
}

#[cfg(not(target_arch = "x86_64"))]
fn missing() -> Vec<&'static str> {
    // Of other processors no tier is built here.
    Vec::new()
}

#[cfg(target_arch = "x86_64")]
fn missing() -> Vec<&'static str> {
    use std::arch::x86_64::__cpuid_count;

    macro_rules! features {
        ($($name:literal: $leaf:literal $register:ident $bit:literal,)*) => {
            [$(($name, cfg!(target_feature = $name), {
                __cpuid_count($leaf, 0).$register & (1 << $bit) != 0
            }),)*]
        };
    }
    let features = features! {
        "sse3": 1 ecx 0,
        "ssse3": 1 ecx 9,
        "fma": 1 ecx 12,
        "sse4.1": 1 ecx 19,
        "sse4.2": 1 ecx 20,
        "movbe": 1 ecx 22,
        "popcnt": 1 ecx 23,
        "avx": 1 ecx 28,
        "f16c": 1 ecx 29,
        "bmi1": 7 ebx 3,
        "avx2": 7 ebx 5,
        "bmi2": 7 ebx 8,
        "avx512f": 7 ebx 16,
        "avx512dq": 7 ebx 17,
        "adx": 7 ebx 19,
        "avx512ifma": 7 ebx 21,
        "sha": 7 ebx 29,
        "avx512bw": 7 ebx 30,
        "avx512vl": 7 ebx 31,
        "avx512vbmi": 7 ecx 1,
        "avx512vbmi2": 7 ecx 6,
        "gfni": 7 ecx 8,
        "vaes": 7 ecx 9,
        "vpclmulqdq": 7 ecx 10,
        "lzcnt": 0x8000_0001 ecx 5,
    };
    let lacking = features.iter().filter(|(_, used, has)| *used && !has);
    lacking.map(|&(name, ..)| name).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_program_that_runs_may_run() {
        assert_eq!(super::require(), Ok(()));
    }
}
