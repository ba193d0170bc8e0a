package main

import (
	"math/rand/v2"
	"strings"
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

// TestEnginesAgreeOnDamagedInputs does so for bare points and for precompiles.
func TestEnginesAgreeOnDamagedInputs(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	engines := engines()
	for _, group := range []string{protocol.Curve, protocol.Eip2537} {
		benchmarks, err := gate.ReadBenchmarks(vectors, group)
		if err != nil {
			t.Fatal(err)
		}
		for _, operation := range benchmarks.Operations() {
			if group == protocol.Curve && !strings.Contains(operation, "_decode") {
				continue
			}
			inputs, _ := benchmarks.Case(operation, benchmarks.Sizes(operation)[0])
			for range 500 {
				damaged := *inputs
				switch {
				case group == protocol.Eip2537:
					damaged.Input = damageElements(random, inputs.Input)
				case len(inputs.G1) > 0:
					damaged.G1 = [][]byte{damage(random, inputs.G1[0])}
				case len(inputs.G2) > 0:
					damaged.G2 = [][]byte{damage(random, inputs.G2[0])}
				default:
					damaged.Input = damage(random, inputs.Input)
				}
				agree(t, engines, group, operation, &damaged)
			}
		}
	}
}

// damageElements changes some of the padded numbers of a precompile.
func damageElements(random *rand.Rand, input []byte) []byte {
	if random.IntN(10) == 0 {
		return damage(random, input)
	}
	damaged := append([]byte(nil), input...)
	for range 1 + random.IntN(2) {
		const length = 64
		element := damaged[random.IntN(len(damaged)/length)*length:][:length]
		switch random.IntN(5) {
		case 0:
			clear(element)
		case 1:
			clear(element)
			element[length-1] = byte(random.IntN(5))
		case 2:
			copy(element, damaged)
		case 3:
			element[random.IntN(length)] ^= 1 << random.IntN(8)
		case 4:
			clear(damaged[:min(len(damaged), length<<(1+random.IntN(3)))])
		}
	}
	return damaged
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
		if answer.Kind == "unsupported" {
			continue
		}
		// The words of a refusal are each engine's own.
		text := answer.Kind
		if text == "" {
			text = answer.String()
		}
		answers[text] += " " + engine.ID
	}
	if len(answers) > 1 {
		t.Errorf("%s: %v for %x", operation, answers, *inputs)
	}
}
