//! Two revisions of a repository, checked out for as long as they are compared.

use std::{
    env,
    fs::{self, File, TryLockError},
    hash::{DefaultHasher, Hash as _, Hasher as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, bail, ensure};
use cargo_metadata::MetadataCommand;

/// The git repository and the Cargo workspace around the current directory.
#[derive(Debug)]
pub struct Repository {
    /// The root of the workspace.
    workspace: PathBuf,
    /// Where that is in the repository.
    inside: PathBuf,
    /// Cargo's target directory.
    target: PathBuf,
}

impl Repository {
    /// Looks for both.
    pub fn here() -> anyhow::Result<Self> {
        let top = run(git(Path::new(".")).args(["rev-parse", "--show-toplevel"]))?;
        let metadata = MetadataCommand::new().no_deps().exec()?;
        let workspace = metadata.workspace_root.as_std_path().canonicalize()?;
        let inside = workspace.strip_prefix(Path::new(&top).canonicalize()?);
        let inside = inside.with_context(|| format!("{}: not in {top}", workspace.display()))?;
        Ok(Self {
            inside: inside.to_owned(),
            workspace,
            target: metadata.target_directory.into_std_path_buf(),
        })
    }

    /// The full name of a commit.
    fn commit(&self, revision: &str) -> anyhow::Result<String> {
        let name = format!("{revision}^{{commit}}");
        let found = run(git(&self.workspace).args(["rev-parse", "--verify", "--quiet", &name]));
        found.ok().with_context(|| {
            format!("no revision `{revision}` in this repository; a shallow clone lacks most")
        })
    }

    /// Whether files differ from the last commit.
    pub fn is_dirty(&self) -> anyhow::Result<bool> {
        let status = ["status", "--porcelain", "--untracked-files=no"];
        Ok(!run(git(&self.workspace).args(status))?.is_empty())
    }
}

/// One of the two sides.
#[derive(Debug)]
pub struct Side {
    /// The revision, as it was given and in short.
    pub label: String,
    commit: String,
    /// The root of the files.
    pub worktree: PathBuf,
    /// The root of the workspace in it.
    pub workspace: PathBuf,
    /// Its own target directory, which is kept.
    pub target: PathBuf,
}

/// Both sides. The worktrees go with it.
#[derive(Debug)]
pub struct Checkouts<'a> {
    repository: &'a Repository,
    /// What is compared with.
    pub base: Side,
    /// What is judged.
    pub new: Side,
    _alone: File,
}

impl<'a> Checkouts<'a> {
    /// Checks two revisions out. An error where another process is doing that already.
    pub fn new(repository: &'a Repository, base: &str, new: &str) -> anyhow::Result<Self> {
        let commits = [repository.commit(base)?, repository.commit(new)?];
        let targets = repository.target.join("blsbench/ab");
        let alone = alone(&targets)?;
        let sources = sources(&targets)?;
        // Names of one length: paths are in executables, which can then be compared byte by byte.
        let [base, new] = [(base, "base"), (new, "head")].map(|(revision, name)| {
            let worktree = sources.join(name);
            Side {
                label: revision.to_owned(),
                commit: String::new(),
                workspace: worktree.join(&repository.inside),
                worktree,
                target: targets.join(name),
            }
        });
        let mut this = Self {
            repository,
            base,
            new,
            _alone: alone,
        };
        for (side, commit) in [&mut this.base, &mut this.new].into_iter().zip(commits) {
            side.label = format!("{} ({})", side.label, &commit[..10]);
            side.commit = commit;
            repository
                .check_out(side)
                .with_context(|| side.label.clone())?;
        }
        Ok(this)
    }

    /// The files in which the two commits differ.
    pub fn changed(&self) -> anyhow::Result<Vec<String>> {
        let mut git = git(&self.repository.workspace);
        git.args(["diff", "--name-only", "--no-renames", "-z"]);
        let names = run(git.args([&self.base.commit, &self.new.commit]))?;
        let names = names.split('\0').filter(|name| !name.is_empty());
        Ok(names.map(str::to_owned).collect())
    }
}

impl Drop for Checkouts<'_> {
    fn drop(&mut self) {
        for side in [&self.base, &self.new] {
            self.repository.remove(&side.worktree);
        }
        // The directories around them, as far as they are empty now.
        for directory in self.base.worktree.ancestors().skip(1).take(2) {
            let _ = fs::remove_dir(directory);
        }
    }
}

impl Repository {
    fn check_out(&self, side: &Side) -> anyhow::Result<()> {
        // What a run that was killed has left.
        self.remove(&side.worktree);
        let mut add = git(&self.workspace);
        add.args(["worktree", "add", "--detach"]);
        run(add.arg(&side.worktree).arg(&side.commit))?;
        if side.worktree.join(".gitmodules").exists() {
            run(git(&side.worktree).args(["submodule", "update", "--init"]))?;
        }
        let manifest = self.inside.join("Cargo.toml");
        ensure!(
            side.worktree.join(&manifest).exists(),
            "it has no {}",
            manifest.display()
        );
        Ok(())
    }

    fn remove(&self, worktree: &Path) {
        let mut git = git(&self.workspace);
        // Forced twice: one that git was interrupted in making is locked.
        let _ = run(git
            .args(["worktree", "remove", "--force", "--force"])
            .arg(worktree));
        let _ = fs::remove_dir_all(worktree);
    }
}

/// A lock on the target directories of both sides, for as long as the file is open.
fn alone(targets: &Path) -> anyhow::Result<File> {
    let path = targets.join("lock");
    let file = fs::create_dir_all(targets).and_then(|()| File::create(&path));
    let file = file.with_context(|| path.display().to_string())?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            bail!(
                "{}: another comparison of revisions is at work there",
                targets.display()
            )
        }
        Err(TryLockError::Error(error)) => Err(error).with_context(|| path.display().to_string()),
    }
}

/// Where the worktrees are: in Cargo's home and not in the target directory, because Cargo and
/// rustup read the configuration of all directories above, which would be that of the files one is
/// working on, for both revisions. Always the same place, so that what was compiled can be used
/// again.
fn sources(targets: &Path) -> anyhow::Result<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    let home = home.context("neither CARGO_HOME nor a home directory is known")?;
    let mut hasher = DefaultHasher::new();
    targets.hash(&mut hasher);
    let sources = home.join(format!("blsbench/{:016x}", hasher.finish()));
    let made = fs::create_dir_all(&sources).and_then(|()| sources.canonicalize());
    made.with_context(|| sources.display().to_string())
}

fn git(directory: &Path) -> Command {
    let mut command = Command::new("git");
    // Hooks are for those who work in a worktree.
    command.args(["-c", "core.hooksPath=/dev/null"]);
    command.arg("-C").arg(directory).stdin(Stdio::null());
    command
}

fn run(git: &mut Command) -> anyhow::Result<String> {
    let output = git.output().context("cannot start git")?;
    let error = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "git: {}", error.trim());
    Ok(String::from_utf8_lossy(&output.stdout)
        .trim_end()
        .to_owned())
}
