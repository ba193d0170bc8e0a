//! Times as people read them.

/// Nanoseconds with three digits.
#[must_use]
pub fn time(nanoseconds: f64) -> String {
    let (value, unit) = match nanoseconds {
        below if below < 1e3 => (below, "ns"),
        below if below < 1e6 => (below / 1e3, "µs"),
        below if below < 1e9 => (below / 1e6, "ms"),
        above => (above / 1e9, "s"),
    };
    let digits = match value {
        below if below < 9.995 => 2,
        below if below < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits() {
        let pairs = [
            (1.5, "1.50 ns"),
            (386_400.0, "386 µs"),
            (1_084_000.0, "1.08 ms"),
            (38_160_000.0, "38.2 ms"),
            (2.5e9, "2.50 s"),
        ];
        for (nanoseconds, expected) in pairs {
            assert_eq!(time(nanoseconds), expected);
        }
    }
}
