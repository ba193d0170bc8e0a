//! Elements of the base field as bytes.

use crate::Error;

/// The length of an element of Fp.
pub(crate) const FIELD_BYTES: usize = 48;

/// The characteristic of the field, big-endian (draft-irtf-cfrg-pairing-friendly-curves-11 section
/// 4.2.1).
const P: [u8; FIELD_BYTES] = [
    0x1a, 0x01, 0x11, 0xea, 0x39, 0x7f, 0xe6, 0x9a, 0x4b, 0x1b, 0xa7, 0xb6, 0x43, 0x4b, 0xac, 0xd7,
    0x64, 0x77, 0x4b, 0x84, 0xf3, 0x85, 0x12, 0xbf, 0x67, 0x30, 0xd2, 0xa0, 0xf6, 0xb0, 0xf6, 0x24,
    0x1e, 0xab, 0xff, 0xfe, 0xb1, 0x53, 0xff, 0xff, 0xb9, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xaa, 0xab,
];

/// True when each 48 bytes are an integer below p, big-endian.
#[must_use]
pub fn are_elements(bytes: &[u8]) -> bool {
    bytes
        .chunks(FIELD_BYTES)
        .all(|element| element < P.as_slice())
}

/// Refuses what [`are_elements`] does not take. The flags of an encoded point make it too large.
pub(crate) fn check_elements(bytes: &[u8]) -> Result<(), Error> {
    if are_elements(bytes) {
        Ok(())
    } else {
        Err(Error::malformed("field element", "not below p"))
    }
}
