//! How many random cases a property is tried with.

use proptest::test_runner::Config;

/// So many, and in proportion more or fewer where `PROPTEST_CASES` asks for another number than proptest's
/// own: under an emulator a pairing takes twenty times as long.
pub(crate) fn cases(whole: u32) -> u32 {
    let asked = Config::default().cases;
    (whole * asked / PROPTESTS_OWN).max(1)
}

const PROPTESTS_OWN: u32 = 256;
