package scheme

import (
	"fmt"
	"strings"

	"blsbench/runner/protocol"
)

// The lengths of compressed points.
const (
	lengthG1 = 48
	lengthG2 = 96
)

const (
	// scalarLength in bytes.
	scalarLength = 32
	// compressedIdentity is the first byte of the compressed identity; all others are zero.
	compressedIdentity = 0xc0
)

// NewCurveSuite gives a curve the operations of `curve`. It is the one place where their names
// stand.
func NewCurveSuite[A1, P1, F1, A2, P2, F2, S, M any](
	curve *Curve[A1, P1, F1, A2, P2, F2, S, M],
) protocol.Suite {
	return curveSuite[A1, P1, F1, A2, P2, F2, S, M]{curve}
}

type curveSuite[A1, P1, F1, A2, P2, F2, S, M any] struct {
	*Curve[A1, P1, F1, A2, P2, F2, S, M]
}

func (s curveSuite[A1, P1, F1, A2, P2, F2, S, M]) Prepare(
	operation string, inputs *protocol.Inputs,
) (protocol.Job, error) {
	if reason, lacks := s.Lacks[operation]; lacks {
		return nil, protocol.Unsupported(reason)
	}
	switch operation {
	case "miller_loop", "final_exp", "pairing":
		return s.pair(operation, inputs)
	case "multi_pairing":
		return s.multiPairing(s.Pairings.MillerLoop, inputs)
	case "multi_pairing_mt":
		return s.multiPairing(s.Pairings.MillerLoopMT, inputs)
	}
	if strings.Contains(operation, "g2") {
		g2 := groupJobs[A2, P2, F2, S]{s.G2, "g2", lengthG2, inputs.G2}
		return g2.prepare(operation, inputs)
	}
	g1 := groupJobs[A1, P1, F1, S]{s.G1, "g1", lengthG1, inputs.G1}
	return g1.prepare(operation, inputs)
}

// groupJobs are the operations of one group on one input.
type groupJobs[A, P, F, S any] struct {
	Group[A, P, F, S]
	name string
	// length of a compressed point.
	length int
	points [][]byte
}

func (g *groupJobs[A, P, F, S]) prepare(
	operation string, inputs *protocol.Inputs,
) (protocol.Job, error) {
	switch operation {
	case g.name + "_add":
		a, b, err := g.two()
		sum := new(P)
		return protocol.NewJob(func() (*P, error) {
			g.Add(sum, a, b)
			return sum, nil
		}, g.encode), err
	case g.name + "_mul", g.name + "_mul_worst":
		return g.multiply(inputs)
	case g.name + "_msm":
		return g.msm(g.MSM, inputs)
	case g.name + "_msm_mt":
		return g.msm(g.MSMMT, inputs)
	case g.name + "_subgroup_check":
		point, err := g.point(0, g.DecodeUnchecked)
		return protocol.NewJob(func() (bool, error) { return g.InSubgroup(point), nil }, verdict), err
	case g.name + "_decode":
		encoded, err := g.encoded(0)
		return g.decode(g.Decode, encoded), err
	case g.name + "_decode_unchecked":
		encoded, err := g.encoded(0)
		return g.decode(g.DecodeUnchecked, encoded), err
	case g.name + "_decode_uncompressed":
		return g.decode(g.DecodeUncompressed, inputs.Input), nil
	case g.name + "_encode_uncompressed":
		return g.encodeUncompressed()
	case "hash_to_" + g.name:
		return g.hashToCurve(inputs)
	case "map_to_" + g.name:
		element, point := new(F), new(P)
		if err := g.DecodeElement(element, inputs.Input); err != nil {
			return nil, protocol.Refused("field element: %v", err)
		}
		return protocol.NewJob(func() (*P, error) {
			g.MapToCurve(point, element)
			return point, nil
		}, g.encode), nil
	}
	return nil, fmt.Errorf("unknown operation %q", operation)
}

func (g *groupJobs[A, P, F, S]) encoded(index int) ([]byte, error) {
	return protocol.At(g.points, index, "point of "+g.name)
}

// point decodes one that was given.
func (g *groupJobs[A, P, F, S]) point(index int, decode func(*A, []byte) error) (*A, error) {
	encoded, err := g.encoded(index)
	if err != nil {
		return nil, err
	}
	point := new(A)
	if err := decode(point, encoded); err != nil {
		return nil, protocol.Refused("point of %s: %v", g.name, err)
	}
	return point, nil
}

// two points that are not affine in the library's coordinates, unless they are the identity:
// additions are faster for affine ones, and some libraries notice.
func (g *groupJobs[A, P, F, S]) two() (a, b *P, err error) {
	affineA, err := g.point(0, g.Decode)
	if err != nil {
		return nil, nil, err
	}
	affineB, err := g.point(1, g.Decode)
	if err != nil {
		return nil, nil, err
	}
	var minusOne S
	g.DecodeScalar(&minusOne, orderMinusOne[:])
	var sum, other P
	a, b = new(P), new(P)
	g.Projective(a, affineA)
	g.Projective(b, affineB)
	g.Add(&sum, a, b)
	g.Multiply(&other, affineB, &minusOne)
	g.Add(a, &sum, &other)
	g.Multiply(&other, affineA, &minusOne)
	g.Add(b, &sum, &other)
	return a, b, nil
}

// orderMinusOne is r - 1 (draft-irtf-cfrg-pairing-friendly-curves-11 section 4.2.1).
var orderMinusOne = [scalarLength]byte{
	0x73, 0xed, 0xa7, 0x53, 0x29, 0x9d, 0x7d, 0x48, 0x33, 0x39, 0xd8, 0x08, 0x09, 0xa1, 0xd8, 0x05,
	0x53, 0xbd, 0xa4, 0x02, 0xff, 0xfe, 0x5b, 0xfe, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00,
}

// encode is for results.
func (g *groupJobs[A, P, F, S]) encode(point *P) []byte {
	affine := new(A)
	g.Affine(affine, point)
	return g.Encode(affine)
}

func (g *groupJobs[A, P, F, S]) scalar(encoded []byte) (S, error) {
	var scalar S
	if len(encoded) != scalarLength {
		return scalar, protocol.Refused("scalar: not %d bytes", scalarLength)
	}
	g.DecodeScalar(&scalar, encoded)
	return scalar, nil
}

func (g *groupJobs[A, P, F, S]) multiply(inputs *protocol.Inputs) (protocol.Job, error) {
	point, err := g.point(0, g.Decode)
	if err != nil {
		return nil, err
	}
	encoded, err := protocol.At(inputs.Scalars, 0, "scalar")
	if err != nil {
		return nil, err
	}
	scalar, err := g.scalar(encoded)
	product := new(P)
	return protocol.NewJob(func() (*P, error) {
		g.Multiply(product, point, &scalar)
		return product, nil
	}, g.encode), err
}

func (g *groupJobs[A, P, F, S]) msm(
	msm func(*P, []A, []S), inputs *protocol.Inputs,
) (protocol.Job, error) {
	if err := checkEqual(len(g.points), len(inputs.Scalars)); err != nil {
		return nil, err
	}
	var points []A
	var scalars []S
	for i := range g.points {
		point, err := g.point(i, g.Decode)
		if err != nil {
			return nil, err
		}
		scalar, err := g.scalar(inputs.Scalars[i])
		if err != nil {
			return nil, err
		}
		if !g.IsIdentity(point) {
			points, scalars = append(points, *point), append(scalars, scalar)
		}
	}
	if len(points) == 0 {
		identity := make([]byte, g.length)
		identity[0] = compressedIdentity
		return constant(identity), nil
	}
	sum := new(P)
	return protocol.NewJob(func() (*P, error) {
		msm(sum, points, scalars)
		return sum, nil
	}, g.encode), nil
}

func (g *groupJobs[A, P, F, S]) decode(
	decode func(*A, []byte) error, encoded []byte,
) protocol.Job {
	point := new(A)
	return protocol.NewJob(func() (*A, error) {
		if err := decode(point, encoded); err != nil {
			return nil, protocol.Refused("point of %s: %v", g.name, err)
		}
		return point, nil
	}, g.Encode)
}

func (g *groupJobs[A, P, F, S]) encodeUncompressed() (protocol.Job, error) {
	a, b, err := g.two()
	if err != nil {
		return nil, err
	}
	sum, affine, encoded := new(P), new(A), make([]byte, 2*g.length)
	g.Add(sum, a, b)
	return protocol.NewJob(func() ([]byte, error) {
		g.Affine(affine, sum)
		g.EncodeUncompressed(encoded, affine)
		return encoded, nil
	}, plain), nil
}

func (g *groupJobs[A, P, F, S]) hashToCurve(inputs *protocol.Inputs) (protocol.Job, error) {
	if err := checkTag(inputs.DST); err != nil {
		return nil, err
	}
	message, err := inputs.Message()
	point := new(P)
	return protocol.NewJob(func() (*P, error) {
		g.HashToCurve(point, message, inputs.DST)
		return point, nil
	}, g.encode), err
}

// pairs decodes two lists, without the pairs that have the identity in them: their pairing is 1.
func (s curveSuite[A1, P1, F1, A2, P2, F2, S, M]) pairs(
	encodedP, encodedQ [][]byte,
) (p []A1, q []A2, err error) {
	g1 := groupJobs[A1, P1, F1, S]{s.G1, "g1", lengthG1, encodedP}
	g2 := groupJobs[A2, P2, F2, S]{s.G2, "g2", lengthG2, encodedQ}
	for i := range encodedP {
		a, err := g1.point(i, s.G1.Decode)
		if err != nil {
			return nil, nil, err
		}
		b, err := g2.point(i, s.G2.Decode)
		if err != nil {
			return nil, nil, err
		}
		if !s.G1.IsIdentity(a) && !s.G2.IsIdentity(b) {
			p, q = append(p, *a), append(q, *b)
		}
	}
	return p, q, nil
}

// pair prepares what is timed for one pair. Libraries differ in the exponent and in how they write
// the result, so that the output is whether the pairing of another pair is its inverse.
func (s curveSuite[A1, P1, F1, A2, P2, F2, S, M]) pair(
	operation string, inputs *protocol.Inputs,
) (protocol.Job, error) {
	if len(inputs.G1) != 2 || len(inputs.G2) != 2 {
		return nil, fmt.Errorf("inputs of another operation: not two pairs")
	}
	p, q, err := s.pairs(inputs.G1, inputs.G2)
	if err != nil {
		return nil, err
	}
	if len(p) != 2 {
		return nil, protocol.Refused("pair: the identity")
	}
	other, product, power := new(M), new(M), new(M)
	s.Pairings.MillerLoop(other, p[1:], q[1:])
	s.Pairings.FinalExponentiation(other, other)
	p, q = p[:1], q[:1]
	s.Pairings.MillerLoop(product, p, q)
	isInverse := func(power *M) []byte {
		inverted := new(M)
		s.Pairings.Multiply(inverted, power, other)
		return verdict(s.Pairings.IsOne(inverted))
	}
	switch operation {
	case "miller_loop":
		return protocol.NewJob(func() (*M, error) {
			s.Pairings.MillerLoop(product, p, q)
			return product, nil
		}, func(product *M) []byte {
			s.Pairings.FinalExponentiation(power, product)
			return isInverse(power)
		}), nil
	case "final_exp":
		return protocol.NewJob(func() (*M, error) {
			s.Pairings.FinalExponentiation(power, product)
			return power, nil
		}, isInverse), nil
	}
	return protocol.NewJob(func() (*M, error) {
		s.Pairings.MillerLoop(product, p, q)
		s.Pairings.FinalExponentiation(power, product)
		return power, nil
	}, isInverse), nil
}

func (s curveSuite[A1, P1, F1, A2, P2, F2, S, M]) multiPairing(
	millerLoop func(*M, []A1, []A2), inputs *protocol.Inputs,
) (protocol.Job, error) {
	if err := checkEqual(len(inputs.G1), len(inputs.G2)); err != nil {
		return nil, err
	}
	p, q, err := s.pairs(inputs.G1, inputs.G2)
	if err != nil {
		return nil, err
	}
	if len(p) == 0 {
		return constant(verdict(true)), nil
	}
	product := new(M)
	return protocol.NewJob(func() (bool, error) {
		millerLoop(product, p, q)
		s.Pairings.FinalExponentiation(product, product)
		return s.Pairings.IsOne(product), nil
	}, verdict), nil
}

// constant is a job of which nothing was left to do.
func constant(output []byte) protocol.Job {
	return protocol.NewJob(func() ([]byte, error) { return output, nil }, plain)
}

func plain(output []byte) []byte { return output }

// checkEqual is the check of lists that belong together.
func checkEqual(length, other int) error {
	switch {
	case length != other:
		return protocol.Refused("lists of %d and %d", length, other)
	case length == 0:
		return ErrEmpty
	}
	return nil
}

func checkTag(tag []byte) error {
	if len(tag) < 1 || len(tag) > 255 {
		return protocol.Refused("tag: not 1 to 255 bytes")
	}
	return nil
}
