package main

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"blsbench/runner/gate"
)

// elsewhereLimit of a one-threaded operation. The runtime itself runs elsewhere: the collector, and
// a monitor that looks every 20 µs beside calls of C, for 0.14 of all time at most when this was
// written. The goroutines of blst's Verify take 0.42.
const elsewhereLimit = 0.25

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
			workload, err := gate.ReadWorkload(vectors, group)
			if err != nil {
				t.Fatal(err)
			}
			for _, operation := range gate.Operations {
				threads := 1
				if strings.HasSuffix(operation, "_mt") {
					threads = runtime.NumCPU()
				}
				runtime.GOMAXPROCS(threads)
				if engine.SetThreads != nil {
					engine.SetThreads(threads)
				}
				inputs, _ := workload.Case(operation, signers(operation))
				job, err := suite.Prepare(operation, inputs)
				if err != nil {
					t.Fatal(err)
				}
				once, err := job.Run(1)
				if err != nil {
					t.Fatal(err)
				}
				iterations := 1 + uint64(50*time.Millisecond/max(once.Elapsed, 1))
				process, thread := cpuTime(unix.RUSAGE_SELF), cpuTime(unix.RUSAGE_THREAD)
				if _, err := job.Run(iterations); err != nil {
					t.Fatal(err)
				}
				process, thread = cpuTime(unix.RUSAGE_SELF)-process, cpuTime(unix.RUSAGE_THREAD)-thread
				elsewhere := 1 - thread.Seconds()/process.Seconds()
				name := group + "/" + operation + "/" + engine.ID
				t.Logf("%-40s %5.3f elsewhere", name, elsewhere)
				if threads == 1 && elsewhere > elsewhereLimit && !strings.HasSuffix(operation, "_mt") {
					t.Errorf("%s: %.3f of its time elsewhere", name, elsewhere)
				}
				if threads > 1 && elsewhere < elsewhereLimit {
					t.Errorf("%s: only %.3f of its time elsewhere", name, elsewhere)
				}
			}
		}
	}
}

// signers is a large number of them: libraries start threads when lists are long.
func signers(operation string) int {
	switch operation {
	case "aggregate_signatures", "aggregate_public_keys", "fast_aggregate_verify":
		return 1000
	}
	return 46
}

func cpuTime(who int) time.Duration {
	var usage unix.Rusage
	if err := unix.Getrusage(who, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
