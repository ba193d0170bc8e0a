package blst

import (
	"runtime"

	"blsbench/runner/record"
)

// codePath reads what was linked: blst chooses at build time and leaves no way to ask. The flags of
// its binding ask for ADX, and where the processor has none the binding ends the program with a word
// before anything of ours runs.
func codePath() string {
	adx, plain := record.HasSymbol("mulx_mont_384x"), record.HasSymbol("mul_mont_384x")
	switch {
	case runtime.GOARCH == "arm64":
		// There is one, and no build without it.
		return "assembly for ARMv8"
	case adx && plain:
		return "assembly, ADX where the CPU has it (portable build)"
	case adx:
		return "assembly, ADX (chosen at build time)"
	case plain:
		return "assembly, no ADX"
	}
	return "unknown: the program has no symbols of blst's assembly"
}
