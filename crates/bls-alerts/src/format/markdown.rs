//! A comment on a pull request: short, and whatever an id contains, only text.

use bls_results::{markdown as escape, time};

use super::{KINDS, Kind, MOST, headline, listed, sorted};
use crate::comparison::{Blocking, Comparison, Row, Verdict};

/// The first line, by which whoever writes the next comment finds the last.
pub(super) const MARKER: &str = "<!-- bls-alerts -->";
/// Of an id or a reason, so that the comment stays below what GitHub takes.
const MOST_CHARACTERS: usize = 100;

/// What changed first, then what is missing or new, then how sure that is.
pub(super) fn comment(comparison: &Comparison, blocking: Blocking) -> String {
    let rows = sorted(comparison, blocking);
    let of = |verdict: Verdict| -> Vec<&Row> {
        rows.iter()
            .copied()
            .filter(|row| row.verdict() == verdict)
            .collect()
    };
    let (worse, better) = (of(Verdict::Worse), of(Verdict::Better));
    let mut lines = vec![
        MARKER.to_owned(),
        format!("### Benchmarks: {}", headline(comparison, blocking)),
        String::new(),
        format!(
            "{} against {}",
            name(&comparison.new),
            name(&comparison.base)
        ),
    ];
    if !worse.is_empty() || !better.is_empty() {
        lines.extend(table(&[&worse, &better]));
    }
    let others = [
        ("Missing", of(Verdict::Missing)),
        ("New", of(Verdict::New)),
        ("Undecided", of(Verdict::Noisy)),
    ];
    let others = others.iter().filter(|(_, rows)| !rows.is_empty());
    lines.extend(others.flat_map(|(what, rows)| paragraph(what, rows, &|row| with_why(row))));
    lines.extend(disagreements(&rows));
    lines.extend([String::new(), basis(comparison)]);
    lines.join("\n") + "\n"
}

/// Each of the groups is cut by itself: what got better must not hide behind what got worse.
fn table(groups: &[&[&Row]]) -> Vec<String> {
    let all = groups.concat();
    let kinds = KINDS
        .iter()
        .filter(|kind| all.iter().any(|row| (kind.of)(row).is_some()));
    let kinds: Vec<&Kind> = kinds.collect();
    let header: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
    let mut lines = vec![
        String::new(),
        format!("| id | {} |", header.join(" | ")),
        format!("|---|{}", "---:|".repeat(kinds.len())),
    ];
    for row in groups.iter().flat_map(|rows| rows.iter().take(MOST)) {
        let cells = kinds
            .iter()
            .map(|kind| (kind.of)(row).map_or(String::new(), |it| kind.brief(it)));
        let cells: Vec<String> = cells.collect();
        lines.push(format!("| {} | {} |", name(&row.id), cells.join(" | ")));
    }
    let more = groups.iter().filter(|rows| rows.len() > MOST);
    let more = more.map(|rows| format!("{} more {}", rows.len() - MOST, rows[0].verdict().name()));
    let more: Vec<String> = more.collect();
    if !more.is_empty() {
        lines.extend([String::new(), format!("and {}", more.join(", "))]);
    }
    lines
}

fn paragraph(what: &str, rows: &[&Row], item: &dyn Fn(&Row) -> String) -> [String; 2] {
    let items: Vec<String> = rows.iter().map(|row| item(row)).collect();
    [String::new(), format!("{what}: {}", listed(&items))]
}

fn with_why(row: &Row) -> String {
    let why = KINDS.iter().find_map(|kind| (kind.of)(row)?.why.as_deref());
    let why = why.map_or(String::new(), |why| format!(" ({})", escape(&cut(why))));
    format!("{}{why}", name(&row.id))
}

/// The ids of each sentence that [`Row::disagreement`] has.
fn disagreements(rows: &[&Row]) -> Vec<String> {
    let mut disagreeing: Vec<&Row> = rows.to_vec();
    disagreeing.retain(|row| row.disagreement().is_some());
    // Stable: within a sentence they stay in their order.
    disagreeing.sort_by_key(|row| row.disagreement());
    let sentences = disagreeing.chunk_by(|a, b| a.disagreement() == b.disagreement());
    let paragraphs = sentences.flat_map(|rows| {
        let sentence = rows[0].disagreement().unwrap_or_default();
        paragraph(sentence, rows, &|row| name(&row.id))
    });
    paragraphs.collect()
}

/// How sure, and how long.
fn basis(comparison: &Comparison) -> String {
    let mut sentences = vec![comparison.method.clone()];
    sentences.extend(comparison.notes.iter().take(MOST).map(|note| cut(note)));
    sentences.extend(
        comparison
            .seconds
            .map(|it| format!("measured in {}", time(it * 1e9))),
    );
    format!("{}.", escape(&sentences.join(". ")))
}

/// As code where that is safe.
fn name(text: &str) -> String {
    let text = cut(text);
    let plain = |it: char| it.is_ascii_alphanumeric() || "/_-.,=+ ".contains(it);
    // What GitHub would link is escaped in code, too, so that a comment can be checked by its text.
    if !text.trim().is_empty() && text.chars().all(plain) && !text.contains("www.") {
        format!("`{text}`")
    } else {
        escape(&text)
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
