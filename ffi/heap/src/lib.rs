//! Counts what a program takes from its heap, whichever language asks for it.
//!
//! On Linux with glibc this crate defines `malloc` and its relatives for the whole program: they tell
//! [`bls_api::heap::record`] and let glibc do the work. Rust's allocator, C and C++'s `new` all come
//! here, so each allocation is counted once. Elsewhere the crate is empty: a count of Rust's
//! allocations alone would flatter the libraries in C.
//!
//! `use blsbench_heap as _;` links it. Only programs that time do so: a library must not change the
//! allocator of whoever links it.

#[cfg(all(
    target_os = "linux",
    target_env = "gnu",
    not(target_feature = "crt-static")
))]
mod glibc;
