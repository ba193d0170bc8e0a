package bls

import (
	"context"
	"sync/atomic"
)

// Switch is a backend that is one of two: cgo, with which it starts, or a server. It may be switched
// while calls are made; each ends where it began.
type Switch struct {
	cgo     Backend
	ipc     *IPC
	current atomic.Pointer[Backend]
}

var _ Backend = (*Switch)(nil)

// NewSwitch takes over the connection to a server, which need not be there yet.
func NewSwitch(ipc *IPC) *Switch {
	s := &Switch{cgo: NewCGO(), ipc: ipc}
	s.SwitchToCGO()
	return s
}

// SwitchToIPC sends later calls to the server, if that says that it serves; an error leaves
// everything as it was.
func (s *Switch) SwitchToIPC(ctx context.Context) error {
	if err := s.ipc.Serving(ctx); err != nil {
		return err
	}
	var ipc Backend = s.ipc
	s.current.Store(&ipc)
	return nil
}

// SwitchToCGO keeps later calls in this process.
func (s *Switch) SwitchToCGO() { s.current.Store(&s.cgo) }

// OnIPC is true when calls go to the server.
func (s *Switch) OnIPC() bool { return s.backend() == s.ipc }

func (s *Switch) backend() Backend { return *s.current.Load() }

// NullCall as of the current backend.
func (s *Switch) NullCall(ctx context.Context, payload []byte) (uint64, error) {
	return s.backend().NullCall(ctx, payload)
}

// GenerateKeys as of the current backend.
func (s *Switch) GenerateKeys(
	ctx context.Context, scheme Scheme,
) (secret, public []byte, err error) {
	return s.backend().GenerateKeys(ctx, scheme)
}

// Sign as of the current backend.
func (s *Switch) Sign(
	ctx context.Context, scheme Scheme, secret, public, message []byte,
) ([]byte, error) {
	return s.backend().Sign(ctx, scheme, secret, public, message)
}

// SignVulnerable as of the current backend.
func (s *Switch) SignVulnerable(
	ctx context.Context, scheme Scheme, secret, message []byte,
) ([]byte, error) {
	return s.backend().SignVulnerable(ctx, scheme, secret, message)
}

// Verify as of the current backend.
func (s *Switch) Verify(
	ctx context.Context, scheme Scheme, apk, message, signature []byte,
) (bool, error) {
	return s.backend().Verify(ctx, scheme, apk, message, signature)
}

// CreateAPK as of the current backend.
func (s *Switch) CreateAPK(ctx context.Context, scheme Scheme, public []byte) ([]byte, error) {
	return s.backend().CreateAPK(ctx, scheme, public)
}

// AggregatePK as of the current backend.
func (s *Switch) AggregatePK(
	ctx context.Context, scheme Scheme, apk []byte, keys ...[]byte,
) ([]byte, error) {
	return s.backend().AggregatePK(ctx, scheme, apk, keys...)
}

// AggregateSig as of the current backend.
func (s *Switch) AggregateSig(
	ctx context.Context, scheme Scheme, signature []byte, others ...[]byte,
) ([]byte, error) {
	return s.backend().AggregateSig(ctx, scheme, signature, others...)
}

// Close ends the connection to the server.
func (s *Switch) Close() error { return s.ipc.Close() }
