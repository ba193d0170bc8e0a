package bls_test

import (
	"bytes"
	"errors"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"blsbench/bls"
)

func TestSwitchWithoutServer(t *testing.T) {
	backend := bls.NewSwitch(newIPC(t, "unix:"+filepath.Join(t.TempDir(), "nobody")))
	if err := backend.SwitchToIPC(t.Context()); !errors.Is(err, bls.ErrUnavailable) {
		t.Errorf("switched to nothing: %v", err)
	}
	if backend.OnIPC() {
		t.Error("on IPC after an error")
	}
	if _, err := backend.NullCall(t.Context(), nil); err != nil {
		t.Error(err)
	}
}

func TestSwitchSwitches(t *testing.T) {
	ipc := unixIPC(t)
	backend := bls.NewSwitch(ipc)
	for range 3 {
		if backend.OnIPC() {
			t.Error("on IPC without being switched there")
		}
		if err := backend.SwitchToIPC(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !backend.OnIPC() {
			t.Error("not on IPC")
		}
		backend.SwitchToCGO()
	}
	if err := backend.SwitchToIPC(t.Context()); err != nil {
		t.Fatal(err)
	}
	// Calls really go there: they end with the connection.
	if err := backend.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := backend.NullCall(t.Context(), nil); !errors.Is(err, bls.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	backend.SwitchToCGO()
	if _, err := backend.NullCall(t.Context(), nil); err != nil {
		t.Errorf("over cgo: %v", err)
	}
}

// TestSwitchWhileCalling gets the one right answer from every call.
func TestSwitchWhileCalling(t *testing.T) {
	backend := bls.NewSwitch(unixIPC(t))
	s := newSigner(t, bls.MinPk)
	var done atomic.Bool
	var calls atomic.Int64
	var callers sync.WaitGroup
	for range 4 {
		callers.Go(func() {
			for !done.Load() {
				got, err := backend.Sign(t.Context(), bls.MinPk, s.secret, s.public, message)
				if err != nil || !bytes.Equal(got, s.signature) {
					t.Errorf("%x, %v", got, err)
					return
				}
				calls.Add(1)
			}
		})
	}
	for range 200 {
		if err := backend.SwitchToIPC(t.Context()); err != nil {
			t.Error(err)
		}
		backend.SwitchToCGO()
	}
	done.Store(true)
	callers.Wait()
	t.Logf("%d calls, 400 switches", calls.Load())
}
