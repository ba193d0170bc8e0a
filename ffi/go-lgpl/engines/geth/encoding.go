package geth

import (
	"bytes"
	"errors"
	"math/big"
	"slices"
)

// Compressed points, as in draft-irtf-cfrg-pairing-friendly-curves-11 appendix C, from and to what
// the library reads and writes: x and y, each of one or two numbers modulo p, that of u first.
// Nothing here is timed.

// fieldBytes is the length of a number modulo p.
const fieldBytes = 48

// The bits of the first byte that are not x.
const (
	compressedFlag = 0x80
	identityFlag   = 0x40
	largerFlag     = 0x20
	allFlags       = compressedFlag | identityFlag | largerFlag
)

var (
	errLength     = errors.New("wrong length")
	errFlags      = errors.New("not marked as compressed")
	errIdentity   = errors.New("the identity has another encoding")
	errNotOnCurve = errors.New("not on the curve")
	errSubgroup   = errors.New("not in the subgroup")
	errNumber     = errors.New("not a number below p")
)

// p is the characteristic of the field.
var p = new(big.Int).SetBytes([]byte{
	0x1a, 0x01, 0x11, 0xea, 0x39, 0x7f, 0xe6, 0x9a, 0x4b, 0x1b, 0xa7, 0xb6, 0x43, 0x4b, 0xac, 0xd7,
	0x64, 0x77, 0x4b, 0x84, 0xf3, 0x85, 0x12, 0xbf, 0x67, 0x30, 0xd2, 0xa0, 0xf6, 0xb0, 0xf6, 0x24,
	0x1e, 0xab, 0xff, 0xfe, 0xb1, 0x53, 0xff, 0xff, 0xb9, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xaa, 0xab,
})

var (
	four = big.NewInt(4)
	// halfway is (p-1)/2: larger numbers are larger than their negatives.
	halfway = new(big.Int).Rsh(p, 1)
	// oneHalf is the inverse of 2.
	oneHalf = new(big.Int).Add(halfway, big.NewInt(1))
)

// decompress is x and y of an encoding of this length, by a function that finds one y for x, or
// none. That x is below p, that the point is on the curve and in the subgroup is for the library to
// check.
func decompress(encoded []byte, length int, findY func([]byte) []byte) ([]byte, error) {
	if len(encoded) != length {
		return nil, errLength
	}
	x, flags := bytes.Clone(encoded), encoded[0]&allFlags
	x[0] &^= allFlags
	if flags&compressedFlag == 0 {
		return nil, errFlags
	}
	if flags&identityFlag != 0 {
		if flags&largerFlag != 0 || !isZero(x) {
			return nil, errIdentity
		}
		return make([]byte, 2*length), nil
	}
	y := findY(x)
	if y == nil {
		return nil, errNotOnCurve
	}
	if isLarger(y) != (flags&largerFlag != 0) {
		negate(y)
	}
	return append(x, y...), nil
}

// compress is the encoding of x and y.
func compress(point []byte) []byte {
	x, y := point[:len(point)/2], point[len(point)/2:]
	encoded := bytes.Clone(x)
	encoded[0] |= compressedFlag
	switch {
	case isZero(point):
		encoded[0] |= identityFlag
	case isLarger(y):
		encoded[0] |= largerFlag
	}
	return encoded
}

func isZero(number []byte) bool { return len(bytes.Trim(number, "\x00")) == 0 }

// isLarger compares a coordinate with its negative. Its first number decides unless it is zero.
func isLarger(coordinate []byte) bool {
	for number := range slices.Chunk(coordinate, fieldBytes) {
		if !isZero(number) {
			return new(big.Int).SetBytes(number).Cmp(halfway) > 0
		}
	}
	return false
}

func negate(coordinate []byte) {
	var value big.Int
	for number := range slices.Chunk(coordinate, fieldBytes) {
		value.Neg(value.SetBytes(number))
		value.Mod(&value, p).FillBytes(number)
	}
}

// findY1 is a square root of x³ + 4.
func findY1(x []byte) []byte {
	value := new(big.Int).SetBytes(x)
	square := product(value, value, value)
	y := squareRoot(square.Add(square, four))
	if y == nil {
		return nil
	}
	return y.FillBytes(make([]byte, fieldBytes))
}

// findY2 is a square root of x³ + 4 + 4u, where u² = -1.
func findY2(x []byte) []byte {
	x1, x0 := new(big.Int).SetBytes(x[:fieldBytes]), new(big.Int).SetBytes(x[fieldBytes:])
	three := big.NewInt(3)
	// (x0 + x1 u)³ = x0³ - 3 x0 x1² + (3 x0² x1 - x1³) u
	square0 := new(big.Int).Sub(product(x0, x0, x0), product(three, x0, x1, x1))
	square1 := new(big.Int).Sub(product(three, x0, x0, x1), product(x1, x1, x1))
	y0, y1 := squareRoot2(square0.Add(square0, four), square1.Add(square1, four))
	if y0 == nil || y1 == nil {
		return nil
	}
	y := make([]byte, 2*fieldBytes)
	y1.FillBytes(y[:fieldBytes])
	y0.FillBytes(y[fieldBytes:])
	return y
}

// squareRoot2 is r0 + r1 u with the square a0 + a1 u, or nil for one of them.
func squareRoot2(a0, a1 *big.Int) (r0, r1 *big.Int) {
	if a1 = product(a1); a1.Sign() == 0 {
		// Of a0 and -a0 one has a root, because -1 has none.
		if r0 = squareRoot(a0); r0 != nil {
			return r0, new(big.Int)
		}
		return new(big.Int), squareRoot(new(big.Int).Neg(a0))
	}
	// a0 = r0² - r1² and a1 = 2 r0 r1, so a0² + a1² = (r0² + r1²)².
	norm := squareRoot(new(big.Int).Add(product(a0, a0), product(a1, a1)))
	if norm == nil {
		return nil, nil
	}
	// r0² is half of a0 + norm or of a0 - norm, whose product is -a1²: one of them has a root.
	r0 = squareRoot(product(new(big.Int).Add(a0, norm), oneHalf))
	if r0 == nil {
		r0 = squareRoot(product(new(big.Int).Sub(a0, norm), oneHalf))
	}
	return r0, product(a1, oneHalf, new(big.Int).ModInverse(r0, p))
}

// squareRoot modulo p, or nil.
func squareRoot(square *big.Int) *big.Int { return new(big.Int).ModSqrt(square, p) }

// product modulo p.
func product(factors ...*big.Int) *big.Int {
	result := big.NewInt(1)
	for _, factor := range factors {
		result.Mod(result.Mul(result, factor), p)
	}
	return result
}
