package herumi

import (
	"runtime"

	"golang.org/x/sys/cpu"

	"blsbench/runner/record"
)

// codePath is a conclusion: mcl does not say what it chose. In an archive with code that upstream
// generated in advance it uses that code on a CPU that has these three, and its generic one on any
// other.
func codePath() string {
	switch {
	case runtime.GOARCH == "arm64":
		return "mcl, LLVM IR (concluded: upstream generates no code for this processor)"
	case !record.HasSymbol("mclx_Fp_mul"):
		return record.Unknown
	case cpu.X86.HasAVX && cpu.X86.HasBMI2 && cpu.X86.HasADX:
		return "mcl, code generated in advance, ADX (concluded from the CPU: mcl does not say)"
	}
	return "mcl, generic code (concluded from the CPU: mcl does not say)"
}
