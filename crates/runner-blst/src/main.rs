//! Serves blst as it was built here, over standard input and output.

use std::io;

use blsbench_heap as _;

fn main() -> io::Result<()> {
    bls_runner::serve(
        &[&engine_blst::ENGINE],
        io::stdin().lock(),
        io::stdout().lock(),
    )
}
