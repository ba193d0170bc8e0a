//! Every engine that this program can measure, one row each.

use bls_api::{Engine, Group, Id, Profile};

/// The engines, in the order of reports.
pub static ENGINES: &[&Engine] = &[
    &engine_blst::ENGINE,
    &engine_herumi::ENGINE,
    &engine_zkcrypto::ENGINE,
    &engine_arkworks::ENGINE,
    &engine_miracl::ENGINE,
    &engine_dusk::ENGINE,
];

/// Every id that an engine of this program has, with the smallest profile that measures it, in the
/// order of measurement: the engines of one operation and parameter follow each other.
#[must_use]
pub fn ids() -> Vec<(Id, Profile)> {
    let mut ids = Vec::new();
    for &group in Group::ALL {
        for operation in group.operations() {
            for param in operation.params {
                for engine in ENGINES {
                    if engine.absent(group).is_some() {
                        continue;
                    }
                    let id = Id {
                        group,
                        operation,
                        engine: engine.id.to_owned(),
                        param: param.value,
                    };
                    ids.push((id, param.profile));
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
    fn what_is_measured_is_recorded() {
        for engine in ENGINES {
            let library = engine.library;
            assert!(!library.version.is_empty(), "{}", engine.id);
            assert!(!library.compiler.starts_with("unknown"), "{library:?}");
            assert!((engine.code_path)().is_ok(), "{}", engine.id);
        }
    }
}
