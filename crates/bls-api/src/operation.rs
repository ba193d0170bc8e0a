//! The operation table: the one place where operations have names.

mod classic;
mod curve;
mod dusk;
mod precompile;
mod ring;
mod signature;
mod transport;

use crate::Profile;

pub(crate) use classic::CLASSIC_OPERATIONS;
pub use classic::{ClassicOp, ClassicScheme};
pub(crate) use curve::CURVE_OPERATIONS;
pub use curve::{CurveOp, PointOp};
pub use dusk::DuskOp;
pub(crate) use dusk::{DUSK_OPERATIONS, DUSK_V2_OPERATIONS};
pub(crate) use precompile::PRECOMPILES;
pub use precompile::PrecompileOp;
pub(crate) use ring::RING_OPERATIONS;
pub use ring::{MANY_SIGNATURES, RingOp};
pub(crate) use signature::SIGNATURE_OPERATIONS;
pub use signature::SignatureOp;
pub(crate) use transport::TRANSPORT_OPERATIONS;
pub use transport::{ROUTES_ALONE, TransportOp};

/// How many threads an operation may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Threads {
    /// The calling thread alone.
    One,
    /// All cores of the machine.
    All,
}

/// One value of an operation's parameter, and the smallest profile that measures it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Param {
    /// The number of signers, members, points, pairs, bytes or calls in flight; none where the
    /// operation has no parameter.
    pub value: Option<u32>,
    /// The smallest profile that measures it.
    pub profile: Profile,
}

/// What an operation does, for code that must match on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An operation of a BLS signature suite.
    Signature(SignatureOp),
    /// An operation of a dusk multi-signature scheme.
    Dusk(DuskOp),
    /// An operation of the curve itself.
    Curve(CurveOp),
    /// A precompile of the EVM.
    Precompile(PrecompileOp),
    /// A call over a border.
    Transport(TransportOp),
    /// An operation of a scheme that stands next to BLS.
    Classic(ClassicOp),
    /// An operation of linkable ring signatures.
    Ring(RingOp),
}

/// One row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operation {
    /// What to match on.
    pub kind: Kind,
    /// The second segment of an id.
    pub name: &'static str,
    /// The values of the parameter, in order; none for an operation that only the gate runs.
    pub params: &'static [Param],
    /// What one iteration makes.
    pub unit: &'static str,
    /// Exactly what is inside the timer.
    pub timed: &'static str,
}

const fn n(value: u32, profile: Profile) -> Param {
    Param {
        value: Some(value),
        profile,
    }
}

/// The values of a parameter, with the profiles that the named ones are measured from; the others
/// are left to `full`.
const fn params<const COUNT: usize>(
    values: [u32; COUNT],
    quick: &[u32],
    standard: &[u32],
) -> [Param; COUNT] {
    let mut params = [n(0, Profile::Full); COUNT];
    // Loops by hand: this is evaluated by the compiler, where iterators are not to be had.
    let mut index = 0;
    while index < COUNT {
        let profile = if contains(quick, values[index]) {
            Profile::Quick
        } else if contains(standard, values[index]) {
            Profile::Standard
        } else {
            Profile::Full
        };
        params[index] = n(values[index], profile);
        index += 1;
    }
    params
}

const fn contains(values: &[u32], wanted: u32) -> bool {
    let mut index = 0;
    while index < values.len() {
        if values[index] == wanted {
            return true;
        }
        index += 1;
    }
    false
}

const QUICK: &[Param] = &[Param {
    value: None,
    profile: Profile::Quick,
}];
/// For operations that only the gate runs: they have no ids.
const GATE: &[Param] = &[];
const STANDARD: &[Param] = &[Param {
    value: None,
    profile: Profile::Standard,
}];
const FULL: &[Param] = &[Param {
    value: None,
    profile: Profile::Full,
}];

const fn row(
    kind: Kind,
    name: &'static str,
    params: &'static [Param],
    unit: &'static str,
    timed: &'static str,
) -> Operation {
    Operation {
        kind,
        name,
        params,
        unit,
        timed,
    }
}

impl Operation {
    /// How many threads it may use.
    #[must_use]
    pub fn threads(&self) -> Threads {
        if self.name.ends_with("_mt") {
            Threads::All
        } else {
            Threads::One
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::Group;

    #[test]
    fn names_are_unique_and_fit_an_id() {
        for group in Group::ALL {
            let mut seen = HashSet::new();
            for row in group.operations() {
                assert!(seen.insert(row.name), "{group}/{} twice", row.name);
                assert!(crate::id::is_segment(row.name), "{}", row.name);
                assert!(row.timed.ends_with('.'), "{}: a sentence", row.name);
                let values: Vec<_> = row.params.iter().map(|param| param.value).collect();
                assert!(values.is_sorted(), "{}", row.name);
            }
        }
    }
}
