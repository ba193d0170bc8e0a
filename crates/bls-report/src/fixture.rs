//! Results that nobody measured, for tests.

use bls_results::{
    Count, Counts, EngineRecord, Environment, Figure, Load, Machine, Outcome, Results, Row, Run,
    RustRecord, Source,
};

/// A row that was measured, its figure between the ends of its interval.
pub(crate) fn row(id: &str, [low, ns, high]: [f64; 3]) -> Row {
    Row {
        id: id.parse().expect("an id"),
        run: 0,
        outcome: Outcome::Measured(Figure {
            ns,
            low,
            high,
            samples: 3,
            allocated: None,
        }),
    }
}

/// These rows, on a machine that does not exist.
pub(crate) fn results(rows: impl IntoIterator<Item = Row>) -> Results {
    let rows: Vec<Row> = rows.into_iter().collect();
    let load = Some(Load {
        minutes_1: 0.5,
        minutes_5: 0.25,
        minutes_15: 0.125,
    });
    let mut engines: Vec<&str> = rows.iter().map(|row| row.id.engine.as_str()).collect();
    engines.sort_unstable();
    engines.dedup();
    let engines = engines.into_iter().map(|id| EngineRecord {
        id: id.to_owned(),
        library: id.to_owned(),
        version: "1.2.3".to_owned(),
        options: String::new(),
        compiler: "rustc 1.95.0".to_owned(),
        code_path: "portable".to_owned(),
        composed: false,
        absent: [("dusk".to_owned(), "another scheme".to_owned())].into(),
    });
    Results {
        name: "2026-01-02T030405Z-some-processor-x86_64-unknown-linux-gnu".to_owned(),
        environment: Environment {
            source: Source::Run,
            machine: Machine {
                cpu: "Some(R) Processor <script>".to_owned(),
                model: None,
                microcode: Some("0x1".to_owned()),
                cores: 2,
                governor: None,
                turbo: None,
                os: "Linux 6.18".to_owned(),
            },
            rust: RustRecord {
                compiler: "rustc 1.95.0".to_owned(),
                target: "x86_64-unknown-linux-gnu".to_owned(),
                opt_level: "3".to_owned(),
                target_features: "sse2".to_owned(),
            },
            runs: vec![Run {
                started: "2026-01-02T03:04:05Z".to_owned(),
                finished: "2026-01-02T03:14:05Z".to_owned(),
                command: vec!["blsbench".to_owned(), "run".to_owned()],
                profile: "full".to_owned(),
                repetitions: 3,
                revision: "0123456789ab".to_owned(),
                emulated: None,
                load_before: load,
                load_after: load,
            }],
            engines: engines.collect(),
        },
        rows,
        problems: Vec::new(),
    }
}

/// Counts that nobody made.
pub(crate) fn counts(target: &str, counts: &[(&str, f64)]) -> Counts {
    let counts = counts.iter().map(|&(id, instructions)| {
        let count = Count {
            instructions,
            spread: 0.0,
            uneven: None,
        };
        (id.to_owned(), count)
    });
    Counts {
        counts: counts.collect(),
        ..Counts::new("a counter 1.0".to_owned(), target.to_owned())
    }
}
