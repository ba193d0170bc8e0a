//! What the tests share: vectors, and ring-go itself.

#![allow(dead_code, reason = "not every test needs all of it")]

use std::{
    convert::Infallible,
    path::Path,
    process::{Command, Stdio},
};

use getrandom::{
    SysRng,
    rand_core::{TryCryptoRng, TryRng, UnwrapErr},
};
use ring_signatures::{Curve, Error, Ring, SecretKey, Signature, Variant};
use serde::{Deserialize, Serialize};
use serde_with::{hex::Hex, serde_as};

pub(crate) type Message = [u8; 32];

/// The generator's `File`.
#[derive(Serialize, Deserialize)]
pub(crate) struct Vectors {
    pub(crate) signatures: Vec<Case>,
    pub(crate) links: Vec<Link>,
}

#[serde_as]
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Case {
    pub(crate) curve: String,
    pub(crate) kind: String,
    pub(crate) size: usize,
    pub(crate) index: usize,
    #[serde_as(as = "Option<Hex>")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) secret_key: Option<[u8; 32]>,
    #[serde_as(as = "Hex")]
    pub(crate) message: Message,
    #[serde_as(as = "Hex")]
    pub(crate) signature: Vec<u8>,
    pub(crate) valid: bool,
}

#[serde_as]
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Link {
    pub(crate) curve: String,
    pub(crate) kind: String,
    #[serde_as(as = "Hex")]
    pub(crate) a: Vec<u8>,
    #[serde_as(as = "Hex")]
    pub(crate) b: Vec<u8>,
    pub(crate) linked: bool,
}

pub(crate) fn vectors() -> Vectors {
    serde_json::from_str(include_str!("../../vectors/ring-go.json")).expect("the vectors")
}

pub(crate) fn rng() -> UnwrapErr<SysRng> {
    UnwrapErr(SysRng)
}

/// A generator that gives the same bytes for ever.
pub(crate) struct Stuck;

impl TryRng for Stuck {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok(0)
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Ok(0)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        bytes.fill(0);
        Ok(())
    }
}

impl TryCryptoRng for Stuck {}

pub(crate) fn keys<C: Curve>(count: usize) -> Vec<SecretKey<C>> {
    let keys = (0..count).map(|_| SecretKey::generate(&mut rng()));
    keys.collect::<Result<_, _>>().expect("keys")
}

pub(crate) fn ring<C: Curve>(keys: &[SecretKey<C>]) -> Ring<C> {
    let members: Vec<_> = keys.iter().map(SecretKey::public_key).collect();
    Ring::new(&members).expect("different keys")
}

pub(crate) fn decode<C: Curve>(bytes: &[u8]) -> Result<Signature<C>, Error> {
    Signature::from_bytes(Variant::RingGo, bytes)
}

/// The generator with these arguments; `None` and a line that says why where Go is missing. The line
/// goes to the standard error itself, past the test harness.
pub(crate) fn ring_go(arguments: &[&str]) -> Option<Command> {
    let works = Command::new("go")
        .arg("version")
        .stdout(Stdio::null())
        .status();
    if !works.is_ok_and(|status| status.success()) {
        use std::io::Write;
        writeln!(std::io::stderr(), "skipped: ring-go: go not found").expect("a standard error");
        return None;
    }
    let mut command = Command::new("go");
    command
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/generator"))
        .args(["run", "."])
        .args(arguments);
    Some(command)
}
