//! What mcl makes of malformed encodings.
//!
//! `mcl_accepts_*` pins what callers have to check themselves: when an upgrade of mcl makes such a
//! test fail, that check can go.

mod common;

use common::{Deserialize, G1, G2, decode, encode, parse, unhex};
use herumi_sys::*;

const P: &str = "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f624\
                 1eabfffeb153ffffb9feffffffffaaab";
const R: &str = "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";

/// Bytes that no decoder takes, at every length from nothing to beyond the longest point.
fn rejects_garbage<T: Default>(name: &str, deserialize: Deserialize<T>) {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    for length in 0..=200 {
        let ones = vec![0xff; length];
        assert_eq!(decode(deserialize, &ones).0, 0, "{name}, {length} × ff");
        for _ in 0..8 {
            let mut noise: Vec<u8> = std::iter::repeat_with(&mut random).take(length).collect();
            // Makes every field element too large, and the flags of every point wrong.
            if let Some(first) = noise.first_mut() {
                *first |= 0xe0;
            }
            assert_eq!(decode(deserialize, &noise).0, 0, "{name}, {noise:x?}");
        }
    }
}

#[test]
fn garbage_is_rejected() {
    rejects_garbage("Fr", mclBnFr_deserialize);
    rejects_garbage("Fp", mclBnFp_deserialize);
    rejects_garbage("Fp2", mclBnFp2_deserialize);
    rejects_garbage("G1", mclBnG1_deserialize);
    rejects_garbage("G2", mclBnG2_deserialize);
    rejects_garbage("GT", mclBnGT_deserialize);
}

/// Noise under correct flags: either not on the curve or not in the subgroup.
#[test]
fn compressed_garbage_is_rejected() {
    for x in 0..=255 {
        let mut bytes = [x; 96];
        bytes[0] = 0x80 | (x & 0x3f);
        assert_eq!(decode(mclBnG1_deserialize, &bytes[..48]).0, 0, "{x:x}");
        assert_eq!(decode(mclBnG2_deserialize, &bytes).0, 0, "{x:x}");
    }
}

fn flags_are_checked<T: Default>(deserialize: Deserialize<T>, generator: &str) {
    let generator = unhex(generator);
    for flags in 0..8_u8 {
        let mut finite = generator.clone();
        finite[0] = finite[0] & 0x1f | flags << 5;
        let accepted = decode(deserialize, &finite).0 != 0;
        assert_eq!(accepted, matches!(flags, 0b100 | 0b101), "{flags:03b}");

        let mut infinite = vec![0; generator.len()];
        infinite[0] = flags << 5;
        let accepted = decode(deserialize, &infinite).0 != 0;
        assert_eq!(accepted, flags == 0b110, "{flags:03b}");
    }
}

#[test]
fn flags_of_points_are_checked() {
    flags_are_checked(mclBnG1_deserialize, G1);
    flags_are_checked(mclBnG2_deserialize, G2);
}

#[test]
fn unreduced_numbers_are_rejected() {
    assert_eq!(decode(mclBnFr_deserialize, &unhex(R)).0, 0);
    assert_eq!(decode(mclBnFp_deserialize, &unhex(P)).0, 0);

    // Small multiples of the generator, until one has an x that leaves room to add p.
    let g1 = parse(mclBnG1_deserialize, G1);
    let mut point = g1;
    let unreduced = loop {
        if let Some(unreduced) = plus_p(&encode(mclBnG1_serialize, &point)) {
            break unreduced;
        }
        let before = point;
        // SAFETY: mcl is initialised, and all pointers are to live values.
        unsafe { mclBnG1_add(&raw mut point, &raw const before, &raw const g1) };
    };
    assert_eq!(decode(mclBnG1_deserialize, &unreduced).0, 0);

    // The second coordinate of the G2 generator leaves that room.
    let g2 = unhex(G2);
    let second = plus_p(&g2[48..]).expect("the coordinate is small");
    let unreduced = [&g2[..48], &second[..]].concat();
    assert_eq!(decode(mclBnG2_deserialize, &unreduced).0, 0);
}

/// The same number modulo p with the same flags, if its 381 bits can hold it.
fn plus_p(bytes: &[u8]) -> Option<Vec<u8>> {
    let flags = bytes[0] & 0xe0;
    let mut sum = vec![0; bytes.len()];
    let mut carry = 0;
    for (i, p) in unhex(P).into_iter().enumerate().rev() {
        let byte = if i == 0 { bytes[0] & 0x1f } else { bytes[i] };
        let total = u16::from(byte) + u16::from(p) + carry;
        [sum[i], _] = total.to_le_bytes();
        carry = total >> 8;
    }
    (sum[0] < 0x20).then(|| {
        sum[0] |= flags;
        sum
    })
}

#[test]
fn mcl_accepts_infinity_with_any_last_byte() {
    let mut bytes = [0; 96];
    bytes[0] = 0xc0;
    for length in [48, 96] {
        for position in 1..length {
            bytes[position] = 1;
            let taken = if length == 48 {
                decode(mclBnG1_deserialize, &bytes[..length]).0
            } else {
                decode(mclBnG2_deserialize, &bytes[..length]).0
            };
            bytes[position] = 0;
            let expected = if position == length - 1 { length } else { 0 };
            assert_eq!(taken, expected, "byte {position} of {length}");
        }
    }
}

#[test]
fn mcl_accepts_bytes_after_the_encoding() {
    let longer = |hex| [unhex(hex), vec![7]].concat();
    assert_eq!(decode(mclBnG1_deserialize, &longer(G1)).0, 48);
    assert_eq!(decode(mclBnG2_deserialize, &longer(G2)).0, 96);
}

#[test]
fn mcl_accepts_zero_as_a_scalar_and_in_gt() {
    assert_eq!(decode(mclBnFr_deserialize, &[0; 32]).0, 32);
    assert_eq!(decode(mclBnGT_deserialize, &[0; 576]).0, 576);
}
