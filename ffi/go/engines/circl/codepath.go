package circl

// codePath is the only one: ecc/bls12381 has no assembly and no choice at build or run time.
func codePath() string { return "Go, 64-bit limbs, no assembly" }
