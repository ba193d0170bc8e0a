package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"blsbench/bls"
	"blsbench/bls/internal/daemon"
)

// server is a blsbenchd of the runner's own, started when it is first needed.
type server struct {
	directory string
	daemon    *daemon.Daemon
}

// unix is a connection to its socket.
func (s *server) unix() (*bls.IPC, error) {
	if err := s.start(); err != nil {
		return nil, err
	}
	return bls.NewIPC(s.daemon.Unix, nil)
}

// tcp is a connection to its port.
func (s *server) tcp() (*bls.IPC, error) {
	if err := s.start(); err != nil {
		return nil, err
	}
	return bls.NewIPC(s.daemon.TCP, nil)
}

func (s *server) start() error {
	if s.daemon != nil {
		return nil
	}
	program, err := findServer()
	if err != nil {
		return err
	}
	if s.directory == "" {
		if s.directory, err = os.MkdirTemp("", "blsbench-runner-"); err != nil {
			return err
		}
	}
	socket := filepath.Join(s.directory, "blsbenchd.sock")
	// A stream may wait long between two samples.
	s.daemon, err = daemon.Start(program, socket, "--tcp", "127.0.0.1:0", "--deadline", "1h")
	return err
}

func (s *server) close() error {
	var stopped error
	if s.daemon != nil {
		stopped = s.daemon.Close()
	}
	if s.directory == "" {
		return stopped
	}
	return errors.Join(stopped, os.RemoveAll(s.directory))
}

// findServer is where cargo puts it, as seen from this program or from where blsbench puts that.
func findServer() (string, error) {
	if program := os.Getenv("BLSBENCHD"); program != "" {
		return program, nil
	}
	executable, err := os.Executable()
	if err != nil {
		return "", err
	}
	directory := filepath.Dir(executable)
	for _, place := range []string{".", "../../target/release"} {
		program := filepath.Join(directory, place, "blsbenchd")
		if _, err := os.Stat(program); err == nil {
			return program, nil
		}
	}
	return "", fmt.Errorf("no blsbenchd: cargo build --release -p blsbench-grpc, or set BLSBENCHD")
}
