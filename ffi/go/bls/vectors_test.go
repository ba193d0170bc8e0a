package bls_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blsbench/bls"
)

// vectors are the committed ones of the Rust workspace.
const vectors = "../../../crates/bls-vectors/vectors"

// hexBytes are hexadecimal after 0x.
type hexBytes []byte

func (b *hexBytes) UnmarshalJSON(text []byte) error {
	var digits string
	if err := json.Unmarshal(text, &digits); err != nil {
		return err
	}
	value, err := hex.DecodeString(strings.TrimPrefix(digits, "0x"))
	*b = value
	return err
}

// vector is one committed case: bytes are expected, a verdict, or a refusal where it is null.
type vector struct {
	folder string
	name   string
	Input  json.RawMessage
	Output json.RawMessage
}

// fields of the inputs that are objects.
type fields struct {
	PrivKey, PubKey, Message, Signature hexBytes
	PubKeys                             []hexBytes
}

func TestVectors(t *testing.T) {
	eachScheme(t, func(t *testing.T, backend bls.Backend, scheme bls.Scheme) {
		passed := make(map[string]int)
		for _, v := range readVectors(t, scheme) {
			answer, err := ask(t, backend, scheme, v)
			switch {
			case err == errNotHere:
				continue
			case err == nil:
			case !errors.Is(err, bls.ErrMalformed) && !errors.Is(err, bls.ErrLength) && !errors.Is(err, bls.ErrEmpty):
				t.Errorf("%s/%s: %v", v.folder, v.name, err)
			case v.isVerdict():
				answer = false
			}
			if want := v.expected(t); answer != want {
				t.Errorf("%s/%s: %v (%v), want %v", v.folder, v.name, answer, err, want)
			}
			passed[v.folder]++
		}
		t.Log(passed)
		if len(passed) < 6 {
			t.Error("folders are missing")
		}
	})
}

var errNotHere = errors.New("about what this package does not do")

// ask is the answer to a vector: a verdict, or bytes in hexadecimal; nil where there is an error.
func ask(t *testing.T, backend bls.Backend, scheme bls.Scheme, v vector) (any, error) {
	t.Helper()
	ctx := t.Context()
	var in fields
	var list [][]byte
	if v.Input[0] == '[' {
		list = plain(parse[[]hexBytes](t, v.Input))
	} else {
		in = parse[fields](t, v.Input)
	}
	switch v.folder {
	case "sign":
		if scheme == bls.DuskV2 {
			// A single signature, which the package does not make.
			return nil, errNotHere
		}
		return text(backend.Sign(ctx, scheme, in.PrivKey, nil, in.Message))
	case "sign_multisig":
		return text(backend.Sign(ctx, scheme, in.PrivKey, nil, in.Message))
	case "sign_vulnerable":
		return text(backend.SignVulnerable(ctx, scheme, in.PrivKey, in.Message))
	case "verify":
		return backend.Verify(ctx, scheme, in.PubKey, in.Message, in.Signature)
	case "fast_aggregate_verify":
		apk, err := backend.AggregatePK(ctx, scheme, nil, plain(in.PubKeys)...)
		if err != nil {
			return nil, err
		}
		return backend.Verify(ctx, scheme, apk, in.Message, in.Signature)
	case "aggregate":
		if len(list) == 0 {
			return nil, errNotHere
		}
		return text(backend.AggregateSig(ctx, scheme, list[0], list[1:]...))
	case "aggregate_public_keys":
		return text(backend.AggregatePK(ctx, scheme, nil, list...))
	case "deserialization_G1", "deserialization_G2":
		if in.Signature != nil {
			_, err := backend.AggregateSig(ctx, scheme, in.Signature)
			return err == nil, err
		}
		if v.name == "valid_infinity" {
			// A point, but most libraries make no key of it.
			return nil, errNotHere
		}
		_, err := backend.CreateAPK(ctx, scheme, in.PubKey)
		return err == nil, err
	}
	return nil, errNotHere
}

func text(bytes []byte, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return hex.EncodeToString(bytes), nil
}

func (v *vector) isVerdict() bool { return v.Output[0] == 't' || v.Output[0] == 'f' }

// expected is as ask answers.
func (v *vector) expected(t *testing.T) any {
	t.Helper()
	switch v.Output[0] {
	case 'n':
		return nil
	case '"':
		return hex.EncodeToString(parse[hexBytes](t, v.Output))
	}
	return parse[bool](t, v.Output)
}

// readVectors are as the oracle has them: where a library answers otherwise, to a key of zero and to
// the identity as a key, the layer above it refuses.
func readVectors(t *testing.T, scheme bls.Scheme) []vector {
	t.Helper()
	files := must(filepath.Glob(filepath.Join(vectors, scheme.String(), "*", "*.json")))(t)
	if len(files) == 0 {
		t.Fatalf("no vectors of %v in %s", scheme, vectors)
	}
	cases := make([]vector, len(files))
	for i, file := range files {
		v := parse[vector](t, must(os.ReadFile(file))(t))
		v.folder = filepath.Base(filepath.Dir(file))
		v.name = strings.TrimSuffix(filepath.Base(file), ".json")
		cases[i] = v
	}
	return cases
}

func parse[T any](t *testing.T, text []byte) T {
	t.Helper()
	var value T
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return value
}

func plain(list []hexBytes) [][]byte {
	plain := make([][]byte, len(list))
	for i, value := range list {
		plain[i] = value
	}
	return plain
}
