//! Who gets the processor.

/// Has the threads of this process wait for their turn instead of interrupting others whenever they
/// wake up (Linux, `SCHED_BATCH`). To be called before there are other threads.
///
/// Where all cores compute, a thread that carries calls would interrupt a signature for each of
/// them. This way it finds several when its turn comes, after at most a few milliseconds. Where a
/// core is idle nothing changes.
pub fn prefer_throughput() {
    #[cfg(target_os = "linux")]
    {
        let parameters = libc::sched_param { sched_priority: 0 };
        // SAFETY: the pointer is valid for the call, which keeps none.
        let result =
            unsafe { libc::sched_setscheduler(0, libc::SCHED_BATCH, &raw const parameters) };
        if result != 0 {
            let error = std::io::Error::last_os_error();
            eprintln!("threads interrupt each other as usual: {error}");
        }
    }
}
