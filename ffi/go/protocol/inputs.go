package protocol

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// Inputs of one operation. Which fields it reads is said in crates/bls-api/src/operation.rs; the
// others are empty. Points are compressed.
type Inputs struct {
	// IKM is the key material of KeyGen.
	IKM []byte
	// DST is a domain separation tag, for hashing under another than the suite's.
	DST []byte
	// SecretKeys are 32 bytes each.
	SecretKeys [][]byte
	// PublicKeys are compressed points.
	PublicKeys [][]byte
	// Messages are of any length.
	Messages [][]byte
	// Signatures are compressed points.
	Signatures [][]byte
	// Coefficients of batch verification, none of them zero.
	Coefficients []uint64
	// G1 are compressed points of G1.
	G1 [][]byte
	// G2 are compressed points of G2.
	G2 [][]byte
	// Scalars are 32 bytes each, big-endian, of any value.
	Scalars [][]byte
	// Input of a precompile, a field element or an uncompressed point.
	Input []byte
}

// SecretKey is the first secret key.
func (i *Inputs) SecretKey() ([]byte, error) { return At(i.SecretKeys, 0, "secret key") }

// PublicKey is the first public key.
func (i *Inputs) PublicKey() ([]byte, error) { return At(i.PublicKeys, 0, "public key") }

// Message is the first message.
func (i *Inputs) Message() ([]byte, error) { return At(i.Messages, 0, "message") }

// Signature is the first signature.
func (i *Inputs) Signature() ([]byte, error) { return At(i.Signatures, 0, "signature") }

// At is one input of a list.
func At(list [][]byte, index int, what string) ([]byte, error) {
	if index >= len(list) {
		// Not a refusal: the two sides disagree about what the operation reads.
		return nil, fmt.Errorf("inputs of another operation: no %s", what)
	}
	return list[index], nil
}

// UnmarshalJSON reads the object `inputs` of a request.
func (i *Inputs) UnmarshalJSON(text []byte) error {
	var ikm, dst, input hexBytes
	var secretKeys, publicKeys, messages, signatures, g1, g2, scalars []hexBytes
	var coefficients []decimal
	err := object(text, map[string]any{
		"ikm":          &ikm,
		"dst":          &dst,
		"secret_keys":  &secretKeys,
		"public_keys":  &publicKeys,
		"messages":     &messages,
		"signatures":   &signatures,
		"coefficients": &coefficients,
		"g1":           &g1,
		"g2":           &g2,
		"scalars":      &scalars,
		"input":        &input,
	})
	if err != nil {
		return err
	}
	*i = Inputs{
		IKM:        ikm,
		DST:        dst,
		SecretKeys: plain(secretKeys),
		PublicKeys: plain(publicKeys),
		Messages:   plain(messages),
		Signatures: plain(signatures),
		G1:         plain(g1),
		G2:         plain(g2),
		Scalars:    plain(scalars),
		Input:      input,
	}
	for _, coefficient := range coefficients {
		i.Coefficients = append(i.Coefficients, uint64(coefficient))
	}
	return nil
}

func plain(list []hexBytes) [][]byte {
	bytes := make([][]byte, len(list))
	for i := range list {
		bytes[i] = list[i]
	}
	return bytes
}

// hexBytes are lower-case hexadecimal in JSON.
type hexBytes []byte

func (b *hexBytes) UnmarshalJSON(text []byte) error {
	digits, err := jsonString(text)
	if err != nil {
		return err
	}
	for _, digit := range []byte(digits) {
		if !('0' <= digit && digit <= '9' || 'a' <= digit && digit <= 'f') {
			return fmt.Errorf("not lower-case hexadecimal: %q", digit)
		}
	}
	*b, err = hex.DecodeString(digits)
	return err
}

// decimal is a number as text: in JSON, a number above 2^53 is not safe.
type decimal uint64

func (d *decimal) UnmarshalJSON(text []byte) error {
	digits, err := jsonString(text)
	if err != nil {
		return err
	}
	value, err := strconv.ParseUint(digits, 10, 64)
	*d = decimal(value)
	return err
}

// jsonString is a JSON string; encoding/json alone would take null for an empty one.
func jsonString(text []byte) (string, error) {
	if len(text) == 0 || text[0] != '"' {
		return "", errors.New("not a string")
	}
	var value string
	err := json.Unmarshal(text, &value)
	return value, err
}
