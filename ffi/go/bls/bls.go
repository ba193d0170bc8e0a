// Package bls makes and checks BLS signatures on BLS12-381 with libraries written in Rust, in this
// process over cgo or in another over gRPC.
//
// [Backend] has all calls on encoded keys and signatures, with two implementations: [CGO] calls the
// C library in ffi/c, [IPC] a server, blsbenchd, on a Unix socket or a port. [Switch] goes from one
// to the other while calls are made. Who signs or verifies often with the same keys keeps them
// decoded, as a [SecretKey], [PublicKey], [AggregateKey] and [Signature]; that works over cgo alone.
//
// A public key becomes an aggregate key before it verifies, of one key or of many.
//
// Secret keys in Go's memory are not cleared: the runtime may have copied them. Those behind a
// SecretKey are, when it is closed.
package bls

//go:generate go run ./internal/generate ../../grpc/proto internal/blsv1

import (
	"context"
	"fmt"
)

// SecretKeyLength of all schemes, in bytes: little-endian for dusk's libraries, big-endian for blst.
const SecretKeyLength = 32

// Scheme is a signature scheme of one library. The numbers are those of the C library and of the
// service.
type Scheme uint32

const (
	// Dusk is dusk-bls12_381-sign 0.6. INSECURE: one signature forges any other. It is here to
	// reproduce published figures, and for nothing else.
	Dusk Scheme = 1
	// DuskV2 is the multi-signatures of bls12_381-bls 0.6, its successor.
	DuskV2 Scheme = 2
	// MinPk is blst with keys in G1: BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_. An aggregate proves
	// nothing here unless a proof of possession was seen for every key in it; dusk's schemes have a
	// factor for each key instead.
	MinPk Scheme = 3
)

// Schemes are all of them.
var Schemes = []Scheme{Dusk, DuskV2, MinPk}

// String is the name, as in the names of operations.
func (s Scheme) String() string {
	switch s {
	case Dusk:
		return "dusk"
	case DuskV2:
		return "dusk_v2"
	case MinPk:
		return "min_pk"
	}
	return fmt.Sprintf("Scheme(%d)", uint32(s))
}

// PublicKeyLength is that of an encoded public key or aggregate key, a compressed point, in bytes; 0
// for an unknown scheme.
func (s Scheme) PublicKeyLength() int {
	switch s {
	case Dusk, DuskV2:
		return 96
	case MinPk:
		return 48
	}
	return 0
}

// SignatureLength is that of an encoded signature, a compressed point, in bytes; 0 for an unknown
// scheme.
func (s Scheme) SignatureLength() int {
	switch s {
	case Dusk, DuskV2:
		return 48
	case MinPk:
		return 96
	}
	return 0
}

// Backend makes and checks signatures. Keys and signatures are in the encodings of their scheme, and
// are checked in every call. All methods may be called from many goroutines at once.
//
// Errors are of type [*Error], and the same for the same mistake whatever the implementation. A
// context that has ended before a call begins is an error; a call over cgo that has begun is not
// interrupted.
type Backend interface {
	// NullCall carries a payload over the border and answers its length: what a call costs.
	NullCall(ctx context.Context, payload []byte) (uint64, error)
	// GenerateKeys makes a secret key of the operating system's random numbers, and its public key.
	GenerateKeys(ctx context.Context, scheme Scheme) (secret, public []byte, err error)
	// Sign signs, with the factor for the public key where the scheme has one. The public key must
	// be the secret key's; nil computes it, at a price.
	Sign(ctx context.Context, scheme Scheme, secret, public, message []byte) ([]byte, error)
	// SignVulnerable signs without that factor, open to rogue keys. The scheme Dusk alone has it.
	SignVulnerable(ctx context.Context, scheme Scheme, secret, message []byte) ([]byte, error)
	// Verify is true when the owners of all keys in the aggregate have signed the message.
	Verify(ctx context.Context, scheme Scheme, apk, message, signature []byte) (bool, error)
	// CreateAPK is the aggregate key of one public key.
	CreateAPK(ctx context.Context, scheme Scheme, public []byte) ([]byte, error)
	// AggregatePK adds public keys to an aggregate key, or makes one of a list where it is nil. The
	// scheme DuskV2 aggregates whole lists alone.
	AggregatePK(ctx context.Context, scheme Scheme, apk []byte, keys ...[]byte) ([]byte, error)
	// AggregateSig adds signatures to one.
	AggregateSig(ctx context.Context, scheme Scheme, signature []byte, others ...[]byte) ([]byte, error)
	// Close ends what the backend holds; no call may follow.
	Close() error
}
