//! Where a counter of instructions starts and stops.
//!
//! `blsbench count` has an emulator count what a program runs between these two functions. It finds them in
//! the program's symbols by a part of the name, which stays mangled: a library for C would export it
//! otherwise. To a processor they are two calls outside of the timer.

use std::hint::black_box;

#[inline(never)]
pub(crate) fn blsbench_count_begin() {
    black_box(0_u8);
}

/// Otherwise than the first: of two functions with the same body a linker may keep one.
#[inline(never)]
pub(crate) fn blsbench_count_end() {
    black_box(1_u8);
}
