//! Whether two executables are the same program, so that there is nothing to measure.

use std::{fs, path::Path};

use anyhow::Context as _;
use object::{Object as _, ObjectSection as _};
use regex::bytes::{NoExpand, Regex};

/// Whether nothing changed but text for people. Any other file may be read by a bench while it
/// runs, or be part of a program that it starts, and its own executable does not show that.
#[must_use]
pub fn only_text(changed: &[String]) -> bool {
    let text = |name: &String| {
        name.starts_with(".github/") || Path::new(name).extension().is_some_and(|end| end == "md")
    };
    changed.iter().all(text)
}

/// Whether two executables are the same once paths of the one side are those of the other, which
/// must be as long.
pub fn same(base: &Path, new: &Path, paths: &[(&Path, &Path)]) -> anyhow::Result<bool> {
    let read = |path: &Path, paths: &[(&Path, &Path)]| {
        loaded(path, paths).with_context(|| path.display().to_string())
    };
    Ok(read(base, &[])? == read(new, paths)?)
}

/// The sections that are loaded into memory, with name, address, size and content.
type Sections = Vec<(Vec<u8>, u64, u64, Vec<u8>)>;

fn loaded(executable: &Path, paths: &[(&Path, &Path)]) -> anyhow::Result<Sections> {
    let bytes = fs::read(executable)?;
    let file = object::File::parse(&*bytes)?;
    let mut sections = Vec::new();
    for section in file.sections() {
        let name = section.name_bytes()?;
        // What is not loaded has no address; notes hold the hash of all, with what is not loaded.
        if section.address() == 0 || name.starts_with(b".note.") {
            continue;
        }
        let mut content = section.data()?.to_vec();
        for (base, new) in paths {
            let new = Regex::new(&regex::escape(&new.to_string_lossy()))?;
            let base = base.as_os_str().as_encoded_bytes();
            content = new.replace_all(&content, NoExpand(base)).into_owned();
        }
        sections.push((name.to_vec(), section.address(), section.size(), content));
    }
    Ok(sections)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_for_people_is_known_by_its_name() {
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert!(only_text(&[]));
        assert!(only_text(&names(&[
            "README.md",
            "docs/a.md",
            ".github/workflows/ci.yml"
        ])));
        for one in [
            "src/lib.rs",
            "Cargo.lock",
            "benches/data.bin",
            "md",
            "x.md/data",
        ] {
            assert!(!only_text(&names(&["README.md", one])), "{one}");
        }
    }

    #[test]
    fn an_executable_is_itself_and_no_other() {
        let own = std::env::current_exe().unwrap();
        assert!(same(&own, &own, &[]).unwrap());
        // A path that is in the executable: this crate's, of its manifest.
        let (here, there) = (
            env!("CARGO_MANIFEST_DIR"),
            "/".repeat(env!("CARGO_MANIFEST_DIR").len()),
        );
        assert!(!same(&own, &own, &[(Path::new(&there), Path::new(here))]).unwrap());
        assert!(same(&own, Path::new(here), &[]).is_err());
    }
}
