package bls_test

import (
	"io"
	"testing"

	"blsbench/bls"
)

// The names without a suffix are of cgo with encoded keys. The scheme is dusk, which is INSECURE: the
// figures that these are held against are of it.
const benchScheme = bls.Dusk

var benchMessage = make([]byte, 100)

func newBenchSigner(b *testing.B) signer {
	b.Helper()
	s := newSigner(b, benchScheme)
	s.signature = must(bls.NewCGO().Sign(b.Context(), benchScheme, s.secret, s.public, benchMessage))(b)
	return s
}

func benchSign(b *testing.B, backend bls.Backend) {
	s, ctx := newBenchSigner(b), b.Context()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := backend.Sign(ctx, benchScheme, s.secret, s.public, benchMessage); err != nil {
			b.Fatal(err)
		}
	}
}

func benchVerify(b *testing.B, backend bls.Backend) {
	s, ctx := newBenchSigner(b), b.Context()
	b.ReportAllocs()
	for b.Loop() {
		valid, err := backend.Verify(ctx, benchScheme, s.apk, benchMessage, s.signature)
		if err != nil || !valid {
			b.Fatal(valid, err)
		}
	}
}

func benchAggregatePk(b *testing.B, backend bls.Backend) {
	s, other, ctx := newBenchSigner(b), newBenchSigner(b), b.Context()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := backend.AggregatePK(ctx, benchScheme, s.apk, other.public); err != nil {
			b.Fatal(err)
		}
	}
}

func benchAggregateSig(b *testing.B, backend bls.Backend) {
	s, other, ctx := newBenchSigner(b), newBenchSigner(b), b.Context()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := backend.AggregateSig(ctx, benchScheme, s.signature, other.signature); err != nil {
			b.Fatal(err)
		}
	}
}

func benchNullCall(b *testing.B, backend bls.Backend) {
	ctx := b.Context()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := backend.NullCall(ctx, benchMessage); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSign(b *testing.B)         { benchSign(b, bls.NewCGO()) }
func BenchmarkVerify(b *testing.B)       { benchVerify(b, bls.NewCGO()) }
func BenchmarkAggregatePk(b *testing.B)  { benchAggregatePk(b, bls.NewCGO()) }
func BenchmarkAggregateSig(b *testing.B) { benchAggregateSig(b, bls.NewCGO()) }
func BenchmarkNullCall(b *testing.B)     { benchNullCall(b, bls.NewCGO()) }

func BenchmarkSignIPC(b *testing.B)         { benchSign(b, unixIPC(b)) }
func BenchmarkVerifyIPC(b *testing.B)       { benchVerify(b, unixIPC(b)) }
func BenchmarkAggregatePkIPC(b *testing.B)  { benchAggregatePk(b, unixIPC(b)) }
func BenchmarkAggregateSigIPC(b *testing.B) { benchAggregateSig(b, unixIPC(b)) }
func BenchmarkNullCallIPC(b *testing.B)     { benchNullCall(b, unixIPC(b)) }

// BenchmarkSwitchToIPC asks the server whether it serves each time.
func BenchmarkSwitchToIPC(b *testing.B) {
	backend, ctx := bls.NewSwitch(unixIPC(b)), b.Context()
	b.ReportAllocs()
	for b.Loop() {
		backend.SwitchToCGO()
		if err := backend.SwitchToIPC(ctx); err != nil {
			b.Fatal(err)
		}
	}
}

// decoded is a signer's values behind handles.
type decoded struct {
	secret    *bls.SecretKey
	public    *bls.PublicKey
	apk       *bls.AggregateKey
	signature *bls.Signature
}

func newDecoded(b *testing.B) decoded {
	b.Helper()
	secret, public, err := bls.GenerateKeys(benchScheme)
	if err != nil {
		b.Fatal(err)
	}
	return decoded{
		secret: secret, public: public,
		apk:       must(public.CreateAPK())(b),
		signature: must(secret.Sign(public, benchMessage))(b),
	}
}

// benchMake makes what is behind a handle, and closes it.
func benchMake[H io.Closer](b *testing.B, make func() (H, error)) {
	b.ReportAllocs()
	for b.Loop() {
		made, err := make()
		if err != nil {
			b.Fatal(err)
		}
		if err := made.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSignHandle(b *testing.B) {
	d := newDecoded(b)
	benchMake(b, func() (*bls.Signature, error) { return d.secret.Sign(d.public, benchMessage) })
}

func BenchmarkVerifyHandle(b *testing.B) {
	d := newDecoded(b)
	b.ReportAllocs()
	for b.Loop() {
		if valid, err := d.apk.Verify(benchMessage, d.signature); err != nil || !valid {
			b.Fatal(valid, err)
		}
	}
}

func BenchmarkAggregatePkHandle(b *testing.B) {
	d, other := newDecoded(b), newDecoded(b)
	benchMake(b, func() (*bls.AggregateKey, error) { return d.apk.Add(other.public) })
}

func BenchmarkAggregateSigHandle(b *testing.B) {
	d, other := newDecoded(b), newDecoded(b)
	benchMake(b, func() (*bls.Signature, error) { return d.signature.Aggregate(other.signature) })
}
