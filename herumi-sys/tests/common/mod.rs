//! What the tests of mcl's functions share.

use std::ffi::c_void;

/// The type of mcl's `*_deserialize`.
pub(crate) type Deserialize<T> = unsafe extern "C" fn(*mut T, *const c_void, usize) -> usize;

/// The type of mcl's `*_serialize`.
pub(crate) type Serialize<T> = unsafe extern "C" fn(*mut c_void, usize, *const T) -> usize;

/// The G1 generator, compressed.
pub(crate) const G1: &str = "97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac58\
                      6c55e83ff97a1aeffb3af00adb22c6bb";

/// The G2 generator, compressed.
pub(crate) const G2: &str = "93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049\
                      334cf11213945d57e5ac7d055d042b7e024aa2b2f08f0a91260805272dc51051\
                      c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8";

/// The number of bytes `deserialize` took from `bytes`, and the value it made of them.
pub(crate) fn decode<T: Default>(deserialize: Deserialize<T>, bytes: &[u8]) -> (usize, T) {
    herumi_sys::init().expect("mcl initialises");
    let mut value = T::default();
    // SAFETY: mcl is initialised; the value is a live plain struct, and the length is the buffer's.
    let taken = unsafe { deserialize(&raw mut value, bytes.as_ptr().cast(), bytes.len()) };
    (taken, value)
}

/// The value of a valid encoding.
pub(crate) fn parse<T: Default>(deserialize: Deserialize<T>, hex: &str) -> T {
    let bytes = unhex(hex);
    let (taken, value) = decode(deserialize, &bytes);
    assert_eq!(taken, bytes.len(), "{hex}");
    value
}

/// The encoding of `value`.
pub(crate) fn encode<T>(serialize: Serialize<T>, value: &T) -> Vec<u8> {
    let mut bytes = vec![0; 96];
    // SAFETY: mcl is initialised, or there would be no value; the length is the buffer's.
    let written = unsafe { serialize(bytes.as_mut_ptr().cast(), bytes.len(), value) };
    assert_ne!(written, 0);
    bytes.truncate(written);
    bytes
}

/// The bytes of a hexadecimal string.
pub(crate) fn unhex(hex: &str) -> Vec<u8> {
    hex.as_bytes()
        .chunks(2)
        .map(|pair| {
            let pair = std::str::from_utf8(pair).expect("ASCII");
            u8::from_str_radix(pair, 16).expect("hexadecimal digits")
        })
        .collect()
}
