//! The functions of `malloc(3)` and `posix_memalign(3)`, but for `valloc` and `pvalloc`, which nothing
//! here calls. What else allocates in glibc calls these.

use std::ffi::{c_int, c_void};

use bls_api::heap::record;
use libc::{EINVAL, ENOMEM};

unsafe extern "C" {
    fn __libc_malloc(size: usize) -> *mut c_void;
    fn __libc_calloc(count: usize, size: usize) -> *mut c_void;
    fn __libc_realloc(block: *mut c_void, size: usize) -> *mut c_void;
    fn __libc_memalign(alignment: usize, size: usize) -> *mut c_void;
    fn __libc_free(block: *mut c_void);
}

// SAFETY, of all names below: they have the signatures and do what their manual says, by glibc's own
// functions.

#[unsafe(no_mangle)]
extern "C" fn malloc(size: usize) -> *mut c_void {
    record(size);
    // SAFETY: any size may be asked for.
    unsafe { __libc_malloc(size) }
}

#[unsafe(no_mangle)]
extern "C" fn calloc(count: usize, size: usize) -> *mut c_void {
    record(count.saturating_mul(size));
    // SAFETY: any size may be asked for; a product that overflows is glibc's to refuse.
    unsafe { __libc_calloc(count, size) }
}

/// One more allocation, of the whole new size: whether the block could grow where it lies is chance.
#[unsafe(no_mangle)]
unsafe extern "C" fn realloc(block: *mut c_void, size: usize) -> *mut c_void {
    record(size);
    // SAFETY: the block is the caller's, from one of these functions, or null.
    unsafe { __libc_realloc(block, size) }
}

#[unsafe(no_mangle)]
extern "C" fn memalign(alignment: usize, size: usize) -> *mut c_void {
    record(size);
    // SAFETY: glibc makes a power of two of any alignment, or refuses it.
    unsafe { __libc_memalign(alignment, size) }
}

#[unsafe(no_mangle)]
extern "C" fn aligned_alloc(alignment: usize, size: usize) -> *mut c_void {
    memalign(alignment, size)
}

#[unsafe(no_mangle)]
unsafe extern "C" fn posix_memalign(
    block: *mut *mut c_void,
    alignment: usize,
    size: usize,
) -> c_int {
    if !alignment.is_power_of_two() || alignment < size_of::<*mut c_void>() {
        return EINVAL;
    }
    let allocated = memalign(alignment, size);
    if allocated.is_null() {
        return ENOMEM;
    }
    // SAFETY: the caller's pointer is valid for one write.
    unsafe { block.write(allocated) };
    0
}

/// Nothing is counted; but an allocator is one whole, also where another is loaded before glibc.
#[unsafe(no_mangle)]
unsafe extern "C" fn free(block: *mut c_void) {
    // SAFETY: the block is the caller's, from one of these functions, or null.
    unsafe { __libc_free(block) }
}
