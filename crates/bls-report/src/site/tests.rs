mod instructions;

use std::{collections::HashSet, fs};

use bls_alerts::{
    history::{Entry, Figure, History, Source as From},
    settings::Settings,
    trend::{Kind, Point, Series},
};
use bls_api::{Allocated, Id};
use bls_results::{Outcome, Problem, Row, keep};
use percent_encoding::percent_decode_str;

use super::*;
use crate::{
    claims::{Comparison, Published},
    fixture,
    reference::{self, Source},
};

const HOSTILE: &str = "</td><script>alert('&')</script>";

fn id(text: &str) -> Id {
    text.parse().expect("an id")
}

fn row(text: &str, ns: f64) -> Row {
    fixture::row(text, [ns * 0.99, ns, ns * 1.01])
}

fn without_figure(text: &str, outcome: Outcome) -> Row {
    Row {
        outcome,
        ..row(text, 1.0)
    }
}

/// Something of every kind of page, and of everything that may be missing.
fn full() -> Results {
    let why = || HOSTILE.to_owned();
    let mut counted = row("ring_ed25519/sign/ring_dalek/32", 2e6);
    if let Outcome::Measured(figure) = &mut counted.outcome {
        figure.allocated = Some(Allocated {
            bytes: 1_234_567,
            allocations: 3,
        });
    }
    let mut results = fixture::results([
        row("min_pk/sign/blst", 386e3),
        row("min_pk/sign/herumi", 388e3),
        row("min_pk/sign/zkcrypto", 1.61e6),
        without_figure("min_pk/sign/geth", Outcome::Error { why: why() }),
        without_figure("min_pk/sign/circl", Outcome::Missing),
        without_figure("min_pk/sign/milagro", Outcome::Absent { why: why() }),
        row("min_pk/verify/blst", 1.08e6),
        row("min_pk/verify/herumi", 1.05e6),
        row("min_pk/aggregate_verify/blst/10", 4e6),
        row("min_pk/aggregate_verify/blst/100", 38e6),
        row("min_pk/aggregate_verify/herumi/100", 42e6),
        row("min_pk/aggregate_verify_mt/blst/100", 20e6),
        row("dusk/sign/dusk", 1e6),
        row("eip2537/g1add/blst", 3_900.0),
        row("eip2537/pairing_check/blst/2", 900e3),
        row("eip2537/ecrecover/secp256k1", 30e3),
        row("transport/dusk_sign/native/32", 1_000e3),
        row("transport/dusk_sign/c_abi/32", 990e3),
        row("transport/dusk_sign/c_abi_bytes/32", 1_250e3),
        row("transport/dusk_sign/cgo_bytes/32", 1_270e3),
        row("transport/dusk_sign/go_grpc_uds/32", 1_400e3),
        row("classic/ed25519_sign/ed25519_dalek/32", 20e3),
        counted,
        row("ring_ed25519/sign/ring_dalek/64", 4e6),
    ]);
    results.name = "2026-01-02T030405Z-some & # <b> 100 %-x86_64-unknown-linux-gnu".to_owned();
    results.problems = vec![Problem {
        file: "results.json".to_owned(),
        id: Some(HOSTILE.to_owned()),
        why: HOSTILE.to_owned(),
    }];
    results
}

fn published() -> Reference {
    let figure = |row: &str, id: Option<Id>| reference::Figure {
        source: "someone".to_owned(),
        table: "The table".to_owned(),
        row: row.to_owned(),
        column: String::new(),
        ns: Some(662_231.0),
        bytes: Some(480),
        allocations: Some(2),
        other: String::new(),
        id,
        why: HOSTILE.to_owned(),
    };
    Reference {
        sources: vec![Source {
            key: "someone".to_owned(),
            title: HOSTILE.to_owned(),
            about: "Signing.".to_owned(),
            author: String::new(),
            date: "2023".to_owned(),
            machines: vec!["a laptop".to_owned()],
            versions: Vec::new(),
            known: "It is old.".to_owned(),
        }],
        figures: vec![
            figure("BenchmarkBlstSign-8", Some(id("min_pk/sign/blst"))),
            figure("BenchmarkDusk", Some(id("dusk/sign/dusk"))),
            figure("Benchmark<b>", Some(id("min_sig/sign/blst"))),
            figure("Nothing", None),
        ],
    }
}

fn claims(reference: &Reference) -> Vec<Claim<'_>> {
    vec![Claim {
        key: "twice".to_owned(),
        quote: HOSTILE.to_owned(),
        source: "someone".to_owned(),
        verdict: "No.".to_owned(),
        explanation: "Threads.".to_owned(),
        published: vec![Published {
            label: "signing".to_owned(),
            figures: reference.figures.iter().collect(),
        }],
        comparisons: vec![
            Comparison {
                label: "signing".to_owned(),
                ids: ["herumi", "zkcrypto"]
                    .map(|name| id(&format!("min_pk/sign/{name}")))
                    .into(),
                note: HOSTILE.to_owned(),
            },
            Comparison {
                label: "elsewhere".to_owned(),
                ids: vec![id("min_sig/sign/blst")],
                note: String::new(),
            },
        ],
    }]
}

fn sizes() -> SuiteSizes {
    SuiteSizes {
        suite: "ring signature, ed25519 (3)",
        private_key: "32".to_owned(),
        public_key: "32".to_owned(),
        signature: "68 + 64 a member".to_owned(),
        aggregate_signature: "-".to_owned(),
        aggregate_public_key: "-".to_owned(),
    }
}

/// Of twelve runs, since the seventh of which something is 10 % slower, and its twin is not; and of a
/// machine with a single run.
fn histories() -> Vec<Trends> {
    let machine = fixture::results([]).environment.machine;
    let entry = |run: u8| {
        let time = format!("2026-01-{run:02}T03:04:05Z")
            .parse()
            .expect("a time");
        let mut entry = Entry::new(time, HOSTILE.to_owned(), From::Run, machine.clone());
        let step = if run >= 7 { 1.1 } else { 1.0 };
        let figures = [(HOSTILE.to_owned(), 1e6 * step), ("calm".to_owned(), 2e6)];
        let figures = figures.map(|(id, ns)| {
            let ns = ns + f64::from(run % 2);
            (
                id,
                Figure {
                    ns,
                    low: ns,
                    high: ns,
                },
            )
        });
        entry.figures = figures.into();
        entry.counts = [("counted".to_owned(), 1_234_567.0)].into();
        entry
    };
    let trends = |name: &str, runs: u8| {
        let history = History {
            name: name.to_owned(),
            entries: (1..=runs).map(entry).collect(),
            problems: Vec::new(),
        };
        Trends::of(history, &Settings::default(), None)
    };
    vec![trends("mine & <b> 100 %", 12), trends("once", 1)]
}

/// A site of these results, and of a second set that is smaller and older.
fn write_site(out: &Path, mut results: Results) -> Result<(), Error> {
    let mut older = fixture::results([row("min_pk/sign/blst", 400e3)]);
    older.name = "2025-01-02T030405Z-other-x86_64-unknown-linux-gnu".to_owned();
    let reference = published();
    let page = out.join("criterion/a page.html");
    fs::create_dir_all(out.join("criterion")).expect("a directory");
    fs::write(&page, "<h1>Criterion's</h1>").expect("a file");
    for results in [&mut results, &mut older] {
        keep(results, &out.join("data"))?;
    }
    let name = results.name.clone();
    let histories = histories();
    fs::create_dir(out.join("history")).expect("a directory");
    for trends in &histories {
        let file = out.join(format!("history/{}.jsonl", trends.history.name));
        fs::write(file, "").expect("a file");
    }
    write(
        &Site {
            results: &[results, older],
            reference: &reference,
            claims: &claims(&reference),
            sizes: &[sizes()],
            criterion: &[("min_pk/sign/blst".to_owned(), page)].into(),
            criterion_of: Some(&name),
            histories: &histories,
            instructions: &instructions::targets(),
            emulated: &[instructions::emulated(out)],
        },
        out,
    )
}

/// The files below a directory that end so, relative to it.
fn files(directory: &Path, end: &str) -> Vec<PathBuf> {
    let (mut found, mut directories) = (Vec::new(), vec![directory.to_owned()]);
    while let Some(inside) = directories.pop() {
        for entry in fs::read_dir(inside).expect("a directory") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                directories.push(path);
            } else if path.to_string_lossy().ends_with(end) {
                found.push(path);
            }
        }
    }
    found
}

/// What stands between `before` and the next `"`, wherever it does.
fn attributes<'a>(html: &'a str, before: &'a str) -> impl Iterator<Item = &'a str> {
    let parts = html.split(before).skip(1);
    parts.map(|rest| rest.split('"').next().unwrap_or_default())
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn links_lead_somewhere_and_texts_stay_texts() {
    let out = tempfile::tempdir().unwrap();
    write_site(out.path(), full()).unwrap();
    let pages = files(out.path(), ".html");
    // Five of the menu, six groups and a machine, one group and a machine, two of Criterion, two
    // histories, two targets.
    assert_eq!(pages.len(), 5 + 7 + 2 + 2 + 2 + 2);
    let (mut links, mut hostile) = (0, 0);
    for page in &pages {
        let html = read(page);
        let name = page.display();
        assert!(!html.contains("<script>"), "{name}");
        assert!(!html.contains("<b>"), "{name}");
        hostile += html.matches("&#60;script&#62;").count();
        let mut level = 0;
        for heading in html.split("<h").skip(1) {
            if let Some(next) = heading.chars().next().and_then(|next| next.to_digit(10)) {
                assert!(next <= level + 1, "{name}: h{next} below h{level}");
                level = next;
            }
        }
        let ids: Vec<&str> = attributes(&html, " id=\"").collect();
        let distinct: HashSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), distinct.len(), "{name}: {ids:?}");
        for link in attributes(&html, " href=\"").chain(attributes(&html, " src=\"")) {
            let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
            let file = percent_decode_str(file).decode_utf8().unwrap();
            let target = if file.is_empty() {
                page.clone()
            } else {
                page.parent().unwrap().join(&*file)
            };
            let text = read(&target);
            if !fragment.is_empty() {
                assert!(
                    text.contains(&format!(" id=\"{fragment}\"")),
                    "{name}: {link}"
                );
            }
            links += 1;
        }
    }
    assert!(links > 100, "{links}");
    assert!(hostile > 10, "{hostile}");
    for script in files(&out.path().join("pages"), ".js") {
        let text = read(&script);
        assert!(
            text.starts_with("blsbench.add(\"") && !text.contains('<'),
            "{text}"
        );
    }
}

#[test]
fn what_a_page_says() {
    let out = tempfile::tempdir().unwrap();
    let results = full();
    let pages = out.path().join(format!("pages/{}", results.name));
    write_site(out.path(), results).unwrap();

    let min_pk = read(&pages.join("min_pk.html"));
    for expected in [
        ">tie 1.01×<",
        "4.17×",
        "a%20page.html\">386 µs</a>",
        "Absent: milagro: &#60;/td&#62;",
        "Missing: circl: the run ended before it",
        // The line through 4 ms for 10 and 38 ms for 100.
        ">222 µs<",
        ">378 µs<",
        "<dd>all 2 cores</dd>",
    ] {
        assert!(min_pk.contains(expected), "{expected} in {min_pk}");
    }
    assert!(!min_pk.contains("Insecure"));
    assert!(read(&pages.join("dusk.html")).contains("Insecure"));

    let borders = read(&pages.join("transport/borders.csv"));
    assert_eq!(
        borders.lines().nth(1),
        Some("dusk_sign/32,1000000,-10000,260000,20000,130000,1400000")
    );
    let gas = read(&pages.join("eip2537/gas-final.csv"));
    assert!(gas.contains("g1add,blst,3900,375,96.1"), "{gas}");
    assert!(read(&pages.join("eip2537.html")).contains("<small>underpriced</small>"));
    let ring = read(&pages.join("ring_ed25519.html"));
    assert!(
        ring.contains("1,234,567<small>in 3 allocations</small>"),
        "{ring}"
    );
    assert!(ring.contains("68 + 64 a member"));

    let overview = read(&out.path().join("index.html"));
    assert!(
        overview.contains("Over the 3 rows of one thread"),
        "{overview}"
    );
    let seeds = read(&out.path().join("seeds.html"));
    assert!(seeds.contains("not measured yet") && seeds.contains("<small>insecure</small>"));
    let claims = read(&out.path().join("pages/claims/twice-ours.csv"));
    let lines: Vec<&str> = claims.lines().collect();
    assert!(
        lines[1].starts_with("signing,min_pk/sign/herumi,388000,1,"),
        "{claims}"
    );
    assert!(
        lines[2].starts_with("signing,min_pk/sign/zkcrypto,1610000,4.149"),
        "{claims}"
    );
    assert!(lines[3].ends_with(",,not measured yet"), "{claims}");
}

#[test]
fn what_a_history_says() {
    let out = tempfile::tempdir().unwrap();
    write_site(out.path(), full()).unwrap();
    let page = read(&out.path().join("pages/history/mine & <b> 100 %.html"));
    for expected in [
        "12 runs, 2026-01-01 03:04 UTC to 2026-01-12 03:04 UTC",
        "href=\"#series-0\"",
        "id=\"series-0\"",
        "2026-01-07 03:04 UTC",
        "class=\"worse\">worse<",
        "1.00 ms since 2026-01-01 03:04 UTC, &lt;/td&gt;",
        "E-divisive",
        "<li>calm<small>time: 2.00 ms,",
        "<li>counted<small>instructions: 1,234,567, ",
    ] {
        assert!(page.contains(expected), "{expected} in {page}");
    }
    assert_eq!(page.matches("class=\"plot\"").count(), 1);
    assert_eq!(page.matches("class=\"spark ").count(), 2);
    let csv = read(&out.path().join("pages/history/mine & <b> 100 %.csv"));
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines.len() == 2 && lines[1].ends_with(",worse"), "{csv}");
    // The one with a single run has nothing to draw.
    let once = read(&out.path().join("pages/history/once.html"));
    assert!(
        once.contains("There are none.") && !once.contains("<svg"),
        "{once}"
    );
    let overview = read(&out.path().join("pages/histories.csv"));
    assert!(
        overview.contains("2026-01-12 03:04 UTC,12,3,1,1"),
        "{overview}"
    );
}

#[test]
fn pages_of_many_ids_stay_below_a_megabyte() {
    let mut rows = Vec::new();
    for group in [Group::MinPk, Group::Curve, Group::Eip2537, Group::Transport] {
        let ids = group.operations().iter().flat_map(|operation| {
            let params = operation
                .params
                .iter()
                .map(move |param| (operation, param.value));
            params.flat_map(move |(operation, param)| {
                let engines = [
                    "blst",
                    "herumi",
                    "zkcrypto",
                    "gnark",
                    "native",
                    "go_grpc_uds",
                ];
                engines.map(|engine| Id {
                    group,
                    operation,
                    engine: engine.to_owned(),
                    param,
                })
            })
        });
        rows.extend(ids.map(|id| row(&id.to_string(), 123_456.789)));
    }
    assert!(rows.len() >= 1_500, "{}", rows.len());
    let out = tempfile::tempdir().unwrap();
    write_site(out.path(), fixture::results(rows)).unwrap();
    for page in files(out.path(), ".html") {
        let size = fs::metadata(&page).unwrap().len();
        assert!(size < 1_000_000, "{}: {size} bytes", page.display());
    }
}

#[test]
fn long_histories_stay_below_a_megabyte() {
    let mut trends = histories().remove(0);
    let points = |index: usize| {
        let runs = 0..400;
        let points = runs.map(|run| Point {
            run: run % 12,
            value: 1e6 + f64::from(u8::try_from((run * 7 + index) % 200).expect("a byte")) * 1e3,
        });
        points.collect()
    };
    trends.series = (0..1_000)
        .map(|index| Series {
            id: format!("min_pk/aggregate_verify/zkcrypto/{index}"),
            kind: Kind::Time,
            points: points(index),
            change_points: Vec::new(),
            threshold: 0.05,
        })
        .collect();
    let out = tempfile::tempdir().unwrap();
    history::write(&trends, &Output::new(out.path())).unwrap();
    let html = read(&out.path().join("pages/history/mine & <b> 100 %.html"));
    assert!(html.len() < 1_000_000, "{} bytes", html.len());
}

#[test]
fn a_file_in_the_way_is_named() {
    let out = tempfile::tempdir().unwrap();
    fs::write(out.path().join("pages"), "").unwrap();
    let error = write_site(out.path(), full()).unwrap_err().to_string();
    assert!(error.contains("pages/"), "{error}");
    assert!(!out.path().join("index.html").exists());
}

#[test]
fn nothing_at_all_is_a_site_too() {
    let out = tempfile::tempdir().unwrap();
    let site = Site {
        results: &[],
        reference: &Reference {
            sources: Vec::new(),
            figures: Vec::new(),
        },
        claims: &[],
        sizes: &[],
        criterion: &HashMap::new(),
        criterion_of: None,
        histories: &[],
        instructions: &[],
        emulated: &[],
    };
    write(&site, out.path()).unwrap();
    assert!(read(&out.path().join("index.html")).contains("There are no results yet."));
}
