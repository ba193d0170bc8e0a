//! Another version of a crate that a workspace depends on.

use std::{fmt, fs, path::Path, process::Output, str::FromStr};

use anyhow::{Context as _, bail};
use cargo_metadata::MetadataCommand;
use toml_edit::{DocumentMut, Item, TableLike, value};

use super::build::cargo;

/// A crate at a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependency {
    name: String,
    version: String,
}

impl FromStr for Dependency {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once('=') {
            Some((name, version)) if !name.is_empty() && !version.is_empty() => Ok(Self {
                name: name.to_owned(),
                version: version.trim_start_matches('=').to_owned(),
            }),
            _ => Err("a crate and its version, such as blst=0.3.16"),
        }
    }
}

impl fmt::Display for Dependency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.version)
    }
}

impl Dependency {
    /// Makes the workspace use this version, in its lock file and, where they do not allow it, in
    /// its manifests.
    pub fn pin(&self, workspace: &Path) -> anyhow::Result<()> {
        let first = self.update(workspace)?;
        if first.status.success() {
            return Ok(());
        }
        if !self.require(workspace)? {
            bail!("{self}: {}", words(&first));
        }
        let second = self.update(workspace)?;
        if !second.status.success() {
            bail!("{self}: {}", words(&second));
        }
        Ok(())
    }

    fn update(&self, workspace: &Path) -> anyhow::Result<Output> {
        let mut cargo = cargo(workspace);
        cargo.args([
            "update",
            "--package",
            &self.name,
            "--precise",
            &self.version,
        ]);
        cargo.output().context("cannot start cargo")
    }

    /// Sets the requirement in all manifests; false where none names the crate with a version.
    fn require(&self, workspace: &Path) -> anyhow::Result<bool> {
        let root = workspace.join("Cargo.toml");
        let metadata = MetadataCommand::new()
            .manifest_path(&root)
            .no_deps()
            .exec()?;
        let members = metadata.packages.into_iter();
        let mut manifests: Vec<_> = members
            .map(|package| package.manifest_path.into_std_path_buf())
            .collect();
        manifests.push(root);
        manifests.sort();
        manifests.dedup();
        let mut any = false;
        for path in manifests {
            let mut document: DocumentMut = fs::read_to_string(&path)?.parse()?;
            if self.edit(document.as_table_mut()) {
                fs::write(&path, document.to_string())?;
                any = true;
            }
        }
        Ok(any)
    }

    /// In a manifest or a part of one that has tables of dependencies, too.
    fn edit(&self, manifest: &mut dyn TableLike) -> bool {
        let mut any = false;
        for (key, item) in manifest.iter_mut() {
            let Some(table) = item.as_table_like_mut() else {
                continue;
            };
            match key.get() {
                "dependencies" | "dev-dependencies" | "build-dependencies" => {
                    for (name, item) in table.iter_mut() {
                        any |= self.set(name.get(), item);
                    }
                }
                "workspace" => any |= self.edit(table),
                "target" => {
                    let targets = table.iter_mut();
                    for target in targets.filter_map(|(_, item)| item.as_table_like_mut()) {
                        any |= self.edit(target);
                    }
                }
                _ => {}
            }
        }
        any
    }

    fn set(&self, key: &str, item: &mut Item) -> bool {
        let name = item.get("package").and_then(Item::as_str).unwrap_or(key);
        if name != self.name {
            return false;
        }
        let requirement = value(format!("={}", self.version));
        if item.is_str() {
            *item = requirement;
            return true;
        }
        let version = item
            .as_table_like_mut()
            .and_then(|table| table.get_mut("version"));
        version.map(|version| *version = requirement).is_some()
    }
}

/// What Cargo said, on one line.
fn words(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requirements_are_set_wherever_a_version_is_named() {
        let manifest = "[dependencies]\nblst = \"0.3\" # pinned\nother = \"1\"\n\
            [dev-dependencies]\nrenamed = { package = \"blst\", version = \"0.3\" }\n\
            blst = { workspace = true }\n\
            [target.'cfg(unix)'.build-dependencies.blst]\nversion = \"0.3\"\n\
            [workspace.dependencies]\nblst = { version = \"0.3.17\", features = [\"x\"] }\n";
        let mut document: DocumentMut = manifest.parse().unwrap();
        let dependency: Dependency = "blst=0.3.16".parse().unwrap();
        assert!(dependency.edit(document.as_table_mut()));
        let text = document.to_string();
        assert_eq!(text.matches("\"=0.3.16\"").count(), 4, "{text}");
        assert!(text.contains("other = \"1\"") && text.contains("{ workspace = true }"));
        let mut foreign: DocumentMut = "[dependencies]\nblst = { path = \"x\" }".parse().unwrap();
        assert!(!dependency.edit(foreign.as_table_mut()));
    }

    #[test]
    fn a_dependency_is_a_name_and_a_version() {
        let dependency: Dependency = "blst==0.3.16".parse().unwrap();
        assert_eq!(dependency.to_string(), "blst 0.3.16");
        for text in ["blst", "blst=", "=1", ""] {
            text.parse::<Dependency>().unwrap_err();
        }
    }
}
