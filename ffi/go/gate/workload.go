package gate

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"blsbench/runner/protocol"
)

// Benchmarks are the operations of one group, with the inputs that they are measured on and their
// outputs, both from the oracle.
type Benchmarks interface {
	// Operations that are measured.
	Operations() []string
	// Sizes of an operation that a check runs, in order; one where it has no parameter.
	Sizes(operation string) []int
	// Case is the inputs of an operation of this size, and its output.
	Case(operation string, size int) (inputs *protocol.Inputs, output []byte)
	// Damaged is inputs that are not accepted, made from inputs that are; nil for an operation that
	// accepts nothing.
	Damaged(operation string, inputs *protocol.Inputs) *protocol.Inputs
}

// ReadBenchmarks reads those of a group.
func ReadBenchmarks(directory, group string) (Benchmarks, error) {
	switch group {
	case protocol.Curve:
		return readCurveWorkload(directory)
	case protocol.Eip2537:
		return readPrecompileWorkload(directory)
	case protocol.Classic:
		return readClassicWorkload(directory)
	case protocol.RingSecp256k1, protocol.RingEd25519:
		return readRingWorkload(directory, group)
	}
	return ReadWorkload(directory, group)
}

// Workload is the benchmarks of a signature suite.
type Workload struct {
	// CommonMessage is what all sign.
	CommonMessage prefixed `json:"common_message"`
	// Signers with a message each.
	Signers []Signer `json:"signers"`
	// Aggregates are sums over the first signers.
	Aggregates []Sums `json:"aggregates"`
}

// Signer is one signer.
type Signer struct {
	IKM, SecretKey, PublicKey, Message, Signature, CommonSignature prefixed
}

// UnmarshalJSON reads the list of fields that the file has for a signer.
func (s *Signer) UnmarshalJSON(text []byte) error {
	var columns []prefixed
	if err := json.Unmarshal(text, &columns); err != nil {
		return err
	}
	if len(columns) != 6 {
		return fmt.Errorf("a signer of %d columns", len(columns))
	}
	*s = Signer{columns[0], columns[1], columns[2], columns[3], columns[4], columns[5]}
	return nil
}

// Sums over the first signers.
type Sums struct {
	// Signers is how many.
	Signers int `json:"signers"`
	// PubKey is the sum of their keys.
	PubKey prefixed `json:"pubkey"`
	// Signature is the sum of the signatures of their own messages.
	Signature prefixed `json:"signature"`
	// CommonSignature is the sum of the signatures of the common message.
	CommonSignature prefixed `json:"common_signature"`
}

// ReadWorkload reads that of a suite.
func ReadWorkload(directory, group string) (*Workload, error) {
	text, err := os.ReadFile(filepath.Join(directory, "workload", group+".json"))
	if err != nil {
		return nil, err
	}
	var workload Workload
	return &workload, json.Unmarshal(text, &workload)
}

// Operations implements Benchmarks.
func (w *Workload) Operations() []string {
	return []string{
		"keygen", "sign", "verify", "verify_bytes", "verify_mt", "decode_public_key",
		"decode_signature", "aggregate_signatures", "aggregate_public_keys", "aggregate_verify",
		"aggregate_verify_mt", "fast_aggregate_verify", "verify_aggregated_key", "batch_verify",
		"batch_verify_mt",
	}
}

// Sizes are numbers of signers: the smallest, and one that is long enough for what libraries do with
// many points.
func (w *Workload) Sizes(operation string) []int {
	switch operation {
	case "aggregate_signatures", "aggregate_public_keys", "fast_aggregate_verify":
		return []int{1, 46, 1000}
	}
	return []int{1, 46}
}

// Case implements Benchmarks.
func (w *Workload) Case(operation string, count int) (inputs *protocol.Inputs, output []byte) {
	signers := w.Signers[:count]
	first := signers[0]
	sums := w.sums(count)
	column := func(field func(*Signer) prefixed) [][]byte {
		var values [][]byte
		for i := range signers {
			values = append(values, field(&signers[i]))
		}
		return values
	}
	keys := column(func(s *Signer) prefixed { return s.PublicKey })
	messages := column(func(s *Signer) prefixed { return s.Message })
	signatures := column(func(s *Signer) prefixed { return s.Signature })
	switch operation {
	case "keygen":
		return &protocol.Inputs{IKM: first.IKM}, append([]byte(first.SecretKey), first.PublicKey...)
	case "sign":
		return &protocol.Inputs{
			SecretKeys: [][]byte{first.SecretKey}, Messages: messages[:1],
		}, first.Signature
	case "verify", "verify_bytes", "verify_mt":
		return &protocol.Inputs{
			PublicKeys: keys[:1], Messages: messages[:1], Signatures: signatures[:1],
		}, verdict(true)
	case "decode_public_key":
		return &protocol.Inputs{PublicKeys: keys[:1]}, first.PublicKey
	case "decode_signature":
		return &protocol.Inputs{Signatures: signatures[:1]}, first.Signature
	case "aggregate_signatures":
		return &protocol.Inputs{Signatures: signatures}, sums.Signature
	case "aggregate_public_keys":
		return &protocol.Inputs{PublicKeys: keys}, sums.PubKey
	case "aggregate_verify", "aggregate_verify_mt":
		return &protocol.Inputs{
			PublicKeys: keys, Messages: messages, Signatures: [][]byte{sums.Signature},
		}, verdict(true)
	case "fast_aggregate_verify":
		return &protocol.Inputs{
			PublicKeys: keys,
			Messages:   [][]byte{w.CommonMessage},
			Signatures: [][]byte{sums.CommonSignature},
		}, verdict(true)
	case "verify_aggregated_key":
		return &protocol.Inputs{
			PublicKeys: [][]byte{sums.PubKey},
			Messages:   [][]byte{w.CommonMessage},
			Signatures: [][]byte{sums.CommonSignature},
		}, verdict(true)
	case "batch_verify", "batch_verify_mt":
		inputs = &protocol.Inputs{PublicKeys: keys, Messages: messages, Signatures: signatures}
		for _, signer := range signers {
			coefficient := binary.BigEndian.Uint64(signer.IKM) | 1
			inputs.Coefficients = append(inputs.Coefficients, coefficient)
		}
		return inputs, verdict(true)
	}
	panic("no workload for " + operation)
}

func (w *Workload) sums(count int) Sums {
	for _, sums := range w.Aggregates {
		if sums.Signers == count {
			return sums
		}
	}
	panic(fmt.Sprintf("no sums over %d signers", count))
}

// Damaged implements Benchmarks.
func (w *Workload) Damaged(_ string, inputs *protocol.Inputs) *protocol.Inputs {
	return flipLastBit(inputs)
}

// flipLastBit is the inputs with one bit of the last message flipped: every signature still decodes,
// and none of that message verifies.
func flipLastBit(inputs *protocol.Inputs) *protocol.Inputs {
	if len(inputs.Messages) == 0 {
		return nil
	}
	damaged := *inputs
	damaged.Messages = append([][]byte(nil), inputs.Messages...)
	last := len(damaged.Messages) - 1
	damaged.Messages[last] = append([]byte(nil), damaged.Messages[last]...)
	damaged.Messages[last][len(damaged.Messages[last])-1] ^= 1
	return &damaged
}
