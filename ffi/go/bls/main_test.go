package bls_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"blsbench/bls"
	"blsbench/bls/internal/daemon"
)

// server of all tests but those that break one; absent says why there is none.
var (
	server *daemon.Daemon
	absent error
)

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	// Not open to others, or the server would refuse it.
	directory, err := os.MkdirTemp("", "bls-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(directory) }()
	program := serverProgram()
	if _, absent = os.Stat(program); absent == nil {
		server, err = daemon.Start(program, filepath.Join(directory, "s"), "--tcp", "127.0.0.1:0")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	code := m.Run()
	if server != nil {
		if err := server.Close(); err != nil {
			fmt.Fprintln(os.Stderr, "blsbenchd:", err)
			return 1
		}
	}
	return code
}

func serverProgram() string {
	if program := os.Getenv("BLSBENCHD"); program != "" {
		return program
	}
	return "../../../target/release/blsbenchd"
}

func needServer(t testing.TB) {
	t.Helper()
	if absent != nil {
		t.Skipf("skipped: no blsbenchd: %v", absent)
	}
}

func newIPC(t testing.TB, address string) *bls.IPC {
	t.Helper()
	ipc, err := bls.NewIPC(address, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ipc.Close() })
	return ipc
}

func unixIPC(t testing.TB) *bls.IPC {
	t.Helper()
	needServer(t)
	return newIPC(t, server.Unix)
}

// each runs a test with every implementation.
func each(t *testing.T, test func(t *testing.T, backend bls.Backend)) {
	t.Run("cgo", func(t *testing.T) { test(t, bls.NewCGO()) })
	t.Run("unix", func(t *testing.T) { test(t, unixIPC(t)) })
	t.Run("tcp", func(t *testing.T) {
		needServer(t)
		test(t, newIPC(t, server.TCP))
	})
	t.Run("switch", func(t *testing.T) {
		backend := bls.NewSwitch(unixIPC(t))
		if err := backend.SwitchToIPC(t.Context()); err != nil {
			t.Fatal(err)
		}
		test(t, backend)
	})
}

// must is a value that has no error to go with it.
func must[T any](value T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}
