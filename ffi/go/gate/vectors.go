package gate

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"

	"blsbench/runner/protocol"
)

// Case is one committed vector.
type Case struct {
	// Name is folder/name.
	Name string
	// Operation that it is about.
	Operation string
	// Inputs of the operation.
	Inputs *protocol.Inputs
	// Expected answer: a bool for a verdict, bytes, or nil where the inputs must be refused.
	Expected any
}

// Accepts compares. Inputs that are refused are false where a verdict is asked for.
func (c *Case) Accepts(answer Answer) bool {
	switch expected := c.Expected.(type) {
	case bool:
		if answer.Kind == "refused" {
			return !expected
		}
		return answer.Kind == "" && bytes.Equal(answer.Output, verdict(expected))
	case []byte:
		return answer.Kind == "" && bytes.Equal(answer.Output, expected)
	}
	return answer.Kind == "refused"
}

func (c *Case) describe() string {
	switch expected := c.Expected.(type) {
	case bool:
		return fmt.Sprint(expected)
	case []byte:
		return hex.EncodeToString(expected)
	}
	return "refused"
}

func verdict(accepted bool) []byte {
	if accepted {
		return []byte{1}
	}
	return []byte{0}
}

// difference is a case in which an engine legitimately answers otherwise.
type difference struct {
	Group, Engine, Case string
	Output              json.RawMessage
	Why                 string
}

// accept puts what an engine answers in place of what the cases expect, and says how often.
func accept(directory, group, engine string, cases []*Case) (int, error) {
	text, err := os.ReadFile(filepath.Join(directory, "differences.json"))
	if err != nil {
		return 0, err
	}
	var differences []difference
	if err := json.Unmarshal(text, &differences); err != nil {
		return 0, err
	}
	count := 0
	for _, d := range differences {
		for _, c := range cases {
			if d.Group == group && d.Engine == engine && d.Case == c.Name {
				if err := c.expect(d.Output); err != nil {
					return 0, fmt.Errorf("%s of %s: %w", d.Case, engine, err)
				}
				count++
			}
		}
	}
	return count, nil
}

// Vectors reads the cases of a group.
func Vectors(directory, group string) ([]*Case, error) {
	cases, err := readFolders(directory, group, "*")
	if group == protocol.Classic {
		for _, c := range cases {
			// Encoded keys and signatures are verified in the same cases.
			if folder, name, _ := strings.Cut(c.Name, "/"); strings.HasSuffix(folder, "_verify") &&
				!strings.HasSuffix(folder, "_batch_verify") {
				again := *c
				again.Operation = folder + "_bytes"
				again.Name = again.Operation + "/" + name
				cases = append(cases, &again)
			}
		}
	}
	if err != nil || group != protocol.Curve {
		return cases, err
	}
	for _, shared := range []struct{ group, folder, operation string }{
		{protocol.MinPk, "deserialization_G1", "g1_decode"},
		{protocol.MinPk, "deserialization_G2", "g2_decode"},
		{protocol.MinSig, "hash_to_G1", "hash_to_g1"},
		{protocol.MinPk, "hash_to_G2", "hash_to_g2"},
	} {
		more, err := readFolders(directory, shared.group, shared.folder)
		if err != nil {
			return nil, err
		}
		for _, c := range more {
			c.Operation = shared.operation
			// The point is a key or a signature, as the group has it.
			points := append(c.Inputs.PublicKeys, c.Inputs.Signatures...)
			c.Inputs = &protocol.Inputs{Messages: c.Inputs.Messages, DST: c.Inputs.DST}
			if strings.HasPrefix(shared.operation, "g1") {
				c.Inputs.G1 = points
			} else {
				c.Inputs.G2 = points
			}
		}
		cases = append(cases, more...)
	}
	return cases, nil
}

// readFolders reads the cases in those of a group.
func readFolders(directory, group, folders string) ([]*Case, error) {
	files, err := filepath.Glob(filepath.Join(directory, group, folders, "*.json"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no vectors of %s in %s", group, directory)
	}
	var cases []*Case
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		folder := filepath.Base(filepath.Dir(file))
		c, err := readCase(group, folder, text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		c.Name = folder + "/" + strings.TrimSuffix(filepath.Base(file), ".json")
		cases = append(cases, c)
	}
	return cases, nil
}

// prefixed are bytes as the files have them: hexadecimal after 0x.
type prefixed []byte

func (p *prefixed) UnmarshalJSON(text []byte) error {
	var digits string
	if err := json.Unmarshal(text, &digits); err != nil {
		return err
	}
	value, err := hex.DecodeString(strings.TrimPrefix(digits, "0x"))
	*p = value
	return err
}

func list(values []prefixed) [][]byte {
	var plain [][]byte
	for _, value := range values {
		plain = append(plain, value)
	}
	return plain
}

// input has the fields of all folders; each reads its own.
type input struct {
	IKM        prefixed   `json:"ikm"`
	KeyInfo    prefixed   `json:"key_info"`
	PrivKey    prefixed   `json:"privkey"`
	PubKey     prefixed   `json:"pubkey"`
	PubKeys    []prefixed `json:"pubkeys"`
	Message    prefixed   `json:"message"`
	Messages   []prefixed `json:"messages"`
	Signature  prefixed   `json:"signature"`
	Signatures []prefixed `json:"signatures"`
	Msg        string     `json:"msg"`
}

func readCase(group, folder string, text []byte) (*Case, error) {
	var file struct {
		Input  json.RawMessage `json:"input"`
		Output json.RawMessage `json:"output"`
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, err
	}
	switch group {
	case protocol.Curve, protocol.Eip2537, protocol.Classic, protocol.RingSecp256k1, protocol.RingEd25519:
		c := &Case{Operation: folder, Inputs: new(protocol.Inputs)}
		if err := json.Unmarshal(file.Input, c.Inputs); err != nil {
			return nil, err
		}
		return c, c.expect(file.Output)
	}
	if folder == "aggregate" {
		var signatures []prefixed
		if err := json.Unmarshal(file.Input, &signatures); err != nil {
			return nil, err
		}
		c := &Case{Operation: "aggregate_signatures"}
		c.Inputs = &protocol.Inputs{Signatures: list(signatures)}
		return c, c.expectBytes(file.Output)
	}
	var in input
	decoder := json.NewDecoder(bytes.NewReader(file.Input))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&in); err != nil {
		return nil, err
	}
	switch folder {
	case "keygen":
		if len(in.KeyInfo) > 0 {
			return nil, fmt.Errorf("KeyGen with key_info is not measured")
		}
		c := &Case{Operation: "keygen", Inputs: &protocol.Inputs{IKM: in.IKM}}
		return c, c.expectKeyPair(file.Output)
	case "sign":
		c := &Case{Operation: "sign", Inputs: &protocol.Inputs{
			SecretKeys: [][]byte{in.PrivKey}, Messages: [][]byte{in.Message},
		}}
		return c, c.expectBytes(file.Output)
	case "hash_to_G1", "hash_to_G2":
		curve := strings.TrimPrefix(folder, "hash_to_")
		tag := fmt.Sprintf("QUUX-V01-CS02-with-BLS12381%s_XMD:SHA-256_SSWU_RO_", curve)
		c := &Case{Operation: "hash_to_curve", Inputs: &protocol.Inputs{
			Messages: [][]byte{[]byte(in.Msg)}, DST: []byte(tag),
		}}
		return c, c.expectPoint(file.Output)
	case "deserialization_G1", "deserialization_G2":
		return readDeserialization(group, folder, &in, file.Output)
	}
	c := &Case{Operation: folder}
	switch folder {
	case "verify":
		c.Inputs = &protocol.Inputs{
			PublicKeys: [][]byte{in.PubKey},
			Messages:   [][]byte{in.Message},
			Signatures: [][]byte{in.Signature},
		}
	case "aggregate_verify":
		c.Inputs = &protocol.Inputs{
			PublicKeys: list(in.PubKeys),
			Messages:   list(in.Messages),
			Signatures: [][]byte{in.Signature},
		}
	case "fast_aggregate_verify":
		c.Inputs = &protocol.Inputs{
			PublicKeys: list(in.PubKeys),
			Messages:   [][]byte{in.Message},
			Signatures: [][]byte{in.Signature},
		}
	case "batch_verify":
		c.Inputs = &protocol.Inputs{
			PublicKeys: list(in.PubKeys),
			Messages:   list(in.Messages),
			Signatures: list(in.Signatures),
		}
		for i := range in.Signatures {
			// Odd multiples of a large odd constant: none is zero and no two are equal.
			c.Inputs.Coefficients = append(c.Inputs.Coefficients,
				0x9e37_79b9_7f4a_7c15*uint64(2*i+1))
		}
	default:
		return nil, fmt.Errorf("no operation for %s", folder)
	}
	return c, c.expectVerdict(file.Output)
}

func readDeserialization(
	group, folder string, in *input, output json.RawMessage,
) (*Case, error) {
	keys := "G1"
	if group == protocol.MinSig {
		keys = "G2"
	}
	// Published sets disagree about the name of the point.
	point := append(in.PubKey, in.Signature...)
	c := &Case{Operation: "decode_signature", Inputs: &protocol.Inputs{Signatures: [][]byte{point}}}
	if strings.HasSuffix(folder, keys) {
		c = &Case{Operation: "decode_public_key", Inputs: &protocol.Inputs{PublicKeys: [][]byte{point}}}
	}
	if err := c.expectVerdict(output); err != nil {
		return nil, err
	}
	if c.Expected == true {
		c.Expected = []byte(point)
	} else {
		c.Expected = nil
	}
	return c, nil
}

// expect reads an output that may be a verdict, bytes or a refusal.
func (c *Case) expect(output json.RawMessage) error {
	c.Expected = nil
	if text := string(output); text == "true" || text == "false" {
		return c.expectVerdict(output)
	}
	return c.expectBytes(output)
}

func (c *Case) expectVerdict(output json.RawMessage) error {
	var accepted bool
	err := json.Unmarshal(output, &accepted)
	c.Expected = accepted
	return err
}

func (c *Case) expectBytes(output json.RawMessage) error {
	if string(output) == "null" {
		return nil
	}
	var value prefixed
	err := json.Unmarshal(output, &value)
	c.Expected = []byte(value)
	return err
}

func (c *Case) expectKeyPair(output json.RawMessage) error {
	if string(output) == "null" {
		return nil
	}
	var pair struct {
		PrivKey prefixed `json:"privkey"`
		PubKey  prefixed `json:"pubkey"`
	}
	err := json.Unmarshal(output, &pair)
	c.Expected = append([]byte(pair.PrivKey), pair.PubKey...)
	return err
}

// expectPoint compresses a point that is given by its coordinates, each `c0` or `c0,c1`
// (draft-irtf-cfrg-pairing-friendly-curves-11 appendix C).
func (c *Case) expectPoint(output json.RawMessage) error {
	var point struct{ X, Y string }
	if err := json.Unmarshal(output, &point); err != nil {
		return err
	}
	half, _ := new(big.Int).SetString(
		"0d0088f51cbff34d258dd3db21a5d66bb23ba5c279c2895fb39869507b587b120"+
			"f55ffff58a9ffffdcff7fffffffd555", 16)
	var encoded []byte
	x, err := coordinates(point.X)
	if err != nil {
		return err
	}
	for _, part := range x {
		encoded = append(encoded, part.FillBytes(make([]byte, 48))...)
	}
	encoded[0] |= 0x80
	y, err := coordinates(point.Y)
	if err != nil {
		return err
	}
	// The coefficient of the higher power decides the sign unless it is zero.
	for _, part := range y {
		if part.Sign() != 0 {
			if part.Cmp(half) > 0 {
				encoded[0] |= 0x20
			}
			break
		}
	}
	c.Expected = encoded
	return nil
}

// coordinates are the coefficients, that of the higher power first.
func coordinates(text string) ([]*big.Int, error) {
	var parts []*big.Int
	for part := range strings.SplitSeq(text, ",") {
		value, ok := new(big.Int).SetString(strings.TrimPrefix(strings.TrimSpace(part), "0x"), 16)
		if !ok {
			return nil, fmt.Errorf("not a coordinate: %s", part)
		}
		parts = append([]*big.Int{value}, parts...)
	}
	return parts, nil
}
