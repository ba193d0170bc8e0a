package geth

import (
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sys/cpu"

	"blsbench/runner/record"
)

// codePath asks what the library asks: build tags for its assembly, which is off by default, and
// with blsadx, the CPU.
func codePath() string {
	tags := strings.Split(strings.TrimPrefix(record.Settings("-tags"), "-tags="), ",")
	adx, plain := slices.Contains(tags, "blsadx"), slices.Contains(tags, "blsasm")
	switch {
	case runtime.GOARCH != "amd64":
		return "Go, 64-bit limbs, no assembly"
	case adx && cpu.X86.HasADX && cpu.X86.HasBMI2:
		return "assembly, ADX"
	case adx || plain:
		return "assembly, no ADX"
	}
	return "Go, 64-bit limbs, no assembly (it takes the build tag blsadx or blsasm)"
}
