package gnark

import (
	"bytes"
	"errors"
	"math/big"

	"github.com/consensys/gnark-crypto/ecc"
	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fp"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"blsbench/runner/scheme"
)

// multipliedFrom is the number of points from which the library's multi-scalar multiplication is
// faster than multiplying one by one. On a Zen 4, with one thread: in G1, 553 against 468 µs for 6
// points, 727 against 972 µs for 12 and no difference for 8; in G2, 1324 against 1173 µs for 8, 1674
// against 1858 µs for 12.
const (
	multipliedFromG1 = 8
	multipliedFromG2 = 10
)

var errNotOnCurve = errors.New("not on the curve")

var curve = &scheme.Curve[
	bls12381.G1Affine, bls12381.G1Jac, fp.Element,
	bls12381.G2Affine, bls12381.G2Jac, bls12381.E2,
	fr.Element, bls12381.GT,
]{
	G1: &group[
		bls12381.G1Affine, bls12381.G1Jac, fp.Element, *bls12381.G1Affine, *bls12381.G1Jac,
	]{
		compressed:     bls12381.SizeOfG1AffineCompressed,
		multipliedFrom: multipliedFromG1,
		encode:         g1{}.Encode,
		write: func(encoded []byte, point *bls12381.G1Affine) {
			raw := point.RawBytes()
			copy(encoded, raw[:])
		},
		read: func(point *bls12381.G1Affine, encoded []byte) error {
			return readNumbers(encoded, &point.X, &point.Y)
		},
		affine: func(affine *bls12381.G1Affine, point *bls12381.G1Jac) {
			if point.Z.IsOne() {
				affine.X, affine.Y = point.X, point.Y
			} else {
				affine.FromJacobian(point)
			}
		},
		hash: bls12381.HashToG1,
		readElement: func(element *fp.Element, encoded []byte) error {
			return readNumbers(encoded, element)
		},
		mapTo: bls12381.MapToG1,
	},
	G2: &group[
		bls12381.G2Affine, bls12381.G2Jac, bls12381.E2, *bls12381.G2Affine, *bls12381.G2Jac,
	]{
		compressed:     bls12381.SizeOfG2AffineCompressed,
		multipliedFrom: multipliedFromG2,
		encode:         g2{}.Encode,
		write: func(encoded []byte, point *bls12381.G2Affine) {
			raw := point.RawBytes()
			copy(encoded, raw[:])
		},
		read: func(point *bls12381.G2Affine, encoded []byte) error {
			return readNumbers(encoded, &point.X.A1, &point.X.A0, &point.Y.A1, &point.Y.A0)
		},
		affine: func(affine *bls12381.G2Affine, point *bls12381.G2Jac) {
			if point.Z.IsOne() {
				affine.X, affine.Y = point.X, point.Y
			} else {
				affine.FromJacobian(point)
			}
		},
		hash: bls12381.HashToG2,
		readElement: func(element *bls12381.E2, encoded []byte) error {
			return readNumbers(encoded, &element.A1, &element.A0)
		},
		mapTo: bls12381.MapToG2,
	},
	Pairings: pairings{},
}

// affinePoint is what the two types of affine points have in common.
type affinePoint[A any] interface {
	*A
	SetBytes([]byte) (int, error)
	IsInfinity() bool
	IsOnCurve() bool
	IsInSubGroup() bool
}

// jacobianPoint is what the two types of other points have in common.
type jacobianPoint[A, J any] interface {
	*J
	FromAffine(*A) *J
	AddAssign(*J) *J
	ScalarMultiplication(*J, *big.Int) *J
	MultiExp([]A, []fr.Element, ecc.MultiExpConfig) (*J, error)
}

// group is G1 or G2.
type group[A, J, F any, PA affinePoint[A], PJ jacobianPoint[A, J]] struct {
	// compressed is the length of an encoded point.
	compressed int
	// multipliedFrom so many points, multi-scalar multiplication is used.
	multipliedFrom int
	// What has another name or type in each: encodings, without and with y, the latter to be read
	// with no check of the curve; affine points, of which the library inverts even a 1; hashing.
	encode      func(*A) []byte
	write       func([]byte, *A)
	read        func(*A, []byte) error
	affine      func(*A, *J)
	hash        func(message, dst []byte) (A, error)
	readElement func(*F, []byte) error
	mapTo       func(F) A
}

func (g *group[A, J, F, PA, PJ]) Decode(point *A, encoded []byte) error {
	// SetBytes would read the first bytes of a longer encoding, and an uncompressed one.
	if len(encoded) != g.compressed {
		return errLength
	}
	_, err := PA(point).SetBytes(encoded)
	return err
}

func (g *group[A, J, F, PA, PJ]) DecodeUnchecked(point *A, encoded []byte) error {
	if len(encoded) != g.compressed {
		return errLength
	}
	return bls12381.NewDecoder(bytes.NewReader(encoded), bls12381.NoSubgroupChecks()).Decode(point)
}

// DecodeUncompressed does not use the library's decoder, which has no check of the curve alone.
func (g *group[A, J, F, PA, PJ]) DecodeUncompressed(point *A, encoded []byte) error {
	if len(encoded) != 2*g.compressed {
		return errLength
	}
	if encoded[0] == scheme.UncompressedIdentity {
		_, err := PA(point).SetBytes(encoded)
		return err
	}
	if err := g.read(point, encoded); err != nil {
		return err
	}
	// The library's identity is (0, 0), which IsOnCurve takes.
	if PA(point).IsInfinity() || !PA(point).IsOnCurve() {
		return errNotOnCurve
	}
	return nil
}

// readNumbers reads numbers below p.
func readNumbers(encoded []byte, numbers ...*fp.Element) error {
	if len(encoded) != len(numbers)*fp.Bytes {
		return errLength
	}
	for i, number := range numbers {
		if err := number.SetBytesCanonical(encoded[i*fp.Bytes:][:fp.Bytes]); err != nil {
			return err
		}
	}
	return nil
}

func (g *group[A, J, F, PA, PJ]) Encode(point *A) []byte { return g.encode(point) }

func (g *group[A, J, F, PA, PJ]) EncodeUncompressed(encoded []byte, point *A) {
	g.write(encoded, point)
}

func (g *group[A, J, F, PA, PJ]) Projective(point *J, affine *A) { PJ(point).FromAffine(affine) }

func (g *group[A, J, F, PA, PJ]) Affine(affine *A, point *J) { g.affine(affine, point) }

func (g *group[A, J, F, PA, PJ]) IsIdentity(point *A) bool { return PA(point).IsInfinity() }

func (g *group[A, J, F, PA, PJ]) InSubgroup(point *A) bool { return PA(point).IsInSubGroup() }

func (g *group[A, J, F, PA, PJ]) Add(sum, a, b *J) {
	*sum = *a
	PJ(sum).AddAssign(b)
}

func (g *group[A, J, F, PA, PJ]) DecodeScalar(scalar *fr.Element, encoded []byte) {
	scalar.SetBytes(encoded)
}

func (g *group[A, J, F, PA, PJ]) Multiply(product *J, point *A, scalar *fr.Element) {
	var integer big.Int
	PJ(product).FromAffine(point)
	PJ(product).ScalarMultiplication(product, scalar.BigInt(&integer))
}

func (g *group[A, J, F, PA, PJ]) MSM(sum *J, points []A, scalars []fr.Element) {
	if len(points) >= g.multipliedFrom {
		must(PJ(sum).MultiExp(points, scalars, ecc.MultiExpConfig{NbTasks: 1}))
		return
	}
	g.Multiply(sum, &points[0], &scalars[0])
	var product J
	for i := range points[1:] {
		g.Multiply(&product, &points[1+i], &scalars[1+i])
		PJ(sum).AddAssign(&product)
	}
}

func (g *group[A, J, F, PA, PJ]) MSMMT(sum *J, points []A, scalars []fr.Element) {
	if len(points) >= g.multipliedFrom {
		must(PJ(sum).MultiExp(points, scalars, ecc.MultiExpConfig{}))
		return
	}
	scheme.SplitMSM(sum, points, scalars, g.MSM,
		func(sum, other *J) { PJ(sum).AddAssign(other) })
}

func (g *group[A, J, F, PA, PJ]) HashToCurve(point *J, message, dst []byte) {
	hash := must(g.hash(message, dst))
	PJ(point).FromAffine(&hash)
}

func (g *group[A, J, F, PA, PJ]) DecodeElement(element *F, encoded []byte) error {
	return g.readElement(element, encoded)
}

func (g *group[A, J, F, PA, PJ]) MapToCurve(point *J, element *F) {
	mapped := g.mapTo(*element)
	PJ(point).FromAffine(&mapped)
}

type pairings struct{}

func (pairings) MillerLoop(product *bls12381.GT, p []bls12381.G1Affine, q []bls12381.G2Affine) {
	*product = must(bls12381.MillerLoop(p, q))
}

func (m pairings) MillerLoopMT(product *bls12381.GT, p []bls12381.G1Affine, q []bls12381.G2Affine) {
	scheme.SplitMillerLoop(m, product, p, q)
}

func (pairings) FinalExponentiation(power, product *bls12381.GT) {
	*power = bls12381.FinalExponentiation(product)
}

func (pairings) Multiply(product, a, b *bls12381.GT) { product.Mul(a, b) }

func (pairings) IsOne(power *bls12381.GT) bool { return power.IsOne() }
