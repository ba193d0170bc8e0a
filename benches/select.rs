//! Which ids the command line asks for.

use anyhow::{Context as _, bail};
use bls_api::{Id, PROFILE_VARIABLE, Profile};
use clap::{Arg, ArgAction, ArgMatches, Command};
use criterion::Criterion;
use regex::Regex;

use crate::precompiles;

/// The part of Criterion's command line that the harness must know before Criterion reads it
/// again: Criterion exits with success when a filter matches nothing.
pub(crate) struct Arguments {
    filter: Option<Filter>,
    pub(crate) mode: Mode,
    /// `--sample-size` was given, and stands.
    pub(crate) sample_size: bool,
}

/// What Criterion will do with the ids.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Mode {
    /// Time them.
    Bench,
    /// `--test`: run each once.
    Test,
    /// `--list`: print them.
    List,
    /// `--load-baseline`: analyse what was measured before, and run nothing.
    Load,
}

struct Filter {
    text: String,
    kind: Kind,
}

enum Kind {
    Exact,
    Regex(Regex),
}

/// Options of Criterion that take a value; without them a value would be taken for the filter.
const VALUE_OPTIONS: &[&str] = &[
    "baseline",
    "baseline-lenient",
    "color",
    "confidence-level",
    "format",
    "load-baseline",
    "measurement-time",
    "noise-threshold",
    "nresamples",
    "output-format",
    "plotting-backend",
    "profile-time",
    "sample-size",
    "save-baseline",
    "significance-level",
    "warm-up-time",
];
const FLAGS: &[&str] = &[
    "bench",
    "discard-baseline",
    "exact",
    "ignored",
    "include-ignored",
    "list",
    "nocapture",
    "noplot",
    "quick",
    "quiet",
    "show-output",
    "test",
    "verbose",
];

impl Arguments {
    /// Reads the command line; Criterion itself answers `--help` and misspelt options, and exits.
    pub(crate) fn from_command_line() -> anyhow::Result<Self> {
        match command().try_get_matches() {
            Ok(matches) => Self::parse(&matches),
            Err(error) => {
                let _ = Criterion::default().configure_from_args();
                Err(error).context("Criterion knows an option that the harness does not")
            }
        }
    }

    fn parse(matches: &ArgMatches) -> anyhow::Result<Self> {
        let text = matches.get_one::<String>("filter");
        let filter = match text {
            None => None,
            Some(text) if matches.get_flag("exact") => Some(Filter {
                text: text.clone(),
                kind: Kind::Exact,
            }),
            Some(text) => Some(Filter {
                text: text.clone(),
                kind: Kind::Regex(
                    Regex::new(text)
                        .with_context(|| format!("the filter `{text}` is not a pattern"))?,
                ),
            }),
        };
        let mode = if matches.get_flag("list") {
            Mode::List
        } else if matches.get_flag("test") {
            Mode::Test
        } else if matches.contains_id("load-baseline") {
            Mode::Load
        } else {
            Mode::Bench
        };
        Ok(Self {
            filter,
            mode,
            sample_size: matches.contains_id("sample-size"),
        })
    }

    /// The ids of the profile that the filter matches; an error when it matches none.
    pub(crate) fn select(
        &self,
        ids: &[(Id, Profile)],
        profile: Profile,
    ) -> anyhow::Result<Vec<Id>> {
        let Some(filter) = &self.filter else {
            let of_profile = ids.iter().filter(|(_, least)| *least <= profile);
            return Ok(of_profile.map(|(id, _)| id.clone()).collect());
        };
        let matching: Vec<_> = ids
            .iter()
            .filter(|(id, _)| filter.matches(&id.to_string()))
            .collect();
        let selected: Vec<Id> = matching
            .iter()
            .filter(|(_, least)| *least <= profile)
            .map(|(id, _)| id.clone())
            .collect();
        if !selected.is_empty() || overhead_ids().iter().any(|id| filter.matches(id)) {
            return Ok(selected);
        }
        if let Some(least) = matching.iter().map(|(_, least)| least).min() {
            bail!(
                "the filter `{}` matches ids of the profile {least} only, and this is {profile}: \
                 set {PROFILE_VARIABLE}={least}",
                filter.text
            );
        }
        bail!(
            "the filter `{}` matches no id; nearest are:\n{}",
            filter.text,
            nearest(&filter.text, ids).join("\n")
        );
    }

    /// True when some ids are asked for, and not all.
    pub(crate) fn is_filtered(&self) -> bool {
        self.filter.is_some()
    }

    /// True when the filter, if there is one, matches `id`.
    pub(crate) fn matches(&self, id: &str) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter.matches(id))
    }
}

/// Ids that are no row of the table: the overhead of our own layer.
pub(crate) fn overhead_ids() -> Vec<String> {
    let layers = [
        "overhead/dusk_sign/c_abi",
        "overhead/dusk_v2_sign/c_abi",
        "overhead/dusk_v2_verify/c_abi",
        "overhead/dusk_verify/c_abi",
        "overhead/g1_add/blst",
        "overhead/g1_msm_8/blst",
        "overhead/g1_msm_64/blst",
        "overhead/g1_msm_256/herumi",
        "overhead/g2_msm_8/blst",
        "overhead/g2_msm_64/blst",
        "overhead/g2_msm_64/herumi",
        "overhead/min_pk_sign/c_abi",
        "overhead/min_pk_verify/c_abi",
        "overhead/sign/blst",
        "overhead/verify/blst",
        "overhead/verify/herumi",
    ];
    let layers = layers.into_iter().map(str::to_owned);
    layers.chain(precompiles::ids()).collect()
}

impl Filter {
    /// As Criterion does it.
    fn matches(&self, id: &str) -> bool {
        match &self.kind {
            Kind::Exact => id == self.text,
            Kind::Regex(regex) => regex.is_match(id),
        }
    }
}

fn command() -> Command {
    let value = |name: &&'static str| {
        let option = Arg::new(*name).long(*name).num_args(1);
        match *name {
            "baseline" => option.short('b'),
            "color" => option.short('c').alias("colour"),
            "save-baseline" => option.short('s'),
            _ => option,
        }
    };
    let flag = |name: &&'static str| {
        let flag = Arg::new(*name).long(*name).action(ArgAction::SetTrue);
        match *name {
            "noplot" => flag.short('n'),
            "verbose" => flag.short('v'),
            _ => flag,
        }
    };
    Command::new("bench")
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(Arg::new("filter"))
        .args(VALUE_OPTIONS.iter().map(value))
        .args(FLAGS.iter().map(flag))
}

/// The three ids most like the text.
fn nearest(text: &str, ids: &[(Id, Profile)]) -> Vec<String> {
    let mut ranked: Vec<_> = ids
        .iter()
        .map(|(id, _)| id.to_string())
        .map(|id| (strsim::normalized_damerau_levenshtein(text, &id), id))
        .collect();
    ranked.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    ranked
        .into_iter()
        .take(3)
        .map(|(_, id)| format!("  {id}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use bls_engines::ids;

    use super::*;

    fn arguments(line: &[&str]) -> Arguments {
        let line = ["bench"].iter().chain(line);
        let matches = command().get_matches_from(line);
        Arguments::parse(&matches).unwrap()
    }

    fn select(line: &[&str], profile: Profile) -> anyhow::Result<Vec<String>> {
        let ids = arguments(line).select(&ids(), profile)?;
        Ok(ids.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn each_profile_holds_the_one_before() {
        let [quick, standard, full] = [Profile::Quick, Profile::Standard, Profile::Full]
            .map(|profile| select(&[], profile).unwrap());
        assert!(quick.iter().all(|id| standard.contains(id)));
        assert!(standard.iter().all(|id| full.contains(id)));
        assert!(quick.len() < standard.len() && standard.len() < full.len());
        assert_eq!(full.len(), ids().len());
    }

    #[test]
    fn a_filter_is_a_pattern_unless_exact() {
        let found = select(&["--bench", "min_pk/verify/.*t$"], Profile::Full).unwrap();
        assert_eq!(found, ["min_pk/verify/blst"]);
        let exact = ["--exact", "min_pk/verify/blst", "--bench"];
        assert_eq!(
            select(&exact, Profile::Quick).unwrap(),
            ["min_pk/verify/blst"]
        );
        let error = select(&["--exact", "min_pk/verify"], Profile::Quick).unwrap_err();
        assert!(error.to_string().contains("matches no id"), "{error}");
    }

    #[test]
    fn values_of_options_are_not_filters() {
        for line in [
            &["--save-baseline", "before"][..],
            &["-b", "before"],
            &["--measurement-time=3", "--noplot"],
        ] {
            assert!(arguments(line).filter.is_none(), "{line:?}");
        }
        assert!(arguments(&["--sample-size", "20"]).sample_size);
        for line in [
            &["-n", "no_such_id"][..],
            &["-v", "no_such_id", "--test"],
            &["--colour", "never", "no_such_id"],
        ] {
            assert!(select(line, Profile::Full).is_err(), "{line:?}");
        }
    }

    #[test]
    fn a_filter_without_ids_names_the_nearest() {
        let error = select(&["min_pk/verfy/blst"], Profile::Full).unwrap_err();
        assert!(error.to_string().contains("min_pk/verify/blst"), "{error}");
        let error = select(&["min_pk/aggregate_verify/blst/21"], Profile::Quick).unwrap_err();
        assert!(
            error.to_string().contains("BLSBENCH_PROFILE=full"),
            "{error}"
        );
    }
}
