package main

import (
	"testing"

	"blsbench/runner/gate"
)

func TestEnginesPassTheGate(t *testing.T) {
	gate.Check(t, engines(), "../../../../crates/bls-vectors/vectors")
}
