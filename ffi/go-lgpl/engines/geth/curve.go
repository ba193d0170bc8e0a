package geth

import (
	"bytes"
	"math/big"

	"github.com/ethereum/go-ethereum/crypto/bls12381"

	"blsbench/runner/scheme"
)

const (
	noEncoding = "geth has no compressed encoding"
	noLoop     = "geth exports no Miller loop without the final exponentiation"
)

// multipliedFrom is the number of points from which the library's multi-scalar multiplication is
// faster than multiplying one by one. On a Zen 4, the least of 20: in G1, 452 against 358 µs for two
// points, 633 against 726 µs for four; in G2, 1298 against 1087 µs for two, 1925 against 2218 µs for
// four; no difference for three.
const multipliedFrom = 4

var curve = &scheme.Curve[
	bls12381.PointG1, bls12381.PointG1, []byte, bls12381.PointG2, bls12381.PointG2, []byte,
	big.Int, bls12381.E,
]{
	G1:       &curveGroup[bls12381.PointG1]{group: g1, own: bls12381.NewG1()},
	G2:       &curveGroup[bls12381.PointG2]{group: g2, own: bls12381.NewG2()},
	Pairings: pairings{},
	Lacks: map[string]string{
		"g1_decode":           noEncoding,
		"g1_decode_unchecked": noEncoding,
		"g2_decode":           noEncoding,
		"g2_decode_unchecked": noEncoding,
		"miller_loop":         noLoop,
		"final_exp":           noLoop,
	},
}

// curveGroup has what the signature scheme has no use for.
type curveGroup[P any] struct {
	group group[P]
	// own temporaries are for what one thread does at a time.
	own arithmetic[P]
}

func (g *curveGroup[P]) Decode(point *P, encoded []byte) error {
	decoded, err := g.group.Decode(encoded)
	if err == nil {
		*point = *decoded
	}
	return err
}

func (g *curveGroup[P]) DecodeUnchecked(point *P, encoded []byte) error {
	coordinates, err := decompress(encoded, g.length(), g.group.findY)
	if err != nil {
		return err
	}
	decoded, err := g.own.FromBytes(coordinates)
	if err == nil {
		*point = *decoded
	}
	return err
}

// length of a compressed point.
func (g *curveGroup[P]) length() int { return g.group.degree * fieldBytes }

// DecodeUncompressed has the identity from the library's encoding of it, which is all zeros.
func (g *curveGroup[P]) DecodeUncompressed(point *P, encoded []byte) error {
	if len(encoded) != 2*g.length() {
		return errLength
	}
	if encoded[0] == scheme.UncompressedIdentity && isZero(encoded[1:]) {
		*point = *g.own.New()
		return nil
	}
	decoded, err := g.own.FromBytes(encoded)
	if err != nil {
		return err
	}
	if g.IsIdentity(decoded) {
		return errNotOnCurve
	}
	*point = *decoded
	return nil
}

func (g *curveGroup[P]) Encode(point *P) []byte { return g.group.Encode(point) }

func (g *curveGroup[P]) EncodeUncompressed(encoded []byte, point *P) {
	copy(encoded, g.own.ToBytes(point))
	if g.IsIdentity(point) {
		encoded[0] = scheme.UncompressedIdentity
	}
}

func (g *curveGroup[P]) Projective(point, affine *P) { *point = *affine }

func (g *curveGroup[P]) Affine(affine, point *P) {
	*affine = *point
	g.own.Affine(affine)
}

func (g *curveGroup[P]) IsIdentity(point *P) bool { return g.group.isIdentity(point) }

func (g *curveGroup[P]) InSubgroup(point *P) bool { return g.own.InCorrectSubgroup(point) }

func (g *curveGroup[P]) Add(sum, a, b *P) { g.own.Add(sum, a, b) }

func (g *curveGroup[P]) DecodeScalar(scalar *big.Int, encoded []byte) {
	scalar.Mod(scalar.SetBytes(encoded), order)
}

func (g *curveGroup[P]) Multiply(product, point *P, scalar *big.Int) {
	g.own.MulScalar(product, point, scalar)
}

func (g *curveGroup[P]) MSM(sum *P, points []P, scalars []big.Int) {
	// Parts of a sum may be computed at the same time.
	arithmetic := g.group.take()
	defer g.group.pool.Put(arithmetic)
	if len(points) >= multipliedFrom {
		multiExp(arithmetic, sum, points, scalars)
		return
	}
	arithmetic.MulScalar(sum, &points[0], &scalars[0])
	product := arithmetic.New()
	for i := range points[1:] {
		arithmetic.MulScalar(product, &points[1+i], &scalars[1+i])
		arithmetic.Add(sum, sum, product)
	}
}

// multiExp makes the lists of pointers that the library wants, and writes to.
func multiExp[P any](arithmetic arithmetic[P], sum *P, points []P, scalars []big.Int) {
	listOfPoints, listOfScalars := make([]*P, len(points)), make([]*big.Int, len(points))
	for i := range points {
		listOfPoints[i], listOfScalars[i] = &points[i], &scalars[i]
	}
	if _, err := arithmetic.MultiExp(sum, listOfPoints, listOfScalars); err != nil {
		// It is about lists of unequal length, which these are not.
		panic(err)
	}
}

func (g *curveGroup[P]) MSMMT(sum *P, points []P, scalars []big.Int) {
	scheme.SplitMSM(sum, points, scalars, g.MSM, func(sum, other *P) { g.Add(sum, sum, other) })
}

// HashToCurve is that of the signature scheme, whose result is affine.
func (g *curveGroup[P]) HashToCurve(point *P, message, dst []byte) {
	hash, err := g.group.HashToCurve(message, dst)
	if err != nil {
		// It is about numbers that are not below p, which these are.
		panic(err)
	}
	*point = *hash
}

// DecodeElement checks: the library's map takes bytes, which it reads each time.
func (g *curveGroup[P]) DecodeElement(element *[]byte, encoded []byte) error {
	if len(encoded) != g.length() {
		return errLength
	}
	for i := range g.group.degree {
		if new(big.Int).SetBytes(encoded[i*fieldBytes:][:fieldBytes]).Cmp(p) >= 0 {
			return errNumber
		}
	}
	*element = bytes.Clone(encoded)
	return nil
}

func (g *curveGroup[P]) MapToCurve(point *P, element *[]byte) {
	mapped, err := g.own.MapToCurve(*element)
	if err != nil {
		panic(err)
	}
	*point = *mapped
}

// pairings are after the final exponentiation from the beginning.
type pairings struct{}

func (pairings) MillerLoop(product *bls12381.E, p []bls12381.PointG1, q []bls12381.PointG2) {
	*product = *pairing{}.pairs(p, q).Result()
}

func (m pairings) MillerLoopMT(product *bls12381.E, p []bls12381.PointG1, q []bls12381.PointG2) {
	scheme.SplitMillerLoop(m, product, p, q)
}

func (pairings) FinalExponentiation(power, product *bls12381.E) { *power = *product }

func (pairings) Multiply(product, a, b *bls12381.E) { bls12381.NewGT().Mul(product, a, b) }

func (pairings) IsOne(power *bls12381.E) bool { return power.IsOne() }
