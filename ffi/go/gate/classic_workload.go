package gate

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"blsbench/runner/protocol"
	"blsbench/runner/scheme"
)

// longMessage is the length of the messages of the lists that end in longList.
const (
	shortMessage = 32
	longMessage  = 1024
	longList     = "_long"
)

// classicWorkload is the file classic.json.
type classicWorkload struct {
	auxiliary prefixed
	signers   map[string][]classicSigner
}

// classicSigner is one line of the lists.
type classicSigner struct {
	secretKey, publicKey, message, signature prefixed
}

// UnmarshalJSON reads the list of fields that the file has for a signer.
func (s *classicSigner) UnmarshalJSON(text []byte) error {
	var columns []prefixed
	if err := json.Unmarshal(text, &columns); err != nil {
		return err
	}
	if len(columns) != 4 {
		return fmt.Errorf("a signer of %d columns", len(columns))
	}
	*s = classicSigner{columns[0], columns[1], columns[2], columns[3]}
	return nil
}

func readClassicWorkload(directory string) (*classicWorkload, error) {
	text, err := os.ReadFile(filepath.Join(directory, "workload", "classic.json"))
	if err != nil {
		return nil, err
	}
	var file map[string]json.RawMessage
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, err
	}
	workload := classicWorkload{signers: make(map[string][]classicSigner)}
	for name, value := range file {
		if name == "auxiliary" {
			err = json.Unmarshal(value, &workload.auxiliary)
		} else {
			var signers []classicSigner
			err = json.Unmarshal(value, &signers)
			workload.signers[name] = signers
		}
		if err != nil {
			return nil, fmt.Errorf("classic.json: %s: %w", name, err)
		}
	}
	return &workload, nil
}

// schemes in the order of the table.
var schemes = []string{
	scheme.Ed25519, scheme.EcdsaP256, scheme.EcdsaSecp256k1, scheme.Bip340,
}

func (w *classicWorkload) Operations() []string {
	var operations []string
	for _, name := range schemes {
		for _, operation := range []string{"keygen", "sign", "verify", "verify_bytes"} {
			operations = append(operations, name+"_"+operation)
		}
	}
	return append(operations, scheme.Ed25519+"_batch_verify")
}

func (w *classicWorkload) Sizes(operation string) []int {
	switch {
	case strings.HasSuffix(operation, "keygen"):
		return []int{0}
	case strings.HasSuffix(operation, "batch_verify"):
		return []int{4, 64}
	}
	return []int{shortMessage, longMessage}
}

func (w *classicWorkload) Case(
	operation string, size int,
) (inputs *protocol.Inputs, output []byte) {
	for _, name := range schemes {
		rest, of := strings.CutPrefix(operation, name+"_")
		if !of {
			continue
		}
		list := name
		if size == longMessage {
			list += longList
		}
		count := 1
		if rest == "batch_verify" {
			count = size
		}
		signers := w.signers[list][:count]
		inputs = new(protocol.Inputs)
		switch rest {
		case "keygen":
			inputs.SecretKeys = [][]byte{signers[0].secretKey}
			return inputs, signers[0].publicKey
		case "sign":
			inputs.SecretKeys = [][]byte{signers[0].secretKey}
			inputs.Messages = [][]byte{signers[0].message}
			if name == scheme.Bip340 {
				inputs.Input = w.auxiliary
			}
			return inputs, signers[0].signature
		}
		for _, signer := range signers {
			inputs.PublicKeys = append(inputs.PublicKeys, signer.publicKey)
			inputs.Messages = append(inputs.Messages, signer.message)
			inputs.Signatures = append(inputs.Signatures, signer.signature)
		}
		return inputs, verdict(true)
	}
	panic("no workload for " + operation)
}

func (w *classicWorkload) Damaged(_ string, inputs *protocol.Inputs) *protocol.Inputs {
	return flipLastBit(inputs)
}
