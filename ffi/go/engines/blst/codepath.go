package blst

import "blsbench/runner/record"

// codePath reads what was linked: blst chooses at build time and leaves no way to ask. The flags of
// its binding ask for ADX.
func codePath() string {
	adx, plain := record.HasSymbol("mulx_mont_384x"), record.HasSymbol("mul_mont_384x")
	switch {
	case adx && plain:
		return "assembly, ADX where the CPU has it (portable build)"
	case adx:
		return "assembly, ADX (chosen at build time)"
	case plain:
		return "assembly, no ADX"
	}
	return "unknown: the program has no symbols of blst's assembly"
}
