package gnark

import (
	"errors"
	"math/big"

	"github.com/consensys/gnark-crypto/ecc"
	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"blsbench/runner/scheme"
)

// summedFrom is the number of points from which the library's multi-scalar multiplication, which
// has no path of its own for short scalars, is faster than additions with shared doublings: on a
// Xeon, 820 against 714 µs for 21 points of G2, 1221 against 1626 µs for 46.
const summedFrom = 32

var errLength = errors.New("wrong length")

var minPk = &scheme.Composed[big.Int, bls12381.G1Affine, bls12381.G2Affine, bls12381.GT]{
	Scalars:    scalars{},
	Keys:       g1{},
	Signatures: g2{},
	Pairing:    keysInG1{},
	DST:        []byte(scheme.MinPkDST),
}

var minSig = &scheme.Composed[big.Int, bls12381.G2Affine, bls12381.G1Affine, bls12381.GT]{
	Scalars:    scalars{},
	Keys:       g2{},
	Signatures: g1{},
	Pairing:    keysInG2{},
	DST:        []byte(scheme.MinSigDST),
}

// The inverses of the generators.
var negatedG1, negatedG2 = func() (g1 bls12381.G1Affine, g2 bls12381.G2Affine) {
	_, _, generatorG1, generatorG2 := bls12381.Generators()
	g1.Neg(&generatorG1)
	g2.Neg(&generatorG2)
	return g1, g2
}()

// scalars are what the library multiplies points by: big integers.
type scalars struct{}

func (scalars) Reduce(material []byte) *big.Int {
	var scalar fr.Element
	scalar.SetBytes(material)
	if scalar.IsZero() {
		return nil
	}
	return scalar.BigInt(new(big.Int))
}

func (scalars) Decode(encoded []byte) (*big.Int, error) {
	var scalar fr.Element
	if scalar.SetBytesCanonical(encoded) != nil || scalar.IsZero() {
		return nil, scheme.ErrSecretKey
	}
	return scalar.BigInt(new(big.Int)), nil
}

func (scalars) Encode(scalar *big.Int) []byte {
	return scalar.FillBytes(make([]byte, fr.Bytes))
}

func coefficientScalars(coefficients []uint64) []fr.Element {
	scalars := make([]fr.Element, len(coefficients))
	for i, coefficient := range coefficients {
		scalars[i].SetUint64(coefficient)
	}
	return scalars
}

type g1 struct{}

func (g1) MultiplyGenerator(scalar *big.Int) *bls12381.G1Affine {
	return new(bls12381.G1Affine).ScalarMultiplicationBase(scalar)
}

func (g1) Multiply(point *bls12381.G1Affine, scalar *big.Int) *bls12381.G1Affine {
	return new(bls12381.G1Affine).ScalarMultiplication(point, scalar)
}

func (g1) IsIdentity(point *bls12381.G1Affine) bool { return point.IsInfinity() }

func (g1) Sum(points []bls12381.G1Affine) *bls12381.G1Affine {
	var sum bls12381.G1Jac
	for i := range points {
		sum.AddMixed(&points[i])
	}
	return new(bls12381.G1Affine).FromJacobian(&sum)
}

func (g1) WeightedSum(points []bls12381.G1Affine, coefficients []uint64) *bls12381.G1Affine {
	var sum bls12381.G1Jac
	if len(points) < summedFrom {
		scheme.WeightedSum(coefficients,
			func() { sum.DoubleAssign() },
			func(i int) { sum.AddMixed(&points[i]) })
	} else {
		config := ecc.MultiExpConfig{NbTasks: 1}
		must(sum.MultiExp(points, coefficientScalars(coefficients), config))
	}
	return new(bls12381.G1Affine).FromJacobian(&sum)
}

func (g1) HashToCurve(message, dst []byte) (*bls12381.G1Affine, error) {
	point, err := bls12381.HashToG1(message, dst)
	return &point, err
}

func (g1) Decode(encoded []byte) (*bls12381.G1Affine, error) {
	// SetBytes would read the first bytes of a longer encoding, and an uncompressed one.
	if len(encoded) != bls12381.SizeOfG1AffineCompressed {
		return nil, errLength
	}
	var point bls12381.G1Affine
	_, err := point.SetBytes(encoded)
	return &point, err
}

func (g1) Encode(point *bls12381.G1Affine) []byte {
	encoded := point.Bytes()
	return encoded[:]
}

// scaleEach multiplies by public coefficients.
func scaleEach(points []bls12381.G1Affine, coefficients []uint64) []bls12381.G1Affine {
	scaled := make([]bls12381.G1Jac, len(points))
	var scalar big.Int
	for i := range points {
		scaled[i].FromAffine(&points[i])
		scaled[i].ScalarMultiplication(&scaled[i], scalar.SetUint64(coefficients[i]))
	}
	return bls12381.BatchJacobianToAffineG1(scaled)
}

type g2 struct{}

func (g2) MultiplyGenerator(scalar *big.Int) *bls12381.G2Affine {
	return new(bls12381.G2Affine).ScalarMultiplicationBase(scalar)
}

func (g2) Multiply(point *bls12381.G2Affine, scalar *big.Int) *bls12381.G2Affine {
	return new(bls12381.G2Affine).ScalarMultiplication(point, scalar)
}

func (g2) IsIdentity(point *bls12381.G2Affine) bool { return point.IsInfinity() }

func (g2) Sum(points []bls12381.G2Affine) *bls12381.G2Affine {
	var sum bls12381.G2Jac
	for i := range points {
		sum.AddMixed(&points[i])
	}
	return new(bls12381.G2Affine).FromJacobian(&sum)
}

func (g2) WeightedSum(points []bls12381.G2Affine, coefficients []uint64) *bls12381.G2Affine {
	var sum bls12381.G2Jac
	if len(points) < summedFrom {
		scheme.WeightedSum(coefficients,
			func() { sum.DoubleAssign() },
			func(i int) { sum.AddMixed(&points[i]) })
	} else {
		config := ecc.MultiExpConfig{NbTasks: 1}
		must(sum.MultiExp(points, coefficientScalars(coefficients), config))
	}
	return new(bls12381.G2Affine).FromJacobian(&sum)
}

func (g2) HashToCurve(message, dst []byte) (*bls12381.G2Affine, error) {
	point, err := bls12381.HashToG2(message, dst)
	return &point, err
}

func (g2) Decode(encoded []byte) (*bls12381.G2Affine, error) {
	if len(encoded) != bls12381.SizeOfG2AffineCompressed {
		return nil, errLength
	}
	var point bls12381.G2Affine
	_, err := point.SetBytes(encoded)
	return &point, err
}

func (g2) Encode(point *bls12381.G2Affine) []byte {
	encoded := point.Bytes()
	return encoded[:]
}

// gt is what pairings are multiplied in.
type gt struct{}

func (gt) Multiply(a, b *bls12381.GT) *bls12381.GT { return new(bls12381.GT).Mul(a, b) }

func (gt) IsOne(product *bls12381.GT) bool {
	power := bls12381.FinalExponentiation(product)
	return power.IsOne()
}

// keysInG1 pairs keys of G1 with signatures of G2.
type keysInG1 struct{ gt }

func (keysInG1) Product(keys []bls12381.G1Affine, hashes []bls12381.G2Affine) *bls12381.GT {
	product := must(bls12381.MillerLoop(keys, hashes))
	return &product
}

func (p keysInG1) ProductWithSignature(
	keys []bls12381.G1Affine, hashes []bls12381.G2Affine, signature *bls12381.G2Affine,
) *bls12381.GT {
	return p.Product(with(keys, &negatedG1), with(hashes, signature))
}

func (keysInG1) Scale(
	keys []bls12381.G1Affine, hashes []bls12381.G2Affine, coefficients []uint64,
) ([]bls12381.G1Affine, []bls12381.G2Affine) {
	return scaleEach(keys, coefficients), hashes
}

// keysInG2 pairs keys of G2 with signatures of G1.
//
// The library can prepare the lines of the generator of G2, but not use them in one Miller loop
// with a key that is not prepared; two loops, or preparing the key, cost more than that saves.
type keysInG2 struct{ gt }

func (keysInG2) Product(keys []bls12381.G2Affine, hashes []bls12381.G1Affine) *bls12381.GT {
	product := must(bls12381.MillerLoop(hashes, keys))
	return &product
}

func (p keysInG2) ProductWithSignature(
	keys []bls12381.G2Affine, hashes []bls12381.G1Affine, signature *bls12381.G1Affine,
) *bls12381.GT {
	return p.Product(with(keys, &negatedG2), with(hashes, signature))
}

func (keysInG2) Scale(
	keys []bls12381.G2Affine, hashes []bls12381.G1Affine, coefficients []uint64,
) ([]bls12381.G2Affine, []bls12381.G1Affine) {
	return keys, scaleEach(hashes, coefficients)
}

// with is a copy of a list with one more.
func with[P any](points []P, last *P) []P {
	return append(append(make([]P, 0, len(points)+1), points...), *last)
}

// must is for errors about lists of unequal length, which ours are not.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
