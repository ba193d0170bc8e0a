package scheme

import (
	"slices"
	"testing"

	"blsbench/runner/protocol"
)

// integers are a group whose points and scalars are written as one number, the last byte. No point
// 99 is in its subgroup.
type integers struct {
	// Group is nil: what is not tested is not called.
	Group[int, int, int, int]
}

func (integers) Decode(point *int, encoded []byte) error {
	if *point = int(encoded[len(encoded)-1]); *point == 99 {
		return errSubgroup
	}
	return nil
}

func (integers) Encode(point *int) []byte { return []byte{byte(*point)} }

func (integers) Affine(affine, point *int) { *affine = *point }

func (integers) IsIdentity(point *int) bool { return *point == 0 }

func (integers) DecodeScalar(scalar *int, encoded []byte) { *scalar = int(encoded[31]) }

func (integers) MSM(sum *int, points, scalars []int) {
	*sum = 0
	for i := range points {
		if points[i] == 0 {
			panic("the identity")
		}
		*sum += points[i] * scalars[i]
	}
}

func (i integers) MSMMT(sum *int, points, scalars []int) {
	SplitMSM(sum, points, scalars, i.MSM, func(sum, other *int) { *sum += *other })
}

// products are pairings of integers, written additively.
type products struct{}

func (products) MillerLoop(product *int, p, q []int) {
	*product = 0
	for i := range p {
		if p[i] == 0 || q[i] == 0 {
			panic("the identity")
		}
		*product += p[i] * q[i]
	}
}

func (m products) MillerLoopMT(product *int, p, q []int) { SplitMillerLoop(m, product, p, q) }

func (products) FinalExponentiation(power, product *int) { *power = *product % 100 }

func (products) Multiply(product, a, b *int) { *product = (*a + *b) % 100 }

func (products) IsOne(power *int) bool { return *power == 0 }

var toy = NewCurveSuite(&Curve[int, int, int, int, int, int, int, int]{
	G1: integers{}, G2: integers{}, Pairings: products{},
	Lacks: map[string]string{"g1_add": "none"},
})

func list(numbers ...byte) [][]byte {
	var encoded [][]byte
	for _, number := range numbers {
		encoded = append(encoded, append(make([]byte, 31), number))
	}
	return encoded
}

func ask(operation string, inputs *protocol.Inputs) ([]byte, error) {
	job, err := toy.Prepare(operation, inputs)
	if err != nil {
		return nil, err
	}
	sample, err := job.Run(1, false)
	return sample.Output, err
}

func TestSumsOfProducts(t *testing.T) {
	identity := append([]byte{0xc0}, make([]byte, 47)...)
	for _, operation := range []string{"g1_msm", "g1_msm_mt"} {
		for _, test := range []struct {
			points, scalars [][]byte
			want            []byte
		}{
			{list(3), list(5), []byte{15}},
			{list(3, 4, 5), list(5, 6, 7), []byte{74}},
			{list(0, 4, 0), list(5, 6, 7), []byte{24}},
			{list(0), list(5), identity},
			{nil, nil, nil},
			{list(1), nil, nil},
			{nil, list(1), nil},
			{list(1, 2), list(1), nil},
			{list(1, 99), list(1, 2), nil},
			{list(1), [][]byte{{1}}, nil},
		} {
			output, err := ask(operation, &protocol.Inputs{G1: test.points, Scalars: test.scalars})
			if !slices.Equal(output, test.want) || (err == nil) != (test.want != nil) ||
				err != nil && !protocol.IsRefused(err) {
				t.Errorf("%s of %x, %x: %x, %v", operation, test.points, test.scalars, output, err)
			}
		}
	}
}

func TestProductsOfPairings(t *testing.T) {
	for _, operation := range []string{"multi_pairing", "multi_pairing_mt"} {
		for _, test := range []struct {
			p, q [][]byte
			want []byte
		}{
			{list(10, 20, 1), list(3, 3, 10), []byte{1}},
			{list(10, 20, 1), list(3, 3, 11), []byte{0}},
			{list(10), list(3), []byte{0}},
			{list(10, 0, 30), list(3, 9, 8), []byte{0}},
			{list(10, 0, 70), list(3, 9, 1), []byte{1}},
			{list(10, 5), list(0, 0), []byte{1}},
			{nil, nil, nil},
			{list(1), nil, nil},
			{list(1), list(1, 2), nil},
			{list(1), list(99), nil},
		} {
			output, err := ask(operation, &protocol.Inputs{G1: test.p, G2: test.q})
			if !slices.Equal(output, test.want) || err != nil && !protocol.IsRefused(err) {
				t.Errorf("%s of %x, %x: %x, %v", operation, test.p, test.q, output, err)
			}
		}
	}
}

func TestPairs(t *testing.T) {
	for _, operation := range []string{"miller_loop", "final_exp", "pairing"} {
		for _, test := range []struct {
			p, q [][]byte
			want byte
		}{
			{list(10, 7), list(3, 10), 1},
			{list(10, 7), list(3, 11), 0},
		} {
			output, err := ask(operation, &protocol.Inputs{G1: test.p, G2: test.q})
			if err != nil || !slices.Equal(output, []byte{test.want}) {
				t.Errorf("%s of %x, %x: %x, %v", operation, test.p, test.q, output, err)
			}
		}
	}
}

func TestTheIdentityIsNotInAPair(t *testing.T) {
	for _, points := range [][][]byte{list(0, 7), list(7, 0)} {
		for _, inputs := range []*protocol.Inputs{
			{G1: points, G2: list(3, 10)}, {G1: list(3, 10), G2: points},
		} {
			if _, err := ask("pairing", inputs); !protocol.IsRefused(err) {
				t.Errorf("%x: %v", *inputs, err)
			}
		}
	}
}

func TestWhatACurveLacks(t *testing.T) {
	if _, err := ask("g1_add", &protocol.Inputs{}); !protocol.IsUnsupported(err) {
		t.Error(err)
	}
	for _, operation := range []string{"sign", "g1_sub", "g2_sub", "add", "hash_to_g3"} {
		_, err := ask(operation, &protocol.Inputs{})
		if err == nil || protocol.IsUnsupported(err) || protocol.IsRefused(err) {
			t.Errorf("%s: %v", operation, err)
		}
	}
	if _, err := ask("g1_mul", &protocol.Inputs{}); err == nil || protocol.IsRefused(err) {
		t.Errorf("a field that is missing: %v", err)
	}
}
