//! Two points at a time in variable time, each in four of eight lanes: the two commitments of a member
//! share every step.
//!
//! Formulas of Hisil, Wong, Carter and Dawson (2008) for coordinates (X, Y, Z, T), in the order of
//! lanes that the vector code of curve25519-dalek has, too.

use curve25519_dalek::Scalar;
use k256::elliptic_curve::bigint::{ArrayEncoding, Odd, U256};
use sha3::{Digest, Sha3_256};

use super::field::{Field, Limbs, ONE, pack, unpack};

/// Whether the processor has what the functions here ask for.
pub(super) fn available() -> bool {
    std::is_x86_feature_detected!("avx512f") && std::is_x86_feature_detected!("avx512ifma")
}

/// Coordinates of a point, each below 2²⁵⁵.
pub(super) struct Affine {
    x: Limbs,
    y: Limbs,
}

/// Two points.
#[derive(Clone, Copy)]
struct Pair(Field);

/// Two points as the second summand has them: (Y - X, Y + X, 2Z, 2dT).
#[derive(Clone, Copy)]
pub(super) struct Cached(Field);

/// The multiples from 0 to 16 of two points; with more parts, again of the points times the weight of
/// each further part of a scalar's digits.
pub struct Table(Vec<[Cached; 17]>);

/// Of the curve's equation, -x² + y² = 1 + dx²y².
const D: Limbs = [
    0x3_4dca_1359_78a3,
    0x1_a828_3b15_6ebd,
    0x5_e7a2_6001_c029,
    0x7_39c6_63a0_3cbb,
    0x5_2036_cee2_b6ff,
];
const TWICE_D: Limbs = [
    0x6_9b94_26b2_f159,
    0x3_5050_762a_dd7a,
    0x3_cf44_c003_8052,
    0x6_738c_c740_7977,
    0x2_406d_9dc5_6dff,
];
/// A square root of -1.
const ROOT: Limbs = [
    0x6_1b27_4a0e_a0b0,
    0x0_d5a5_fc8f_189d,
    0x7_ef5e_9cbd_0c60,
    0x7_8595_a680_4c9e,
    0x2_b832_4804_fc1d,
];
const TWO: Limbs = [2, 0, 0, 0, 0];

/// Of five bits, in a scalar.
const DIGITS: usize = 51;

/// Lanes, as bits.
const X_Y: u8 = 0b0011_0011;
const X_Z: u8 = 0b0101_0101;
const Y_Z: u8 = 0b0110_0110;
const Z: u8 = 0b0100_0100;
const T: u8 = 0b1000_1000;
const SECOND: u8 = 0b1111_0000;

/// Orders of lanes, from the highest.
const YXTZ: i32 = 0b10_11_00_01;

impl Pair {
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn new(first: &Affine, second: &Affine) -> Self {
        let [p, q] = [first, second];
        let coordinates = Field::new(&[p.x, p.y, ONE, p.x, q.x, q.y, ONE, q.x]);
        Self(coordinates.mul(Field::new(&[ONE, ONE, ONE, p.y, ONE, ONE, ONE, q.y])))
    }

    #[target_feature(enable = "avx512f,avx512ifma")]
    fn identity() -> Self {
        let zero = [0; 5];
        Self(Field::new(&[zero, ONE, ONE, zero, zero, ONE, ONE, zero]))
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn double(self) -> Self {
        let sums = self
            .0
            .add(self.0.shuffle::<YXTZ>())
            .shuffle::<0b00_00_00_00>();
        // X², Y², Z², (X + Y)²
        let squares = self.0.blend(T, sums).reduce().square();
        let xx = squares.shuffle::<0b00_00_00_00>();
        let yy = squares.shuffle::<0b01_01_01_01>();
        // X² + Y², X² - Y², X² - Y² + 2Z², X² + Y² - (X + Y)²
        let sum = xx.add(yy);
        let factors = sum.blend(Y_Z, xx.sub(yy)).blend(T, sum.sub(squares));
        let factors = factors.blend(Z, factors.add(squares).add(squares)).reduce();
        Self(
            factors
                .shuffle::<0b11_01_01_11>()
                .mul(factors.shuffle::<0b00_10_00_10>()),
        )
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn add(self, Cached(other): Cached) -> Self {
        let products = differences(&self.0).mul(other);
        // (A, B, D, C), each with its neighbour, is E, H, F, G.
        let ordered = products.shuffle::<0b10_11_01_00>();
        let neighbours = products.shuffle::<0b11_10_00_01>();
        let factors = neighbours
            .add(ordered)
            .blend(X_Z, neighbours.sub(ordered))
            .reduce();
        // E·F, G·H, F·G, E·H
        Self(
            factors
                .shuffle::<0b00_11_11_00>()
                .mul(factors.shuffle::<0b01_10_01_10>()),
        )
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn cached(self) -> Cached {
        let factors = Field::new(&[ONE, ONE, TWO, TWICE_D, ONE, ONE, TWO, TWICE_D]);
        Cached(differences(&self.0).mul(factors))
    }

    /// Both points, compressed.
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn compress(self) -> [[u8; 32]; 2] {
        const MODULUS: Odd<U256> = Odd::<U256>::from_be_hex(
            "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed",
        );
        // One inversion for both.
        let z = self.0.shuffle::<0b10_10_10_10>();
        let others = z.swap_halves();
        let product = U256::from_le_byte_array(pack(z.mul(others).integers()[0]).into());
        let inverse = product.invert_odd_mod_vartime(&MODULUS).into_option();
        let inverse = inverse
            .expect("complete formulas have no Z of zero")
            .to_le_byte_array();
        let inverse = Field::new(&[unpack(&inverse.into()); 8]).mul(others);
        let affine = self.0.mul(inverse).integers().map(pack);
        [0, 4].map(|first| {
            let mut bytes = affine[first + 1];
            bytes[31] |= affine[first][0] << 7;
            bytes
        })
    }
}

/// (Y - X, Y + X, Z, T), reduced.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn differences(point: &Field) -> Field {
    let swapped = point.shuffle::<YXTZ>();
    let both = swapped.add(*point).blend(X_Z, swapped.sub(*point));
    point.blend(X_Y, both).reduce()
}

impl Cached {
    /// Those of the points negated whose half is set.
    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn negate(self, halves: u8) -> Self {
        let zero = Field::new(&[[0; 5]; 8]);
        let negated = self.0.shuffle::<0b11_10_00_01>();
        let negated = negated.blend(T, zero.sub(self.0));
        Self(self.0.blend(halves, negated))
    }
}

impl Table {
    #[target_feature(enable = "avx512f,avx512ifma")]
    fn new(mut pair: Pair, parts: usize) -> Self {
        let mut table = Vec::with_capacity(parts);
        for part in 0..parts {
            if part > 0 {
                for _ in 0..5 * DIGITS.div_ceil(parts) {
                    pair = pair.double();
                }
            }
            let first = pair.cached();
            let mut multiples = [first; 17];
            multiples[0] = Pair::identity().cached();
            let mut multiple = pair;
            for cached in &mut multiples[2..] {
                multiple = multiple.add(first);
                *cached = multiple.cached();
            }
            table.push(multiples);
        }
        Self(table)
    }
}

/// `(a · first, b · second)`
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn select(multiples: &[Cached; 17], a: i8, b: i8) -> Cached {
    let [first, second] = [a, b].map(|digit| usize::from(digit.unsigned_abs()));
    let cached = Cached(multiples[first].0.blend(SECOND, multiples[second].0));
    let sign = |digit: i8, half: u8| if digit < 0 { half } else { 0 };
    cached.negate(sign(a, !SECOND) | sign(b, SECOND))
}

/// One table for each key: of the key, and of the point that it hashes to.
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn members(keys: &[[u8; 32]], parts: usize) -> Vec<Table> {
    let points = decompress(keys).into_iter();
    let points = points.map(|point| point.expect("the key has been decoded"));
    let hashes = hash_all(keys);
    let mut tables = Vec::with_capacity(keys.len());
    for (point, hash) in points.zip(&hashes) {
        let pair = Pair::new(&point, hash);
        let eight_times = pair.double().double().double();
        tables.push(Table::new(Pair(pair.0.blend(SECOND, eight_times.0)), parts));
    }
    tables
}

/// Of the generator and a key image.
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn image(bytes: &[u8; 32], parts: usize) -> Table {
    let generator = curve25519_dalek::constants::ED25519_BASEPOINT_COMPRESSED.to_bytes();
    let points = decompress(&[generator, *bytes])
        .into_iter()
        .flatten()
        .collect::<Vec<_>>();
    Table::new(Pair::new(&points[0], &points[1]), parts)
}

/// `[s · G + c · key, s · hash + c · image]`
#[target_feature(enable = "avx512f,avx512ifma")]
pub(super) fn commit(image: &Table, member: &Table, s: &Scalar, c: &Scalar) -> [[u8; 32]; 2] {
    let (s, c) = (digits(s), digits(c));
    let part = DIGITS.div_ceil(image.0.len());
    let mut sum = Pair::identity();
    for digit in (0..part).rev() {
        sum = sum.double().double().double().double().double();
        let digits = s.iter().zip(&c).skip(digit).step_by(part);
        for ((member, image), (&s, &c)) in member.0.iter().zip(&image.0).zip(digits) {
            sum = sum.add(select(member, c, s)).add(select(image, s, c));
        }
    }
    sum.compress()
}

/// Signed digits to base 32.
fn digits(scalar: &Scalar) -> [i8; DIGITS] {
    let mut words = [0; 5];
    for (word, bytes) in words.iter_mut().zip(scalar.as_bytes().chunks_exact(8)) {
        *word = u64::from_le_bytes(bytes.try_into().expect("8 bytes"));
    }
    let mut digits = [0; DIGITS];
    let mut carry = 0;
    for (index, digit) in digits.iter_mut().enumerate() {
        let (word, bit) = (index * 5 / 64, index * 5 % 64);
        let both = u128::from(words[word]) | u128::from(words[word + 1]) << 64;
        let window = (both >> bit & 31) as i8 + carry;
        carry = i8::from(window > 16);
        *digit = window - 32 * carry;
    }
    digits
}

/// Points from their encodings, eight at a time.
#[target_feature(enable = "avx512f,avx512ifma")]
fn decompress(encoded: &[[u8; 32]]) -> Vec<Option<Affine>> {
    let mut points = Vec::with_capacity(encoded.len());
    for chunk in encoded.chunks(8) {
        let mut ys = [ONE; 8];
        for (y, bytes) in ys.iter_mut().zip(chunk) {
            *y = unpack(bytes);
        }
        let (one, y) = (Field::new(&[ONE; 8]), Field::new(&ys));
        let yy = y.square();
        // x² = u / v, of which (u·v³)·(u·v⁷)^(2²⁵² - 3) is a root, or a root of its negative.
        let u = yy.sub(one).reduce();
        let v = yy.mul(Field::new(&[D; 8])).add(one).reduce();
        let v3 = v.square().mul(v);
        let x = u.mul(v3).mul(u.mul(v3.square().mul(v)).root_power());
        let other = x.mul(Field::new(&[ROOT; 8]));
        let zero = Field::new(&[[0; 5]; 8]);
        let found = v.mul(x.square()).integers().map(pack);
        let wanted = [u.integers(), zero.sub(u).reduce().integers()].map(|u| u.map(pack));
        let roots = [
            [x.integers(), zero.sub(x).reduce().integers()],
            [other.integers(), zero.sub(other).reduce().integers()],
        ];
        for (lane, bytes) in chunk.iter().enumerate() {
            let root = wanted.iter().position(|wanted| wanted[lane] == found[lane]);
            points.push(root.map(|root| {
                let [x, negative] = roots[root].map(|root| root[lane]);
                let same = pack(x)[0] & 1 == bytes[31] >> 7;
                let y = ys[lane];
                Affine {
                    x: if same { x } else { negative },
                    y,
                }
            }));
        }
    }
    points
}

/// What ring-go hashes keys to, without the multiplication by 8.
#[target_feature(enable = "avx512f,avx512ifma")]
fn hash_all(keys: &[[u8; 32]]) -> Vec<Affine> {
    let mut points: Vec<_> = keys.iter().map(|_| None).collect();
    let mut pending: Vec<(usize, [u8; 32])> = keys
        .iter()
        .map(|key| Sha3_256::digest(key).into())
        .enumerate()
        .collect();
    while !pending.is_empty() {
        let (places, hashes): (Vec<usize>, Vec<[u8; 32]>) = pending.drain(..).unzip();
        for ((place, hash), point) in places.into_iter().zip(&hashes).zip(decompress(&hashes)) {
            if point.is_none() {
                pending.push((place, Sha3_256::digest(hash).into()));
            }
            points[place] = point;
        }
    }
    points.into_iter().flatten().collect()
}
