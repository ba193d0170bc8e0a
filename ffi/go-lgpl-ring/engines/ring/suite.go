package ring

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	library "github.com/pokt-network/ring-go"

	"blsbench/runner/protocol"
)

const (
	scalarLength  = 32
	messageLength = 32
	countLength   = 4
	imageAt       = countLength + scalarLength
)

// suite is the library over one curve.
//
// Points and scalars are never named: their package is another one in each version of the library.
type suite struct {
	curve library.Curve
}

// signed is one verification.
type signed struct {
	message   [messageLength]byte
	signature *library.RingSig
}

func (s *suite) Prepare(operation string, inputs *protocol.Inputs) (protocol.Job, error) {
	if strings.HasPrefix(operation, "bound_") {
		return nil, protocol.Unsupported("ring-go's challenges do not bind the ring")
	}
	switch operation {
	case "key_image":
		return s.keyImage(inputs)
	case "linked":
		return s.linked(inputs)
	case "sign":
		return s.sign(inputs)
	case "verify":
		return s.verify(inputs)
	case "verify_prepared":
		return nil, protocol.Unsupported("ring-go does not prepare rings for verification")
	case "verify_many_mt":
		return s.verifyMany(inputs)
	}
	return nil, fmt.Errorf("unknown operation %q", operation)
}

// keyImage is taken from a signature: the library does not give it by itself.
func (s *suite) keyImage(inputs *protocol.Inputs) (protocol.Job, error) {
	encoded, err := inputs.SecretKey()
	if err != nil {
		return nil, err
	}
	key, err := s.curve.DecodeToScalar(encoded)
	if err != nil {
		return nil, protocol.Refused("secret key: %v", err)
	}
	public := s.curve.ScalarBaseMul(key)
	ring, err := library.NewFixedKeyRingFromPublicKeys(s.curve, list(public, s.curve.AltBasePoint()))
	if err != nil {
		return nil, protocol.Refused("secret key: %v", err)
	}
	return protocol.NewJob(func() ([]byte, error) {
		signature, err := library.Sign([messageLength]byte{}, ring, key, 0)
		if err != nil {
			return nil, protocol.Refused("secret key: %v", err)
		}
		image := encode(signature)[imageAt:][:s.curve.CompressedPointSize()]
		return append(public.Encode(), image...), nil
	}, func(points []byte) []byte { return points }), nil
}

func (s *suite) linked(inputs *protocol.Inputs) (protocol.Job, error) {
	if len(inputs.Signatures) != 2 {
		return nil, errors.New("inputs of another operation: not two signatures")
	}
	pair, err := decodeAll(inputs.Signatures, s.decode)
	return protocol.NewJob(
		func() (bool, error) { return library.Link(pair[0], pair[1]), nil }, verdict), err
}

// sign finds the signer's place before, as the library's own function of this name wants it.
func (s *suite) sign(inputs *protocol.Inputs) (protocol.Job, error) {
	points, err := decodeAll(inputs.PublicKeys, s.curve.DecodeToPoint)
	if err != nil {
		return nil, protocol.Refused("public key: %v", err)
	}
	ring, err := library.NewFixedKeyRingFromPublicKeys(s.curve, points)
	if err != nil {
		return nil, protocol.Refused("ring: %v", err)
	}
	encoded, err := inputs.SecretKey()
	if err != nil {
		return nil, err
	}
	key, err := s.curve.DecodeToScalar(encoded)
	if err != nil {
		return nil, protocol.Refused("secret key: %v", err)
	}
	public := s.curve.ScalarBaseMul(key).Encode()
	place := 0
	for place < len(points) && !bytes.Equal(points[place].Encode(), public) {
		place++
	}
	message, err := firstMessage(inputs)
	return protocol.NewJob(func() (*library.RingSig, error) {
		signature, err := library.Sign(message, ring, key, place)
		if err != nil {
			return nil, protocol.Refused("%v", err)
		}
		return signature, nil
	}, encode), err
}

func (s *suite) verify(inputs *protocol.Inputs) (protocol.Job, error) {
	encoded, err := inputs.Signature()
	if err != nil {
		return nil, err
	}
	signature, err := s.decode(encoded)
	if err != nil {
		return nil, err
	}
	message, err := firstMessage(inputs)
	return protocol.NewJob(
		func() (bool, error) { return signature.Verify(message), nil }, verdict), err
}

// verifyMany shares the signatures out over goroutines of ours: the library has one thread.
func (s *suite) verifyMany(inputs *protocol.Inputs) (protocol.Job, error) {
	signatures, err := decodeAll(inputs.Signatures, s.decode)
	if err != nil {
		return nil, err
	}
	messages, err := decodeAll(inputs.Messages, decodeMessage)
	if err != nil {
		return nil, err
	}
	if len(messages) != len(signatures) || len(messages) == 0 {
		return nil, protocol.Refused("lists of %d and %d", len(messages), len(signatures))
	}
	all := make([]signed, len(messages))
	for i := range all {
		all[i] = signed{messages[i], signatures[i]}
	}
	return protocol.NewJob(func() (bool, error) { return verifyAll(all), nil }, verdict), nil
}

func verifyAll(all []signed) bool {
	var next atomic.Int64
	var refused atomic.Bool
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := next.Add(1); int(i) <= len(all); i = next.Add(1) {
				if each := all[i-1]; !each.signature.Verify(each.message) {
					refused.Store(true)
				}
			}
		})
	}
	workers.Wait()
	return !refused.Load()
}

// decode refuses by itself what the library panics on: fewer bytes than the count has, and no member.
func (s *suite) decode(encoded []byte) (*library.RingSig, error) {
	if len(encoded) < countLength || binary.BigEndian.Uint32(encoded) == 0 {
		return nil, protocol.Refused("signature: no member")
	}
	signature := new(library.RingSig)
	if err := signature.Deserialize(s.curve, encoded); err != nil {
		return nil, protocol.Refused("signature: %v", err)
	}
	return signature, nil
}

func encode(signature *library.RingSig) []byte {
	// The error is always nil.
	encoded, _ := signature.Serialize()
	return encoded
}

func firstMessage(inputs *protocol.Inputs) ([messageLength]byte, error) {
	encoded, err := inputs.Message()
	if err != nil {
		return [messageLength]byte{}, err
	}
	return decodeMessage(encoded)
}

func decodeMessage(encoded []byte) (message [messageLength]byte, err error) {
	if len(encoded) != messageLength {
		return message, protocol.Refused("a message of %d bytes", len(encoded))
	}
	return [messageLength]byte(encoded), nil
}

func decodeAll[T any](list [][]byte, decode func([]byte) (T, error)) ([]T, error) {
	decoded := make([]T, len(list))
	for i, encoded := range list {
		var err error
		if decoded[i], err = decode(encoded); err != nil {
			return nil, err
		}
	}
	return decoded, nil
}

func list[T any](items ...T) []T { return items }

func verdict(accepted bool) []byte {
	if accepted {
		return []byte{1}
	}
	return []byte{0}
}
