// Command ring-vectors makes and checks signatures with ring-go.
//
//	ring-vectors make [KIND]       prints vectors, the same in every run; those whose kind begins so
//	ring-vectors verify FILE       compares the verdicts of vectors with ring-go's
//	ring-vectors time CURVE SIZE   measures, as it is told on its standard input
package main

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/pokt-network/go-dleq/types"
	ring "github.com/pokt-network/ring-go"
)

// File holds vectors; all bytes are in hex.
type File struct {
	Signatures []Signature `json:"signatures"`
	Links      []Link      `json:"links"`
}

// Signature is one verification.
type Signature struct {
	Curve     string
	Kind      string
	Size      int
	Index     int
	SecretKey string `json:",omitempty"`
	Message   string
	Signature string
	Valid     bool
}

// Link is one comparison.
type Link struct {
	Curve  string
	Kind   string
	A      string
	B      string
	Linked bool
}

var curves = map[string]types.Curve{"secp256k1": ring.Secp256k1(), "ed25519": ring.Ed25519()}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	switch {
	case len(arguments) == 1 && arguments[0] == "make":
		return printVectors("")
	case len(arguments) == 2 && arguments[0] == "make":
		return printVectors(arguments[1])
	case len(arguments) == 2 && arguments[0] == "verify":
		return verifyFile(arguments[1])
	case len(arguments) == 3 && arguments[0] == "time":
		return serveTimes(arguments[1], arguments[2])
	}
	return errors.New("usage: ring-vectors make [KIND] | verify FILE | time CURVE SIZE")
}

func verifyFile(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var file File
	if err := json.Unmarshal(text, &file); err != nil {
		return err
	}
	for place, vector := range file.Signatures {
		message, err := hex.DecodeString(vector.Message)
		if err != nil || len(message) != 32 {
			return fmt.Errorf("signature %d: its message is not 32 bytes in hex", place)
		}
		signature, err := decode(vector.Curve, vector.Signature)
		if valid := err == nil && signature.Verify([32]byte(message)); valid != vector.Valid {
			return fmt.Errorf("signature %d: ring-go says %t (%v)", place, valid, err)
		}
	}
	for place, vector := range file.Links {
		a, errA := decode(vector.Curve, vector.A)
		b, errB := decode(vector.Curve, vector.B)
		if err := errors.Join(errA, errB); err != nil {
			return fmt.Errorf("link %d: %w", place, err)
		}
		if linked := ring.Link(a, b); linked != vector.Linked {
			return fmt.Errorf("link %d: ring-go says %t", place, linked)
		}
	}
	fmt.Printf("%d signatures, %d links\n", len(file.Signatures), len(file.Links))
	return nil
}

func decode(curve, text string) (*ring.RingSig, error) {
	bytes, err := hex.DecodeString(text)
	if err != nil {
		return nil, err
	}
	signature := new(ring.RingSig)
	return signature, signature.Deserialize(curves[curve], bytes)
}
