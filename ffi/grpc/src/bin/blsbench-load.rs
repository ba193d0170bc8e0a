//! The load generator; not written yet.

fn main() {}
