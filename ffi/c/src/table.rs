//! Handles, and the tables behind them.

use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use bls_schemes::{AggregateKey, PublicKey, SecretKey, Signature};
use slotmap::{DefaultKey, Key as _, KeyData, SlotMap};

use crate::{object::Object, status::Failure};

/// A secret key.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SecretKeyHandle {
    /// 0 is never a handle.
    pub id: u64,
}

/// A public key of one signer.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublicKeyHandle {
    /// 0 is never a handle.
    pub id: u64,
}

/// A key that verifies: the aggregate of one public key or of many.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AggregateKeyHandle {
    /// 0 is never a handle.
    pub id: u64,
}

/// A signature of one signer or many.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignatureHandle {
    /// 0 is never a handle.
    pub id: u64,
}

/// The objects of one type. They are shared, so that one that is freed during a call lives until
/// the call ends.
pub(crate) type Table<T> = LazyLock<RwLock<SlotMap<DefaultKey, Arc<T>>>>;

pub(crate) trait Handle: Copy {
    type Object: Object;

    /// Of the type, 0 to 3. It is in an id's bits 30 and 31, above any index of a slot that fits in
    /// memory, so that an id is of one type alone.
    const KIND: u64;

    fn new(id: u64) -> Self;

    fn id(self) -> u64;

    fn table() -> &'static Table<Self::Object>;

    fn put(object: Self::Object) -> Self {
        let mut table = Self::table()
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        let key = table.insert(Arc::new(object));
        Self::new(key.data().as_ffi() ^ (Self::KIND << 30))
    }

    fn get(self) -> Result<Arc<Self::Object>, Failure> {
        let key = self.key()?;
        let table = Self::table().read().unwrap_or_else(PoisonError::into_inner);
        table.get(key).cloned().ok_or_else(Self::unknown)
    }

    fn free(self) -> Result<(), Failure> {
        let key = self.key()?;
        let removed = Self::table()
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(key);
        // The lock is open again: nobody waits while a secret is cleared.
        removed.map(drop).ok_or_else(Self::unknown)
    }

    fn key(self) -> Result<DefaultKey, Failure> {
        let number = self.id() ^ (Self::KIND << 30);
        let key = KeyData::from_ffi(number);
        // slotmap takes some numbers that it never gives for others that it does.
        if key.as_ffi() == number {
            Ok(key.into())
        } else {
            Err(Self::unknown())
        }
    }

    fn unknown() -> Failure {
        Failure::Handle(Self::Object::NAME)
    }
}

impl Handle for SecretKeyHandle {
    type Object = SecretKey;
    const KIND: u64 = 0;

    fn new(id: u64) -> Self {
        Self { id }
    }

    fn id(self) -> u64 {
        self.id
    }

    fn table() -> &'static Table<SecretKey> {
        static TABLE: Table<SecretKey> = LazyLock::new(RwLock::default);
        &TABLE
    }
}

impl Handle for PublicKeyHandle {
    type Object = PublicKey;
    const KIND: u64 = 1;

    fn new(id: u64) -> Self {
        Self { id }
    }

    fn id(self) -> u64 {
        self.id
    }

    fn table() -> &'static Table<PublicKey> {
        static TABLE: Table<PublicKey> = LazyLock::new(RwLock::default);
        &TABLE
    }
}

impl Handle for AggregateKeyHandle {
    type Object = AggregateKey;
    const KIND: u64 = 2;

    fn new(id: u64) -> Self {
        Self { id }
    }

    fn id(self) -> u64 {
        self.id
    }

    fn table() -> &'static Table<AggregateKey> {
        static TABLE: Table<AggregateKey> = LazyLock::new(RwLock::default);
        &TABLE
    }
}

impl Handle for SignatureHandle {
    type Object = Signature;
    const KIND: u64 = 3;

    fn new(id: u64) -> Self {
        Self { id }
    }

    fn id(self) -> u64 {
        self.id
    }

    fn table() -> &'static Table<Signature> {
        static TABLE: Table<Signature> = LazyLock::new(RwLock::default);
        &TABLE
    }
}
