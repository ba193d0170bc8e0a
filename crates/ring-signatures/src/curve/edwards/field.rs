//! Eight integers modulo 2²⁵⁵ - 19 at a time, with the 52-bit multiplier of AVX-512 IFMA.

use std::arch::x86_64::{
    __m512i, __mmask8, _mm512_add_epi64, _mm512_and_si512, _mm512_madd52hi_epu64,
    _mm512_madd52lo_epu64, _mm512_mask_blend_epi64, _mm512_permutex_epi64, _mm512_set1_epi64,
    _mm512_setzero_si512, _mm512_shuffle_i64x2, _mm512_slli_epi64, _mm512_srli_epi64,
    _mm512_sub_epi64,
};

const MASK: u64 = (1 << 51) - 1;

/// One integer, in limbs of 51 bits.
pub(super) type Limbs = [u64; 5];

pub(super) const ONE: Limbs = [1, 0, 0, 0, 0];

/// The low 255 bits.
pub(super) fn unpack(bytes: &[u8; 32]) -> Limbs {
    let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes"));
    [
        word(0) & MASK,
        word(6) >> 3 & MASK,
        word(12) >> 6 & MASK,
        word(19) >> 1 & MASK,
        word(24) >> 12 & MASK,
    ]
}

/// In its one form.
pub(super) fn pack(mut limbs: Limbs) -> [u8; 32] {
    let carry = |limbs: &mut Limbs| {
        for i in 0..5 {
            let carry = limbs[i] >> 51;
            limbs[i] &= MASK;
            if i < 4 {
                limbs[i + 1] += carry;
            } else {
                limbs[0] += 19 * carry;
            }
        }
    };
    carry(&mut limbs);
    carry(&mut limbs);
    // Not below the modulus exactly when 19 more does not fit in 255 bits.
    let over = limbs.iter().fold(19, |sum, limb| (limb + sum) >> 51);
    limbs[0] += 19 * over;
    for i in 0..4 {
        limbs[i + 1] += limbs[i] >> 51;
        limbs[i] &= MASK;
    }
    limbs[4] &= MASK;
    let words = [
        limbs[0] | limbs[1] << 51,
        limbs[1] >> 13 | limbs[2] << 38,
        limbs[2] >> 26 | limbs[3] << 25,
        limbs[3] >> 39 | limbs[4] << 12,
    ];
    let mut bytes = [0; 32];
    for (bytes, word) in bytes.chunks_exact_mut(8).zip(words) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

/// Eight integers. Limbs of a product are below 2⁵¹ + 2¹⁴; those of a factor must be below 2⁵².
#[derive(Clone, Copy)]
pub(super) struct Field([__m512i; 5]);

impl Field {
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn new(integers: &[Limbs; 8]) -> Self {
        let mut field = Self([_mm512_setzero_si512(); 5]);
        for (index, limb) in field.0.iter_mut().enumerate() {
            let mut lanes = [0; 8];
            for (lane, integer) in lanes.iter_mut().zip(integers) {
                *lane = integer[index];
            }
            // SAFETY: both are 64 bytes, and every value of either is one of the other.
            *limb = unsafe { std::mem::transmute::<[u64; 8], __m512i>(lanes) };
        }
        field
    }

    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn integers(self) -> [Limbs; 8] {
        let mut integers = [[0; 5]; 8];
        for (index, limb) in self.0.into_iter().enumerate() {
            // SAFETY: as above.
            let lanes = unsafe { std::mem::transmute::<__m512i, [u64; 8]>(limb) };
            for (integer, lane) in integers.iter_mut().zip(lanes) {
                integer[index] = lane;
            }
        }
        integers
    }

    /// Without a carry.
    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn add(self, other: Self) -> Self {
        let mut sum = self;
        for (a, b) in sum.0.iter_mut().zip(other.0) {
            *a = _mm512_add_epi64(*a, b);
        }
        sum
    }

    /// Without a carry; `other` must be reduced.
    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn sub(self, other: Self) -> Self {
        // Twice the modulus is more than any reduced integer, limb by limb.
        let low = _mm512_set1_epi64((1 << 52) - 38);
        let rest = _mm512_set1_epi64((1 << 52) - 2);
        let mut difference = self;
        for (index, (a, b)) in difference.0.iter_mut().zip(other.0).enumerate() {
            let twice = if index == 0 { low } else { rest };
            *a = _mm512_sub_epi64(_mm512_add_epi64(*a, twice), b);
        }
        difference
    }

    /// Those lanes of `other` whose bit is set.
    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn blend(self, lanes: __mmask8, other: Self) -> Self {
        let mut blended = self;
        for (a, b) in blended.0.iter_mut().zip(other.0) {
            *a = _mm512_mask_blend_epi64(lanes, *a, b);
        }
        blended
    }

    /// The lanes of each half in another order: two bits for each, from the lowest.
    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn shuffle<const ORDER: i32>(self) -> Self {
        let mut shuffled = self;
        for limb in &mut shuffled.0 {
            *limb = _mm512_permutex_epi64::<ORDER>(*limb);
        }
        shuffled
    }

    /// The halves exchanged.
    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn swap_halves(self) -> Self {
        let mut swapped = self;
        for limb in &mut swapped.0 {
            *limb = _mm512_shuffle_i64x2::<0b01_00_11_10>(*limb, *limb);
        }
        swapped
    }

    /// One pass of carries: what has limbs below 2⁶¹ is a factor after it.
    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn reduce(self) -> Self {
        let mask = _mm512_set1_epi64(MASK.cast_signed());
        let mut reduced = self;
        let mut carries = [_mm512_setzero_si512(); 5];
        for (index, limb) in reduced.0.iter_mut().enumerate() {
            carries[(index + 1) % 5] = _mm512_srli_epi64::<51>(*limb);
            *limb = _mm512_and_si512(*limb, mask);
        }
        carries[0] = times_19(carries[0]);
        reduced.add(Self(carries))
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn mul(self, other: Self) -> Self {
        let mut low = [_mm512_setzero_si512(); 10];
        let mut high = [_mm512_setzero_si512(); 10];
        for i in 0..5 {
            for j in 0..5 {
                let (a, b) = (self.0[i], other.0[j]);
                low[i + j] = _mm512_madd52lo_epu64(low[i + j], a, b);
                high[i + j + 1] = _mm512_madd52hi_epu64(high[i + j + 1], a, b);
            }
        }
        fold(&low, &high)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn square(self) -> Self {
        let mut low = [_mm512_setzero_si512(); 10];
        let mut high = [_mm512_setzero_si512(); 10];
        for i in 0..5 {
            for j in i + 1..5 {
                let (a, b) = (self.0[i], self.0[j]);
                low[i + j] = _mm512_madd52lo_epu64(low[i + j], a, b);
                high[i + j + 1] = _mm512_madd52hi_epu64(high[i + j + 1], a, b);
            }
        }
        for (low, high) in low.iter_mut().zip(&mut high) {
            *low = _mm512_add_epi64(*low, *low);
            *high = _mm512_add_epi64(*high, *high);
        }
        for (i, &a) in self.0.iter().enumerate() {
            low[2 * i] = _mm512_madd52lo_epu64(low[2 * i], a, a);
            high[2 * i + 1] = _mm512_madd52hi_epu64(high[2 * i + 1], a, a);
        }
        fold(&low, &high)
    }

    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn square_times(mut self, times: usize) -> Self {
        for _ in 0..times {
            self = self.square();
        }
        self
    }

    /// To the power of 2²⁵² - 3.
    #[target_feature(enable = "avx512f,avx512ifma")]
    pub(super) fn root_power(self) -> Self {
        let x9 = self.square_times(3).mul(self);
        let x11 = x9.mul(self.square());
        // n ones in binary.
        let n5 = x11.square().mul(x9);
        let n10 = n5.square_times(5).mul(n5);
        let n20 = n10.square_times(10).mul(n10);
        let n40 = n20.square_times(20).mul(n20);
        let n50 = n40.square_times(10).mul(n10);
        let n100 = n50.square_times(50).mul(n50);
        let n200 = n100.square_times(100).mul(n100);
        n200.square_times(50).mul(n50).square_times(2).mul(self)
    }
}

/// The halves of the products of limbs, of 52 bits, at their places; modulo 2²⁵⁵ - 19.
#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn fold(low: &[__m512i; 10], high: &[__m512i; 10]) -> Field {
    let mut sums = *low;
    for (sum, &high) in sums.iter_mut().zip(high) {
        // A limb has 51 bits: the high half counts twice.
        *sum = _mm512_add_epi64(*sum, _mm512_slli_epi64::<1>(high));
    }
    let mut field = Field([_mm512_setzero_si512(); 5]);
    for (index, limb) in field.0.iter_mut().enumerate() {
        *limb = _mm512_add_epi64(sums[index], times_19(sums[index + 5]));
    }
    field.reduce()
}

#[inline]
#[target_feature(enable = "avx512f,avx512ifma")]
fn times_19(x: __m512i) -> __m512i {
    let times_18 = _mm512_add_epi64(_mm512_slli_epi64::<4>(x), _mm512_slli_epi64::<1>(x));
    _mm512_add_epi64(times_18, x)
}
