//! `sizes`: how long keys and signatures of each suite are.

use std::{fmt, io::Write, process::ExitCode};

use anyhow::{Context as _, bail};
use bls_api::{
    ClassicOp, ClassicScheme, DuskOp, Group, Inputs, Kind, Operation, Param, RingOp, SignatureOp,
};
use bls_engines::LINKED;
use bls_report::site::SuiteSizes;
use bls_vectors::inputs;

use crate::table;

/// Lists the lengths of encoded keys and signatures, of each suite.
///
/// Every length is that of an encoding that a library has just read or written.
#[derive(clap::Args)]
pub(crate) struct Sizes {}

/// A suite, and its operations.
struct Suite {
    name: &'static str,
    group: Group,
    sign: Kind,
    verify: Kind,
    /// Of signatures, and of public keys.
    aggregates: Option<[Kind; 2]>,
}

/// In bytes.
struct Lengths {
    secret_key: usize,
    public_key: usize,
    signature: Length,
    /// Of signatures, and of public keys.
    aggregates: Option<[usize; 2]>,
}

enum Length {
    Fixed(usize),
    /// Of a signature that grows with its ring, which it contains.
    PerMember {
        head: usize,
        member: usize,
    },
}

const fn bls(name: &'static str, group: Group) -> Suite {
    Suite {
        name,
        group,
        sign: Kind::Signature(SignatureOp::Sign),
        verify: Kind::Signature(SignatureOp::Verify),
        aggregates: Some([
            Kind::Signature(SignatureOp::AggregateSignatures),
            Kind::Signature(SignatureOp::AggregatePublicKeys),
        ]),
    }
}

const fn dusk(name: &'static str, group: Group, aggregate_keys: DuskOp) -> Suite {
    Suite {
        name,
        group,
        sign: Kind::Dusk(DuskOp::SignSingle),
        verify: Kind::Dusk(DuskOp::Verify),
        aggregates: Some([
            Kind::Dusk(DuskOp::AddSignatures),
            Kind::Dusk(aggregate_keys),
        ]),
    }
}

const fn classic(name: &'static str, scheme: ClassicScheme) -> Suite {
    Suite {
        name,
        group: Group::Classic,
        sign: Kind::Classic(ClassicOp::Sign(scheme)),
        verify: Kind::Classic(ClassicOp::Verify(scheme)),
        aggregates: None,
    }
}

const fn ring(name: &'static str, group: Group) -> Suite {
    Suite {
        name,
        group,
        sign: Kind::Ring(RingOp::Sign { bound: false }),
        verify: Kind::Ring(RingOp::Verify { bound: false }),
        aggregates: None,
    }
}

const SUITES: &[Suite] = &[
    bls("BLS, min_pk (Ethereum)", Group::MinPk),
    bls("BLS, min_sig", Group::MinSig),
    dusk("dusk (insecure)", Group::Dusk, DuskOp::AddPublicKeys),
    dusk("dusk_v2", Group::DuskV2, DuskOp::AggregatePublicKeys),
    classic("Ed25519 (1)", ClassicScheme::Ed25519),
    classic("ECDSA P-256 (2)", ClassicScheme::EcdsaP256),
    classic("ECDSA secp256k1 (2)", ClassicScheme::EcdsaSecp256k1),
    classic("BIP-340", ClassicScheme::Bip340),
    ring("ring signature, secp256k1 (3)", Group::RingSecp256k1),
    ring("ring signature, ed25519 (3)", Group::RingEd25519),
    ring("ring signature, ristretto255 (3)", Group::RingRistretto255),
];

impl Sizes {
    #[expect(clippy::unused_self, reason = "as all subcommands")]
    pub(crate) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let mut table = table(&SuiteSizes::HEADER);
        for sizes in sizes()? {
            table.add_row(sizes.cells());
        }
        writeln!(out, "{table}\nIn bytes.\n{}", SuiteSizes::NOTES.join("\n"))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Of every suite.
pub(crate) fn sizes() -> anyhow::Result<Vec<SuiteSizes>> {
    let sizes = SUITES.iter().map(|suite| {
        let lengths = suite.lengths().context(suite.name)?;
        let aggregates = lengths.aggregates;
        let [aggregate_signature, aggregate_public_key] = aggregates
            .map_or(["-", "-"].map(str::to_owned), |lengths| {
                lengths.map(|length| length.to_string())
            });
        Ok(SuiteSizes {
            suite: suite.name,
            private_key: lengths.secret_key.to_string(),
            public_key: lengths.public_key.to_string(),
            signature: lengths.signature.to_string(),
            aggregate_signature,
            aggregate_public_key,
        })
    });
    sizes.collect()
}

impl Suite {
    fn lengths(&self) -> anyhow::Result<Lengths> {
        let params = self.row(self.sign)?.params;
        let (keys, signature) = self.signed(params[0].value)?;
        let signature = match params {
            [
                Param {
                    value: Some(few), ..
                },
                ..,
                Param {
                    value: Some(many), ..
                },
            ] if matches!(self.sign, Kind::Ring(_)) => {
                let (_, longer) = self.signed(Some(*many))?;
                let member = (longer - signature) / (many - few) as usize;
                let head = signature - member * *few as usize;
                Length::PerMember { head, member }
            }
            _ => Length::Fixed(signature),
        };
        let first = |list: &[Vec<u8>]| list.first().map(Vec::len).context("no key");
        let aggregate = |kind: Kind| {
            let row = self.row(kind)?;
            let inputs = inputs(self.group, row, row.params[0].value)?;
            Ok::<_, anyhow::Error>(self.engine(row)?.output(row, &inputs)?.len())
        };
        Ok(Lengths {
            secret_key: first(&keys.secret_keys)?,
            public_key: first(&keys.public_keys)?,
            signature,
            aggregates: match self.aggregates {
                Some([signatures, keys]) => Some([aggregate(signatures)?, aggregate(keys)?]),
                None => None,
            },
        })
    }

    /// The keys of a signature that has just been made and verified, and its length.
    fn signed(&self, param: Option<u32>) -> anyhow::Result<(Inputs, usize)> {
        let (sign, verify) = (self.row(self.sign)?, self.row(self.verify)?);
        let engine = self.engine(sign)?;
        let mut keys = inputs(self.group, sign, param)?;
        let signature = engine.output(sign, &keys)?;
        let length = signature.len();
        let mut signed = inputs(self.group, verify, param)?;
        signed.signatures = vec![signature];
        if engine.output(verify, &signed)? != [1] {
            bail!("a signature that does not verify");
        }
        // The ring, or what the signature was verified by.
        if keys.public_keys.is_empty() {
            keys.public_keys = signed.public_keys;
        }
        Ok((keys, length))
    }

    fn row(&self, kind: Kind) -> anyhow::Result<&'static Operation> {
        self.group.row(kind).context("no such operation")
    }

    /// The first that is linked: the gate has all others write the same bytes.
    fn engine(&self, row: &Operation) -> anyhow::Result<&'static dyn bls_api::Suite> {
        let engine = LINKED
            .iter()
            .find(|engine| engine.measures(self.group, row))
            .context("no engine")?;
        Ok(engine.suite(self.group)?)
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(length) => write!(f, "{length}"),
            Self::PerMember { head, member } => write!(f, "{head} + {member} a member"),
        }
    }
}
