package protocol

import (
	"runtime"
	"time"
)

// Job is one operation with its inputs prepared.
type Job interface {
	// Output is what the operation makes, done once and encoded.
	Output() ([]byte, error)
	// Run does the operation once off the clock, and then so many times, at least once, on it. What
	// these take from the heap is counted only when that is asked for: it stops the world.
	Run(iterations uint64, counted bool) (Sample, error)
}

// Sample is one timed run of a job.
type Sample struct {
	// Elapsed is the time of the iterations, and of nothing else.
	Elapsed time.Duration
	// Output is what the last iteration made, encoded after the clock was stopped.
	Output []byte
	// Allocated by the iterations; nil unless it was counted.
	Allocated *Allocated
}

// Allocated is what was taken from Go's heap, whether or not it was given back.
type Allocated struct {
	Bytes       uint64 `json:"bytes"`
	Allocations uint64 `json:"allocations"`
}

// NewJob is a job that does `operation`; `encode` turns its result into bytes, off the clock.
func NewJob[O any](operation func() (O, error), encode func(O) []byte) Job {
	return &closure[O]{operation: operation, encode: encode}
}

type closure[O any] struct {
	operation func() (O, error)
	encode    func(O) []byte
	// result is stored to in every iteration: the job is on the heap and outlives the loop, so
	// that no result can be dropped, and a store costs less than boxing for runtime.KeepAlive.
	result O
}

func (c *closure[O]) Output() ([]byte, error) {
	result, err := c.operation()
	if err != nil {
		return nil, err
	}
	return c.encode(result), nil
}

func (c *closure[O]) Run(iterations uint64, counted bool) (Sample, error) {
	if _, err := c.loop(1); err != nil {
		return Sample{}, err
	}
	// What was left behind by preparing, and by the sample before, is not this sample's to clear.
	// From here on the collector runs as it does in any program: what the operation leaves behind
	// is part of its cost.
	runtime.GC()
	var before, after runtime.MemStats
	if counted {
		runtime.ReadMemStats(&before)
	}
	elapsed, err := c.loop(iterations)
	if err != nil {
		return Sample{}, err
	}
	sample := Sample{Elapsed: elapsed}
	if counted {
		runtime.ReadMemStats(&after)
		sample.Allocated = &Allocated{
			Bytes:       after.TotalAlloc - before.TotalAlloc,
			Allocations: after.Mallocs - before.Mallocs,
		}
	}
	sample.Output = c.encode(c.result)
	return sample, nil
}

func (c *closure[O]) loop(iterations uint64) (time.Duration, error) {
	var err error
	countBegin()
	start := time.Now()
	for range iterations {
		if c.result, err = c.operation(); err != nil {
			break
		}
	}
	elapsed := time.Since(start)
	countEnd()
	return elapsed, err
}

// An emulator counts the instructions between these two, which it finds by their names in the
// program's symbols.

//go:noinline
func countBegin() {}

//go:noinline
func countEnd() {}
