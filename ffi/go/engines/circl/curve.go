package circl

import (
	"github.com/cloudflare/circl/ecc/bls12381"

	"blsbench/runner/scheme"
)

const (
	noUnchecked = "CIRCL decodes no point without checking that it is in the subgroup"
	noMap       = "CIRCL does not export the map to the curve"
	noLoop      = "CIRCL exports no Miller loop without the final exponentiation"
)

// none is in place of field elements.
type none struct{}

var curve = &scheme.Curve[
	bls12381.G1, bls12381.G1, none, bls12381.G2, bls12381.G2, none, bls12381.Scalar, bls12381.Gt,
]{
	G1:       curveGroup[bls12381.G1, *bls12381.G1]{group: g1},
	G2:       curveGroup[bls12381.G2, *bls12381.G2]{group: g2},
	Pairings: pairings{},
	Lacks: map[string]string{
		"g1_subgroup_check":      noUnchecked,
		"g1_decode_unchecked":    noUnchecked,
		"g1_decode_uncompressed": noUnchecked,
		"g1add":                  noUnchecked,
		"map_to_g1":              noMap,
		"map_fp_to_g1":           noMap,
		"g2_subgroup_check":      noUnchecked,
		"g2_decode_unchecked":    noUnchecked,
		"g2_decode_uncompressed": noUnchecked,
		"g2add":                  noUnchecked,
		"map_to_g2":              noMap,
		"map_fp2_to_g2":          noMap,
		"miller_loop":            noLoop,
		"final_exp":              noLoop,
	},
}

// curveGroup has what the signature scheme has no use for.
type curveGroup[P any, PP point[P]] struct {
	// Group is nil: its methods are those that CIRCL lacks.
	scheme.Group[P, P, none, bls12381.Scalar]
	group group[P, PP]
}

func (g curveGroup[P, PP]) Decode(point *P, encoded []byte) error {
	// SetBytes would take an uncompressed encoding, too.
	if len(encoded) != g.group.compressed {
		return errLength
	}
	return PP(point).SetBytes(encoded)
}

// DecodeUncompressed refuses points outside the subgroup, too: operations that must take them are
// lacking.
func (g curveGroup[P, PP]) DecodeUncompressed(point *P, encoded []byte) error {
	if len(encoded) != 2*g.group.compressed {
		return errLength
	}
	return PP(point).SetBytes(encoded)
}

func (curveGroup[P, PP]) Encode(point *P) []byte { return PP(point).BytesCompressed() }

func (curveGroup[P, PP]) EncodeUncompressed(encoded []byte, point *P) {
	copy(encoded, PP(point).Bytes())
}

func (curveGroup[P, PP]) Projective(point, affine *P) { *point = *affine }

// Affine leaves it to encoding to make the point affine: CIRCL has nothing else that does.
func (curveGroup[P, PP]) Affine(affine, point *P) { *affine = *point }

func (curveGroup[P, PP]) IsIdentity(point *P) bool { return PP(point).IsIdentity() }

// InSubgroup was checked by DecodeUncompressed.
func (curveGroup[P, PP]) InSubgroup(*P) bool { return true }

func (curveGroup[P, PP]) Add(sum, a, b *P) { PP(sum).Add(a, b) }

func (curveGroup[P, PP]) DecodeScalar(scalar *bls12381.Scalar, encoded []byte) {
	scalar.SetBytes(encoded)
}

func (curveGroup[P, PP]) Multiply(product, point *P, scalar *bls12381.Scalar) {
	PP(product).ScalarMult(scalar, point)
}

// MSM is as many multiplications and a sum: CIRCL has no multi-scalar multiplication.
func (g curveGroup[P, PP]) MSM(sum *P, points []P, scalars []bls12381.Scalar) {
	g.Multiply(sum, &points[0], &scalars[0])
	var product P
	for i := range points[1:] {
		g.Multiply(&product, &points[1+i], &scalars[1+i])
		PP(sum).Add(sum, &product)
	}
}

func (g curveGroup[P, PP]) MSMMT(sum *P, points []P, scalars []bls12381.Scalar) {
	scheme.SplitMSM(sum, points, scalars, g.MSM, func(sum, other *P) { PP(sum).Add(sum, other) })
}

func (curveGroup[P, PP]) HashToCurve(point *P, message, dst []byte) { PP(point).Hash(message, dst) }

// pairings do not share the squarings of their Miller loops.
type pairings struct{}

func (pairings) MillerLoop(product *bls12381.Gt, p []bls12381.G1, q []bls12381.G2) {
	if len(p) == 1 {
		*product = *bls12381.Pair(&p[0], &q[0])
		return
	}
	*product = *pairs(p, q, nil, nil)
}

func (m pairings) MillerLoopMT(product *bls12381.Gt, p []bls12381.G1, q []bls12381.G2) {
	scheme.SplitMillerLoop(m, product, p, q)
}

func (pairings) FinalExponentiation(power, product *bls12381.Gt) { *power = *product }

func (pairings) Multiply(product, a, b *bls12381.Gt) { product.Mul(a, b) }

func (pairings) IsOne(power *bls12381.Gt) bool { return power.IsIdentity() }
