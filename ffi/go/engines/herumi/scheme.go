package herumi

import (
	"encoding/binary"
	"errors"
	"unsafe"

	"github.com/herumi/bls-eth-go-binary/bls"

	"blsbench/runner/scheme"
)

const (
	// messageLength is the only one that the binding's AggregateVerify takes.
	messageLength = 32
	// infinityFlag is the bit of a compressed point that says it is the identity.
	infinityFlag = 0x40
)

var (
	errLength   = errors.New("wrong length")
	errIdentity = errors.New("the identity has another encoding")
)

var dst = []byte(scheme.MinPkDST)

// suite is the binding's own functions where they are the operation, and the composed scheme on
// mcl's curve where they are not.
//
// Batch verification is composed: the binding's MultiVerify uses all cores as it likes, draws its
// own coefficients, and on more than one core leaves out the last signatures of many lists
// (TestMultiVerifySkipsSignatures). So is all that uses all cores.
type suite struct {
	scheme.Composed[bls.SecretKey, bls.PublicKey, bls.Sign, bls.GT]
}

var minPk = &suite{scheme.Composed[bls.SecretKey, bls.PublicKey, bls.Sign, bls.GT]{
	Scalars:    scalars{},
	Keys:       keys{},
	Signatures: signatures{},
	Pairing:    pairing{},
	DST:        dst,
}}

func (s *suite) Sign(key *bls.SecretKey, message []byte) (*bls.Sign, error) {
	return affine(key.SignByte(message)), nil
}

func (s *suite) Verify(
	key *bls.PublicKey, message []byte, signature *bls.Sign,
) (bool, error) {
	return signature.VerifyByte(key, message), nil
}

func (s *suite) AggregateVerify(
	keys []bls.PublicKey, messages [][]byte, signature *bls.Sign,
) (bool, error) {
	if err := scheme.CheckLengths(len(keys), len(messages)); err != nil {
		return false, err
	}
	joined := make([]byte, 0, messageLength*len(messages))
	for _, message := range messages {
		if len(message) != messageLength {
			return s.Composed.AggregateVerify(keys, messages, signature)
		}
		joined = append(joined, message...)
	}
	return signature.AggregateVerifyNoCheck(keys, joined), nil
}

func (s *suite) FastAggregateVerify(
	keys []bls.PublicKey, message []byte, signature *bls.Sign,
) (bool, error) {
	if len(keys) == 0 {
		return false, scheme.ErrEmpty
	}
	return signature.FastAggregateVerify(keys, message), nil
}

type scalars struct{}

func (scalars) Reduce(material []byte) *bls.SecretKey {
	var scalar bls.Fr
	if scalar.SetBigEndianMod(material) != nil || scalar.IsZero() {
		return nil
	}
	return bls.CastToSecretKey(&scalar)
}

func (scalars) Decode(encoded []byte) (*bls.SecretKey, error) {
	var key bls.SecretKey
	if key.Deserialize(encoded) != nil || key.IsZero() {
		return nil, scheme.ErrSecretKey
	}
	return &key, nil
}

func (scalars) Encode(key *bls.SecretKey) []byte { return key.Serialize() }

// coefficientScalars are small scalars.
func coefficientScalars(coefficients []uint64) []bls.Fr {
	scalars := make([]bls.Fr, len(coefficients))
	for i, coefficient := range coefficients {
		var bytes [8]byte
		binary.LittleEndian.PutUint64(bytes[:], coefficient)
		if err := scalars[i].SetLittleEndian(bytes[:]); err != nil {
			panic(err)
		}
	}
	return scalars
}

type keys struct{}

func (keys) MultiplyGenerator(key *bls.SecretKey) *bls.PublicKey {
	public := key.GetPublicKey()
	bls.G1Normalize(bls.CastFromPublicKey(public), bls.CastFromPublicKey(public))
	return public
}

// IsIdentity looks at the coordinates: mcl decodes the identity to zeros, and to ask it would cost
// as much as half an addition.
func (keys) IsIdentity(key *bls.PublicKey) bool { return *key == bls.PublicKey{} }

func (keys) Sum(list []bls.PublicKey) *bls.PublicKey {
	sum := list[0]
	for i := range list[1:] {
		sum.Add(&list[1+i])
	}
	bls.G1Normalize(bls.CastFromPublicKey(&sum), bls.CastFromPublicKey(&sum))
	return &sum
}

func (keys) Decode(encoded []byte) (*bls.PublicKey, error) {
	if err := checkEncoding(encoded, 48); err != nil {
		return nil, err
	}
	var key bls.PublicKey
	return &key, key.Deserialize(encoded)
}

func (keys) Encode(key *bls.PublicKey) []byte { return key.Serialize() }

type signatures struct{}

func (signatures) HashToCurve(message, tag []byte) (*bls.Sign, error) {
	var point bls.Sign
	hashToG2(bls.CastFromSign(&point), message, tag)
	return &point, nil
}

func (signatures) Multiply(point *bls.Sign, key *bls.SecretKey) *bls.Sign {
	var product bls.Sign
	bls.G2Mul(bls.CastFromSign(&product), bls.CastFromSign(point), bls.CastFromSecretKey(key))
	return affine(&product)
}

func (signatures) Sum(list []bls.Sign) *bls.Sign {
	var sum bls.Sign
	sum.Aggregate(list)
	return affine(&sum)
}

func (signatures) WeightedSum(list []bls.Sign, coefficients []uint64) *bls.Sign {
	// mcl changes the coordinates of the points that it is given.
	points := append([]bls.G2(nil), g2(list)...)
	var sum bls.Sign
	bls.G2MulVec(bls.CastFromSign(&sum), points, coefficientScalars(coefficients))
	return &sum
}

func (signatures) Decode(encoded []byte) (*bls.Sign, error) {
	if err := checkEncoding(encoded, 96); err != nil {
		return nil, err
	}
	var signature bls.Sign
	return &signature, signature.Deserialize(encoded)
}

func (signatures) Encode(signature *bls.Sign) []byte { return signature.Serialize() }

// affine changes the coordinates in place: mcl's functions leave them projective.
func affine(signature *bls.Sign) *bls.Sign {
	bls.G2Normalize(bls.CastFromSign(signature), bls.CastFromSign(signature))
	return signature
}

// checkEncoding looks for what mcl takes and should not: bytes that follow, and the identity with a
// last byte that is not zero.
func checkEncoding(encoded []byte, length int) error {
	if len(encoded) != length {
		return errLength
	}
	if encoded[0]&infinityFlag != 0 && encoded[length-1] != 0 {
		return errIdentity
	}
	return nil
}

type pairing struct{}

func (pairing) Product(keys []bls.PublicKey, hashes []bls.Sign) *bls.GT {
	var product bls.GT
	bls.MillerLoopVec(&product, g1(keys), g2(hashes))
	return &product
}

func (pairing) ProductWithSignature(
	keys []bls.PublicKey, hashes []bls.Sign, signature *bls.Sign,
) *bls.GT {
	var generator bls.PublicKey
	bls.GetGeneratorOfPublicKey(&generator)
	bls.G1Neg(bls.CastFromPublicKey(&generator), bls.CastFromPublicKey(&generator))
	keys = append(keys[:len(keys):len(keys)], generator)
	hashes = append(hashes[:len(hashes):len(hashes)], *signature)
	return pairing{}.Product(keys, hashes)
}

func (pairing) Multiply(a, b *bls.GT) *bls.GT {
	var product bls.GT
	bls.GTMul(&product, a, b)
	return &product
}

func (pairing) IsOne(product *bls.GT) bool {
	var power bls.GT
	bls.FinalExp(&power, product)
	return power.IsOne()
}

func (pairing) Scale(
	keys []bls.PublicKey, hashes []bls.Sign, coefficients []uint64,
) ([]bls.PublicKey, []bls.Sign) {
	scaled := make([]bls.PublicKey, len(keys))
	for i, coefficient := range coefficientScalars(coefficients) {
		bls.G1Mul(bls.CastFromPublicKey(&scaled[i]), bls.CastFromPublicKey(&keys[i]), &coefficient)
	}
	return scaled, hashes
}

// g1 are the points that keys are; the binding has a cast for one alone.
func g1(keys []bls.PublicKey) []bls.G1 {
	return unsafe.Slice(bls.CastFromPublicKey(unsafe.SliceData(keys)), len(keys))
}

// g2 are the points that signatures are.
func g2(signatures []bls.Sign) []bls.G2 {
	return unsafe.Slice(bls.CastFromSign(unsafe.SliceData(signatures)), len(signatures))
}
