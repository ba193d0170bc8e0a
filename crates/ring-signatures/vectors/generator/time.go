package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"time"

	ring "github.com/pokt-network/ring-go"
	"golang.org/x/sys/unix"
)

// serveTimes answers lines `sign N` and `verify N` with the nanoseconds of processor time that N calls
// took, the garbage collector's included. As in ring-go's own benchmark the keys are random and the first
// of them signs; its timer also counts that they are made, this one does not.
func serveTimes(curveName, size string) error {
	runtime.GOMAXPROCS(1)
	curve, known := curves[curveName]
	if !known {
		return fmt.Errorf("no curve %q", curveName)
	}
	members, err := strconv.Atoi(size)
	if err != nil {
		return err
	}
	key := curve.NewRandomScalar()
	keys, err := ring.NewKeyRing(curve, members, key, 0)
	if err != nil {
		return err
	}
	var message [32]byte
	signature, err := keys.Sign(message, key)
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var operation string
		var calls int
		if _, err := fmt.Sscan(lines.Text(), &operation, &calls); err != nil {
			return err
		}
		start := processorTime()
		for range calls {
			switch operation {
			case "sign":
				signature, err = keys.Sign(message, key)
			case "verify":
				if !signature.Verify(message) {
					err = fmt.Errorf("ring-go refuses its own signature")
				}
			default:
				err = fmt.Errorf("no operation %q", operation)
			}
			if err != nil {
				return err
			}
		}
		fmt.Println((processorTime() - start).Nanoseconds())
	}
	return lines.Err()
}

func processorTime() time.Duration {
	var clock unix.Timespec
	// Fails for no clock that Linux has.
	must(0, unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &clock))
	return time.Duration(clock.Nano())
}
