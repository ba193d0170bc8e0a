//! Every allocation of this program is counted, once, by the size that was asked for.

use std::{
    alloc::{Layout, alloc, alloc_zeroed, dealloc, realloc},
    ffi::c_void,
    hint::black_box,
    process::ExitCode,
    ptr, thread,
};

use bls_api::{
    Allocated,
    heap::{Meter, counted},
    job,
};
use blsbench_heap as _;

// C++'s `new` and `delete`, from a shared library.
#[link(name = "stdc++")]
unsafe extern "C" {
    #[link_name = "_Znwm"]
    fn new(size: usize) -> *mut c_void;
    #[link_name = "_ZdlPv"]
    fn delete(block: *mut c_void);
}

fn main() -> ExitCode {
    if !cfg!(all(target_os = "linux", target_env = "gnu")) {
        println!("skipped: what is counted: nothing is without glibc");
        return ExitCode::SUCCESS;
    }
    rust();
    c();
    cpp();
    refused_alignments();
    other_threads();
    jobs();
    ExitCode::SUCCESS
}

/// What `work` takes from the heap.
fn taken(work: impl FnOnce()) -> Allocated {
    let taken = counted(|| {
        let meter = Meter::start();
        work();
        meter.stop().1
    });
    taken.expect("an allocator that reports")
}

#[track_caller]
fn assert_takes(bytes: u64, allocations: u64, work: impl FnOnce()) {
    let expected = Allocated { bytes, allocations };
    assert_eq!(taken(work), expected);
}

fn rust() {
    assert_takes(0, 0, || ());
    assert_takes(24, 2, || {
        drop(black_box((Box::new(1_u64), Box::new([2_u64; 2]))));
    });
    // 8, then 16: one that grows is two.
    assert_takes(24, 2, || {
        let mut bytes = Vec::<u8>::with_capacity(8);
        bytes.extend(black_box([1; 9]));
        drop(black_box(bytes));
    });
    let layout = Layout::from_size_align(100, 4096).expect("a layout");
    // SAFETY: each block is given back with the layout that it has.
    assert_takes(100 + 100 + 200, 3, || unsafe {
        dealloc(black_box(alloc_zeroed(Layout::new::<[u8; 100]>())), {
            Layout::new::<[u8; 100]>()
        });
        let block = black_box(alloc(layout));
        assert_eq!(block.addr() % layout.align(), 0);
        // What is aligned beyond `realloc` is moved by hand.
        let block = black_box(realloc(block, layout, 200));
        dealloc(
            block,
            Layout::from_size_align_unchecked(200, layout.align()),
        );
    });
}

fn c() {
    use libc::{
        aligned_alloc, calloc, free, malloc, memalign, posix_memalign, realloc, reallocarray,
        strdup,
    };
    // SAFETY: each block is given back once.
    unsafe {
        assert_takes(5, 1, || free(black_box(malloc(5))));
        assert_takes(21, 1, || free(black_box(calloc(3, 7))));
        assert_takes(5 + 9, 2, || {
            free(black_box(realloc(black_box(malloc(5)), 9)));
        });
        assert_takes(12, 1, || {
            free(black_box(reallocarray(ptr::null_mut(), 3, 4)));
        });
        assert_takes(6, 1, || free(black_box(strdup(c"glibc".as_ptr())).cast()));
        assert_takes(128, 1, || free(black_box(aligned_alloc(64, 128))));
        assert_takes(128, 1, || free(black_box(memalign(64, 128))));
        assert_takes(10, 1, || {
            let mut block = ptr::null_mut();
            assert_eq!(posix_memalign(&raw mut block, 256, 10), 0);
            assert_eq!(block.addr() % 256, 0);
            free(black_box(block));
        });
        // Too large: null, as without us.
        assert!(black_box(calloc(usize::MAX, 2)).is_null());
        assert!(black_box(malloc(usize::MAX)).is_null());
    }
}

fn cpp() {
    // SAFETY: the block is given back once.
    assert_takes(33, 1, || unsafe { delete(black_box(new(33))) });
}

fn refused_alignments() {
    for alignment in [0, 3, 4, 24] {
        let mut block = ptr::null_mut();
        // SAFETY: the pointer is valid for one write.
        let refused = unsafe { libc::posix_memalign(&raw mut block, alignment, 8) };
        assert_eq!((refused, block), (libc::EINVAL, ptr::null_mut()));
    }
    let mut block = ptr::null_mut();
    // SAFETY: as above.
    let refused = unsafe { libc::posix_memalign(&raw mut block, 64, usize::MAX) };
    assert_eq!((refused, block), (libc::ENOMEM, ptr::null_mut()));
}

fn other_threads() {
    const LARGE: usize = 1 << 20;
    let taken = taken(|| {
        thread::scope(|scope| {
            scope.spawn(|| drop(black_box(vec![1_u8; LARGE])));
        });
    });
    assert!(taken.bytes >= LARGE as u64, "{taken:?}");
}

/// Of a job, the loop: not what it was made of, nor the encoding of its output.
fn jobs() {
    let mut job = job(
        vec![1_u8; 10],
        |input| Ok(black_box(input.clone()).len()),
        |length| vec![0; 1000 + length],
    );
    assert_eq!(job.run(3).expect("a sample").allocated, None);
    let sample = counted(|| job.run(3)).expect("a sample");
    assert_eq!(sample.output.len(), 1010);
    let expected = Allocated {
        bytes: 30,
        allocations: 3,
    };
    assert_eq!(sample.allocated, Some(expected));
    assert_eq!(job.run(3).expect("a sample").allocated, None);
}
