package scheme

import (
	"bytes"
	"errors"
	"fmt"

	"blsbench/runner/protocol"
)

// Precompile is one precompile of EIP-2537, in the final text: from input to output. What it refuses
// is any error.
type Precompile func(input []byte) ([]byte, error)

// Precompiles are the operations of `eip2537` by name. Each is made anew for a job: it may hold what
// it writes to.
type Precompiles map[string]func() Precompile

// NewPrecompileSuite gives precompiles the operations of `eip2537`, but for those that `lacks` has a
// reason for.
func NewPrecompileSuite(precompiles Precompiles, lacks map[string]string) protocol.Suite {
	return &precompileSuite{precompiles, lacks}
}

type precompileSuite struct {
	precompiles Precompiles
	lacks       map[string]string
}

func (s *precompileSuite) Prepare(
	operation string, inputs *protocol.Inputs,
) (protocol.Job, error) {
	if reason, lacks := s.lacks[operation]; lacks {
		return nil, protocol.Unsupported(reason)
	}
	if operation == "ecrecover" {
		return nil, protocol.Unsupported("not a precompile of BLS12-381")
	}
	create, known := s.precompiles[operation]
	if !known {
		return nil, fmt.Errorf("unknown operation %q", operation)
	}
	precompile := create()
	return protocol.NewJob(func() ([]byte, error) {
		output, err := precompile(inputs.Input)
		if err != nil {
			return nil, protocol.Refused("%v", err)
		}
		return output, nil
	}, plain), nil
}

const (
	// fieldLength of a number modulo p.
	fieldLength = 48
	// padding before such a number.
	padding = 16
	// paddedLength of both.
	paddedLength = padding + fieldLength
	// verdictLength of what the pairing check puts out.
	verdictLength = 32
	// notFieldBits of the first byte are above every number modulo p; in the library's encoding they
	// are flags.
	notFieldBits = 0xe0
)

// UncompressedIdentity is the first byte of the uncompressed identity; all others are zero.
const UncompressedIdentity = 0x40

var (
	errLength   = errors.New("wrong length")
	errPadding  = errors.New("a number that does not begin with 16 zeros")
	errRange    = errors.New("a number that is not below p")
	errSubgroup = errors.New("not in the subgroup")
)

// zeros as many as the longest point has.
var zeros [4 * fieldLength]byte

// NewPrecompiles are the precompiles on a curve.
func NewPrecompiles[A1, P1, F1, A2, P2, F2, S, M any](
	curve *Curve[A1, P1, F1, A2, P2, F2, S, M],
) Precompiles {
	g1 := func() *groupPrecompiles[A1, P1, F1, S] {
		return &groupPrecompiles[A1, P1, F1, S]{Group: curve.G1, degree: 1}
	}
	g2 := func() *groupPrecompiles[A2, P2, F2, S] {
		return &groupPrecompiles[A2, P2, F2, S]{Group: curve.G2, degree: 2}
	}
	return Precompiles{
		"g1add":         func() Precompile { return g1().add },
		"g1mul":         func() Precompile { return g1().multiply },
		"g1msm":         func() Precompile { return g1().msm },
		"map_fp_to_g1":  func() Precompile { return g1().mapToCurve },
		"g2add":         func() Precompile { return g2().add },
		"g2mul":         func() Precompile { return g2().multiply },
		"g2msm":         func() Precompile { return g2().msm },
		"map_fp2_to_g2": func() Precompile { return g2().mapToCurve },
		"pairing_check": func() Precompile { return pairingCheck(g1(), g2(), curve.Pairings) },
	}
}

// groupPrecompiles are those of one group, and what they write to.
type groupPrecompiles[A, P, F, S any] struct {
	Group[A, P, F, S]
	// degree of the field that coordinates are in.
	degree       int
	affine       A
	a, b, result P
	scalar       S
	element      F
	// raw is a point as the library reads and writes it.
	raw [4 * fieldLength]byte
}

// pointLength of a padded point.
func (g *groupPrecompiles[A, P, F, S]) pointLength() int { return 2 * g.degree * paddedLength }

func (g *groupPrecompiles[A, P, F, S]) pairLength() int { return g.pointLength() + scalarLength }

func (g *groupPrecompiles[A, P, F, S]) add(input []byte) ([]byte, error) {
	if len(input) != 2*g.pointLength() {
		return nil, errLength
	}
	if err := g.decode(&g.affine, input[:g.pointLength()]); err != nil {
		return nil, err
	}
	g.Projective(&g.a, &g.affine)
	if err := g.decode(&g.affine, input[g.pointLength():]); err != nil {
		return nil, err
	}
	g.Projective(&g.b, &g.affine)
	g.Add(&g.result, &g.a, &g.b)
	return g.encode(), nil
}

func (g *groupPrecompiles[A, P, F, S]) multiply(input []byte) ([]byte, error) {
	if len(input) != g.pairLength() {
		return nil, errLength
	}
	if err := g.decodeMember(&g.affine, input[:g.pointLength()]); err != nil {
		return nil, err
	}
	g.DecodeScalar(&g.scalar, input[g.pointLength():])
	g.Multiply(&g.result, &g.affine, &g.scalar)
	return g.encode(), nil
}

func (g *groupPrecompiles[A, P, F, S]) msm(input []byte) ([]byte, error) {
	count, err := countParts(input, g.pairLength())
	if err != nil {
		return nil, err
	}
	points, scalars := make([]A, count), make([]S, count)
	kept := 0
	for i := range count {
		pair := input[i*g.pairLength():][:g.pairLength()]
		if err := g.decodeMember(&points[kept], pair[:g.pointLength()]); err != nil {
			return nil, err
		}
		if !g.IsIdentity(&points[kept]) {
			g.DecodeScalar(&scalars[kept], pair[g.pointLength():])
			kept++
		}
	}
	if kept == 0 {
		return make([]byte, g.pointLength()), nil
	}
	g.MSM(&g.result, points[:kept], scalars[:kept])
	return g.encode(), nil
}

func (g *groupPrecompiles[A, P, F, S]) mapToCurve(input []byte) ([]byte, error) {
	if len(input) != g.degree*paddedLength {
		return nil, errLength
	}
	raw := g.raw[:g.degree*fieldLength]
	if err := unpad(raw, input); err != nil {
		return nil, err
	}
	if err := g.DecodeElement(&g.element, raw); err != nil {
		return nil, err
	}
	g.MapToCurve(&g.result, &g.element)
	return g.encode(), nil
}

// pairingCheck decodes lists of pairs anew for each call: how long they are, it says itself.
func pairingCheck[A1, P1, F1, A2, P2, F2, S, M any](
	g1 *groupPrecompiles[A1, P1, F1, S], g2 *groupPrecompiles[A2, P2, F2, S],
	pairings Pairings[A1, A2, M],
) Precompile {
	product := new(M)
	length := g1.pointLength() + g2.pointLength()
	return func(input []byte) ([]byte, error) {
		count, err := countParts(input, length)
		if err != nil {
			return nil, err
		}
		p, q := make([]A1, count), make([]A2, count)
		kept := 0
		for i := range count {
			pair := input[i*length:][:length]
			if err := g1.decodeMember(&p[kept], pair[:g1.pointLength()]); err != nil {
				return nil, err
			}
			if err := g2.decodeMember(&q[kept], pair[g1.pointLength():]); err != nil {
				return nil, err
			}
			if !g1.IsIdentity(&p[kept]) && !g2.IsIdentity(&q[kept]) {
				kept++
			}
		}
		output := make([]byte, verdictLength)
		if kept > 0 {
			pairings.MillerLoop(product, p[:kept], q[:kept])
			pairings.FinalExponentiation(product, product)
		}
		if kept == 0 || pairings.IsOne(product) {
			output[verdictLength-1] = 1
		}
		return output, nil
	}
}

// decode reads a point on the curve.
func (g *groupPrecompiles[A, P, F, S]) decode(point *A, padded []byte) error {
	raw, half := g.raw[:2*g.degree*fieldLength], g.degree*fieldLength
	if err := unpad(raw[:half], padded[:len(padded)/2]); err != nil {
		return err
	}
	if err := unpad(raw[half:], padded[len(padded)/2:]); err != nil {
		return err
	}
	if bytes.Equal(raw, zeros[:len(raw)]) {
		raw[0] = UncompressedIdentity
	}
	return g.DecodeUncompressed(point, raw)
}

// decodeMember reads a point of the subgroup.
func (g *groupPrecompiles[A, P, F, S]) decodeMember(point *A, padded []byte) error {
	if err := g.decode(point, padded); err != nil {
		return err
	}
	if !g.InSubgroup(point) {
		return errSubgroup
	}
	return nil
}

// encode writes the result.
func (g *groupPrecompiles[A, P, F, S]) encode() []byte {
	output := make([]byte, g.pointLength())
	raw, half := g.raw[:2*g.degree*fieldLength], g.degree*fieldLength
	g.Affine(&g.affine, &g.result)
	g.EncodeUncompressed(raw, &g.affine)
	if raw[0]&UncompressedIdentity == 0 {
		pad(output[:len(output)/2], raw[:half])
		pad(output[len(output)/2:], raw[half:])
	}
	return output
}

// unpad writes padded numbers, of which the EIP has that of u last, as libraries read them: that of
// u first. That they are below p is for the library to check, but for what it takes for flags.
func unpad(raw, padded []byte) error {
	for i := len(raw); i > 0; i -= fieldLength {
		if !bytes.Equal(padded[:padding], zeros[:padding]) {
			return errPadding
		}
		if padded[padding]&notFieldBits != 0 {
			return errRange
		}
		copy(raw[i-fieldLength:i], padded[padding:paddedLength])
		padded = padded[paddedLength:]
	}
	return nil
}

// pad is the inverse of unpad.
func pad(padded, raw []byte) {
	for i := len(raw); i > 0; i -= fieldLength {
		copy(padded[padding:paddedLength], raw[i-fieldLength:i])
		padded = padded[paddedLength:]
	}
}

// countParts is how many parts of this length there are, at least one.
func countParts(input []byte, length int) (int, error) {
	if len(input) == 0 || len(input)%length != 0 {
		return 0, errLength
	}
	return len(input) / length, nil
}
