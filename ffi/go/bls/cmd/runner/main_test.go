package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"blsbench/bls"
	"blsbench/runner/gate"
	"blsbench/runner/protocol"
)

// inputsOf has three signers' values for any operation of a scheme.
func inputsOf(t *testing.T, scheme bls.Scheme) *protocol.Inputs {
	t.Helper()
	message := []byte("a message")
	inputs := &protocol.Inputs{Messages: [][]byte{message}}
	backend, ctx := bls.NewCGO(), t.Context()
	for range 3 {
		secret, public, err := backend.GenerateKeys(ctx, scheme)
		if err != nil {
			t.Fatal(err)
		}
		signature, err := backend.Sign(ctx, scheme, secret, public, message)
		if err != nil {
			t.Fatal(err)
		}
		inputs.SecretKeys = append(inputs.SecretKeys, secret)
		inputs.PublicKeys = append(inputs.PublicKeys, public)
		inputs.Signatures = append(inputs.Signatures, signature)
	}
	return inputs
}

// verifying are inputs whose public key is an aggregate key.
func verifying(t *testing.T, scheme bls.Scheme, inputs *protocol.Inputs) *protocol.Inputs {
	t.Helper()
	apk, err := bls.NewCGO().CreateAPK(t.Context(), scheme, inputs.PublicKeys[0])
	if err != nil {
		t.Fatal(err)
	}
	changed := *inputs
	changed.PublicKeys = [][]byte{apk}
	return &changed
}

// expected is what the calls by bytes answer, which are held against the vectors elsewhere.
func expected(t *testing.T, operation operation, inputs *protocol.Inputs) []byte {
	t.Helper()
	ctx, backend, scheme := t.Context(), bls.NewCGO(), operation.scheme
	var output []byte
	var err error
	switch name := operation.name; {
	case name == "null_call":
		return []byte{0, 0, 0, 0, 0, 0, 0, byte(len(inputs.Messages[0]))}
	case name == "switch_to_ipc", strings.HasPrefix(name, "verify"):
		return []byte{1}
	case name == "sign_vulnerable":
		output, err = backend.SignVulnerable(ctx, scheme, inputs.SecretKeys[0], inputs.Messages[0])
	case strings.HasPrefix(name, "sign"):
		return inputs.Signatures[0]
	case name == "aggregate_pk":
		// The same as adding to the first, where that can be done.
		output, err = backend.AggregatePK(ctx, scheme, nil, inputs.PublicKeys...)
	case name == "aggregate_sig":
		output, err = backend.AggregateSig(ctx, scheme, inputs.Signatures[0], inputs.Signatures[1:]...)
	}
	if err != nil {
		t.Fatal(err)
	}
	return output
}

// newEngines has its server, if there is one, for the duration of a test.
func newEngines(t *testing.T) []protocol.Engine {
	t.Helper()
	server := new(server)
	t.Cleanup(func() {
		if err := server.close(); err != nil {
			t.Error(err)
		}
	})
	// A test's program is not where the runner's would be.
	if os.Getenv("BLSBENCHD") == "" {
		t.Setenv("BLSBENCHD", "../../../../../target/release/blsbenchd")
	}
	engines := engines(server)
	if err := server.start(); err != nil {
		t.Logf("skipped: engines over gRPC: %v", err)
		return engines[:2]
	}
	return engines
}

func TestOperations(t *testing.T) {
	engines := newEngines(t)
	operations := []string{"null_call", "switch_to_ipc", "dusk_sign_vulnerable"}
	for _, scheme := range bls.Schemes {
		for _, name := range []string{"sign", "verify", "aggregate_sig", "aggregate_pk"} {
			operations = append(operations, fmt.Sprintf("%v_%s", scheme, name))
		}
	}
	for _, name := range []string{
		"sign_in_flight_mt", "verify_in_flight_mt", "sign_batch_mt", "verify_batch_mt",
	} {
		operations = append(operations, "min_pk_"+name)
	}
	all := make(map[bls.Scheme]*protocol.Inputs)
	for _, scheme := range append([]bls.Scheme{0}, bls.Schemes...) {
		all[scheme] = inputsOf(t, max(scheme, bls.Dusk))
	}
	for _, name := range operations {
		operation := parse(name)
		inputs := *all[operation.scheme]
		want := expected(t, operation, &inputs)
		if strings.HasPrefix(operation.name, "verify") {
			inputs = *verifying(t, operation.scheme, &inputs)
		}
		if strings.HasSuffix(name, "_in_flight_mt") {
			inputs.Coefficients = []uint64{7}
		}
		for _, engine := range engines {
			supported := !operation.overGRPC() || strings.HasPrefix(engine.ID, "go_grpc") &&
				(name != "switch_to_ipc" || engine.ID == "go_grpc_uds")
			answer, err := gate.AskCounted(engines, engine.ID, protocol.Transport, name, &inputs, 3)
			switch {
			case err != nil:
				t.Errorf("%s of %s: %v", name, engine.ID, err)
			case !supported:
				if answer.Kind != "unsupported" {
					t.Errorf("%s of %s: %v", name, engine.ID, answer)
				}
			case answer.Kind != "" || !bytes.Equal(answer.Output, want):
				t.Errorf("%s of %s: %v, want %x", name, engine.ID, answer, want)
			case strings.HasPrefix(operation.name, "verify"):
				damaged := inputs
				damaged.Messages = [][]byte{[]byte("another message")}
				answer, err := gate.Ask(engines, engine.ID, protocol.Transport, name, &damaged, 1)
				if err != nil || answer.Kind != "" || !bytes.Equal(answer.Output, []byte{0}) {
					t.Errorf("%s of %s, another message: %v, %v", name, engine.ID, answer, err)
				}
			}
		}
	}
}

func TestMistakes(t *testing.T) {
	engines := newEngines(t)
	good := inputsOf(t, bls.MinPk)
	bad := [][]byte{bytes.Repeat([]byte{0xff}, 48)}
	for _, test := range []struct {
		operation, kind string
		change          func(*protocol.Inputs)
	}{
		{"min_pk_sign", "refused", func(i *protocol.Inputs) { i.SecretKeys = bad }},
		{"min_pk_verify", "refused", func(i *protocol.Inputs) { i.PublicKeys = bad }},
		{"min_pk_aggregate_pk", "refused", func(i *protocol.Inputs) { i.PublicKeys = bad }},
		{"dusk_aggregate_sig", "refused", func(i *protocol.Inputs) { i.Signatures = bad }},
		{"min_pk_sign", "failed", func(i *protocol.Inputs) { i.SecretKeys = nil }},
		{"min_pk_aggregate_pk", "refused", func(i *protocol.Inputs) { i.PublicKeys = nil }},
		{"null_call", "failed", func(i *protocol.Inputs) { i.Messages = nil }},
		{"min_pk_sign_vulnerable", "unsupported", func(*protocol.Inputs) {}},
		{"min_pk_nothing", "failed", func(*protocol.Inputs) {}},
		{"sign", "failed", func(*protocol.Inputs) {}},
		{"dusk_null_call", "failed", func(*protocol.Inputs) {}},
	} {
		inputs := *good
		test.change(&inputs)
		for _, engine := range engines {
			answer, err := gate.Ask(engines, engine.ID, protocol.Transport, test.operation, &inputs, 1)
			if err != nil || answer.Kind != test.kind {
				t.Errorf("%s of %s: %v, %v, want %s", test.operation, engine.ID, answer, err, test.kind)
			}
		}
	}
}

func TestOtherGroupsAreAbsent(t *testing.T) {
	for _, engine := range engines(new(server)) {
		for _, group := range slices.Concat(gate.Groups, []string{protocol.Dusk, protocol.DuskV2}) {
			if engine.Groups[group].Absent == "" {
				t.Errorf("%s does not say why it lacks %s", engine.ID, group)
			}
		}
	}
}
