package circl

import (
	"errors"

	"github.com/cloudflare/circl/ecc/bls12381"

	"blsbench/runner/scheme"
)

var errLength = errors.New("wrong length")

var minPk = &scheme.Composed[bls12381.Scalar, bls12381.G1, bls12381.G2, bls12381.Gt]{
	Scalars:    scalars{},
	Keys:       g1,
	Signatures: g2,
	Pairing:    keysInG1{},
	DST:        []byte(scheme.MinPkDST),
}

var minSig = &scheme.Composed[bls12381.Scalar, bls12381.G2, bls12381.G1, bls12381.Gt]{
	Scalars:    scalars{},
	Keys:       g2,
	Signatures: g1,
	Pairing:    keysInG2{},
	DST:        []byte(scheme.MinSigDST),
}

type scalars struct{}

func (scalars) Reduce(material []byte) *bls12381.Scalar {
	var scalar bls12381.Scalar
	scalar.SetBytes(material)
	if scalar.IsZero() == 1 {
		return nil
	}
	return &scalar
}

func (scalars) Decode(encoded []byte) (*bls12381.Scalar, error) {
	var scalar bls12381.Scalar
	if scalar.UnmarshalBinary(encoded) != nil || scalar.IsZero() == 1 {
		return nil, scheme.ErrSecretKey
	}
	return &scalar, nil
}

func (scalars) Encode(scalar *bls12381.Scalar) []byte {
	encoded, err := scalar.MarshalBinary()
	if err != nil {
		panic(err)
	}
	return encoded
}

// point is what G1 and G2 have in common.
type point[P any] interface {
	*P
	Add(*P, *P)
	Double()
	SetIdentity()
	IsIdentity() bool
	ScalarMult(*bls12381.Scalar, *P)
	Hash(input, dst []byte)
	SetBytes([]byte) error
	BytesCompressed() []byte
	Bytes() []byte
}

// group is G1 or G2. CIRCL's points are projective and it has no function that makes them affine,
// short of encoding: neither do we.
type group[P any, PP point[P]] struct {
	generator *P
	// compressed is the length of an encoded point.
	compressed int
}

var (
	g1 = group[bls12381.G1, *bls12381.G1]{bls12381.G1Generator(), bls12381.G1SizeCompressed}
	g2 = group[bls12381.G2, *bls12381.G2]{bls12381.G2Generator(), bls12381.G2SizeCompressed}
)

func (g group[P, PP]) MultiplyGenerator(scalar *bls12381.Scalar) *P {
	return g.Multiply(g.generator, scalar)
}

func (group[P, PP]) Multiply(point *P, scalar *bls12381.Scalar) *P {
	product := new(P)
	PP(product).ScalarMult(scalar, point)
	return product
}

func (group[P, PP]) IsIdentity(point *P) bool { return PP(point).IsIdentity() }

func (group[P, PP]) Sum(points []P) *P {
	sum := points[0]
	for i := range points[1:] {
		PP(&sum).Add(&sum, &points[1+i])
	}
	return &sum
}

// WeightedSum does not call ScalarMult, which takes as long for 64 bits as for all.
func (group[P, PP]) WeightedSum(points []P, coefficients []uint64) *P {
	sum := new(P)
	PP(sum).SetIdentity()
	scheme.WeightedSum(coefficients,
		PP(sum).Double,
		func(i int) { PP(sum).Add(sum, &points[i]) })
	return sum
}

func (group[P, PP]) HashToCurve(message, dst []byte) (*P, error) {
	point := new(P)
	PP(point).Hash(message, dst)
	return point, nil
}

func (g group[P, PP]) Decode(encoded []byte) (*P, error) {
	// SetBytes would take an uncompressed encoding, too.
	if len(encoded) != g.compressed {
		return nil, errLength
	}
	point := new(P)
	return point, PP(point).SetBytes(encoded)
}

func (group[P, PP]) Encode(point *P) []byte { return PP(point).BytesCompressed() }

// scaleEach multiplies by public coefficients.
func scaleEach(points []bls12381.G1, coefficients []uint64) []bls12381.G1 {
	scaled := make([]bls12381.G1, len(points))
	for i := range points {
		scaled[i] = *g1.WeightedSum(points[i:i+1], coefficients[i:i+1])
	}
	return scaled
}

// pairs is the product of pairings of lists of one length, the last of them inverted if there is a
// signature. It is after the final exponentiation: CIRCL does not export what comes before.
func pairs(
	p []bls12381.G1, q []bls12381.G2, lastP *bls12381.G1, lastQ *bls12381.G2,
) *bls12381.Gt {
	var listP []*bls12381.G1
	var listQ []*bls12381.G2
	var signs []int
	for i := range p {
		listP, listQ, signs = append(listP, &p[i]), append(listQ, &q[i]), append(signs, 1)
	}
	if lastP != nil {
		listP, listQ, signs = append(listP, lastP), append(listQ, lastQ), append(signs, -1)
	}
	return bls12381.ProdPairFrac(listP, listQ, signs)
}

// gt is what pairings are multiplied in.
type gt struct{}

func (gt) Multiply(a, b *bls12381.Gt) *bls12381.Gt {
	product := new(bls12381.Gt)
	product.Mul(a, b)
	return product
}

func (gt) IsOne(product *bls12381.Gt) bool { return product.IsIdentity() }

// keysInG1 pairs keys of G1 with signatures of G2.
type keysInG1 struct{ gt }

func (keysInG1) Product(keys []bls12381.G1, hashes []bls12381.G2) *bls12381.Gt {
	return pairs(keys, hashes, nil, nil)
}

func (keysInG1) ProductWithSignature(
	keys []bls12381.G1, hashes []bls12381.G2, signature *bls12381.G2,
) *bls12381.Gt {
	return pairs(keys, hashes, g1.generator, signature)
}

func (keysInG1) Scale(
	keys []bls12381.G1, hashes []bls12381.G2, coefficients []uint64,
) ([]bls12381.G1, []bls12381.G2) {
	return scaleEach(keys, coefficients), hashes
}

// keysInG2 pairs keys of G2 with signatures of G1.
type keysInG2 struct{ gt }

func (keysInG2) Product(keys []bls12381.G2, hashes []bls12381.G1) *bls12381.Gt {
	return pairs(hashes, keys, nil, nil)
}

func (keysInG2) ProductWithSignature(
	keys []bls12381.G2, hashes []bls12381.G1, signature *bls12381.G1,
) *bls12381.Gt {
	return pairs(hashes, keys, signature, g2.generator)
}

func (keysInG2) Scale(
	keys []bls12381.G2, hashes []bls12381.G1, coefficients []uint64,
) ([]bls12381.G2, []bls12381.G1) {
	return keys, scaleEach(hashes, coefficients)
}
