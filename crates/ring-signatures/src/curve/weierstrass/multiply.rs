//! Sums of multiples in variable time: the endomorphism halves the scalars, all terms of a sum share
//! its doublings, and tables with several parts halve those again.

use std::sync::LazyLock;

use k256::{
    Scalar, U256,
    elliptic_curve::{bigint::ArrayEncoding, ff::PrimeField},
};

use super::point::{Affine, FieldElement, Jacobian};

/// Bits of half a scalar, one more than which its digits may take.
const HALF: usize = 128;

/// -λ, where λ times a point is the point with β times its x.
const MINUS_LAMBDA: [u8; 32] = [
    0xac, 0x9c, 0x52, 0xb3, 0x3f, 0xa3, 0xcf, 0x1f, 0x5a, 0xd9, 0xe3, 0xfd, 0x77, 0xed, 0x9b, 0xa4,
    0xa8, 0x80, 0xb9, 0xfc, 0x8e, 0xc7, 0x39, 0xc2, 0xe0, 0xcf, 0xc8, 0x10, 0xb5, 0x12, 0x83, 0xcf,
];
const BETA: [u8; 32] = [
    0x7a, 0xe9, 0x6a, 0x2b, 0x65, 0x7c, 0x07, 0x10, 0x6e, 0x64, 0x47, 0x9e, 0xac, 0x34, 0x34, 0xe9,
    0x9c, 0xf0, 0x49, 0x75, 0x12, 0xf5, 0x89, 0x95, 0xc1, 0x39, 0x6c, 0x28, 0x71, 0x95, 0x01, 0xee,
];
/// Its y is even.
const GENERATOR_X: [u8; 32] = [
    0x79, 0xbe, 0x66, 0x7e, 0xf9, 0xdc, 0xbb, 0xac, 0x55, 0xa0, 0x62, 0x95, 0xce, 0x87, 0x0b, 0x07,
    0x02, 0x9b, 0xfc, 0xdb, 0x2d, 0xce, 0x28, 0xd9, 0x59, 0xf2, 0x81, 0x5b, 0x16, 0xf8, 0x17, 0x98,
];
/// The short vectors of the lattice of (1, λ), and their estimates at 2³⁸⁴ (Guide to Elliptic Curve
/// Cryptography, 3.5).
const MINUS_B1: u128 = 0xe443_7ed6_010e_8828_6f54_7fa9_0abf_e4c3;
const B2: u128 = 0x3086_d221_a7d4_6bcd_e86c_90e4_9284_eb15;
const G1: U256 =
    U256::from_be_hex("3086d221a7d46bcde86c90e49284eb153daa8a1471e8ca7fe893209a45dbb031");
const G2: U256 =
    U256::from_be_hex("e4437ed6010e88286f547fa90abfe4c4221208ac9df506c61571b4ae8ac47f71");

/// `±first ± second · λ`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Halves([Half; 2]);

#[derive(Debug, Clone, Copy)]
struct Half {
    magnitude: u128,
    negative: bool,
}

impl From<&Scalar> for Halves {
    fn from(scalar: &Scalar) -> Self {
        static MINUS_LAMBDA_SCALAR: LazyLock<Scalar> = LazyLock::new(|| constant(&MINUS_LAMBDA));
        let integer = U256::from(*scalar);
        let c1 = Scalar::from(product_high(&integer, &G1));
        let c2 = Scalar::from(product_high(&integer, &G2));
        let second = c1 * Scalar::from(MINUS_B1) - c2 * Scalar::from(B2);
        let first = *scalar + second * *MINUS_LAMBDA_SCALAR;
        Self([Half::from(first), Half::from(second)])
    }
}

impl From<Scalar> for Half {
    fn from(scalar: Scalar) -> Self {
        let high = |scalar: &Scalar| split(&U256::from(*scalar)).1;
        let negative = high(&scalar) != 0;
        let magnitude = if negative { -scalar } else { scalar };
        debug_assert_eq!(high(&magnitude), 0);
        Self {
            magnitude: split(&U256::from(magnitude)).0,
            negative,
        }
    }
}

/// Low and high half.
fn split(integer: &U256) -> (u128, u128) {
    let bytes = integer.to_le_byte_array();
    let (low, high) = bytes.split_at(16);
    let read = |half: &[u8]| {
        half.iter()
            .rev()
            .fold(0, |sum, &byte| sum << 8 | u128::from(byte))
    };
    (read(low), read(high))
}

/// `a · b / 2³⁸⁴`, rounded.
fn product_high(a: &U256, b: &U256) -> u128 {
    let (_, high) = a.widening_mul(b);
    let (low, high) = split(&high);
    high + (low >> 127)
}

fn constant(bytes: &[u8; 32]) -> Scalar {
    let scalar = Scalar::from_repr((*bytes).into()).into_option();
    scalar.expect("a constant below the order")
}

/// Odd multiples of a point, of 2⁶⁴ times it, and so on.
pub struct Table {
    width: u32,
    parts: Vec<Vec<Entry>>,
}

/// A point and λ times it.
#[derive(Clone, Copy)]
struct Entry {
    x: FieldElement,
    beta_x: FieldElement,
    y: FieldElement,
}

/// Tables of digits of `width` bits; the bits of half a scalar are divided among `parts`.
pub(super) fn tables(points: &[Affine], width: u32, parts: usize) -> Vec<Table> {
    static BETA_ELEMENT: LazyLock<FieldElement> = LazyLock::new(|| {
        let beta = FieldElement::from_bytes(&BETA.into()).into_option();
        beta.expect("a constant below the modulus")
    });
    let bases = points.iter().flat_map(|&point| {
        let mut base = Jacobian::from(point);
        (0..parts).map(move |part| {
            if part > 0 {
                (0..HALF / parts).for_each(|_| base = base.double());
            }
            base
        })
    });
    let bases: Vec<_> = bases.flat_map(|base| [base, base.double()]).collect();
    let count = 1 << (width - 2);
    let multiples = affine(&bases).collect::<Vec<_>>();
    let multiples: Vec<_> = multiples
        .chunks_exact(2)
        .flat_map(|pair| {
            let (base, twice) = (pair[0], pair[1]);
            let next = move |point: &Jacobian| Some(point.add(&twice.x, &twice.y));
            std::iter::successors(Some(Jacobian::from(base)), next).take(count)
        })
        .collect();
    let entries: Vec<_> = affine(&multiples)
        .map(|Affine { x, y }| Entry {
            x,
            beta_x: x.mul(&BETA_ELEMENT),
            y,
        })
        .collect();
    entries
        .chunks_exact(count * parts)
        .map(|table| Table {
            width,
            parts: table.chunks_exact(count).map(<[Entry]>::to_vec).collect(),
        })
        .collect()
}

/// Small multiples of points of prime order.
fn affine(points: &[Jacobian]) -> impl Iterator<Item = Affine> {
    let affine = Jacobian::to_affine(points).into_iter();
    affine.map(|point| point.expect("a small multiple is not the identity"))
}

/// Of the generator; wider than others, for it is made once.
pub(super) fn generator() -> &'static Table {
    static GENERATOR: LazyLock<Table> = LazyLock::new(|| {
        let point = Affine::with_x(&GENERATOR_X).expect("the generator is on the curve");
        tables(&[point], 11, 2).remove(0)
    });
    &GENERATOR
}

/// Signed odd digits, each followed by at least `width - 1` zeros.
type Digits = [i16; HALF + 1];

fn digits(mut magnitude: u128, width: u32) -> Digits {
    let mut digits = [0; HALF + 1];
    let mut position = 0;
    while magnitude != 0 {
        let zeros = magnitude.trailing_zeros();
        magnitude >>= zeros;
        position += zeros as usize;
        let window = i16::try_from(magnitude & ((1 << width) - 1)).expect("narrow windows");
        let digit = if window >> (width - 1) == 0 {
            window
        } else {
            window - (1 << width)
        };
        digits[position] = digit;
        // Halves stay so far below 2¹²⁸ that the sum does, too.
        magnitude = if digit < 0 {
            magnitude + u128::from(digit.unsigned_abs())
        } else {
            magnitude - u128::from(digit.unsigned_abs())
        };
    }
    digits
}

struct Term<'a> {
    entries: &'a [Entry],
    digits: Digits,
    lambda: bool,
    negative: bool,
}

/// `Σ scalar · point`.
pub(super) fn sum(terms: [(&Table, &Halves); 2]) -> Jacobian {
    let mut all = Vec::with_capacity(8);
    for (table, halves) in terms {
        let bits = HALF / table.parts.len();
        let mask = u128::MAX >> (HALF - bits);
        for (half, lambda) in halves.0.iter().zip([false, true]) {
            for (part, entries) in table.parts.iter().enumerate() {
                all.push(Term {
                    entries,
                    digits: digits(half.magnitude >> (part * bits) & mask, table.width),
                    lambda,
                    negative: half.negative,
                });
            }
        }
    }
    let mut sum = Jacobian::IDENTITY;
    for position in (0..=HALF).rev() {
        sum = sum.double();
        for term in &all {
            let digit = term.digits[position];
            if digit == 0 {
                continue;
            }
            let entry = &term.entries[usize::from(digit.unsigned_abs() / 2)];
            let x = if term.lambda { &entry.beta_x } else { &entry.x };
            if (digit < 0) == term.negative {
                sum = sum.add(x, &entry.y);
            } else {
                sum = sum.add(x, &entry.y.negate(1));
            }
        }
    }
    sum
}
