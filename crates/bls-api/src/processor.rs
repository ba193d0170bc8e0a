//! Whether the processor has the instructions that the compiler was allowed to use.
//!
//! A program for another one ends at the first of them with an illegal instruction and no word.
//! `is_x86_feature_detected!` does not help: what the compiler may use, it takes for granted.

/// Ends the program, with a sentence that names what the processor lacks, if it lacks anything. For the
/// first line of `main`.
pub fn require() {
    #[cfg(target_arch = "x86_64")]
    x86_64::require();
    // Of other processors no tier is built here.
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::{
        arch::x86_64::{__cpuid_count, CpuidResult},
        io::{self, Write as _},
        process,
    };

    // Nothing here may move a string or a list, nor do the same to several values in a row: the compiler would
    // take the very instructions that may be missing. Printing bytes is in the standard library, which is
    // compiled for every processor.
    macro_rules! require {
        ($($name:literal: $leaf:literal $register:ident $bit:literal,)*) => {
            pub(super) fn require() {
                let mut lacking = false;
                $(
                    if cfg!(target_feature = $name) && !has($leaf, |of| of.$register, $bit) {
                        if !lacking {
                            say("error: this program is built for processors with");
                        }
                        lacking = true;
                        say(concat!(" ", $name));
                    }
                )*
                if lacking {
                    say(
                        ", which this one lacks: build it on this machine, or without a configuration \
                         of target-configs that is for others\n",
                    );
                    process::exit(2);
                }
            }
        };
    }

    require! {
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
    }

    #[inline(never)]
    fn has(leaf: u32, register: fn(CpuidResult) -> u32, bit: u32) -> bool {
        register(__cpuid_count(leaf, 0)) & (1 << bit) != 0
    }

    fn say(text: &str) {
        // Where there is no screen, the exit code is left.
        let _ = io::stderr().write_all(text.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_program_that_runs_may_run() {
        // It would end this process.
        super::require();
    }
}
