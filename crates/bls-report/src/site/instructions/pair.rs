//! The counts of one target beside those of another.

use bls_api::Group;

use super::{hidden, text_or_nothing};
use crate::{
    instructions::{Instructions, Line, Ratio, engines},
    site::{
        table::{Cell, Table, column},
        text::with_param,
    },
};

/// Two targets side by side: the counts of the first over those of the second.
pub(super) struct Pair<'a> {
    pub(super) here: &'a Instructions,
    pub(super) base: &'a Instructions,
}

impl Pair<'_> {
    fn caption(&self) -> String {
        let [here, base] = [self.here, self.base].map(|side| &side.counts.target);
        format!("Instructions on {here} over those on {base}")
    }

    /// Of one engine: each ratio.
    fn of_engine(lines: &[Line], base: &[Line], engine: &str) -> Vec<f64> {
        let ratios = lines.iter().map(|line| Self::ratio(line, base, engine));
        ratios.flatten().collect()
    }

    fn ratio(line: &Line, base: &[Line], engine: &str) -> Option<f64> {
        let count = line.counts.get(engine)?;
        let other = base.iter().find(|other| other.row == line.row)?;
        Some(count.instructions / other.counts.get(engine)?.instructions)
    }

    /// An engine and a group a row.
    pub(super) fn table(&self) -> Table {
        let mut table = Table::new(
            self.caption(),
            [
                "engine",
                "group",
                "ids",
                "mean ratio",
                "least",
                "greatest",
                "could not use here",
                "could not use there",
                "other version there",
            ]
            .map(column),
        );
        for group in self.here.groups() {
            let (lines, base) = (self.here.lines(group), self.base.lines(group));
            for engine in engines(&lines) {
                let ratios = Self::of_engine(&lines, &base, engine);
                let Some(ratio) = Ratio::of(&ratios) else {
                    continue;
                };
                let Ratio {
                    ids,
                    mean,
                    low,
                    high,
                } = ratio;
                table.push([
                    Cell::text(engine),
                    Cell::text(group.name()),
                    Cell::count(ids as u64),
                    of_targets(mean),
                    of_targets(low),
                    of_targets(high),
                    text_or_nothing(hidden(&self.here.counts, engine)),
                    text_or_nothing(hidden(&self.base.counts, engine)),
                    text_or_nothing(self.other_version(engine)),
                ]);
            }
        }
        table.without_empty_columns()
    }

    /// That of the base, where it is not the same.
    fn other_version(&self, engine: &str) -> Option<&str> {
        let [here, base] = [self.here, self.base].map(|side| {
            let mut engines = side.counts.engines.iter();
            engines.find(|counted| counted.engine.id == engine)
        });
        let base = base?.engine.version.as_str();
        (here?.engine.version != base).then_some(base)
    }

    /// A row for each operation and parameter, a column for each engine.
    pub(super) fn ratios(&self, group: Group, lines: &[Line]) -> Table {
        let base = self.base.lines(group);
        let common = |engine: &&str| !Self::of_engine(lines, &base, engine).is_empty();
        let engines: Vec<&str> = engines(lines).into_iter().filter(common).collect();
        let columns = ["operation"].into_iter().chain(engines.iter().copied());
        let mut table = Table::new(format!("{}, {group}", self.caption()), columns.map(column));
        for line in lines {
            let (operation, param) = line.row;
            let ratios = engines
                .iter()
                .map(|engine| Self::ratio(line, &base, engine));
            let ratios: Vec<Option<f64>> = ratios.collect();
            if ratios.iter().all(Option::is_none) {
                continue;
            }
            let cells = ratios
                .into_iter()
                .map(|ratio| ratio.map_or_else(Cell::nothing, of_targets));
            let name = Cell::text(with_param(operation, param));
            table.push([name].into_iter().chain(cells));
        }
        table
    }
}

/// Neither side of it is the best.
fn of_targets(ratio: f64) -> Cell {
    Cell::value(format!("{ratio:.3}×"), ratio)
}
