//! Where and with what an id was measured.

use bls_results::{EngineRecord, Machine, RustRecord};

/// Something that is to be the same on both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// What it is about.
    pub name: String,
    /// What a side says.
    pub value: String,
    /// Sides that differ in it are not comparable.
    pub blocks: bool,
}

impl Fact {
    pub(super) fn blocking(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            value: value.into(),
            blocks: true,
        }
    }

    /// May be what is compared, or matters little.
    pub(super) fn telling(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self {
            blocks: false,
            ..Self::blocking(name, value)
        }
    }
}

/// What is known of an id of ours, the engine of which is its third segment.
pub(super) fn facts(
    machine: &Machine,
    rust: &RustRecord,
    engines: &[EngineRecord],
    id: &str,
) -> Vec<Fact> {
    let mut facts = of_machine(machine);
    facts.extend([
        Fact::blocking("compiler", &rust.compiler),
        Fact::blocking("target", &rust.target),
        Fact::blocking("opt-level", &rust.opt_level),
        Fact::blocking("target features", &rust.target_features),
    ]);
    let engine = id.split('/').nth(2);
    if let Some(engine) = engines
        .iter()
        .find(|known| Some(known.id.as_str()) == engine)
    {
        facts.extend(of_engine(engine));
    }
    facts
}

pub(super) fn of_machine(machine: &Machine) -> Vec<Fact> {
    let mut facts = vec![
        Fact::blocking("CPU", &machine.cpu),
        Fact::blocking("cores", machine.cores.to_string()),
        Fact::telling("kernel", &machine.os),
    ];
    let model = machine.model.as_ref();
    facts.extend(model.map(|model| Fact::blocking("CPU model", model)));
    let turbo = machine.turbo.map(|turbo| turbo.to_string());
    let telling = [
        ("microcode", machine.microcode.as_ref()),
        ("governor", machine.governor.as_ref()),
        ("turbo", turbo.as_ref()),
    ];
    let telling = telling
        .into_iter()
        .filter_map(|(name, value)| Some(Fact::telling(name, value?)));
    facts.extend(telling);
    facts
}

/// Two versions of a library are what is compared most often.
fn of_engine(engine: &EngineRecord) -> [Fact; 4] {
    let id = &engine.id;
    let version = format!("{} {}", engine.library, engine.version);
    [
        Fact::telling(format!("{id}'s version"), version),
        Fact::blocking(format!("{id}'s options"), &engine.options),
        Fact::blocking(format!("{id}'s compiler"), &engine.compiler),
        Fact::blocking(format!("{id}'s code path"), &engine.code_path),
    ]
}
