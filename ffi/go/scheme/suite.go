package scheme

import (
	"fmt"

	"blsbench/runner/protocol"
)

// NewSuite gives a typed scheme the operations of `min_pk` and `min_sig`. It is the one place
// where their names stand.
func NewSuite[SK, PK, H any](scheme Scheme[SK, PK, H]) protocol.Suite {
	return &suite[SK, PK, H]{scheme}
}

// WithoutDecoding is a suite in which what times the decoding of points is unsupported, for a
// reason: a library that has no encoding must not be measured by ours, which prepares the others.
func WithoutDecoding(suite protocol.Suite, reason string) protocol.Suite {
	return withoutDecoding{suite, reason}
}

type withoutDecoding struct {
	protocol.Suite
	reason string
}

func (s withoutDecoding) Prepare(
	operation string, inputs *protocol.Inputs,
) (protocol.Job, error) {
	switch operation {
	case "decode_public_key", "decode_signature", "verify_bytes":
		return nil, protocol.Unsupported(s.reason)
	}
	return s.Suite.Prepare(operation, inputs)
}

type suite[SK, PK, H any] struct {
	Scheme[SK, PK, H]
}

// keyPair is what keygen makes.
type keyPair[SK, PK any] struct {
	secret *SK
	public *PK
}

func (s *suite[SK, PK, H]) Prepare(operation string, inputs *protocol.Inputs) (protocol.Job, error) {
	switch operation {
	case "keygen":
		return protocol.NewJob(
			func() (keyPair[SK, PK], error) {
				secret, public, err := s.KeyGen(inputs.IKM)
				return keyPair[SK, PK]{secret, public}, err
			},
			func(pair keyPair[SK, PK]) []byte {
				return append(s.EncodeSecretKey(pair.secret), s.EncodePublicKey(pair.public)...)
			},
		), nil
	case "hash_to_curve":
		return s.hashToCurve(inputs)
	case "sign":
		return s.sign(inputs)
	case "verify", "verify_aggregated_key":
		return s.verify(s.Verify, inputs)
	case "verify_mt":
		return s.verify(s.VerifyMT, inputs)
	case "verify_bytes":
		return s.verifyBytes(inputs)
	case "decode_public_key":
		encoded, err := inputs.PublicKey()
		return protocol.NewJob(
			func() (*PK, error) { return s.DecodePublicKey(encoded) }, s.EncodePublicKey), err
	case "decode_signature":
		encoded, err := inputs.Signature()
		return protocol.NewJob(
			func() (*H, error) { return s.DecodeSignature(encoded) }, s.EncodeSignature), err
	case "aggregate_signatures":
		signatures, err := decodeAll(inputs.Signatures, s.DecodeSignature)
		return protocol.NewJob(
			func() (*H, error) { return s.AggregateSignatures(signatures) }, s.EncodeSignature), err
	case "aggregate_public_keys":
		keys, err := decodeAll(inputs.PublicKeys, s.DecodePublicKey)
		return protocol.NewJob(
			func() (*PK, error) { return s.AggregatePublicKeys(keys) }, s.EncodePublicKey), err
	case "aggregate_verify":
		return s.aggregateVerify(s.AggregateVerify, inputs)
	case "aggregate_verify_mt":
		return s.aggregateVerify(s.AggregateVerifyMT, inputs)
	case "fast_aggregate_verify":
		return s.fastAggregateVerify(inputs)
	case "batch_verify":
		return s.batchVerify(s.BatchVerify, inputs)
	case "batch_verify_mt":
		return s.batchVerify(s.BatchVerifyMT, inputs)
	}
	return nil, fmt.Errorf("unknown operation %q", operation)
}

func (s *suite[SK, PK, H]) hashToCurve(inputs *protocol.Inputs) (protocol.Job, error) {
	if err := checkTag(inputs.DST); err != nil {
		return nil, err
	}
	message, err := inputs.Message()
	return protocol.NewJob(
		func() (*H, error) { return s.HashToCurve(message, inputs.DST) }, s.EncodeSignature), err
}

func (s *suite[SK, PK, H]) sign(inputs *protocol.Inputs) (protocol.Job, error) {
	key, err := decodeFirst(inputs.SecretKey, s.DecodeSecretKey)
	if err != nil {
		return nil, err
	}
	message, err := inputs.Message()
	return protocol.NewJob(
		func() (*H, error) { return s.Sign(key, message) }, s.EncodeSignature), err
}

func (s *suite[SK, PK, H]) verify(
	verify func(*PK, []byte, *H) (bool, error), inputs *protocol.Inputs,
) (protocol.Job, error) {
	key, err := decodeFirst(inputs.PublicKey, s.DecodePublicKey)
	if err != nil {
		return nil, err
	}
	signature, err := decodeFirst(inputs.Signature, s.DecodeSignature)
	if err != nil {
		return nil, err
	}
	message, err := inputs.Message()
	return protocol.NewJob(
		func() (bool, error) { return verify(key, message, signature) }, verdict), err
}

func (s *suite[SK, PK, H]) verifyBytes(inputs *protocol.Inputs) (protocol.Job, error) {
	encodedKey, err := inputs.PublicKey()
	if err != nil {
		return nil, err
	}
	encodedSignature, err := inputs.Signature()
	if err != nil {
		return nil, err
	}
	message, err := inputs.Message()
	return protocol.NewJob(func() (bool, error) {
		key, err := s.DecodePublicKey(encodedKey)
		if err != nil {
			return false, err
		}
		signature, err := s.DecodeSignature(encodedSignature)
		if err != nil {
			return false, err
		}
		return s.Verify(key, message, signature)
	}, verdict), err
}

func (s *suite[SK, PK, H]) aggregateVerify(
	verify func([]PK, [][]byte, *H) (bool, error), inputs *protocol.Inputs,
) (protocol.Job, error) {
	keys, err := decodeAll(inputs.PublicKeys, s.DecodePublicKey)
	if err != nil {
		return nil, err
	}
	signature, err := decodeFirst(inputs.Signature, s.DecodeSignature)
	return protocol.NewJob(
		func() (bool, error) { return verify(keys, inputs.Messages, signature) }, verdict), err
}

func (s *suite[SK, PK, H]) fastAggregateVerify(inputs *protocol.Inputs) (protocol.Job, error) {
	keys, err := decodeAll(inputs.PublicKeys, s.DecodePublicKey)
	if err != nil {
		return nil, err
	}
	signature, err := decodeFirst(inputs.Signature, s.DecodeSignature)
	if err != nil {
		return nil, err
	}
	message, err := inputs.Message()
	return protocol.NewJob(
		func() (bool, error) { return s.FastAggregateVerify(keys, message, signature) }, verdict), err
}

func (s *suite[SK, PK, H]) batchVerify(
	verify func([]PK, [][]byte, []H, []uint64) (bool, error), inputs *protocol.Inputs,
) (protocol.Job, error) {
	keys, err := decodeAll(inputs.PublicKeys, s.DecodePublicKey)
	if err != nil {
		return nil, err
	}
	signatures, err := decodeAll(inputs.Signatures, s.DecodeSignature)
	return protocol.NewJob(func() (bool, error) {
		return verify(keys, inputs.Messages, signatures, inputs.Coefficients)
	}, verdict), err
}

// decodeFirst decodes the input that `get` finds.
func decodeFirst[T any](
	get func() ([]byte, error), decode func([]byte) (T, error),
) (T, error) {
	encoded, err := get()
	if err != nil {
		var none T
		return none, err
	}
	return decode(encoded)
}

// decodeAll decodes a list, into values that follow each other in memory.
func decodeAll[T any](list [][]byte, decode func([]byte) (*T, error)) ([]T, error) {
	decoded := make([]T, len(list))
	for i, encoded := range list {
		value, err := decode(encoded)
		if err != nil {
			return nil, err
		}
		decoded[i] = *value
	}
	return decoded, nil
}

func verdict(accepted bool) []byte {
	if accepted {
		return []byte{1}
	}
	return []byte{0}
}
