package scheme

import (
	"fmt"
	"strings"

	"blsbench/runner/protocol"
)

// Classic is a scheme of the group `classic` in the native types of a library. Encodings are those
// of ClassicScheme in crates/bls-api. No function may use more than one thread.
type Classic[SK, PK, S any] interface {
	// KeyGen is both keys, from an encoded secret key.
	KeyGen(encoded []byte) (SK, PK, error)
	// DecodeSecretKey reads 32 bytes.
	DecodeSecretKey(encoded []byte) (SK, error)
	// DecodePublicKey reads a key, as far as the library decodes it before it verifies.
	DecodePublicKey(encoded []byte) (PK, error)
	// EncodePublicKey writes what DecodePublicKey reads.
	EncodePublicKey(key PK) []byte
	// DecodeSignature reads 64 bytes.
	DecodeSignature(encoded []byte) (S, error)
	// EncodeSignature writes 64 bytes.
	EncodeSignature(signature S) []byte
	// Sign signs a message of any length, with a nonce that follows from the arguments.
	Sign(key SK, message []byte) (S, error)
	// Verify is true when the signature is the key's.
	Verify(key PK, message []byte, signature S) bool
}

// The schemes of `classic`, as the names of their operations begin.
const (
	Ed25519        = "ed25519"
	EcdsaP256      = "ecdsa_p256"
	EcdsaSecp256k1 = "ecdsa_secp256k1"
	Bip340         = "bip340"
)

// NewClassic gives a typed scheme its operations, for NewClassicSuite. It is the one place where
// the ends of their names stand.
func NewClassic[SK, PK, S any](scheme Classic[SK, PK, S]) protocol.Suite {
	return classic[SK, PK, S]{scheme}
}

// NewClassicSuite is the group `classic` of a library, by scheme; `lacks` says why it does not have
// the others.
func NewClassicSuite(schemes map[string]protocol.Suite, lacks map[string]string) protocol.Suite {
	return classicSuite{schemes, lacks}
}

type classicSuite struct {
	schemes map[string]protocol.Suite
	lacks   map[string]string
}

func (s classicSuite) Prepare(
	operation string, inputs *protocol.Inputs,
) (protocol.Job, error) {
	for name, scheme := range s.schemes {
		if rest, of := strings.CutPrefix(operation, name+"_"); of {
			return scheme.Prepare(rest, inputs)
		}
	}
	for name, reason := range s.lacks {
		if strings.HasPrefix(operation, name+"_") {
			return nil, protocol.Unsupported(reason)
		}
	}
	return nil, fmt.Errorf("unknown operation %q", operation)
}

type classic[SK, PK, S any] struct {
	Classic[SK, PK, S]
}

func (c classic[SK, PK, S]) Prepare(
	operation string, inputs *protocol.Inputs,
) (protocol.Job, error) {
	switch operation {
	case "keygen":
		encoded, err := inputs.SecretKey()
		return protocol.NewJob(
			func() (keyPair[SK, PK], error) {
				secret, public, err := c.KeyGen(encoded)
				return keyPair[SK, PK]{&secret, &public}, err
			},
			func(pair keyPair[SK, PK]) []byte { return c.EncodePublicKey(*pair.public) },
		), err
	case "sign":
		return c.sign(inputs)
	case "verify":
		return c.verify(inputs)
	case "verify_bytes":
		return c.verifyBytes(inputs)
	case "batch_verify":
		return nil, protocol.Unsupported("no batch verification")
	}
	return nil, fmt.Errorf("unknown operation %q", operation)
}

func (c classic[SK, PK, S]) sign(inputs *protocol.Inputs) (protocol.Job, error) {
	key, err := decodeFirst(inputs.SecretKey, c.DecodeSecretKey)
	if err != nil {
		return nil, err
	}
	message, err := inputs.Message()
	return protocol.NewJob(
		func() (S, error) { return c.Sign(key, message) }, c.EncodeSignature), err
}

func (c classic[SK, PK, S]) verify(inputs *protocol.Inputs) (protocol.Job, error) {
	key, err := decodeFirst(inputs.PublicKey, c.DecodePublicKey)
	if err != nil {
		return nil, err
	}
	signature, err := decodeFirst(inputs.Signature, c.DecodeSignature)
	if err != nil {
		return nil, err
	}
	message, err := inputs.Message()
	return protocol.NewJob(
		func() (bool, error) { return c.Verify(key, message, signature), nil }, verdict), err
}

func (c classic[SK, PK, S]) verifyBytes(inputs *protocol.Inputs) (protocol.Job, error) {
	message, err := inputs.Message()
	return protocol.NewJob(func() (bool, error) {
		key, err := decodeFirst(inputs.PublicKey, c.DecodePublicKey)
		if err != nil {
			return false, err
		}
		signature, err := decodeFirst(inputs.Signature, c.DecodeSignature)
		if err != nil {
			return false, err
		}
		return c.Verify(key, message, signature), nil
	}, verdict), err
}
