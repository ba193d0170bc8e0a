//! An engine in a process of its own.

use std::env;

use anyhow::Context as _;
use bls_api::Engine;
use bls_runner::{Launch, Remote, discover};

/// A runner that serves `engine` alone: this program, for an engine that is linked into it.
pub(crate) fn isolated(engine: &'static Engine) -> anyhow::Result<Remote> {
    if let Some(session) = bls_engines::session(engine) {
        return Ok(Remote { engine, session });
    }
    let program = env::current_exe().context("the path of this program")?;
    let launch = Launch::new(program, vec!["serve".into(), engine.id.into()]);
    let remotes = discover(&launch, engine.profile)?;
    let remote = remotes.first();
    remote.copied().context("its process has no engine")
}
