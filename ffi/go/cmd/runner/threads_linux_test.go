package main

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"blsbench/runner/gate"
	"blsbench/runner/protocol"
)

// elsewhereLimit of a one-threaded operation. The runtime itself runs elsewhere: the collector, and
// a monitor that looks every 20 µs beside calls of C, for 0.14 of all time at most when this was
// written. The goroutines of blst's Verify take 0.42.
const elsewhereLimit = 0.25

// takesTurns is true for gnark's multi-scalar multiplication, which is always done by goroutines.
// They are elsewhere, but where GOMAXPROCS is 1 not at once: they do not call C.
func takesTurns(engine, operation string) bool {
	return engine == "gnark" && strings.HasSuffix(operation, "msm")
}

// TestOneThreadUnlessMT compares the CPU time of the process with that of the calling thread: what
// a library hands to goroutines runs elsewhere.
func TestOneThreadUnlessMT(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, engine := range engines() {
		for _, group := range gate.Groups {
			suite := engine.Groups[group].Suite
			if suite == nil {
				continue
			}
			benchmarks, err := gate.ReadBenchmarks(vectors, group)
			if err != nil {
				t.Fatal(err)
			}
			for _, operation := range benchmarks.Operations() {
				threads := 1
				if strings.HasSuffix(operation, "_mt") {
					threads = runtime.NumCPU()
				}
				runtime.GOMAXPROCS(threads)
				if engine.SetThreads != nil {
					engine.SetThreads(threads)
				}
				// The largest: libraries start threads when lists are long.
				sizes := benchmarks.Sizes(operation)
				inputs, _ := benchmarks.Case(operation, sizes[len(sizes)-1])
				name := group + "/" + operation + "/" + engine.ID
				job, err := suite.Prepare(operation, inputs)
				if protocol.IsUnsupported(err) {
					t.Logf("%-40s %v", name, err)
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				mt := strings.HasSuffix(operation, "_mt")
				if takesTurns(engine.ID, operation) || mt && threads == 1 {
					continue
				}
				// What the runtime does elsewhere varies, and is more on a busy machine; what a library
				// does is always there.
				var elsewhere float64
				for range 3 {
					if elsewhere, err = timeElsewhere(job); err != nil {
						t.Fatal(err)
					}
					if mt == (elsewhere > elsewhereLimit) {
						break
					}
				}
				t.Logf("%-40s %5.3f elsewhere", name, elsewhere)
				if mt != (elsewhere > elsewhereLimit) {
					t.Errorf("%s: %.3f of its time elsewhere", name, elsewhere)
				}
			}
		}
	}
}

// timeElsewhere is the part of a job's CPU time that is not the calling thread's.
func timeElsewhere(job protocol.Job) (float64, error) {
	// Long beside a collection, which is part of a run.
	const long = 50 * time.Millisecond
	for iterations := uint64(1); ; {
		process, thread := cpuTime(unix.RUSAGE_SELF), cpuTime(unix.RUSAGE_THREAD)
		sample, err := job.Run(iterations, false)
		if err != nil {
			return 0, err
		}
		process, thread = cpuTime(unix.RUSAGE_SELF)-process, cpuTime(unix.RUSAGE_THREAD)-thread
		if sample.Elapsed >= long {
			return 1 - thread.Seconds()/process.Seconds(), nil
		}
		iterations += iterations * uint64(long/max(sample.Elapsed, 1))
	}
}

func cpuTime(who int) time.Duration {
	var usage unix.Rusage
	if err := unix.Getrusage(who, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
