package bls_test

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"sync"
	"testing"

	"blsbench/bls"
)

// TestHandlesAnswerAsBytesDo compares the two ways into the C library.
func TestHandlesAnswerAsBytesDo(t *testing.T) {
	for _, scheme := range bls.Schemes {
		t.Run(scheme.String(), func(t *testing.T) {
			one, two := newSigner(t, scheme), newSigner(t, scheme)
			secret := must(bls.DecodeSecretKey(scheme, one.secret))(t)
			same(t, "secret key", secret, one.secret)
			public := must(secret.PublicKey())(t)
			same(t, "public key", public, one.public)
			signature := must(secret.Sign(public, message))(t)
			same(t, "signature", signature, one.signature)
			apk := must(public.CreateAPK())(t)
			same(t, "aggregate key", apk, one.apk)
			if !must(apk.Verify(message, signature))(t) || must(apk.Verify(nil, signature))(t) {
				t.Error("verdicts")
			}
			otherPublic := must(bls.DecodePublicKey(scheme, two.public))(t)
			otherSignature := must(bls.DecodeSignature(scheme, two.signature))(t)
			list := must(bls.AggregatePublicKeys(public, otherPublic))(t)
			sum := must(signature.Aggregate(otherSignature))(t)
			if !must(list.Verify(message, sum))(t) {
				t.Error("the aggregate does not verify")
			}
			decoded := must(bls.DecodeAggregateKey(scheme, must(list.Bytes())(t)))(t)
			if !must(decoded.Verify(message, sum))(t) {
				t.Error("the decoded aggregate does not verify")
			}
			added, err := apk.Add(otherPublic)
			if scheme == bls.DuskV2 {
				if !errors.Is(err, bls.ErrUnsupported) {
					t.Errorf("Add: %v", err)
				}
			} else {
				same(t, "sum of keys", must(added, err)(t), must(list.Bytes())(t))
			}
			vulnerable, err := secret.SignVulnerable(message)
			if scheme != bls.Dusk {
				if !errors.Is(err, bls.ErrUnsupported) {
					t.Errorf("SignVulnerable: %v", err)
				}
				return
			}
			same(t, "vulnerable signature", must(vulnerable, err)(t),
				must(bls.NewCGO().SignVulnerable(t.Context(), scheme, one.secret, message))(t))
		})
	}
}

func same(t *testing.T, what string, handle interface{ Bytes() ([]byte, error) }, want []byte) {
	t.Helper()
	if got := must(handle.Bytes())(t); !bytes.Equal(got, want) {
		t.Errorf("%s: %x, want %x", what, got, want)
	}
}

func TestGeneratedHandles(t *testing.T) {
	for _, scheme := range bls.Schemes {
		secret, public, err := bls.GenerateKeys(scheme)
		if err != nil {
			t.Fatal(err)
		}
		same(t, "public key", must(secret.PublicKey())(t), must(public.Bytes())(t))
	}
}

func TestHandleMistakes(t *testing.T) {
	s := newSigner(t, bls.MinPk)
	secret := must(bls.DecodeSecretKey(bls.MinPk, s.secret))(t)
	public := must(bls.DecodePublicKey(bls.MinPk, s.public))(t)
	apk := must(bls.DecodeAggregateKey(bls.MinPk, s.apk))(t)
	signature := must(bls.DecodeSignature(bls.MinPk, s.signature))(t)
	_, otherPublic, err := bls.GenerateKeys(bls.DuskV2)
	if err != nil {
		t.Fatal(err)
	}
	otherSignature := must(bls.DecodeSignature(bls.DuskV2, newSigner(t, bls.DuskV2).signature))(t)
	no := func(_ any, err error) error { return err }
	_, _, generate := bls.GenerateKeys(0)
	for _, test := range []struct {
		name string
		want bls.Code
		err  error
	}{
		{"keys of no scheme", bls.ErrScheme, generate},
		{"secret key of no scheme", bls.ErrScheme, no(bls.DecodeSecretKey(4, s.secret))},
		{"short secret key", bls.ErrLength, no(bls.DecodeSecretKey(bls.MinPk, s.secret[1:]))},
		{"no secret key", bls.ErrLength, no(bls.DecodeSecretKey(bls.MinPk, nil))},
		{"zero", bls.ErrMalformed, no(bls.DecodeSecretKey(bls.MinPk, make([]byte, 32)))},
		{"short public key", bls.ErrLength, no(bls.DecodePublicKey(bls.MinPk, s.public[1:]))},
		{"public key of no point", bls.ErrMalformed, no(bls.DecodePublicKey(bls.MinPk, make([]byte, 48)))},
		{"aggregate key of no point", bls.ErrMalformed, no(bls.DecodeAggregateKey(bls.MinPk, make([]byte, 48)))},
		{"long signature", bls.ErrLength, no(bls.DecodeSignature(bls.MinPk, make([]byte, 97)))},
		{"signature of no point", bls.ErrMalformed, no(bls.DecodeSignature(bls.MinPk, make([]byte, 96)))},
		{"aggregate of nothing", bls.ErrEmpty, no(bls.AggregatePublicKeys())},
		{"aggregate of two schemes", bls.ErrMixed, no(bls.AggregatePublicKeys(public, otherPublic))},
		{"key of another scheme added", bls.ErrMixed, no(apk.Add(otherPublic))},
		{"signed with a key of another scheme", bls.ErrMixed, no(secret.Sign(otherPublic, message))},
		{"signature of another scheme", bls.ErrMixed, no(apk.Verify(message, otherSignature))},
		{"sum of two schemes", bls.ErrMixed, no(signature.Aggregate(otherSignature))},
		{"a key that was never made", bls.ErrClosed, no(new(bls.SecretKey).PublicKey())},
		{"closing a key that was never made", bls.ErrClosed, new(bls.PublicKey).Close()},
	} {
		if !errors.Is(test.err, test.want) {
			t.Errorf("%s: %v, want %v", test.name, test.err, test.want)
		}
	}
}

func TestClosedHandles(t *testing.T) {
	secret, public, err := bls.GenerateKeys(bls.MinPk)
	if err != nil {
		t.Fatal(err)
	}
	apk := must(public.CreateAPK())(t)
	signature := must(secret.Sign(public, message))(t)
	for _, handle := range []io.Closer{secret, public, apk, signature} {
		if err := handle.Close(); err != nil {
			t.Fatal(err)
		}
		if err := handle.Close(); !errors.Is(err, bls.ErrClosed) {
			t.Errorf("closed twice: %v", err)
		}
	}
	_, signing := secret.Sign(public, message)
	_, verifying := apk.Verify(message, signature)
	_, encoding := signature.Bytes()
	_, adding := apk.Add(public)
	_, aggregating := signature.Aggregate(signature)
	for _, err := range []error{signing, verifying, encoding, adding, aggregating} {
		if !errors.Is(err, bls.ErrClosed) {
			t.Errorf("after Close: %v", err)
		}
	}
}

// TestCollectedHandles drops many that were closed and many that were not, while others in the same
// tables are in use: were one freed twice, or freed while it is used, a call would fail.
func TestCollectedHandles(t *testing.T) {
	secret, public, err := bls.GenerateKeys(bls.MinPk)
	if err != nil {
		t.Fatal(err)
	}
	encoded := must(public.Bytes())(t)
	for range 20 {
		var kept []*bls.PublicKey
		for i := range 300 {
			key := must(bls.DecodePublicKey(bls.MinPk, encoded))(t)
			switch i % 3 {
			case 0:
				kept = append(kept, key)
			case 1:
				if err := key.Close(); err != nil {
					t.Fatal(err)
				}
			}
		}
		runtime.GC()
		for _, key := range kept {
			same(t, "a key that was kept", key, encoded)
		}
	}
	same(t, "the first key", must(secret.PublicKey())(t), encoded)
}

// TestClosedWhileUsed has each call end with an answer or with ErrClosed.
func TestClosedWhileUsed(t *testing.T) {
	secret, public, err := bls.GenerateKeys(bls.MinPk)
	if err != nil {
		t.Fatal(err)
	}
	apk := must(public.CreateAPK())(t)
	signature := must(secret.Sign(public, message))(t)
	var users sync.WaitGroup
	started := make(chan struct{}, 4)
	for range cap(started) {
		users.Go(func() {
			for i := 0; ; i++ {
				valid, err := apk.Verify(message, signature)
				if errors.Is(err, bls.ErrClosed) {
					return
				}
				if err != nil || !valid {
					t.Errorf("%v, %v", valid, err)
					return
				}
				if i == 0 {
					started <- struct{}{}
				}
			}
		})
	}
	for range cap(started) {
		<-started
	}
	if err := apk.Close(); err != nil {
		t.Error(err)
	}
	users.Wait()
}
