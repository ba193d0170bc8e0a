package scheme

import (
	"runtime"
	"sync"

	"blsbench/runner/protocol"
)

// Composed is the scheme of draft-irtf-cfrg-bls-signature-05 over a bare curve with scalars S:
// public keys are points K, signatures and hashed messages points H, and M is a product of
// pairings. The fields say what the curve offers; the methods are the scheme.
type Composed[S, K, H, M any] struct {
	// Scalars are integers modulo the group order.
	Scalars Scalars[S]
	// Keys is the group of public keys.
	Keys Keys[S, K]
	// Signatures is the group of signatures.
	Signatures Signatures[S, H]
	// Pairing of keys with signatures.
	Pairing Pairing[K, H, M]
	// DST is the suite's domain separation tag.
	DST []byte
}

// Scalars are integers modulo the group order in the native type of a library.
type Scalars[S any] interface {
	// Reduce reads KeyMaterialLength big-endian bytes; nil for zero.
	Reduce(material []byte) *S
	// Decode reads 32 big-endian bytes in the range 1..r.
	Decode(encoded []byte) (*S, error)
	// Encode writes 32 big-endian bytes.
	Encode(scalar *S) []byte
}

// Keys are the points of the group of public keys, affine if the library has affine points.
type Keys[S, K any] interface {
	// MultiplyGenerator is the generator times a secret scalar.
	MultiplyGenerator(scalar *S) *K
	// IsIdentity is true for the point at infinity.
	IsIdentity(point *K) bool
	// Sum of a list that is not empty.
	Sum(points []K) *K
	// Decode reads a compressed point, on the curve and in the subgroup.
	Decode(encoded []byte) (*K, error)
	// Encode writes the compressed point.
	Encode(point *K) []byte
}

// Signatures are the points of the group of signatures, affine as keys are.
type Signatures[S, H any] interface {
	// HashToCurve is that of RFC 9380 with SHA-256, under a tag of 1 to 255 bytes.
	HashToCurve(message, dst []byte) (*H, error)
	// Multiply is a point times a secret scalar, by the method that the library means for secrets.
	Multiply(point *H, scalar *S) *H
	// Sum of a list that is not empty.
	Sum(points []H) *H
	// WeightedSum is the sum of points[i] * coefficients[i]. It goes into pairings and sums alone,
	// and need not be affine.
	WeightedSum(points []H, coefficients []uint64) *H
	// Decode reads a compressed point, on the curve and in the subgroup.
	Decode(encoded []byte) (*H, error)
	// Encode writes the compressed point.
	Encode(point *H) []byte
}

// Pairing of public keys with signatures and hashed messages.
type Pairing[K, H, M any] interface {
	// Product of the pairings of keys[i] with hashes[i], if the library can, without the final
	// exponentiation. The lists are of one length and not empty.
	Product(keys []K, hashes []H) *M
	// ProductWithSignature is Product times the pairing of the negated generator with `signature`:
	// one after the final exponentiation when the signature is right. The lists may be empty.
	ProductWithSignature(keys []K, hashes []H, signature *H) *M
	// Multiply is the product of two.
	Multiply(a, b *M) *M
	// IsOne is true when the final exponentiation gives 1.
	IsOne(product *M) bool
	// Scale applies the coefficient of each pair to its point in G1, where multiplying costs
	// least. It may change `hashes`, but not `keys`.
	Scale(keys []K, hashes []H, coefficients []uint64) ([]K, []H)
}

// KeyGen implements Scheme.
func (c *Composed[S, K, H, M]) KeyGen(ikm []byte) (*S, *K, error) {
	secret, err := KeyGen(ikm, c.Scalars.Reduce)
	if err != nil {
		return nil, nil, err
	}
	return secret, c.Keys.MultiplyGenerator(secret), nil
}

// DecodeSecretKey implements Scheme.
func (c *Composed[S, K, H, M]) DecodeSecretKey(encoded []byte) (*S, error) {
	if len(encoded) != 32 {
		return nil, ErrSecretKey
	}
	return c.Scalars.Decode(encoded)
}

// EncodeSecretKey implements Scheme.
func (c *Composed[S, K, H, M]) EncodeSecretKey(key *S) []byte { return c.Scalars.Encode(key) }

// DecodePublicKey implements Scheme.
func (c *Composed[S, K, H, M]) DecodePublicKey(encoded []byte) (*K, error) {
	return refuse("public key", encoded, c.Keys.Decode)
}

// EncodePublicKey implements Scheme.
func (c *Composed[S, K, H, M]) EncodePublicKey(key *K) []byte { return c.Keys.Encode(key) }

// DecodeSignature implements Scheme.
func (c *Composed[S, K, H, M]) DecodeSignature(encoded []byte) (*H, error) {
	return refuse("signature", encoded, c.Signatures.Decode)
}

// refuse names what could not be decoded.
func refuse[P any](what string, encoded []byte, decode func([]byte) (*P, error)) (*P, error) {
	point, err := decode(encoded)
	if err != nil {
		return nil, protocol.Refused("%s: %v", what, err)
	}
	return point, nil
}

// EncodeSignature implements Scheme.
func (c *Composed[S, K, H, M]) EncodeSignature(signature *H) []byte {
	return c.Signatures.Encode(signature)
}

// HashToCurve implements Scheme.
func (c *Composed[S, K, H, M]) HashToCurve(message, dst []byte) (*H, error) {
	return c.Signatures.HashToCurve(message, dst)
}

// Sign implements Scheme.
func (c *Composed[S, K, H, M]) Sign(key *S, message []byte) (*H, error) {
	hash, err := c.Signatures.HashToCurve(message, c.DST)
	if err != nil {
		return nil, err
	}
	return c.Signatures.Multiply(hash, key), nil
}

// Verify implements Scheme.
func (c *Composed[S, K, H, M]) Verify(key *K, message []byte, signature *H) (bool, error) {
	return c.AggregateVerify([]K{*key}, [][]byte{message}, signature)
}

// AggregateSignatures implements Scheme.
func (c *Composed[S, K, H, M]) AggregateSignatures(signatures []H) (*H, error) {
	if len(signatures) == 0 {
		return nil, ErrEmpty
	}
	return c.Signatures.Sum(signatures), nil
}

// AggregatePublicKeys implements Scheme.
func (c *Composed[S, K, H, M]) AggregatePublicKeys(keys []K) (*K, error) {
	if len(keys) == 0 {
		return nil, ErrEmpty
	}
	if c.anyIdentity(keys) {
		return nil, ErrIdentityKey
	}
	return c.Keys.Sum(keys), nil
}

// AggregateVerify implements Scheme.
func (c *Composed[S, K, H, M]) AggregateVerify(
	keys []K, messages [][]byte, signature *H,
) (bool, error) {
	if acceptable, err := c.acceptable(keys, len(messages)); !acceptable {
		return false, err
	}
	hashes, err := c.hashAll(messages)
	if err != nil {
		return false, err
	}
	return c.Pairing.IsOne(c.Pairing.ProductWithSignature(keys, hashes, signature)), nil
}

// FastAggregateVerify implements Scheme.
func (c *Composed[S, K, H, M]) FastAggregateVerify(
	keys []K, message []byte, signature *H,
) (bool, error) {
	key, err := c.AggregatePublicKeys(keys)
	if err != nil {
		return false, err
	}
	return c.Verify(key, message, signature)
}

// BatchVerify implements Scheme.
func (c *Composed[S, K, H, M]) BatchVerify(
	keys []K, messages [][]byte, signatures []H, coefficients []uint64,
) (bool, error) {
	acceptable, err := c.acceptable(keys, len(messages), len(signatures), len(coefficients))
	if !acceptable {
		return false, err
	}
	hashes, err := c.hashAll(messages)
	if err != nil {
		return false, err
	}
	keys, hashes = c.Pairing.Scale(keys, hashes, coefficients)
	signature := c.Signatures.WeightedSum(signatures, coefficients)
	return c.Pairing.IsOne(c.Pairing.ProductWithSignature(keys, hashes, signature)), nil
}

// VerifyMT implements Scheme.
func (c *Composed[S, K, H, M]) VerifyMT(key *K, message []byte, signature *H) (bool, error) {
	return c.AggregateVerifyMT([]K{*key}, [][]byte{message}, signature)
}

// AggregateVerifyMT implements Scheme.
func (c *Composed[S, K, H, M]) AggregateVerifyMT(
	keys []K, messages [][]byte, signature *H,
) (bool, error) {
	if acceptable, err := c.acceptable(keys, len(messages)); !acceptable {
		return false, err
	}
	shares := split(len(keys))
	products := make([]*M, len(shares)+1)
	err := parallel(len(products), func(i int) error {
		if i == len(shares) {
			products[i] = c.Pairing.ProductWithSignature(nil, nil, signature)
			return nil
		}
		share := shares[i]
		hashes, err := c.hashAll(messages[share.from:share.to])
		if err == nil {
			products[i] = c.Pairing.Product(keys[share.from:share.to], hashes)
		}
		return err
	})
	if err != nil {
		return false, err
	}
	return c.Pairing.IsOne(c.multiplyAll(products)), nil
}

// BatchVerifyMT implements Scheme.
func (c *Composed[S, K, H, M]) BatchVerifyMT(
	keys []K, messages [][]byte, signatures []H, coefficients []uint64,
) (bool, error) {
	acceptable, err := c.acceptable(keys, len(messages), len(signatures), len(coefficients))
	if !acceptable {
		return false, err
	}
	shares := split(len(keys))
	products := make([]*M, len(shares))
	sums := make([]H, len(shares))
	err = parallel(len(shares), func(i int) error {
		from, to := shares[i].from, shares[i].to
		hashes, err := c.hashAll(messages[from:to])
		if err != nil {
			return err
		}
		keys, hashes := c.Pairing.Scale(keys[from:to], hashes, coefficients[from:to])
		products[i] = c.Pairing.Product(keys, hashes)
		sums[i] = *c.Signatures.WeightedSum(signatures[from:to], coefficients[from:to])
		return nil
	})
	if err != nil {
		return false, err
	}
	signed := c.Pairing.ProductWithSignature(nil, nil, c.Signatures.Sum(sums))
	return c.Pairing.IsOne(c.Pairing.Multiply(c.multiplyAll(products), signed)), nil
}

// acceptable is whether the keys can verify anything, with lists of these lengths beside them: the
// identity is no public key.
func (c *Composed[S, K, H, M]) acceptable(keys []K, beside ...int) (bool, error) {
	if err := CheckLengths(len(keys), beside...); err != nil {
		return false, err
	}
	return !c.anyIdentity(keys), nil
}

func (c *Composed[S, K, H, M]) anyIdentity(keys []K) bool {
	for i := range keys {
		if c.Keys.IsIdentity(&keys[i]) {
			return true
		}
	}
	return false
}

func (c *Composed[S, K, H, M]) hashAll(messages [][]byte) ([]H, error) {
	hashes := make([]H, len(messages))
	for i, message := range messages {
		hash, err := c.Signatures.HashToCurve(message, c.DST)
		if err != nil {
			return nil, err
		}
		hashes[i] = *hash
	}
	return hashes, nil
}

func (c *Composed[S, K, H, M]) multiplyAll(products []*M) *M {
	product := products[0]
	for _, other := range products[1:] {
		product = c.Pairing.Multiply(product, other)
	}
	return product
}

// part of a list.
type part struct{ from, to int }

// split gives each core one part of a list.
func split(length int) []part {
	cores := runtime.GOMAXPROCS(0)
	size := (length + cores - 1) / cores
	var parts []part
	for from := 0; from < length; from += size {
		parts = append(parts, part{from, min(from+size, length)})
	}
	return parts
}

// parallel does all tasks at once and waits. A panic in one of them is one of the caller, who can
// recover from it; in a goroutine of its own it would end the program.
func parallel(tasks int, task func(int) error) error {
	errs := make([]error, tasks)
	panics := make([]any, tasks)
	var group sync.WaitGroup
	for i := range tasks {
		group.Go(func() {
			defer func() { panics[i] = recover() }()
			errs[i] = task(i)
		})
	}
	group.Wait()
	for i := range tasks {
		if panics[i] != nil {
			panic(panics[i])
		}
		if errs[i] != nil {
			return errs[i]
		}
	}
	return nil
}

// WeightedSum is the sum of n points, each times a 64-bit coefficient, for libraries that multiply
// by whole scalars alone: bit by bit from the highest, with the doublings shared.
func WeightedSum(coefficients []uint64, double func(), add func(index int)) {
	for bit := 63; bit >= 0; bit-- {
		double()
		for i, coefficient := range coefficients {
			if coefficient>>bit&1 == 1 {
				add(i)
			}
		}
	}
}
