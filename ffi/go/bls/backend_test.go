package bls_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"blsbench/bls"
)

var message = []byte("a message")

// signer is a key with one signature.
type signer struct {
	secret, public, apk, signature []byte
}

func newSigner(t testing.TB, scheme bls.Scheme) signer {
	t.Helper()
	backend, ctx := bls.NewCGO(), t.Context()
	secret, public, err := backend.GenerateKeys(ctx, scheme)
	if err != nil {
		t.Fatal(err)
	}
	return signer{
		secret:    secret,
		public:    public,
		apk:       must(backend.CreateAPK(ctx, scheme, public))(t),
		signature: must(backend.Sign(ctx, scheme, secret, public, message))(t),
	}
}

func eachScheme(t *testing.T, test func(t *testing.T, backend bls.Backend, scheme bls.Scheme)) {
	each(t, func(t *testing.T, backend bls.Backend) {
		for _, scheme := range bls.Schemes {
			t.Run(scheme.String(), func(t *testing.T) { test(t, backend, scheme) })
		}
	})
}

func TestSignsAndVerifies(t *testing.T) {
	eachScheme(t, func(t *testing.T, backend bls.Backend, scheme bls.Scheme) {
		ctx := t.Context()
		secret, public, err := backend.GenerateKeys(ctx, scheme)
		if err != nil {
			t.Fatal(err)
		}
		for _, message := range [][]byte{message, {}, nil} {
			signature := must(backend.Sign(ctx, scheme, secret, public, message))(t)
			if without := must(backend.Sign(ctx, scheme, secret, nil, message))(t); !bytes.Equal(signature, without) {
				t.Error("another signature where the public key is computed")
			}
			apk := must(backend.CreateAPK(ctx, scheme, public))(t)
			if !must(backend.Verify(ctx, scheme, apk, message, signature))(t) {
				t.Error("a good signature does not verify")
			}
			if must(backend.Verify(ctx, scheme, apk, []byte("another"), signature))(t) {
				t.Error("a signature verifies for another message")
			}
		}
	})
}

func TestAggregates(t *testing.T) {
	eachScheme(t, func(t *testing.T, backend bls.Backend, scheme bls.Scheme) {
		ctx := t.Context()
		one, two, three := newSigner(t, scheme), newSigner(t, scheme), newSigner(t, scheme)
		apk := must(backend.AggregatePK(ctx, scheme, nil, one.public, two.public, three.public))(t)
		sum := must(backend.AggregateSig(ctx, scheme, one.signature, two.signature, three.signature))(t)
		if !must(backend.Verify(ctx, scheme, apk, message, sum))(t) {
			t.Error("an aggregate does not verify")
		}
		if must(backend.Verify(ctx, scheme, apk, message, one.signature))(t) {
			t.Error("one of three verifies as the aggregate")
		}
		alone := must(backend.AggregatePK(ctx, scheme, nil, one.public))(t)
		if !bytes.Equal(alone, one.apk) {
			t.Error("the aggregate of one key is another than CreateAPK makes")
		}
		if same := must(backend.AggregateSig(ctx, scheme, sum))(t); !bytes.Equal(same, sum) {
			t.Error("a sum with nothing is another")
		}
		added, err := backend.AggregatePK(ctx, scheme, one.apk, two.public, three.public)
		if scheme == bls.DuskV2 {
			if !errors.Is(err, bls.ErrUnsupported) {
				t.Errorf("adding: %v", err)
			}
		} else if err != nil || !bytes.Equal(added, apk) {
			t.Errorf("adding one after the other gives another key (%v)", err)
		}
	})
}

func TestVulnerableSignatures(t *testing.T) {
	each(t, func(t *testing.T, backend bls.Backend) {
		ctx, signer := t.Context(), newSigner(t, bls.Dusk)
		signature := must(backend.SignVulnerable(ctx, bls.Dusk, signer.secret, message))(t)
		// By the public key itself, without its factor.
		if !must(backend.Verify(ctx, bls.Dusk, signer.public, message, signature))(t) {
			t.Error("it does not verify")
		}
		if must(backend.Verify(ctx, bls.Dusk, signer.apk, message, signature))(t) {
			t.Error("it verifies by the aggregate key")
		}
	})
}

func TestNullCall(t *testing.T) {
	each(t, func(t *testing.T, backend bls.Backend) {
		for _, length := range []int{0, 1, 100_000} {
			got, err := backend.NullCall(t.Context(), make([]byte, length))
			if err != nil || got != uint64(length) {
				t.Errorf("%d bytes: %d, %v", length, got, err)
			}
		}
	})
}

// TestMistakes asks all implementations for the same error.
func TestMistakes(t *testing.T) {
	eachScheme(t, func(t *testing.T, backend bls.Backend, scheme bls.Scheme) {
		ctx, s := t.Context(), newSigner(t, scheme)
		short := func(value []byte) []byte { return value[:len(value)-1] }
		long := func(value []byte) []byte { return append(bytes.Clone(value), 0) }
		noPoint := func(value []byte) []byte { return bytes.Repeat([]byte{0xff}, len(value)) }
		generate := func(scheme bls.Scheme) func() error {
			return func() error {
				_, _, err := backend.GenerateKeys(ctx, scheme)
				return err
			}
		}
		sign := func(scheme bls.Scheme, secret, public []byte) func() error {
			return func() error {
				signature, err := backend.Sign(ctx, scheme, secret, public, message)
				return nothing(signature, err)
			}
		}
		vulnerable := func(scheme bls.Scheme, secret []byte) func() error {
			return func() error {
				signature, err := backend.SignVulnerable(ctx, scheme, secret, message)
				return nothing(signature, err)
			}
		}
		verify := func(scheme bls.Scheme, apk, signature []byte) func() error {
			return func() error {
				valid, err := backend.Verify(ctx, scheme, apk, message, signature)
				if valid {
					return errors.Join(err, errors.New("and a verdict"))
				}
				return err
			}
		}
		create := func(scheme bls.Scheme, public []byte) func() error {
			return func() error {
				apk, err := backend.CreateAPK(ctx, scheme, public)
				return nothing(apk, err)
			}
		}
		keys := func(scheme bls.Scheme, apk []byte, keys ...[]byte) func() error {
			return func() error {
				apk, err := backend.AggregatePK(ctx, scheme, apk, keys...)
				return nothing(apk, err)
			}
		}
		signatures := func(scheme bls.Scheme, first []byte, others ...[]byte) func() error {
			return func() error {
				sum, err := backend.AggregateSig(ctx, scheme, first, others...)
				return nothing(sum, err)
			}
		}
		for _, test := range []struct {
			name string
			want bls.Code
			call func() error
		}{
			{"GenerateKeys of scheme 0", bls.ErrScheme, generate(0)},
			{"Sign with a short secret key", bls.ErrLength, sign(scheme, short(s.secret), s.public)},
			{"Sign with a long secret key", bls.ErrLength, sign(scheme, long(s.secret), s.public)},
			{"Sign without a secret key", bls.ErrLength, sign(scheme, nil, s.public)},
			{"Sign with zero", bls.ErrMalformed, sign(scheme, make([]byte, 32), s.public)},
			{"Sign with a number above r", bls.ErrMalformed, sign(scheme, noPoint(s.secret), s.public)},
			{"Sign with an empty public key", bls.ErrLength, sign(scheme, s.secret, []byte{})},
			{"Sign with a long public key", bls.ErrLength, sign(scheme, s.secret, long(s.public))},
			{"Sign with no point", bls.ErrMalformed, sign(scheme, s.secret, noPoint(s.public))},
			{"Sign of scheme 4", bls.ErrScheme, sign(4, s.secret, s.public)},
			{"SignVulnerable with a short secret key", bls.ErrLength, vulnerable(scheme, short(s.secret))},
			{"SignVulnerable with zero", bls.ErrMalformed, vulnerable(scheme, make([]byte, 32))},
			{"SignVulnerable of scheme 4", bls.ErrScheme, vulnerable(4, s.secret)},
			{"Verify with a short key", bls.ErrLength, verify(scheme, short(s.apk), s.signature)},
			{"Verify without a key", bls.ErrLength, verify(scheme, nil, s.signature)},
			{"Verify with no point as the key", bls.ErrMalformed, verify(scheme, noPoint(s.apk), s.signature)},
			{"Verify with a long signature", bls.ErrLength, verify(scheme, s.apk, long(s.signature))},
			{"Verify with no point as the signature", bls.ErrMalformed,
				verify(scheme, s.apk, noPoint(s.signature))},
			{"Verify of scheme 4", bls.ErrScheme, verify(4, s.apk, s.signature)},
			{"CreateAPK of a short key", bls.ErrLength, create(scheme, short(s.public))},
			{"CreateAPK of no point", bls.ErrMalformed, create(scheme, noPoint(s.public))},
			{"CreateAPK of scheme 4", bls.ErrScheme, create(4, s.public)},
			{"AggregatePK of nothing", bls.ErrEmpty, keys(scheme, nil)},
			{"AggregatePK of no point", bls.ErrMalformed, keys(scheme, nil, s.public, noPoint(s.public))},
			{"AggregatePK to a short key", bls.ErrLength, keys(scheme, short(s.apk), s.public)},
			{"AggregatePK to an empty key", bls.ErrLength, keys(scheme, []byte{}, s.public)},
			{"AggregatePK to no point", bls.ErrMalformed, keys(scheme, noPoint(s.apk), s.public)},
			{"AggregatePK of no point to one", bls.ErrMalformed, keys(scheme, s.apk, noPoint(s.public))},
			{"AggregatePK of lengths that add up", bls.ErrLength,
				keys(scheme, nil, short(s.public), long(s.public))},
			{"AggregatePK of scheme 4", bls.ErrScheme, keys(4, nil, s.public)},
			{"AggregateSig to a short one", bls.ErrLength, signatures(scheme, short(s.signature))},
			{"AggregateSig to none", bls.ErrLength, signatures(scheme, nil, s.signature)},
			{"AggregateSig to no point", bls.ErrMalformed, signatures(scheme, noPoint(s.signature))},
			{"AggregateSig of no point", bls.ErrMalformed,
				signatures(scheme, s.signature, noPoint(s.signature))},
			{"AggregateSig of lengths that add up", bls.ErrLength,
				signatures(scheme, s.signature, short(s.signature), long(s.signature))},
			{"AggregateSig of scheme 4", bls.ErrScheme, signatures(4, s.signature)},
		} {
			err := test.call()
			var typed *bls.Error
			if !errors.As(err, &typed) || typed.Code != test.want || !errors.Is(err, test.want) {
				t.Errorf("%s: %v, want %v", test.name, err, test.want)
			} else if typed.Message == "" {
				t.Errorf("%s: no message", test.name)
			}
		}
		if scheme == bls.Dusk {
			return
		}
		if err := vulnerable(scheme, s.secret)(); !errors.Is(err, bls.ErrUnsupported) {
			t.Errorf("SignVulnerable: %v", err)
		}
	})
}

// nothing is the error of a call, which must not have an answer as well.
func nothing(answer []byte, err error) error {
	if len(answer) != 0 {
		return errors.Join(err, fmt.Errorf("and %x", answer))
	}
	return err
}

func TestContextsThatHaveEnded(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	late, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	each(t, func(t *testing.T, backend bls.Backend) {
		for _, test := range []struct {
			ctx         context.Context
			want, other error
		}{
			{cancelled, bls.ErrCanceled, context.Canceled},
			{late, bls.ErrDeadline, context.DeadlineExceeded},
		} {
			_, null := backend.NullCall(test.ctx, nil)
			_, _, generate := backend.GenerateKeys(test.ctx, bls.MinPk)
			for _, err := range []error{null, generate} {
				if !errors.Is(err, test.want) || !errors.Is(err, test.other) {
					t.Errorf("%v, want %v", err, test.want)
				}
			}
		}
	})
}

func TestNames(t *testing.T) {
	if got := fmt.Sprint(bls.Schemes, bls.Scheme(9)); got != "[dusk dusk_v2 min_pk] Scheme(9)" {
		t.Error(got)
	}
	for code := bls.ErrLength; code <= bls.ErrInternal; code++ {
		if text := code.Error(); text == "" || strings.HasPrefix(text, "code ") {
			t.Errorf("%d has no text", int(code))
		}
	}
}
