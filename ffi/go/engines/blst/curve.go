package blst

import (
	"bytes"
	"errors"

	blst "github.com/supranational/blst/bindings/go"

	"blsbench/runner/scheme"
)

const (
	// scalarBits of a reduced scalar.
	scalarBits = 255
	// compressedFlag is the bit of the first byte that says that there is no y.
	compressedFlag = 0x80
	// listedFromG1 and listedFromG2 are the numbers of points from which blst's function for lists is
	// faster than multiplying one by one. On a Zen 4: in G1, 136 against 94 µs for one point, 169
	// against 183 µs for two; in G2, 352 against 317 µs for two, 458 against 506 µs for three.
	listedFromG1 = 2
	listedFromG2 = 3
)

var (
	errEncoding = errors.New("not an encoded point")
	errSubgroup = errors.New("not in the subgroup")
	errNumber   = errors.New("not a number below p")
)

// p is the characteristic of the field.
var p = [blst.BLST_FP_BYTES]byte{
	0x1a, 0x01, 0x11, 0xea, 0x39, 0x7f, 0xe6, 0x9a, 0x4b, 0x1b, 0xa7, 0xb6, 0x43, 0x4b, 0xac, 0xd7,
	0x64, 0x77, 0x4b, 0x84, 0xf3, 0x85, 0x12, 0xbf, 0x67, 0x30, 0xd2, 0xa0, 0xf6, 0xb0, 0xf6, 0x24,
	0x1e, 0xab, 0xff, 0xfe, 0xb1, 0x53, 0xff, 0xff, 0xb9, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xaa, 0xab,
}

var curve = &scheme.Curve[
	blst.P1Affine, blst.P1, blst.Fp, blst.P2Affine, blst.P2, fp2, blst.Scalar, blst.Fp12,
]{
	G1: &group[blst.P1Affine, blst.P1, blst.Fp, *blst.P1Affine, *blst.P1]{
		listedFrom: listedFromG1,
		inSubgroup: (*blst.P1Affine).InG1,
		multiply: func(points []blst.P1Affine, scalars []blst.Scalar) *blst.P1 {
			return blst.P1AffinesMult(points, scalars, scalarBits)
		},
		hash:    func(message, dst []byte) *blst.P1 { return blst.HashToG1(message, dst) },
		numbers: func(element *blst.Fp) []*blst.Fp { return []*blst.Fp{element} },
		mapTo:   mapToG1,
	},
	G2: &group[blst.P2Affine, blst.P2, fp2, *blst.P2Affine, *blst.P2]{
		listedFrom: listedFromG2,
		inSubgroup: (*blst.P2Affine).InG2,
		multiply: func(points []blst.P2Affine, scalars []blst.Scalar) *blst.P2 {
			return blst.P2AffinesMult(points, scalars, scalarBits)
		},
		hash:    func(message, dst []byte) *blst.P2 { return blst.HashToG2(message, dst) },
		numbers: func(element *fp2) []*blst.Fp { return []*blst.Fp{&element[1], &element[0]} },
		mapTo:   mapToG2,
	},
	Pairings: pairings{},
}

// affinePoint is what the two types of affine points have in common.
type affinePoint[A any] interface {
	*A
	Uncompress([]byte) *A
	Deserialize([]byte) *A
	Compress() []byte
	Serialize() []byte
}

// jacobianPoint is what the two types of other points have in common.
type jacobianPoint[A, P any] interface {
	*P
	FromAffine(*A)
	ToAffine() *A
	AddAssign(any) *P
	MultAssign(any, ...int) *P
}

// group is G1 or G2, with what is another number or has another name in each.
type group[A comparable, P, F any, PA affinePoint[A], PP jacobianPoint[A, P]] struct {
	listedFrom int
	inSubgroup func(*A) bool
	// multiply uses as many threads as SetMaxProcs allows.
	multiply func([]A, []blst.Scalar) *P
	hash     func(message, dst []byte) *P
	// numbers of a field element, that of u first.
	numbers func(*F) []*blst.Fp
	mapTo   func(*P, *F)
}

func (g *group[A, P, F, PA, PP]) Decode(point *A, encoded []byte) error {
	if PA(point).Uncompress(encoded) == nil {
		return errEncoding
	}
	if !g.inSubgroup(point) {
		return errSubgroup
	}
	return nil
}

func (g *group[A, P, F, PA, PP]) DecodeUnchecked(point *A, encoded []byte) error {
	return orOfOrderThree(point, encoded, PA(point).Uncompress)
}

func (g *group[A, P, F, PA, PP]) DecodeUncompressed(point *A, encoded []byte) error {
	if len(encoded) > 0 && encoded[0]&compressedFlag != 0 {
		return errEncoding
	}
	return orOfOrderThree(point, encoded, PA(point).Deserialize)
}

// orOfOrderThree decodes without a check of the subgroup. blst refuses the two points of G1 that have
// an x of 0 even then, but not before it has written them.
func orOfOrderThree[A comparable](point *A, encoded []byte, decode func([]byte) *A) error {
	var none A
	*point = none
	if decode(encoded) == nil && *point == none {
		return errEncoding
	}
	return nil
}

func (g *group[A, P, F, PA, PP]) Encode(point *A) []byte { return PA(point).Compress() }

func (g *group[A, P, F, PA, PP]) EncodeUncompressed(encoded []byte, point *A) {
	copy(encoded, PA(point).Serialize())
}

func (g *group[A, P, F, PA, PP]) Projective(point *P, affine *A) { PP(point).FromAffine(affine) }

func (g *group[A, P, F, PA, PP]) Affine(affine *A, point *P) { *affine = *PP(point).ToAffine() }

func (g *group[A, P, F, PA, PP]) IsIdentity(point *A) bool { return isIdentity(point) }

func (g *group[A, P, F, PA, PP]) InSubgroup(point *A) bool { return g.inSubgroup(point) }

func (g *group[A, P, F, PA, PP]) Add(sum, a, b *P) {
	*sum = *a
	PP(sum).AddAssign(b)
}

func (g *group[A, P, F, PA, PP]) DecodeScalar(scalar *blst.Scalar, encoded []byte) {
	// It answers nil for zero, too, which it has written.
	scalar.FromBEndian(encoded)
}

func (g *group[A, P, F, PA, PP]) Multiply(product *P, point *A, scalar *blst.Scalar) {
	PP(product).FromAffine(point)
	PP(product).MultAssign(scalar)
}

func (g *group[A, P, F, PA, PP]) MSM(sum *P, points []A, scalars []blst.Scalar) {
	if len(points) >= g.listedFrom {
		*sum = *g.multiply(points, scalars)
		return
	}
	g.Multiply(sum, &points[0], &scalars[0])
	var product P
	for i := range points[1:] {
		g.Multiply(&product, &points[1+i], &scalars[1+i])
		PP(sum).AddAssign(&product)
	}
}

// MSMMT is the binding as it is.
func (g *group[A, P, F, PA, PP]) MSMMT(sum *P, points []A, scalars []blst.Scalar) {
	*sum = *g.multiply(points, scalars)
}

func (g *group[A, P, F, PA, PP]) HashToCurve(point *P, message, dst []byte) {
	*point = *g.hash(message, dst)
}

func (g *group[A, P, F, PA, PP]) DecodeElement(element *F, encoded []byte) error {
	numbers := g.numbers(element)
	if len(encoded) != len(numbers)*len(p) {
		return errNumber
	}
	for i, number := range numbers {
		// FromBEndian would reduce a larger one.
		digits := encoded[i*len(p):][:len(p)]
		if bytes.Compare(digits, p[:]) >= 0 {
			return errNumber
		}
		number.FromBEndian(digits)
	}
	return nil
}

func (g *group[A, P, F, PA, PP]) MapToCurve(point *P, element *F) { g.mapTo(point, element) }

var one = blst.Fp12One()

// pairings use as many threads as SetMaxProcs allows.
type pairings struct{}

func (pairings) MillerLoop(product *blst.Fp12, p []blst.P1Affine, q []blst.P2Affine) {
	*product = *blst.Fp12MillerLoopN(q, p)
}

func (m pairings) MillerLoopMT(product *blst.Fp12, p []blst.P1Affine, q []blst.P2Affine) {
	m.MillerLoop(product, p, q)
}

func (pairings) FinalExponentiation(power, product *blst.Fp12) {
	*power = *product
	power.FinalExp()
}

func (pairings) Multiply(product, a, b *blst.Fp12) {
	factor := *b
	*product = *a
	product.MulAssign(&factor)
}

func (pairings) IsOne(power *blst.Fp12) bool { return power.Equals(&one) }
