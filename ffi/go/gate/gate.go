// Package gate is what an engine must pass in the tests of a runner: all committed vectors and every
// operation on inputs of the benchmarks, through the protocol. blsbench has a gate of its own; this
// one finds the mistake where it was made.
package gate

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"blsbench/runner/protocol"
)

// Groups that every engine has, or says why not, and that vectors are run for; the group dusk has no
// Go engine.
var Groups = append([]string{protocol.Curve, protocol.Eip2537, protocol.Classic}, SignatureGroups...)

// RingGroups are run where an engine has them.
var RingGroups = []string{protocol.RingSecp256k1, protocol.RingEd25519}

// SignatureGroups are those of the signature suites.
var SignatureGroups = []string{protocol.MinPk, protocol.MinSig}

// Answer is what a runner says to one run.
type Answer struct {
	// Output of the last iteration.
	Output []byte
	// Allocated by all iterations, where that was asked for.
	Allocated *protocol.Allocated
	// Kind of the error, if there was one.
	Kind string
	// Message of the error.
	Message string
}

// String is the output in hexadecimal, or the error.
func (a Answer) String() string {
	if a.Kind != "" {
		return a.Kind + ": " + a.Message
	}
	return hex.EncodeToString(a.Output)
}

// Ask prepares an operation and runs it, as lines of text.
func Ask(
	engines []protocol.Engine, engine, group, operation string, inputs *protocol.Inputs,
	iterations uint64,
) (Answer, error) {
	return ask(engines, engine, group, operation, inputs, iterations, false)
}

// AskCounted does so with allocations counted.
func AskCounted(
	engines []protocol.Engine, engine, group, operation string, inputs *protocol.Inputs,
	iterations uint64,
) (Answer, error) {
	return ask(engines, engine, group, operation, inputs, iterations, true)
}

func ask(
	engines []protocol.Engine, engine, group, operation string, inputs *protocol.Inputs,
	iterations uint64, counted bool,
) (Answer, error) {
	request, err := json.Marshal(map[string]any{"prepare": map[string]any{
		"engine": engine, "group": group, "operation": operation, "inputs": encode(inputs),
	}})
	if err != nil {
		return Answer{}, err
	}
	run := fmt.Sprintf(`{"run":{"iterations":%d}}`, iterations)
	if counted {
		run = fmt.Sprintf(`{"run":{"iterations":%d,"counted":true}}`, iterations)
	}
	lines := fmt.Sprintf("%s\n%s\n", request, run)
	var output bytes.Buffer
	if err := protocol.Serve(engines, strings.NewReader(lines), &output); err != nil {
		return Answer{}, err
	}
	answers := strings.Split(strings.TrimSuffix(output.String(), "\n"), "\n")
	if len(answers) != 2 {
		return Answer{}, fmt.Errorf("%d answers to 2 requests: %s", len(answers), &output)
	}
	if strings.HasPrefix(answers[0], `{"error"`) {
		return read(answers[0])
	}
	if answers[0] != `{"prepared":{}}` {
		return Answer{}, fmt.Errorf("answer to prepare: %s", answers[0])
	}
	answer, err := read(answers[1])
	if err == nil && answer.Kind == "" && (answer.Allocated != nil) != counted {
		err = fmt.Errorf("answer to %s: %s", run, answers[1])
	}
	return answer, err
}

func read(line string) (Answer, error) {
	var answer struct {
		Sample *struct {
			Output    string              `json:"output"`
			ElapsedNS uint64              `json:"elapsed_ns"`
			Allocated *protocol.Allocated `json:"allocated"`
		} `json:"sample"`
		Error *struct {
			Kind    string `json:"kind"`
			Message string `json:"message"`
		} `json:"error"`
	}
	decoder := json.NewDecoder(strings.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&answer); err != nil {
		return Answer{}, fmt.Errorf("%w in %s", err, line)
	}
	switch {
	case answer.Error != nil:
		return Answer{Kind: answer.Error.Kind, Message: answer.Error.Message}, nil
	case answer.Sample == nil || answer.Sample.ElapsedNS == 0:
		return Answer{}, fmt.Errorf("no sample: %s", line)
	}
	output, err := hex.DecodeString(answer.Sample.Output)
	return Answer{Output: output, Allocated: answer.Sample.Allocated}, err
}

// encode leaves empty fields out, as blsbench does.
func encode(inputs *protocol.Inputs) map[string]any {
	encoded := make(map[string]any)
	for name, value := range map[string][]byte{
		"ikm": inputs.IKM, "dst": inputs.DST, "input": inputs.Input,
	} {
		if len(value) > 0 {
			encoded[name] = hex.EncodeToString(value)
		}
	}
	for name, list := range map[string][][]byte{
		"secret_keys": inputs.SecretKeys, "public_keys": inputs.PublicKeys,
		"messages": inputs.Messages, "signatures": inputs.Signatures,
		"g1": inputs.G1, "g2": inputs.G2, "scalars": inputs.Scalars,
	} {
		var texts []string
		for _, value := range list {
			texts = append(texts, hex.EncodeToString(value))
		}
		if len(texts) > 0 {
			encoded[name] = texts
		}
	}
	var coefficients []string
	for _, coefficient := range inputs.Coefficients {
		coefficients = append(coefficients, strconv.FormatUint(coefficient, 10))
	}
	if len(coefficients) > 0 {
		encoded["coefficients"] = coefficients
	}
	return encoded
}

// Check runs all engines through the vectors in `directory`, and through every operation.
func Check(t *testing.T, engines []protocol.Engine, directory string) {
	for _, engine := range engines {
		for _, group := range append([]string{protocol.Dusk, protocol.DuskV2, protocol.Transport}, Groups...) {
			if _, known := engine.Groups[group]; !known {
				t.Errorf("%s does not say what it has of the group %s", engine.ID, group)
			}
		}
		for _, group := range slices.Concat(Groups, RingGroups) {
			if engine.Groups[group].Suite == nil {
				continue
			}
			t.Run(engine.ID+"/"+group, func(t *testing.T) {
				t.Run("vectors", func(t *testing.T) {
					checkVectors(t, engines, engine.ID, group, directory)
				})
				t.Run("workload", func(t *testing.T) {
					checkWorkload(t, engines, engine.ID, group, directory)
				})
			})
		}
	}
}

func checkVectors(t *testing.T, engines []protocol.Engine, engine, group, directory string) {
	cases, err := Vectors(directory, group)
	if err != nil {
		t.Fatal(err)
	}
	differences, err := accept(directory, group, engine, cases)
	if err != nil {
		t.Fatal(err)
	}
	passed := 0
	// Operations, and whether the engine has them: for all cases, or for none.
	supported := make(map[string]bool)
	for _, c := range cases {
		answer, err := Ask(engines, engine, group, c.Operation, c.Inputs, 1)
		supports := answer.Kind != "unsupported"
		before, known := supported[c.Operation]
		if known && before != supports {
			t.Errorf("%s is supported for some cases only", c.Operation)
		}
		if !known && !supports {
			t.Logf("%s: %v", c.Operation, answer)
		}
		supported[c.Operation] = supports
		switch {
		case err != nil:
			t.Errorf("%s: %v", c.Name, err)
		case !supports:
		case !c.Accepts(answer):
			t.Errorf("%s: got %v, expected %s", c.Name, answer, c.describe())
		default:
			passed++
		}
	}
	t.Logf("%d of %d cases passed, with %d known differences", passed, len(cases), differences)
}

func checkWorkload(t *testing.T, engines []protocol.Engine, engine, group, directory string) {
	benchmarks, err := ReadBenchmarks(directory, group)
	if err != nil {
		t.Fatal(err)
	}
	for _, operation := range benchmarks.Operations() {
		for _, size := range benchmarks.Sizes(operation) {
			inputs, expected := benchmarks.Case(operation, size)
			name := fmt.Sprintf("%s/%d", operation, size)
			answer, err := AskCounted(engines, engine, group, operation, inputs, 2)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if answer.Kind == "unsupported" {
				t.Logf("%s: %s", name, answer.Message)
				continue
			}
			if operation == "sign" && slices.Contains(RingGroups, group) {
				// It is random.
				checkRingSignature(t, engines, engine, group, inputs, expected, answer)
				continue
			}
			if answer.Kind != "" || !bytes.Equal(answer.Output, expected) {
				t.Errorf("%s: got %v, expected %x", name, answer, expected)
			}
			if !isTrue(expected) {
				continue
			}
			// What is accepted must also be refused.
			damaged := benchmarks.Damaged(operation, inputs)
			if damaged == nil {
				t.Errorf("%s: nothing that it does not accept", name)
				continue
			}
			answer, err = Ask(engines, engine, group, operation, damaged, 1)
			if err != nil || !bytes.Equal(answer.Output, make([]byte, len(expected))) {
				t.Errorf("%s, damaged: got %v, %v", name, answer, err)
			}
		}
	}
}

// isTrue is whether an output is a verdict that accepts: 1, of any length.
func isTrue(output []byte) bool { return bytes.Equal(bytes.TrimLeft(output, "\x00"), []byte{1}) }
