package main

import (
	"testing"

	"blsbench/runner/gate"
	"blsbench/runner/protocol"
)

// vectors are the committed ones of the Rust workspace.
const vectors = "../../../../crates/bls-vectors/vectors"

func TestEnginesPassTheGate(t *testing.T) {
	gate.Check(t, engines(), vectors)
}

func TestEnginesPassPublicVectors(t *testing.T) {
	gate.CheckPublic(t, engines())
}

// TestDecodingIsNotMeasured asks with inputs that are right, and with none: the answer does not
// depend on them.
func TestDecodingIsNotMeasured(t *testing.T) {
	for _, group := range gate.SignatureGroups {
		workload, err := gate.ReadWorkload(vectors, group)
		if err != nil {
			t.Fatal(err)
		}
		for _, operation := range []string{"decode_public_key", "decode_signature", "verify_bytes"} {
			right, _ := workload.Case(operation, 1)
			for _, inputs := range []*protocol.Inputs{right, {}} {
				answer, err := gate.Ask(engines(), "geth", group, operation, inputs, 1)
				if err != nil || answer.Kind != "unsupported" {
					t.Errorf("%s/%s: %v, %v", group, operation, answer, err)
				}
			}
		}
	}
}
