//! The functions of mcl that exist once for Fp and once for Fp2, and what follows from them.

use std::{ffi::c_int, sync::OnceLock};

use herumi_sys::{self as mcl, mclBnFp, mclBnFp2};

use crate::scheme::written;

type Unary<F> = unsafe extern "C" fn(*mut F, *const F);
type Binary<F> = unsafe extern "C" fn(*mut F, *const F, *const F);

const FP_BYTES: usize = 48;

/// A coordinate with its functions. They take pointers to initialised values and do not keep them.
pub(crate) trait Field: Copy + Default + Send + Sync + 'static {
    const DEGREE: usize;
    const ADD: Binary<Self>;
    const IS_EQUAL: unsafe extern "C" fn(*const Self, *const Self) -> c_int;
    const MULTIPLY: Binary<Self>;
    const NEGATE: Unary<Self>;
    const SQUARE: Unary<Self>;
    const SQUARE_ROOT: unsafe extern "C" fn(*mut Self, *const Self) -> c_int;

    /// From one integer for each of c0 and c1.
    fn from_parts(parts: [mclBnFp; 2]) -> Self;
    /// c0 and c1, which is zero in Fp.
    fn parts(&self) -> [mclBnFp; 2];

    /// `48 * DEGREE` bytes, big-endian, c1 before c0; below p.
    fn read(bytes: &[u8]) -> Self {
        let mut parts = [mclBnFp::default(); 2];
        for (part, bytes) in parts.iter_mut().zip(bytes.rchunks_exact(FP_BYTES)) {
            let mut little_endian = [0; FP_BYTES];
            little_endian.copy_from_slice(bytes);
            little_endian.reverse();
            // SAFETY: pointer and length are those of `little_endian`; 48 bytes cannot fail.
            *part = written(|part| unsafe {
                mcl::mclBnFp_setLittleEndian(part, little_endian.as_ptr().cast(), FP_BYTES);
            });
        }
        Self::from_parts(parts)
    }

    /// Writes what [`Self::read`] reads.
    fn write(&self, bytes: &mut [u8]) {
        for (part, bytes) in self.parts().iter().zip(bytes.rchunks_exact_mut(FP_BYTES)) {
            // SAFETY: pointer and length are those of `bytes`.
            unsafe { mcl::mclBnFp_getLittleEndian(bytes.as_mut_ptr().cast(), FP_BYTES, part) };
            bytes.reverse();
        }
    }

    /// True for the greater of the element and its inverse, the coefficient c1 deciding first.
    fn is_greater(&self) -> bool {
        let mut bytes = [0; 2 * FP_BYTES];
        let mut negated = [0; 2 * FP_BYTES];
        self.write(&mut bytes[..FP_BYTES * Self::DEGREE]);
        self.negate().write(&mut negated[..FP_BYTES * Self::DEGREE]);
        bytes > negated
    }

    fn negate(&self) -> Self {
        // SAFETY: both are values.
        written(|negated| unsafe { Self::NEGATE(negated, self) })
    }

    /// The square of the y-coordinate over an x-coordinate: x^3 + 4, and x^3 + 4(1 + u) in Fp2.
    fn y_squared(&self) -> Self {
        let b = Self::from_parts([small().four; 2]);
        // SAFETY: all are values.
        written(|y_squared| unsafe {
            Self::SQUARE(y_squared, self);
            Self::MULTIPLY(y_squared, y_squared, self);
            Self::ADD(y_squared, y_squared, &raw const b);
        })
    }

    /// Whether the square of the element is `square`.
    fn is_root_of(&self, square: &Self) -> bool {
        // SAFETY: both are values.
        let own = written(|own| unsafe { Self::SQUARE(own, self) });
        // SAFETY: both are values.
        unsafe { Self::IS_EQUAL(&raw const own, square) == 1 }
    }

    /// A square root, if there is one.
    fn square_root(&self) -> Option<Self> {
        let mut found = 0;
        // SAFETY: both are values.
        let root = written(|root| found = unsafe { Self::SQUARE_ROOT(root, self) });
        (found == 0).then_some(root)
    }
}

/// Small numbers, which are converted once.
pub(crate) struct Small {
    pub(crate) one: mclBnFp,
    four: mclBnFp,
}

pub(crate) fn small() -> &'static Small {
    static SMALL: OnceLock<Small> = OnceLock::new();
    // SAFETY: writes a value.
    let convert = |number| written(|element| unsafe { mcl::mclBnFp_setInt32(element, number) });
    SMALL.get_or_init(|| Small {
        one: convert(1),
        four: convert(4),
    })
}

impl Field for mclBnFp {
    const DEGREE: usize = 1;
    const ADD: Binary<Self> = mcl::mclBnFp_add;
    const IS_EQUAL: unsafe extern "C" fn(*const Self, *const Self) -> c_int = mcl::mclBnFp_isEqual;
    const MULTIPLY: Binary<Self> = mcl::mclBnFp_mul;
    const NEGATE: Unary<Self> = mcl::mclBnFp_neg;
    const SQUARE: Unary<Self> = mcl::mclBnFp_sqr;
    const SQUARE_ROOT: unsafe extern "C" fn(*mut Self, *const Self) -> c_int =
        mcl::mclBnFp_squareRoot;

    fn from_parts([element, _]: [mclBnFp; 2]) -> Self {
        element
    }

    fn parts(&self) -> [mclBnFp; 2] {
        [*self, Self::default()]
    }
}

impl Field for mclBnFp2 {
    const DEGREE: usize = 2;
    const ADD: Binary<Self> = mcl::mclBnFp2_add;
    const IS_EQUAL: unsafe extern "C" fn(*const Self, *const Self) -> c_int = mcl::mclBnFp2_isEqual;
    const MULTIPLY: Binary<Self> = mcl::mclBnFp2_mul;
    const NEGATE: Unary<Self> = mcl::mclBnFp2_neg;
    const SQUARE: Unary<Self> = mcl::mclBnFp2_sqr;
    const SQUARE_ROOT: unsafe extern "C" fn(*mut Self, *const Self) -> c_int =
        mcl::mclBnFp2_squareRoot;

    fn from_parts(d: [mclBnFp; 2]) -> Self {
        Self { d }
    }

    fn parts(&self) -> [mclBnFp; 2] {
        self.d
    }
}
