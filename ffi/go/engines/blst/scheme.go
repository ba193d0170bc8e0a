package blst

import (
	"encoding/binary"
	"sync/atomic"

	blst "github.com/supranational/blst/bindings/go"

	"blsbench/runner/protocol"
	"blsbench/runner/scheme"
)

const (
	// batchedFrom is the number of points from which blst's batched addition is faster than its
	// plain one; the same as in the engine of its Rust crate.
	batchedFrom = 32
	// coefficientBits in batch verification.
	coefficientBits = 64
	// success is BLST_SUCCESS, which the binding does not export.
	success = 0
)

// keyPoint is what the two types of points have in common as public keys.
type keyPoint[K any] interface {
	*K
	Uncompress([]byte) *K
	Compress() []byte
	From(*blst.Scalar) *K
	KeyValidate() bool
}

// signaturePoint is what they have in common as signatures of keys K.
type signaturePoint[H, K any] interface {
	*H
	Uncompress([]byte) *H
	Compress() []byte
	SigValidate(bool) bool
	Sign(*blst.SecretKey, []byte, []byte, ...any) *H
	Verify(bool, *K, bool, blst.Message, []byte, ...any) bool
	AggregateVerify(bool, []*K, bool, []blst.Message, []byte, ...any) bool
	MultipleAggregateVerify(
		[]*H, bool, []*K, bool, []blst.Message, []byte, func(*blst.Scalar), int, ...any) bool
}

// suite is one of blst's two, which have other names for the functions below.
type suite[K, H comparable, PK keyPoint[K], PH signaturePoint[H, K]] struct {
	dst           []byte
	hash          func(message, dst []byte) *H
	sumKeys       func([]K) *K
	sumSignatures func([]H) *H
	// aggregate adds a message signed by a key, and perhaps the signature, to a pairing context.
	aggregate func(blst.Pairing, *K, bool, *H, bool, []byte, ...[]byte) int
	// scaleAndAggregate does so with a coefficient.
	scaleAndAggregate func(
		blst.Pairing, *K, bool, *H, bool, *blst.Scalar, int, []byte, ...[]byte) int
}

var minPk = &suite[blst.P1Affine, blst.P2Affine, *blst.P1Affine, *blst.P2Affine]{
	dst: []byte(scheme.MinPkDST),
	hash: func(message, dst []byte) *blst.P2Affine {
		return blst.HashToG2(message, dst).ToAffine()
	},
	sumKeys:           sumG1,
	sumSignatures:     sumG2,
	aggregate:         blst.PairingAggregatePkInG1,
	scaleAndAggregate: blst.PairingMulNAggregatePkInG1,
}

var minSig = &suite[blst.P2Affine, blst.P1Affine, *blst.P2Affine, *blst.P1Affine]{
	dst: []byte(scheme.MinSigDST),
	hash: func(message, dst []byte) *blst.P1Affine {
		return blst.HashToG1(message, dst).ToAffine()
	},
	sumKeys:           sumG2,
	sumSignatures:     sumG1,
	aggregate:         blst.PairingAggregatePkInG2,
	scaleAndAggregate: blst.PairingMulNAggregatePkInG2,
}

func sumG1(points []blst.P1Affine) *blst.P1Affine {
	if len(points) >= batchedFrom {
		return blst.P1Affines(points).Add().ToAffine()
	}
	// Not Aggregate, which starts goroutines.
	var sum blst.P1Aggregate
	for i := range points {
		sum.Add(&points[i], false)
	}
	return sum.ToAffine()
}

func sumG2(points []blst.P2Affine) *blst.P2Affine {
	if len(points) >= batchedFrom {
		return blst.P2Affines(points).Add().ToAffine()
	}
	var sum blst.P2Aggregate
	for i := range points {
		sum.Add(&points[i], false)
	}
	return sum.ToAffine()
}

func (s *suite[K, H, PK, PH]) KeyGen(ikm []byte) (*blst.SecretKey, *K, error) {
	secret := blst.KeyGen(ikm)
	if secret == nil {
		return nil, nil, scheme.ErrShortIKM
	}
	return secret, PK(new(K)).From(secret), nil
}

func (s *suite[K, H, PK, PH]) DecodeSecretKey(encoded []byte) (*blst.SecretKey, error) {
	key := new(blst.SecretKey).Deserialize(encoded)
	if key == nil {
		return nil, scheme.ErrSecretKey
	}
	return key, nil
}

func (s *suite[K, H, PK, PH]) EncodeSecretKey(key *blst.SecretKey) []byte { return key.Serialize() }

func (s *suite[K, H, PK, PH]) DecodePublicKey(encoded []byte) (*K, error) {
	key := PK(new(K)).Uncompress(encoded)
	if key == nil {
		return nil, protocol.Refused("public key: not an encoded point")
	}
	// The identity, which KeyValidate refuses too, is a point; Verify refuses it.
	if !PK(key).KeyValidate() && !isIdentity(key) {
		return nil, protocol.Refused("public key: not in the subgroup")
	}
	return key, nil
}

func (s *suite[K, H, PK, PH]) EncodePublicKey(key *K) []byte { return PK(key).Compress() }

func (s *suite[K, H, PK, PH]) DecodeSignature(encoded []byte) (*H, error) {
	signature := PH(new(H)).Uncompress(encoded)
	if signature == nil {
		return nil, protocol.Refused("signature: not an encoded point")
	}
	if !PH(signature).SigValidate(false) {
		return nil, protocol.Refused("signature: not in the subgroup")
	}
	return signature, nil
}

func (s *suite[K, H, PK, PH]) EncodeSignature(signature *H) []byte { return PH(signature).Compress() }

func (s *suite[K, H, PK, PH]) HashToCurve(message, dst []byte) (*H, error) {
	return s.hash(message, dst), nil
}

func (s *suite[K, H, PK, PH]) Sign(key *blst.SecretKey, message []byte) (*H, error) {
	return PH(new(H)).Sign(key, message, s.dst), nil
}

func (s *suite[K, H, PK, PH]) Verify(key *K, message []byte, signature *H) (bool, error) {
	pairing := blst.PairingCtx(true, s.dst)
	if s.aggregate(pairing, key, false, signature, false, message) != success {
		return false, nil
	}
	blst.PairingCommit(pairing)
	return blst.PairingFinalVerify(pairing), nil
}

func (s *suite[K, H, PK, PH]) AggregateSignatures(signatures []H) (*H, error) {
	if len(signatures) == 0 {
		return nil, scheme.ErrEmpty
	}
	return s.sumSignatures(signatures), nil
}

func (s *suite[K, H, PK, PH]) AggregatePublicKeys(keys []K) (*K, error) {
	if len(keys) == 0 {
		return nil, scheme.ErrEmpty
	}
	for i := range keys {
		if isIdentity(&keys[i]) {
			return nil, scheme.ErrIdentityKey
		}
	}
	return s.sumKeys(keys), nil
}

func (s *suite[K, H, PK, PH]) AggregateVerify(
	keys []K, messages [][]byte, signature *H,
) (bool, error) {
	if err := scheme.CheckLengths(len(keys), len(messages)); err != nil {
		return false, err
	}
	pairing := blst.PairingCtx(true, s.dst)
	for i := range keys {
		if s.aggregate(pairing, &keys[i], false, signature, false, messages[i]) != success {
			return false, nil
		}
		// It goes in with the first key; nil means none.
		signature = nil
	}
	blst.PairingCommit(pairing)
	return blst.PairingFinalVerify(pairing), nil
}

func (s *suite[K, H, PK, PH]) FastAggregateVerify(
	keys []K, message []byte, signature *H,
) (bool, error) {
	key, err := s.AggregatePublicKeys(keys)
	if err != nil {
		return false, err
	}
	return s.Verify(key, message, signature)
}

func (s *suite[K, H, PK, PH]) BatchVerify(
	keys []K, messages [][]byte, signatures []H, coefficients []uint64,
) (bool, error) {
	err := scheme.CheckLengths(len(keys), len(messages), len(signatures), len(coefficients))
	if err != nil {
		return false, err
	}
	pairing := blst.PairingCtx(true, s.dst)
	var coefficient blst.Scalar
	for i := range keys {
		setCoefficient(&coefficient, coefficients[i])
		added := s.scaleAndAggregate(pairing, &keys[i], false, &signatures[i], false,
			&coefficient, coefficientBits, messages[i])
		if added != success {
			return false, nil
		}
	}
	blst.PairingCommit(pairing)
	return blst.PairingFinalVerify(pairing), nil
}

func (s *suite[K, H, PK, PH]) VerifyMT(key *K, message []byte, signature *H) (bool, error) {
	return PH(signature).Verify(false, key, false, message, s.dst), nil
}

func (s *suite[K, H, PK, PH]) AggregateVerifyMT(
	keys []K, messages [][]byte, signature *H,
) (bool, error) {
	if err := scheme.CheckLengths(len(keys), len(messages)); err != nil {
		return false, err
	}
	return PH(signature).AggregateVerify(false, pointers(keys), false, messages, s.dst), nil
}

func (s *suite[K, H, PK, PH]) BatchVerifyMT(
	keys []K, messages [][]byte, signatures []H, coefficients []uint64,
) (bool, error) {
	err := scheme.CheckLengths(len(keys), len(messages), len(signatures), len(coefficients))
	if err != nil {
		return false, err
	}
	// Called by several goroutines, and not told for which signature: that does not matter, as
	// long as no two get the same.
	var next atomic.Int64
	draw := func(coefficient *blst.Scalar) {
		setCoefficient(coefficient, coefficients[next.Add(1)-1])
	}
	return PH(nil).MultipleAggregateVerify(pointers(signatures), false, pointers(keys), false,
		messages, s.dst, draw, coefficientBits), nil
}

// isIdentity looks at the coordinates: blst writes the identity as zeros.
func isIdentity[P comparable](point *P) bool { return *point == *new(P) }

func setCoefficient(scalar *blst.Scalar, coefficient uint64) {
	var bytes [blst.BLST_SCALAR_BYTES]byte
	binary.LittleEndian.PutUint64(bytes[:], coefficient)
	scalar.FromLEndian(bytes[:])
}

func pointers[P any](points []P) []*P {
	list := make([]*P, len(points))
	for i := range points {
		list[i] = &points[i]
	}
	return list
}
