package geth

import (
	"math/big"
	"sync"

	"github.com/ethereum/go-ethereum/crypto/bls12381"

	"blsbench/runner/scheme"
)

// summedFrom is the number of points from which the library's multi-scalar multiplication is used.
// It goes through all bits of a scalar, and becomes faster than additions with shared doublings at
// some 20 points of G2 and 100 of G1.
const summedFrom = 32

var minPk = &scheme.Composed[big.Int, bls12381.PointG1, bls12381.PointG2, bls12381.E]{
	Scalars:    scalars{},
	Keys:       g1,
	Signatures: g2,
	Pairing:    keysInG1{},
	DST:        []byte(scheme.MinPkDST),
}

var minSig = &scheme.Composed[big.Int, bls12381.PointG2, bls12381.PointG1, bls12381.E]{
	Scalars:    scalars{},
	Keys:       g2,
	Signatures: g1,
	Pairing:    keysInG2{},
	DST:        []byte(scheme.MinSigDST),
}

// order of the groups.
var order = bls12381.NewG1().Q()

// scalars are what the library multiplies points by: big integers.
type scalars struct{}

func (scalars) Reduce(material []byte) *big.Int {
	scalar := new(big.Int).SetBytes(material)
	if scalar.Mod(scalar, order).Sign() == 0 {
		return nil
	}
	return scalar
}

func (scalars) Decode(encoded []byte) (*big.Int, error) {
	scalar := new(big.Int).SetBytes(encoded)
	if scalar.Sign() == 0 || scalar.Cmp(order) >= 0 {
		return nil, scheme.ErrSecretKey
	}
	return scalar, nil
}

func (scalars) Encode(scalar *big.Int) []byte { return scalar.FillBytes(make([]byte, 32)) }

// arithmetic is what the library's G1 and G2 have in common. They hold temporaries, so that no two
// goroutines may use one at a time.
type arithmetic[P any] interface {
	New() *P
	One() *P
	Affine(*P) *P
	Add(sum, a, b *P) *P
	Double(double, point *P) *P
	MulScalar(product, point *P, scalar *big.Int) *P
	MultiExp(sum *P, points []*P, scalars []*big.Int) (*P, error)
	MapToCurve(element []byte) (*P, error)
	FromBytes(point []byte) (*P, error)
	ToBytes(*P) []byte
	InCorrectSubgroup(*P) bool
}

// group is G1 or G2. Points are Jacobian coordinates, and affine where z is 1, which the library
// knows and takes advantage of when it pairs; its addition does not.
type group[P any] struct {
	// pool of arithmetic: to make one costs up to a microsecond, which short sums would show.
	pool *sync.Pool
	// isIdentity needs no temporaries.
	isIdentity func(*P) bool
	// degree of the field that coordinates are in.
	degree int
	// findY is the missing coordinate.
	findY func(x []byte) []byte
}

var (
	g1 = group[bls12381.PointG1]{
		pool:       &sync.Pool{New: func() any { return bls12381.NewG1() }},
		isIdentity: bls12381.NewG1().IsZero,
		degree:     1,
		findY:      findY1,
	}
	g2 = group[bls12381.PointG2]{
		pool:       &sync.Pool{New: func() any { return bls12381.NewG2() }},
		isIdentity: bls12381.NewG2().IsZero,
		degree:     2,
		findY:      findY2,
	}
)

func (g group[P]) take() arithmetic[P] { return g.pool.Get().(arithmetic[P]) }

func (g group[P]) MultiplyGenerator(scalar *big.Int) *P {
	points := g.take()
	defer g.pool.Put(points)
	product := points.One()
	return points.Affine(points.MulScalar(product, product, scalar))
}

func (g group[P]) Multiply(point *P, scalar *big.Int) *P {
	points := g.take()
	defer g.pool.Put(points)
	return points.Affine(points.MulScalar(points.New(), point, scalar))
}

func (g group[P]) IsIdentity(point *P) bool { return g.isIdentity(point) }

func (g group[P]) Sum(list []P) *P {
	points := g.take()
	defer g.pool.Put(points)
	sum := list[0]
	for i := range list[1:] {
		points.Add(&sum, &sum, &list[1+i])
	}
	return points.Affine(&sum)
}

func (g group[P]) WeightedSum(list []P, coefficients []uint64) *P {
	points := g.take()
	defer g.pool.Put(points)
	sum := points.New()
	if len(list) < summedFrom {
		scheme.WeightedSum(coefficients,
			func() { points.Double(sum, sum) },
			func(i int) { points.Add(sum, sum, &list[i]) })
		return sum
	}
	scalars := make([]big.Int, len(list))
	for i := range list {
		scalars[i].SetUint64(coefficients[i])
	}
	multiExp(points, sum, list, scalars)
	return sum
}

// HashToCurve clears the cofactor of two points instead of that of their sum: the library does not
// export a map without that.
func (g group[P]) HashToCurve(message, dst []byte) (*P, error) {
	points := g.take()
	defer g.pool.Put(points)
	numbers := hashToField(message, dst, 2*g.degree)
	first, err := points.MapToCurve(element(numbers[:g.degree]))
	if err != nil {
		return nil, err
	}
	second, err := points.MapToCurve(element(numbers[g.degree:]))
	if err != nil {
		return nil, err
	}
	return points.Affine(points.Add(first, first, second)), nil
}

// element is a field element as the library reads it: the number of u first.
func element(numbers [][]byte) []byte {
	if len(numbers) == 1 {
		return numbers[0]
	}
	return append(numbers[1], numbers[0]...)
}

func (g group[P]) Decode(encoded []byte) (*P, error) {
	coordinates, err := decompress(encoded, g.degree*fieldBytes, g.findY)
	if err != nil {
		return nil, err
	}
	points := g.take()
	defer g.pool.Put(points)
	point, err := points.FromBytes(coordinates)
	if err != nil {
		return nil, err
	}
	if !points.InCorrectSubgroup(point) {
		return nil, errSubgroup
	}
	return point, nil
}

func (g group[P]) Encode(point *P) []byte {
	points := g.take()
	defer g.pool.Put(points)
	return compress(points.ToBytes(point))
}

// scaleEach multiplies by public coefficients. The products are not affine: the library makes them
// so, one by one, when it pairs.
func scaleEach(list []bls12381.PointG1, coefficients []uint64) []bls12381.PointG1 {
	points := g1.take()
	defer g1.pool.Put(points)
	scaled := make([]bls12381.PointG1, len(list))
	var scalar big.Int
	for i := range list {
		points.MulScalar(&scaled[i], &list[i], scalar.SetUint64(coefficients[i]))
	}
	return scaled
}

// The inverses of the generators.
var negatedG1, negatedG2 = func() (*bls12381.PointG1, *bls12381.PointG2) {
	g1, g2 := bls12381.NewG1(), bls12381.NewG2()
	return g1.Neg(g1.New(), g1.One()), g2.Neg(g2.New(), g2.One())
}()

// pairing adds pairs to an engine of its own, which holds temporaries, too, and costs 5 µs. It makes
// points affine in place; those that others may be reading are affine already, and are not written
// to.
//
// Products are after the final exponentiation: the library does not export what comes before.
type pairing struct{}

func (pairing) pairs(p []bls12381.PointG1, q []bls12381.PointG2) *bls12381.Engine {
	engine := bls12381.NewPairingEngine()
	for i := range p {
		engine.AddPair(&p[i], &q[i])
	}
	return engine
}

func (pairing) Multiply(a, b *bls12381.E) *bls12381.E {
	product := new(bls12381.E)
	bls12381.NewGT().Mul(product, a, b)
	return product
}

func (pairing) IsOne(product *bls12381.E) bool { return product.IsOne() }

// keysInG1 pairs keys of G1 with signatures of G2.
type keysInG1 struct{ pairing }

func (p keysInG1) Product(keys []bls12381.PointG1, hashes []bls12381.PointG2) *bls12381.E {
	return p.pairs(keys, hashes).Result()
}

func (p keysInG1) ProductWithSignature(
	keys []bls12381.PointG1, hashes []bls12381.PointG2, signature *bls12381.PointG2,
) *bls12381.E {
	return p.pairs(keys, hashes).AddPair(negatedG1, signature).Result()
}

func (keysInG1) Scale(
	keys []bls12381.PointG1, hashes []bls12381.PointG2, coefficients []uint64,
) ([]bls12381.PointG1, []bls12381.PointG2) {
	return scaleEach(keys, coefficients), hashes
}

// keysInG2 pairs keys of G2 with signatures of G1.
type keysInG2 struct{ pairing }

func (p keysInG2) Product(keys []bls12381.PointG2, hashes []bls12381.PointG1) *bls12381.E {
	return p.pairs(hashes, keys).Result()
}

func (p keysInG2) ProductWithSignature(
	keys []bls12381.PointG2, hashes []bls12381.PointG1, signature *bls12381.PointG1,
) *bls12381.E {
	return p.pairs(hashes, keys).AddPair(signature, negatedG2).Result()
}

func (keysInG2) Scale(
	keys []bls12381.PointG2, hashes []bls12381.PointG1, coefficients []uint64,
) ([]bls12381.PointG2, []bls12381.PointG1) {
	return keys, scaleEach(hashes, coefficients)
}
