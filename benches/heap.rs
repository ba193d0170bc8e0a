//! What each id takes from the heap, kept beside Criterion's results.

use std::{
    collections::BTreeMap,
    fs, io,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use bls_api::{Allocated, Id};

/// `heap.json`: full ids, and what one iteration of each took when it was last measured.
pub(crate) struct Heap {
    path: PathBuf,
    figures: BTreeMap<String, Allocated>,
}

impl Heap {
    /// Reads what earlier runs have left; there may be nothing.
    pub(crate) fn open(directory: &Path) -> anyhow::Result<Self> {
        let path = directory.join("heap.json");
        let figures = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(BTreeMap::new()),
            Err(error) => Err(error.into()),
            Ok(text) => serde_json::from_slice(&text).map_err(anyhow::Error::from),
        };
        let figures = figures.with_context(|| format!("{}", path.display()))?;
        Ok(Self { path, figures })
    }

    /// Keeps the figures of an id, or forgets those that it had where it was not counted.
    pub(crate) fn keep(&mut self, id: &Id, allocated: Option<Allocated>) -> anyhow::Result<()> {
        match allocated {
            Some(allocated) => self.figures.insert(id.to_string(), allocated),
            None => self.figures.remove(&id.to_string()),
        };
        self.write()
            .with_context(|| format!("{}", self.path.display()))
    }

    /// Whoever ends this program leaves a whole file.
    fn write(&self) -> anyhow::Result<()> {
        let directory = self.path.parent().context("no directory")?;
        fs::create_dir_all(directory)?;
        let mut file = tempfile::Builder::new()
            .permissions(fs::Permissions::from_mode(0o644))
            .tempfile_in(directory)?;
        serde_json::to_writer_pretty(&mut file, &self.figures)?;
        file.persist(&self.path)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_that_are_not_measured_again_stay() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Heap::open(&folder.path().join("criterion")).unwrap();
        let ids: [Id; 3] = ["sign/blst", "verify/blst", "aggregate_verify/blst/100"]
            .map(|id| format!("min_pk/{id}").parse().unwrap());
        let some = |bytes| {
            Some(Allocated {
                bytes,
                allocations: 1,
            })
        };
        let mut first = open();
        for id in &ids {
            first.keep(id, some(1)).unwrap();
        }
        let mut second = open();
        second.keep(&ids[0], some(2)).unwrap();
        second.keep(&ids[1], None).unwrap();
        let kept: Vec<_> = open().figures.into_iter().collect();
        let expected = [(&ids[2], some(1)), (&ids[0], some(2))];
        assert_eq!(
            kept,
            expected.map(|(id, allocated)| (id.to_string(), allocated.unwrap()))
        );
        let file = folder.path().join("criterion/heap.json");
        fs::write(&file, "{").unwrap();
        let broken = Heap::open(file.parent().unwrap()).err().unwrap();
        assert!(broken.to_string().contains("heap.json"), "{broken}");
    }
}
