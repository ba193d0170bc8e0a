//! What the harness times.

use std::{hint::black_box, time::Duration};

use crate::{
    Error,
    heap::{Allocated, Meter},
};

/// One timed run of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// Wall time of the iterations, and of nothing else.
    pub elapsed: Duration,
    /// What the last iteration made, encoded after the clock was stopped: a point or key in its
    /// canonical encoding, a verdict as one byte, 1 or 0.
    pub output: Vec<u8>,
    /// What the iterations took from the heap, inside of [`counted`](crate::heap::counted) and
    /// where it can be counted.
    pub allocated: Option<Allocated>,
}

/// One operation of one engine with its inputs prepared.
///
/// The loop is inside, so that the harness pays one dynamic call per sample and none per iteration.
pub trait Job {
    /// Runs the operation `iterations` times (at least once) and says how long that took, by a
    /// [`Meter`], and what came out.
    fn run(&mut self, iterations: u64) -> Result<Sample, Error>;
}

struct Closure<I, F, E> {
    input: I,
    operation: F,
    encode: E,
}

/// A job that applies `operation` to `input`; `encode` turns the result into bytes, off the clock.
pub fn job<I, O, F, E>(input: I, operation: F, encode: E) -> Box<dyn Job>
where
    I: 'static,
    O: 'static,
    F: Fn(&I) -> Result<O, Error> + 'static,
    E: Fn(O) -> Vec<u8> + 'static,
{
    Box::new(Closure {
        input,
        operation,
        encode,
    })
}

impl<I, O, F, E> Job for Closure<I, F, E>
where
    F: Fn(&I) -> Result<O, Error>,
    E: Fn(O) -> Vec<u8>,
{
    fn run(&mut self, iterations: u64) -> Result<Sample, Error> {
        let meter = Meter::start();
        // By reference, in and out: a point is hundreds of bytes, and a copy would be timed.
        for _ in 1..iterations {
            black_box(&(self.operation)(black_box(&self.input)));
        }
        let last = (self.operation)(black_box(&self.input));
        black_box(&last);
        let (elapsed, allocated) = meter.stop();
        Ok(Sample {
            elapsed,
            output: (self.encode)(last?),
            allocated,
        })
    }
}

/// The number of items per task that gives each core one task.
#[must_use]
pub fn share_per_task(items: usize) -> usize {
    items.div_ceil(rayon::current_num_threads()).max(1)
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, rc::Rc};

    use super::*;

    #[test]
    fn runs_as_often_as_asked_and_returns_the_last_output() {
        let calls = Rc::new(Cell::new(0_u8));
        let counter = Rc::clone(&calls);
        let mut counting = job(
            (),
            move |()| {
                counter.set(counter.get() + 1);
                Ok(counter.get())
            },
            |count| vec![count],
        );
        assert_eq!(counting.run(5).unwrap().output, [5]);
        assert_eq!(counting.run(1).unwrap().output, [6]);
        assert_eq!(calls.get(), 6);
    }

    #[test]
    fn an_error_is_not_a_time() {
        let mut failing = job((), |()| Err::<u8, _>(Error::Empty), |_| Vec::new());
        assert_eq!(failing.run(3), Err(Error::Empty));
    }
}
