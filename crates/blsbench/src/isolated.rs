//! An engine in a process of its own.

use std::env;

use anyhow::Context as _;
use bls_api::Engine;
use bls_runner::{Launch, Remote, discover};

/// A runner that serves `engine` alone: this program, for an engine that is linked into it.
pub(crate) fn isolated(engine: &Engine) -> anyhow::Result<Remote> {
    let launch = match bls_engines::launch(engine) {
        Some(launch) => launch.clone(),
        None => Launch::new(
            env::current_exe().context("the path of this program")?,
            vec!["serve".into(), engine.id.into()],
        ),
    };
    let remotes = discover(&launch, engine.profile)?;
    let mut remotes = remotes.into_iter();
    remotes
        .find(|remote| remote.engine.id == engine.id)
        .with_context(|| format!("its runner does not have the engine {}", engine.id))
}
