//! Tables: every one of the site is written here, and so is the CSV of its rows.

use askama::{Template, filters::HtmlSafe};
use bls_results::{Figure, time};

use super::text::{NOTHING, grouped, instructions as four_digits, interval, ratio};
use crate::ranking::is_tie;

/// A table; the first cell of a row is its heading.
#[derive(Debug, Template)]
#[template(path = "table.html")]
pub(super) struct Table {
    caption: String,
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
    /// Where the same rows are as CSV, from the page.
    pub(super) csv: Option<String>,
}

impl HtmlSafe for Table {}

#[derive(Debug)]
pub(super) struct Column {
    name: String,
    /// Of the values in the CSV, which are no text.
    unit: Option<&'static str>,
    /// Of numbers, which stand on the right.
    number: bool,
}

#[derive(Debug, Default)]
pub(super) struct Cell {
    text: String,
    /// Smaller, below.
    below: String,
    /// What is sorted by, and what the CSV has; text has none.
    value: Option<f64>,
    link: Option<String>,
    /// For the style sheet; the text says it too.
    class: &'static str,
}

impl Table {
    pub(super) fn new(
        caption: impl Into<String>,
        columns: impl IntoIterator<Item = Column>,
    ) -> Self {
        Self {
            caption: caption.into(),
            columns: columns.into_iter().collect(),
            rows: Vec::new(),
            csv: None,
        }
    }

    pub(super) fn push(&mut self, row: impl IntoIterator<Item = Cell>) {
        let row: Vec<Cell> = row.into_iter().collect();
        for (column, cell) in self.columns.iter_mut().zip(&row) {
            column.number |= cell.value.is_some();
        }
        self.rows.push(row);
    }

    /// Without the columns in which no row has anything.
    pub(super) fn without_empty_columns(mut self) -> Self {
        let said = (0..self.columns.len()).map(|index| {
            let mut cells = self.rows.iter().map(|row| &row[index]);
            cells.any(|cell| cell.text != NOTHING)
        });
        let said: Vec<bool> = said.collect();
        let mut columns = said.iter();
        self.columns.retain(|_| columns.next() == Some(&true));
        for row in &mut self.rows {
            let mut cells = said.iter();
            row.retain(|_| cells.next() == Some(&true));
        }
        self
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Values without units and digits lost, text otherwise.
    pub(super) fn to_csv(&self) -> Result<Vec<u8>, csv::Error> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(self.columns.iter().map(|column| match column.unit {
            None => column.name.clone(),
            Some(unit) => format!("{} ({unit})", column.name),
        }))?;
        for row in &self.rows {
            writer.write_record(row.iter().map(|cell| match cell.value {
                None if cell.text == NOTHING => String::new(),
                None => cell.text.clone(),
                Some(value) => value.to_string(),
            }))?;
        }
        let written = writer.into_inner();
        written.map_err(|error| error.into_error().into())
    }
}

/// A column of text or of numbers without a unit.
pub(super) fn column(name: impl Into<String>) -> Column {
    Column {
        name: name.into(),
        unit: None,
        number: false,
    }
}

/// A column of times.
pub(super) fn times(name: impl Into<String>) -> Column {
    Column {
        unit: Some("ns"),
        ..column(name)
    }
}

/// A column of counts of instructions.
pub(super) fn instructions(name: impl Into<String>) -> Column {
    Column {
        unit: Some("instructions"),
        ..column(name)
    }
}

impl Cell {
    pub(super) fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            // A column of it must not become a column of single words.
            class: if text.len() > 40 { "long" } else { "" },
            text,
            ..Self::default()
        }
    }

    pub(super) fn nothing() -> Self {
        Self::text(NOTHING).class("none")
    }

    /// A number as text, and as what it is.
    pub(super) fn value(text: impl Into<String>, value: f64) -> Self {
        Self {
            value: Some(value),
            ..Self::text(text)
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
    pub(super) fn count(count: u64) -> Self {
        Self::value(grouped(count), count as f64)
    }

    pub(super) fn link(self, href: impl Into<String>) -> Self {
        Self {
            link: Some(href.into()),
            ..self
        }
    }

    pub(super) fn below(self, below: impl Into<String>) -> Self {
        Self {
            below: below.into(),
            ..self
        }
    }

    pub(super) fn class(self, class: &'static str) -> Self {
        Self { class, ..self }
    }

    /// A time, with its interval below.
    pub(super) fn figure(figure: &Figure) -> Self {
        Self::value(time(figure.ns), figure.ns).below(interval(figure))
    }

    /// A count of instructions.
    pub(super) fn instructions(count: f64) -> Self {
        Self::value(four_digits(count), count)
    }

    /// Bytes and allocations, where they were counted.
    pub(super) fn memory(figure: &Figure) -> [Self; 2] {
        figure.allocated.map_or_else(
            || [Self::nothing(), Self::nothing()],
            |allocated| [allocated.bytes, allocated.allocations].map(Self::count),
        )
    }

    /// A ratio to the best, which says so where it is the best or as good.
    pub(super) fn ratio(to_best: f64) -> Self {
        let place = place(to_best).unwrap_or_default();
        Self::value(ratio_to_best(to_best), to_best).class(place)
    }
}

/// With the word for it, where there is one.
pub(super) fn ratio_to_best(to_best: f64) -> String {
    let ratio = ratio(to_best);
    match place(to_best) {
        None => ratio,
        Some(place) => format!("{place} {ratio}"),
    }
}

/// A word for the best and for what cannot be told from it.
pub(super) fn place(ratio: f64) -> Option<&'static str> {
    if ratio <= 1.0 {
        Some("best")
    } else if is_tie(ratio) {
        Some("tie")
    } else {
        None
    }
}
