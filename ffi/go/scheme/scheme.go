// Package scheme is what the author of an engine implements for a BLS signature suite, and what
// follows from it: the operations of a group, and the scheme composed on a bare curve.
package scheme

import "blsbench/runner/protocol"

// The domain separation tags of the suites.
const (
	MinPkDST  = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_"
	MinSigDST = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_POP_"
)

// Scheme is keys, encodings, signing and verifying in the native types of a library, with secret
// keys SK, public keys PK and signatures H.
//
// Points are affine wherever they are values of a caller, if the library has affine points: an
// engine that computes in other coordinates converts before it returns. No function may use more
// than one thread, except those whose name ends in MT.
//
// Lists that must be of one length and are not, or are empty, are refused.
type Scheme[SK, PK, H any] interface {
	// KeyGen is that of draft-irtf-cfrg-bls-signature-05 section 2.3 with an empty key_info, and
	// the public key. Fewer than 32 bytes are refused.
	KeyGen(ikm []byte) (*SK, *PK, error)
	// DecodeSecretKey reads 32 bytes, big-endian, in the range 1..r.
	DecodeSecretKey(encoded []byte) (*SK, error)
	// EncodeSecretKey writes 32 bytes, big-endian.
	EncodeSecretKey(key *SK) []byte
	// DecodePublicKey reads a compressed point, on the curve and in the subgroup. The identity is
	// a point; Verify refuses it as a key.
	DecodePublicKey(encoded []byte) (*PK, error)
	// EncodePublicKey writes the compressed point.
	EncodePublicKey(key *PK) []byte
	// DecodeSignature is DecodePublicKey for the other group.
	DecodeSignature(encoded []byte) (*H, error)
	// EncodeSignature writes the compressed point.
	EncodeSignature(signature *H) []byte
	// HashToCurve is that of RFC 9380 into the group of signatures, under a tag of 1 to 255 bytes.
	HashToCurve(message, dst []byte) (*H, error)
	// Sign signs under the suite's tag.
	Sign(key *SK, message []byte) (*H, error)
	// Verify is CoreVerify on decoded points; false for the identity as key.
	Verify(key *PK, message []byte, signature *H) (bool, error)
	// AggregateSignatures is the sum of at least one signature.
	AggregateSignatures(signatures []H) (*H, error)
	// AggregatePublicKeys is the sum of at least one key, none of which is the identity.
	AggregatePublicKeys(keys []PK) (*PK, error)
	// AggregateVerify is CoreAggregateVerify: messages[i] was signed by keys[i].
	AggregateVerify(keys []PK, messages [][]byte, signature *H) (bool, error)
	// FastAggregateVerify: all keys signed one message.
	FastAggregateVerify(keys []PK, message []byte, signature *H) (bool, error)
	// BatchVerify is true when signatures[i] of messages[i] verifies by keys[i] for every i, but
	// for a chance of 2^-64 over the coefficients, which are random and not zero.
	BatchVerify(keys []PK, messages [][]byte, signatures []H, coefficients []uint64) (bool, error)
	// VerifyMT is Verify with all cores.
	VerifyMT(key *PK, message []byte, signature *H) (bool, error)
	// AggregateVerifyMT is AggregateVerify with all cores.
	AggregateVerifyMT(keys []PK, messages [][]byte, signature *H) (bool, error)
	// BatchVerifyMT is BatchVerify with all cores.
	BatchVerifyMT(keys []PK, messages [][]byte, signatures []H, coefficients []uint64) (bool, error)
}

// CheckLengths is the check that every operation over lists begins with: at least one key, and as
// many of everything else.
func CheckLengths(keys int, others ...int) error {
	if keys == 0 {
		return ErrEmpty
	}
	for _, other := range others {
		if other != keys {
			return protocol.Refused("%d keys, but a list of %d beside them", keys, other)
		}
	}
	return nil
}

// The refusals that engines share.
var (
	// ErrEmpty refuses an empty list.
	ErrEmpty = protocol.Refused("empty list")
	// ErrIdentityKey refuses the identity among keys that are added.
	ErrIdentityKey = protocol.Refused("public key: the identity")
	// ErrSecretKey refuses an encoded secret key.
	ErrSecretKey = protocol.Refused("secret key: not 32 bytes in the range 1..r")
	// ErrShortIKM refuses key material.
	ErrShortIKM = protocol.Refused("key material: shorter than 32 bytes")
)
