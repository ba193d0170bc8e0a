use serde_json::{Value, json};

use super::{exchange, github, markdown, *};
use crate::statistics::Interval;

const HOSTILE: &str = "a|b/`c`/<img src=x>/@you/[x](https://x.example)\n::error::no";

fn signal(verdict: Verdict, ratio: f64, width: f64) -> Signal {
    let interval = |width: f64| Interval {
        low: ratio - width,
        high: ratio + width,
    };
    Signal {
        verdict,
        base: Some(1_000_000.0),
        new: Some(1_000_000.0 * ratio),
        change: Some(Change::new(
            ratio,
            interval(width),
            interval(2.0 * width),
            true,
        )),
        threshold: 0.01,
        repetitions: 8,
        why: None,
    }
}

fn without(verdict: Verdict, why: &str) -> Signal {
    Signal {
        change: None,
        base: None,
        new: None,
        why: Some(why.to_owned()),
        ..signal(verdict, 1.0, 0.0)
    }
}

fn row(id: &str, time: Option<Signal>, count: Option<Signal>) -> Row {
    Row {
        id: id.to_owned(),
        time,
        count,
    }
}

fn comparison(rows: Vec<Row>) -> Comparison {
    Comparison {
        base: "main 1a2b3c".to_owned(),
        new: "branch 4d5e6f".to_owned(),
        rows,
        method: "median of pairs".to_owned(),
        notes: vec!["two measurements of the same side differ by 0.2 %".to_owned()],
        seconds: Some(134.0),
    }
}

/// One of each verdict, and a disagreement.
fn mixed() -> Comparison {
    let same = || Some(signal(Verdict::Same, 1.0, 0.0));
    comparison(vec![
        row("same", Some(signal(Verdict::Same, 1.001, 0.002)), same()),
        row("noisy", Some(signal(Verdict::Noisy, 1.02, 0.05)), same()),
        row(
            "new",
            Some(without(Verdict::New, "the base has it not")),
            None,
        ),
        row(
            "worse/2",
            Some(signal(Verdict::Worse, 1.023, 0.002)),
            same(),
        ),
        row("worse/9", Some(signal(Verdict::Worse, 1.09, 0.002)), None),
        row(
            "gone",
            Some(without(Verdict::Missing, "it is no more")),
            None,
        ),
        row("better", Some(signal(Verdict::Better, 0.9, 0.01)), None),
        row(HOSTILE, Some(signal(Verdict::Better, 0.95, 0.01)), None),
    ])
}

fn many(verdict: Verdict) -> Comparison {
    let ids = (0..5000).map(|i| format!("{HOSTILE}{i}").repeat(20));
    let signal = || Some(signal(verdict, 1.5, 0.1));
    comparison(ids.map(|id| row(&id, signal(), signal())).collect())
}

fn text(comparison: &Comparison, format: Format, blocking: Blocking) -> String {
    let mut out = Vec::new();
    write(comparison, format, blocking, &mut out).expect("it is written to memory");
    String::from_utf8(out).expect("UTF-8")
}

#[test]
fn a_table_has_what_matters_first() {
    let text = text(&mixed(), Format::Table, Blocking::Both);
    let lines: Vec<String> = text
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let one_line = HOSTILE.replace('\n', " ");
    let expected = [
        "base: main 1a2b3c",
        "new: branch 4d5e6f",
        "",
        "id time change 95 % interval threshold n instructions change threshold n",
        "worse/9 1.00 ms worse +9.00 % +8.80 to +9.20 % 1 % 8",
        "worse/2 1.00 ms worse +2.30 % +2.10 to +2.50 % 1 % 8 1000000 same +0.000 % 1 % 8",
        "gone missing 1 % 8",
        "better 1.00 ms better -10.00 % -11.00 to -9.00 % 1 % 8",
        &format!("{one_line} 1.00 ms better -5.00 % -6.00 to -4.00 % 1 % 8"),
        "new new 1 % 8",
        "noisy 1.00 ms noisy +2.00 % -3.00 to +7.00 % 1 % 8 1000000 same +0.000 % 1 % 8",
        "worse/2: time changed at equal instruction counts: memory, branches or the layout of the \
         code, not more work",
        "gone: time: it is no more",
        "new: time: the base has it not",
        "",
        "same: 1 of 8 ids",
        "time: 2 worse, 1 missing, 2 better, 1 new, 1 noisy, 1 same",
        "instructions: 3 same",
        "method: median of pairs",
        "note: two measurements of the same side differ by 0.2 %",
        "measured in 134 s",
        "2 of 8 ids got worse, 1 missing; 2 better; 1 new; 1 undecided",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn what_only_informs_is_said() {
    let mixed = |blocking| headline(&mixed(), blocking);
    assert_eq!(
        mixed(Blocking::Count),
        "1 of 8 ids missing; 2 worse by time, which only informs; 2 better; 1 new; 1 undecided"
    );
    let quiet = comparison(vec![row(
        "a",
        Some(signal(Verdict::Same, 1.0, 0.001)),
        None,
    )]);
    assert_eq!(headline(&quiet, Blocking::Both), "none of 1 ids got worse");
    let noisy = comparison(vec![row("a", Some(signal(Verdict::Noisy, 1.0, 0.5)), None)]);
    let expected = "none of 1 ids is known to have got worse; 1 undecided";
    assert_eq!(headline(&noisy, Blocking::Both), expected);
}

#[test]
fn a_comment_is_short_and_only_text() {
    let text = text(&mixed(), Format::Markdown, Blocking::Both);
    let hostile =
        "a\\|b/\\`c\\`/\\<img src=x\\>/@\u{200b}you/\\[x\\](https:\u{200b}//x.example) ::error::no";
    let expected = format!(
        "<!-- bls-alerts -->
### Benchmarks: 2 of 8 ids got worse, 1 missing; 2 better; 1 new; 1 undecided

`branch 4d5e6f` against `main 1a2b3c`

| id | time | instructions |
|---|---:|---:|
| `worse/9` | worse +9.00 % (+8.80 to +9.20 %) |  |
| `worse/2` | worse +2.30 % (+2.10 to +2.50 %) | same +0.000 % |
| `better` | better -10.00 % (-11.00 to -9.00 %) |  |
| {hostile} | better -5.00 % (-6.00 to -4.00 %) |  |

Missing: `gone` (it is no more)

New: `new` (the base has it not)

Undecided: `noisy`

time changed at equal instruction counts: memory, branches or the layout of the code, not more work: \
         `worse/2`

median of pairs. two measurements of the same side differ by 0.2 %. measured in 134 s.
"
    );
    assert_eq!(text, expected);
}

#[test]
fn thousands_of_rows_stay_a_short_comment() {
    for verdict in [
        Verdict::Worse,
        Verdict::Missing,
        Verdict::Better,
        Verdict::New,
        Verdict::Noisy,
        Verdict::Same,
    ] {
        let text = text(&many(verdict), Format::Markdown, Blocking::Both);
        assert!(text.lines().count() <= 60, "{text}");
        // Two of them fit into one comment of 65,536 characters.
        assert!(text.len() < 32_000, "{}", text.len());
        if verdict != Verdict::Same {
            assert!(text.contains(" 4990 more"), "{text}");
        }
    }
}

#[test]
fn annotations_are_commands_and_nothing_else() {
    let text = text(&mixed(), Format::Github, Blocking::Both);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines,
        [
            "::error title=worse%3A worse/9::time worse +9.00 %25 (+8.80 to +9.20 %25), threshold 1 %25",
            "::error title=worse%3A worse/2::time worse +2.30 %25 (+2.10 to +2.50 %25), threshold 1 %25; \
             instructions same +0.000 %25, threshold 1 %25; time changed at equal instruction counts: \
             memory, branches or the layout of the code, not more work",
            "::error title=missing%3A gone::time missing, threshold 1 %25: it is no more",
            "::notice title=benchmarks::2 of 8 ids got worse, 1 missing; 2 better; 1 new; 1 undecided",
        ]
    );
    let informing = github::annotations(&mixed(), Blocking::Count);
    let levels: Vec<&str> = informing
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert_eq!(levels, ["::error", "::warning", "::warning", "::notice"]);
}

#[test]
fn annotations_are_as_many_as_are_shown() {
    let text = text(&many(Verdict::Worse), Format::Github, Blocking::Both);
    let levels = text.lines().map(|line| line.split(' ').next());
    let levels: Vec<_> = levels.collect();
    assert_eq!(levels[..10], [Some("::error"); 10]);
    assert_eq!(levels[10..], [Some("::notice")]);
    assert!(text.contains("::error title=4991 more::"), "{text}");
}

#[test]
fn the_step_summary_is_appended_to() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("summary");
    std::fs::write(&path, "before\n").expect("it is written");
    github::summarise(&mixed(), Blocking::Both, &path).expect("it is written");
    let text = std::fs::read_to_string(&path).expect("it is there");
    let comment = markdown::comment(&mixed(), Blocking::Both);
    assert_eq!(text, format!("before\n{comment}"));
    let error = github::summarise(&mixed(), Blocking::Both, directory.path()).expect_err("no file");
    assert!(
        error.to_string().starts_with("GITHUB_STEP_SUMMARY: "),
        "{error}"
    );
}

fn parsed(comparison: &Comparison, format: Format) -> Value {
    serde_json::from_str(&text(comparison, format, Blocking::Both)).expect("JSON")
}

#[test]
fn json_has_everything() {
    let mut comparison = mixed();
    comparison.rows.truncate(2);
    let unknown = Interval::UNKNOWN;
    let change = Change::new(1.5, unknown, unknown, true);
    comparison.rows[0].time = Some(Signal {
        change: Some(change),
        ..signal(Verdict::Worse, 1.5, 0.0)
    });
    let found = parsed(&comparison, Format::Json);
    assert_eq!(found["version"], 1);
    assert_eq!(found["failing"], json!(["same"]));
    assert_eq!(found["base"], "main 1a2b3c");
    let change = json!({
        "ratio": 1.5, "low": 0.0, "high": null, "sure_low": 0.0, "sure_high": null, "agree": true,
    });
    assert_eq!(found["rows"][0]["time"]["change"], change);
    assert_eq!(found["rows"][0]["time"]["verdict"], "worse");
    assert_eq!(found["rows"][1]["id"], "noisy");
    assert_eq!(
        parsed(&mixed(), Format::Json)["rows"]
            .as_array()
            .map(Vec::len),
        Some(8)
    );
}

#[test]
fn bencher_metric_format() {
    let found = parsed(&mixed(), Format::Bmf);
    let ids: Vec<&String> = found.as_object().expect("an object").keys().collect();
    let mut expected = ["same", "noisy", "worse/2", "worse/9", "better", HOSTILE];
    expected.sort_unstable();
    assert_eq!(ids, expected);
    assert_eq!(found["same"]["instructions"]["value"], 1_000_000.0);
    let latency = &found["worse/2"]["latency"];
    let near = |name: &str, expected: f64| {
        let value = latency[name].as_f64().expect("a number");
        assert!((value - expected).abs() < 1e-3, "{name}: {value}");
    };
    near("value", 1_023_000.0);
    near("lower_value", 1_021_000.0);
    near("upper_value", 1_025_000.0);
}

#[test]
fn github_action_benchmark() {
    let found = parsed(&mixed(), Format::Gha);
    let expected = json!([
        {
            "name": "same",
            "unit": "ns",
            "value": 1_001_000.0,
            "range": "± 0.20 %",
            "extra": "same +0.10 % (-0.10 to +0.30 %)\nbranch 4d5e6f, compared with main 1a2b3c",
        },
        {
            "name": "same (instructions)",
            "unit": "instructions",
            "value": 1_000_000.0,
            "range": "± 0.00 %",
            "extra": "same +0.000 %\nbranch 4d5e6f, compared with main 1a2b3c",
        },
    ]);
    let all = found.as_array().expect("a list");
    assert_eq!(json!(all[..2]), expected);
    assert_eq!(all.len(), 9);
}

#[test]
fn nothing_compared_is_said_in_every_format() {
    let nothing = comparison(Vec::new());
    for format in [Format::Table, Format::Markdown, Format::Github] {
        let text = text(&nothing, format, Blocking::Both);
        assert!(text.contains("nothing was compared"), "{text}");
    }
    assert_eq!(parsed(&nothing, Format::Bmf), json!({}));
    assert_eq!(parsed(&nothing, Format::Gha), json!([]));
    assert_eq!(parsed(&nothing, Format::Json)["rows"], json!([]));
}

#[test]
fn an_output_is_an_exit_code() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("comparison.json");
    let output = |blocking| Output {
        format: Format::Table,
        blocking,
        json: Some(path.clone()),
    };
    let code = output(Blocking::Both)
        .write(&mixed(), &mut Vec::new())
        .expect("it is written");
    assert_eq!(code, ExitCode::from(1));
    let kept = std::fs::read_to_string(&path).expect("it is there");
    assert_eq!(
        kept,
        exchange::json(&mixed(), Blocking::Both).expect("JSON")
    );
    // Without counts, a green light by counts would be a lie.
    let times = comparison(vec![row("a", Some(signal(Verdict::Worse, 1.5, 0.1)), None)]);
    let error = output(Blocking::Count)
        .write(&times, &mut Vec::new())
        .expect_err("no counts");
    assert_eq!(
        error.to_string(),
        "nothing to judge by: no id has what blocks"
    );
}
