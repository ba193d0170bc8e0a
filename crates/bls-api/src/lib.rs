//! The contract of blsbench: what is measured, what an engine must offer, and
//! what the gate and the harness see of it.
//!
//! * [`Group`] and [`Operation`] are the operation table; no other file names an operation.
//! * [`Id`] prints and parses `group/operation/engine/param`.
//! * [`SignatureScheme`], [`Aggregate`] and [`MultiSignature`] are what the author of an engine
//!   implements, with the library's native types. A library that is a curve without a signature
//!   scheme implements [`Curve`] and gets the scheme from [`Composed`].
//! * [`Suite`] is those traits with the types erased: [`Inputs`] go in, a [`Job`] comes out.
//! * [`Engine`] is one `static` value per library and build.

mod arithmetic;
mod classic;
mod composed;
mod curve;
mod curve_suite;
mod ecrecover;
mod engine;
mod error;
mod field;
mod group;
pub mod heap;
mod id;
mod inputs;
mod job;
mod keygen;
mod marker;
mod multi_signature;
mod operation;
mod precompile;
pub mod processor;
mod ring;
mod signature;
mod suite;

pub use arithmetic::{Affine, Arithmetic, G1_MAP_OF_ZERO, G2_MAP_OF_ZERO, SourceGroup};
pub use classic::{Classic, ErasedClassic, ErasedScheme, array};
pub use composed::{Composed, Variant};
pub use curve::{Curve, Point};
pub use curve_suite::ErasedCurve;
pub use ecrecover::{EcRecover, ErasedEcRecover};
pub use engine::{Capability, Engine, Library, NEIGHBOUR, RUST_BUILD, RustBuild};
pub use error::Error;
pub use field::are_elements;
pub use group::{
    EMULATOR_VARIABLE, Group, PROFILE_VARIABLE, Profile, RUNNERS_VARIABLE, UnknownName,
};
pub use heap::Allocated;
pub use id::{Id, IdError, is_segment};
pub use inputs::Inputs;
pub use job::{Job, Sample, job, share_per_task};
pub use keygen::{KEYGEN_SALT, key_material};
pub use multi_signature::{ErasedMulti, MultiSignature};
pub use operation::{
    ClassicOp, ClassicScheme, CurveOp, DuskOp, Kind, MANY_SIGNATURES, Operation, Param, PointOp,
    PrecompileOp, ROUTES_ALONE, RingOp, SignatureOp, Threads, TransportOp,
};
pub use precompile::ErasedPrecompiles;
pub use ring::{ErasedRing, RingScheme};
pub use signature::{Aggregate, MinPk, MinSig, SignatureScheme, check_lengths};
pub use suite::{Erased, Suite};
