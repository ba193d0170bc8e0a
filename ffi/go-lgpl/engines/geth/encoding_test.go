package geth

import (
	"bytes"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"blsbench/runner/gate"
	"blsbench/runner/protocol"
)

const vectors = "../../../../crates/bls-vectors/vectors"

// codec decodes a point and encodes it again.
type codec func(encoded []byte) ([]byte, error)

func through[P any](g group[P]) codec {
	return func(encoded []byte) ([]byte, error) {
		point, err := g.Decode(encoded)
		if err != nil {
			return nil, err
		}
		return g.Encode(point), nil
	}
}

var codecs = map[string]codec{"G1": through(g1), "G2": through(g2)}

// TestDeserialization runs the vectors that the gate cannot, because the engine does not offer to
// decode.
func TestDeserialization(t *testing.T) {
	cases, err := gate.Vectors(vectors, protocol.MinPk)
	if err != nil {
		t.Fatal(err)
	}
	run := map[string]int{}
	for _, c := range cases {
		folder, _, _ := strings.Cut(c.Name, "/")
		name, isDecoding := strings.CutPrefix(folder, "deserialization_")
		if !isDecoding {
			continue
		}
		answer := gate.Answer{}
		points := append(c.Inputs.PublicKeys, c.Inputs.Signatures...)
		if answer.Output, err = codecs[name](points[0]); err != nil {
			answer.Kind, answer.Message = "refused", err.Error()
		}
		if !c.Accepts(answer) {
			t.Errorf("%s: %v, expected %v", c.Name, answer, c.Expected)
		}
		run[name]++
	}
	if run["G1"] == 0 || run["G2"] == 0 {
		t.Errorf("%v", run)
	}
}

// TestWhatIsDecodedIsEncodedAgain damages points: each has one encoding.
func TestWhatIsDecodedIsEncodedAgain(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for name, codec := range codecs {
		group := map[string]string{"G1": protocol.MinPk, "G2": protocol.MinSig}[name]
		workload, err := gate.ReadWorkload(vectors, group)
		if err != nil {
			t.Fatal(err)
		}
		accepted := 0
		for i := range 300 {
			damaged := bytes.Clone(workload.Signers[i%100].PublicKey)
			damaged[0] = damaged[0]&0x1f | byte(random.IntN(8))<<5
			if random.IntN(2) == 0 {
				damaged[random.IntN(len(damaged))] ^= 1 << random.IntN(8)
			}
			encoded, err := codec(damaged)
			if err != nil {
				continue
			}
			accepted++
			if !bytes.Equal(encoded, damaged) {
				t.Errorf("%x became %x", damaged, encoded)
			}
		}
		if accepted == 0 {
			t.Errorf("%s: none of them was a point", name)
		}
	}
}

func TestSquareRoots(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	number := func() *big.Int { return big.NewInt(random.Int64()) }
	zero := new(big.Int)
	check := func(a0, a1 *big.Int) bool {
		r0, r1 := squareRoot2(a0, a1)
		if r0 == nil || r1 == nil {
			return false
		}
		square0 := new(big.Int).Sub(product(r0, r0), product(r1, r1))
		square1 := product(big.NewInt(2), r0, r1)
		if product(square0).Cmp(product(a0)) != 0 || square1.Cmp(product(a1)) != 0 {
			t.Errorf("(%v + %v u)² is not %v + %v u", r0, r1, a0, a1)
		}
		return true
	}
	found := 0
	for range 100 {
		r0, r1 := number(), number()
		for _, square := range [][2]*big.Int{
			{new(big.Int).Sub(product(r0, r0), product(r1, r1)), product(big.NewInt(2), r0, r1)},
			{r0, zero}, {new(big.Int).Neg(r0), zero}, {zero, zero},
		} {
			if !check(square[0], square[1]) {
				t.Errorf("no root of %v", square)
			}
		}
		if check(number(), number()) {
			found++
		}
	}
	if found < 20 || found > 80 {
		t.Errorf("%d of 100 have a root", found)
	}
}
