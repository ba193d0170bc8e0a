package bls_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"blsbench/bls"
	"blsbench/bls/internal/daemon"
)

func TestAddresses(t *testing.T) {
	for address, good := range map[string]bool{
		"unix:/some/where": true, "tcp:127.0.0.1:1": true, "tcp:[::1]:1": true, "tcp:10.0.0.1:1": false,
		"tcp:localhost:1": false, "tcp:127.0.0.1": false, "127.0.0.1:1": false, "/some/where": false,
		"dns:localhost:1": false, "": false,
	} {
		ipc, err := bls.NewIPC(address, nil)
		if (err == nil) != good {
			t.Errorf("%q: %v", address, err)
		}
		if err == nil {
			_ = ipc.Close()
		}
	}
}

// ownDirectory is one that the server takes for its socket, and short enough for one.
func ownDirectory(t *testing.T) string {
	t.Helper()
	directory := must(os.MkdirTemp("", "bls-test-"))(t)
	t.Cleanup(func() { _ = os.RemoveAll(directory) })
	return directory
}

// TestServerKilled kills the server while calls run, and has the same client go on with the next.
func TestServerKilled(t *testing.T) {
	needServer(t)
	socket := filepath.Join(ownDirectory(t), "s")
	ctx, s := t.Context(), newSigner(t, bls.MinPk)
	first := must(daemon.Start(serverProgram(), socket))(t)
	ipc := newIPC(t, first.Unix)
	stream := must(ipc.VerifyBatch(ctx))(t)
	answered, killed := make(chan struct{}, 1), make(chan error, 1)
	go func() {
		for {
			if _, err := ipc.Sign(ctx, bls.MinPk, s.secret, s.public, message); err != nil {
				killed <- err
				return
			}
			select {
			case answered <- struct{}{}:
			default:
			}
		}
	}()
	<-answered
	first.Kill()
	if err := <-killed; !errors.Is(err, bls.ErrUnavailable) {
		t.Errorf("while it was killed: %v", err)
	}
	if _, err := ipc.NullCall(ctx, nil); !errors.Is(err, bls.ErrUnavailable) {
		t.Errorf("after it was killed: %v", err)
	}
	if _, err := stream.Do([]bls.VerifyRequest{verifyRequest(bls.MinPk, s)}); !errors.Is(err, bls.ErrUnavailable) {
		t.Errorf("on its stream: %v", err)
	}
	second := must(daemon.Start(serverProgram(), socket))(t)
	const guard = time.Minute
	for start := time.Now(); ; time.Sleep(time.Millisecond) {
		_, err := ipc.NullCall(ctx, nil)
		if err == nil {
			break
		}
		if time.Since(start) > guard {
			t.Fatalf("still not connected to the new server after %v: %v", guard, err)
		}
	}
	if signature := must(ipc.Sign(ctx, bls.MinPk, s.secret, s.public, message))(t); !bytes.Equal(signature, s.signature) {
		t.Error("another signature from the new server")
	}
	if err := second.Close(); err != nil {
		t.Errorf("the new server: %v", err)
	}
}

func TestCancelledWhileCalling(t *testing.T) {
	ipc := unixIPC(t)
	s := newSigner(t, bls.MinPk)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		for {
			if _, err := ipc.Verify(ctx, bls.MinPk, s.apk, message, s.signature); err != nil {
				ended <- err
				return
			}
		}
	}()
	cancel()
	if err := <-ended; !errors.Is(err, bls.ErrCanceled) {
		t.Error(err)
	}
}

func TestTooLong(t *testing.T) {
	_, err := unixIPC(t).NullCall(t.Context(), make([]byte, 2<<20))
	if !errors.Is(err, bls.ErrExhausted) {
		t.Error(err)
	}
}

func verifyRequest(scheme bls.Scheme, s signer) bls.VerifyRequest {
	return bls.VerifyRequest{Scheme: scheme, APK: s.apk, Message: message, Signature: s.signature}
}

// TestBatches has good requests and all kinds of bad ones in one stream, twice.
func TestBatches(t *testing.T) {
	ipc := unixIPC(t)
	signing := must(ipc.SignBatch(t.Context()))(t)
	verifying := must(ipc.VerifyBatch(t.Context()))(t)
	for round := range 2 {
		var signs []bls.SignRequest
		var verifies []bls.VerifyRequest
		var signatures [][]byte
		for i := range 100 {
			scheme := bls.Schemes[i%len(bls.Schemes)]
			s := newSigner(t, scheme)
			signatures = append(signatures, s.signature)
			sign := bls.SignRequest{Scheme: scheme, Secret: s.secret, Public: s.public, Message: message}
			verify := verifyRequest(scheme, s)
			switch i % 10 {
			case 1:
				sign.Public = nil
				verify.Message = nil
			case 3:
				sign.Secret = make([]byte, 32)
				verify.APK = bytes.Repeat([]byte{0xff}, len(s.apk))
			case 5:
				sign.Secret = nil
				verify.Signature = s.signature[1:]
			case 7:
				sign.Scheme, verify.Scheme = 0, 4
			}
			signs, verifies = append(signs, sign), append(verifies, verify)
		}
		signed := must(signing.Do(signs))(t)
		verified := must(verifying.Do(verifies))(t)
		wants := map[int]error{3: bls.ErrMalformed, 5: bls.ErrLength, 7: bls.ErrScheme}
		for i := range signs {
			want := wants[i%10]
			if !errors.Is(signed[i].Err, want) || !errors.Is(verified[i].Err, want) {
				t.Errorf("round %d, %d: %v, %v, want %v", round, i, signed[i].Err, verified[i].Err, want)
			}
			if want == nil && !bytes.Equal(signed[i].Answer, signatures[i]) {
				t.Errorf("round %d, %d: another signature", round, i)
			}
			if verified[i].Answer != (want == nil && i%10 != 1) {
				t.Errorf("round %d, %d: %v", round, i, verified[i].Answer)
			}
		}
	}
	if err := signing.Close(); err != nil {
		t.Error(err)
	}
	request := bls.SignRequest{Scheme: bls.MinPk, Secret: newSigner(t, bls.MinPk).secret}
	if _, err := signing.Do([]bls.SignRequest{request}); !errors.Is(err, bls.ErrCanceled) {
		t.Errorf("after Close: %v", err)
	}
}

func TestVulnerableInABatch(t *testing.T) {
	ctx, s := t.Context(), newSigner(t, bls.Dusk)
	stream := must(unixIPC(t).SignBatch(ctx))(t)
	request := bls.SignRequest{Scheme: bls.Dusk, Secret: s.secret, Message: message, Vulnerable: true}
	want := must(bls.NewCGO().SignVulnerable(ctx, bls.Dusk, s.secret, message))(t)
	results := must(stream.Do([]bls.SignRequest{request}))(t)
	if results[0].Err != nil || !bytes.Equal(results[0].Answer, want) {
		t.Errorf("%x, %v", results[0].Answer, results[0].Err)
	}
}
