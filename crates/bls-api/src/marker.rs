//! Where a counter of instructions starts and stops.
//!
//! `blsbench count` has an emulator count what a program runs between these two functions, which it finds
//! by their names in the program's symbols. To a processor they are two calls outside of the timer.

use std::hint::black_box;

// SAFETY, of both names: nothing else in a program that is measured is called so.

#[unsafe(no_mangle)]
#[inline(never)]
pub(crate) extern "C" fn blsbench_count_begin() {
    black_box(0_u8);
}

/// Otherwise than the first: of two functions with the same body a linker may keep one.
#[unsafe(no_mangle)]
#[inline(never)]
pub(crate) extern "C" fn blsbench_count_end() {
    black_box(1_u8);
}
