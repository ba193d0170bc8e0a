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

const (
	// elsewhereLimit of a one-threaded operation. The runtime itself runs elsewhere: the collector,
	// and a monitor that looks every 20 µs beside calls of C, for 0.14 of all time at most when this
	// was written. The goroutines of blst's Verify take 0.42.
	elsewhereLimit = 0.25
	// atOnceLimit of CPU time in the time that passed. Goroutines that take turns, as GOMAXPROCS makes
	// those of gnark's multi-scalar multiplication, are elsewhere without being at once.
	atOnceLimit = 1.2
)

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
				once, err := job.Run(1)
				if err != nil {
					t.Fatal(err)
				}
				iterations := 1 + uint64(50*time.Millisecond/max(once.Elapsed, 1))
				start := time.Now()
				process, thread := cpuTime(unix.RUSAGE_SELF), cpuTime(unix.RUSAGE_THREAD)
				if _, err := job.Run(iterations); err != nil {
					t.Fatal(err)
				}
				process, thread = cpuTime(unix.RUSAGE_SELF)-process, cpuTime(unix.RUSAGE_THREAD)-thread
				elsewhere := 1 - thread.Seconds()/process.Seconds()
				atOnce := process.Seconds() / time.Since(start).Seconds()
				t.Logf("%-40s %5.3f elsewhere, %5.3f at once", name, elsewhere, atOnce)
				mt := strings.HasSuffix(operation, "_mt")
				if !mt && elsewhere > elsewhereLimit && atOnce > atOnceLimit {
					t.Errorf("%s: %.3f of its time elsewhere, %.3f at once", name, elsewhere, atOnce)
				}
				if mt && threads > 1 && elsewhere < elsewhereLimit {
					t.Errorf("%s: only %.3f of its time elsewhere", name, elsewhere)
				}
			}
		}
	}
}

func cpuTime(who int) time.Duration {
	var usage unix.Rusage
	if err := unix.Getrusage(who, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
