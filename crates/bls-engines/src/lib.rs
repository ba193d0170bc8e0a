//! Every engine that this program can measure, one row each.

mod platform;
mod runners;

use std::sync::OnceLock;

use bls_api::{Engine, Group, Id, Profile};
use bls_runner::Session;

pub use platform::Platform;
pub use runners::{
    Served, go_module, go_module_directory, known, serve, target_directory, workspace_directory,
};

/// The engines that are linked into this program, in the order of reports.
pub static LINKED: &[&Engine] = &[
    &engine_blst::ENGINE,
    &engine_herumi::ENGINE,
    &engine_zkcrypto::ENGINE,
    &engine_arkworks::ENGINE,
    &engine_miracl::ENGINE,
    &engine_blsful::ENGINE,
    &engine_milagro::ENGINE,
    &engine_dusk::ENGINE,
    &engine_dusk_v2::ENGINE,
    &engine_ed25519_dalek::ENGINE,
    &engine_p256::ENGINE,
    &engine_k256::ENGINE,
    &engine_secp256k1::ENGINE,
    &engine_ring_signatures::K256,
    &engine_ring_signatures::LIBSECP256K1,
    &engine_ring_signatures::DALEK,
    &engine_nazgul::ENGINE,
    &engine_transport::NATIVE,
    &engine_transport::C_ABI,
    &engine_transport::C_ABI_BYTES,
];

struct Registry {
    engines: Vec<&'static Engine>,
    /// The runners of engines that are not linked.
    sessions: Vec<(&'static str, &'static Session)>,
}

fn registry() -> &'static Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    REGISTRY.get_or_init(|| {
        let built = runners::build_all();
        let runners = built.iter().map(|built| built.engine);
        Registry {
            engines: LINKED.iter().copied().chain(runners).collect(),
            sessions: built
                .iter()
                .filter_map(|built| Some((built.engine.id, built.session?)))
                .collect(),
        }
    })
}

/// All engines, [`LINKED`] ones first. The first call builds the runners of the others.
#[must_use]
pub fn engines() -> &'static [&'static Engine] {
    &registry().engines
}

/// The process that serves an engine, if it is behind a runner.
#[must_use]
pub fn session(engine: &Engine) -> Option<&'static Session> {
    let mut sessions = registry().sessions.iter();
    sessions
        .find(|(id, _)| *id == engine.id)
        .map(|(_, session)| *session)
}

/// Every id that an engine has, with the smallest profile that measures it, in the order of
/// measurement: the engines of one operation and parameter follow each other.
#[must_use]
pub fn ids() -> Vec<(Id, Profile)> {
    ids_of(engines())
}

/// The same of some engines.
#[must_use]
pub fn ids_of(engines: &[&Engine]) -> Vec<(Id, Profile)> {
    let mut ids = Vec::new();
    for &group in Group::ALL {
        for operation in group.operations() {
            for param in operation.params {
                for engine in engines {
                    if !engine.measures(group, operation) {
                        continue;
                    }
                    let id = Id {
                        group,
                        operation,
                        engine: engine.id.to_owned(),
                        param: param.value,
                    };
                    ids.push((id, param.profile.put_off(engine.profile)));
                }
            }
        }
    }
    ids
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_are_unique_and_parse() {
        let mut seen = HashSet::new();
        for (id, _) in ids() {
            let text = id.to_string();
            assert_eq!(text.parse(), Ok(id));
            assert!(seen.insert(text.clone()), "{text} twice");
        }
        assert!(seen.len() > 400, "{}", seen.len());
    }

    #[test]
    fn engines_have_names_of_their_own() {
        let mut seen = HashSet::new();
        for engine in engines() {
            assert!(bls_api::is_segment(engine.id), "{}", engine.id);
            assert!(seen.insert(engine.id), "{} twice", engine.id);
        }
    }

    #[test]
    fn what_is_measured_is_recorded() {
        for engine in engines() {
            if Group::ALL
                .iter()
                .all(|&group| engine.absent(group).is_some())
            {
                continue;
            }
            let library = engine.library;
            assert!(!library.version.is_empty(), "{}", engine.id);
            assert!(!library.compiler.starts_with("unknown"), "{library:?}");
            assert!((engine.code_path)().is_ok(), "{}", engine.id);
        }
    }
}
