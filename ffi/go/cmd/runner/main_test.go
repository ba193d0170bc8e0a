package main

import (
	"math/rand/v2"
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

// TestEnginesAgreeOnDamagedPoints asks all engines for what is nearly a point.
func TestEnginesAgreeOnDamagedPoints(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	engines := engines()
	for _, group := range gate.SignatureGroups {
		workload, err := gate.ReadWorkload(vectors, group)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 2000 {
			signer := workload.Signers[i%100]
			key, signature := damage(random, signer.PublicKey), damage(random, signer.Signature)
			agree(t, engines, group, "decode_public_key",
				&protocol.Inputs{PublicKeys: [][]byte{key}})
			agree(t, engines, group, "decode_signature",
				&protocol.Inputs{Signatures: [][]byte{signature}})
		}
	}
}

// damage changes the flags and whatever else.
func damage(random *rand.Rand, point []byte) []byte {
	damaged := append([]byte(nil), point...)
	switch random.IntN(5) {
	case 0:
		damaged[random.IntN(len(damaged))] ^= 1 << random.IntN(8)
	case 1:
		damaged = damaged[:random.IntN(len(damaged))]
	case 2:
		damaged = append(damaged, byte(random.IntN(256)))
	case 3:
		clear(damaged)
		damaged[len(damaged)-1] = byte(random.IntN(3))
	case 4:
		for i := range damaged {
			damaged[i] = byte(random.IntN(256))
		}
	}
	if len(damaged) > 0 && random.IntN(2) == 0 {
		damaged[0] = damaged[0]&0x1f | byte(random.IntN(8))<<5
	}
	return damaged
}

func agree(
	t *testing.T, engines []protocol.Engine, group, operation string, inputs *protocol.Inputs,
) {
	t.Helper()
	answers := make(map[string]string)
	for _, engine := range engines {
		if engine.Groups[group].Suite == nil {
			continue
		}
		answer, err := gate.Ask(engines, engine.ID, group, operation, inputs, 1)
		if err != nil {
			t.Fatal(err)
		}
		// The words of a refusal are each engine's own.
		text := answer.Kind
		if text == "" {
			text = answer.String()
		}
		answers[text] += " " + engine.ID
	}
	if len(answers) != 1 {
		t.Errorf("%s: %v for %x%x", operation, answers, inputs.PublicKeys, inputs.Signatures)
	}
}
