//! Sums of multiples of prepared points in variable time: scalars are cut into four parts of 64 bits,
//! so that a quarter of the doublings is left.

use std::sync::LazyLock;

use curve25519_dalek::{EdwardsPoint, Scalar, traits::Identity};

/// Bits of a digit, for members and images: a multiple of 3, because three doublings are one call.
pub(super) const WIDTH: usize = 6;
/// The same for the generator, whose table is made once.
const GENERATOR_WIDTH: usize = 9;

const PARTS: usize = 4;
const PART: usize = 64;
/// Of three bits each.
const STEPS: usize = PART.div_ceil(3);

/// The first `2^(width - 1)` multiples of a point, of 2⁶⁴ times it, and so on.
pub struct Table {
    width: usize,
    multiples: Vec<EdwardsPoint>,
}

impl Table {
    pub(super) fn new(point: &EdwardsPoint, width: usize) -> Self {
        let count = 1 << (width - 1);
        let mut multiples = Vec::with_capacity(PARTS * count);
        let mut base = *point;
        for _ in 0..PARTS {
            let next = |point: &EdwardsPoint| Some(point + base);
            multiples.extend(std::iter::successors(Some(base), next).take(count));
            (0..PART).for_each(|_| base = base + base);
        }
        Self { width, multiples }
    }

    fn parts(&self) -> std::slice::ChunksExact<'_, EdwardsPoint> {
        self.multiples.chunks_exact(1 << (self.width - 1))
    }
}

pub(super) fn generator() -> &'static Table {
    static GENERATOR: LazyLock<Table> = LazyLock::new(|| {
        let generator = curve25519_dalek::constants::ED25519_BASEPOINT_POINT;
        Table::new(&generator, GENERATOR_WIDTH)
    });
    &GENERATOR
}

/// `Σ scalar · point`.
pub(super) fn sum(terms: [(&Table, &Scalar); 2]) -> EdwardsPoint {
    let digits = terms.map(|(table, scalar)| digits(scalar, table.width));
    let mut sum = EdwardsPoint::identity();
    for step in (0..STEPS).rev() {
        sum = sum.mul_by_cofactor();
        for ((table, _), digits) in terms.iter().zip(&digits) {
            for (multiples, digits) in table.parts().zip(digits) {
                let digit = digits[step];
                let Some(index) = usize::from(digit.unsigned_abs()).checked_sub(1) else {
                    continue;
                };
                if digit > 0 {
                    sum += multiples[index];
                } else {
                    sum -= multiples[index];
                }
            }
        }
    }
    sum
}

/// The signed digits of each part, at the steps where they begin.
fn digits(scalar: &Scalar, width: usize) -> [[i16; STEPS]; PARTS] {
    let mut all = [[0; STEPS]; PARTS];
    for (digits, bytes) in all.iter_mut().zip(scalar.as_bytes().chunks_exact(8)) {
        let mut rest = u128::from(u64::from_le_bytes(bytes.try_into().expect("8 bytes")));
        let mut step = 0;
        while rest != 0 {
            let window = i16::try_from(rest & ((1 << width) - 1)).expect("narrow windows");
            rest >>= width;
            digits[step] = if window > 1 << (width - 1) {
                rest += 1;
                window - (1 << width)
            } else {
                window
            };
            step += width / 3;
        }
    }
    all
}
