// Package gocrypto is the engine of Go's standard library: Ed25519, and ECDSA over P-256.
package gocrypto

import (
	"runtime"

	"blsbench/runner/protocol"
	"blsbench/runner/record"
	"blsbench/runner/scheme"
)

const (
	noCurve     = "Go's standard library does not have BLS12-381"
	noSecp256k1 = "Go's standard library has no secp256k1"
	noRings     = "Go's standard library has no ring signatures"
)

// Engine is `go_crypto`.
func Engine() protocol.Engine {
	return protocol.Engine{
		ID:       "go_crypto",
		Library:  "crypto/ed25519, crypto/ecdsa",
		Version:  runtime.Version(),
		Options:  record.Settings("-tags", "GOAMD64", "GOARM64", "GOFIPS140"),
		Compiler: runtime.Version(),
		CodePath: codePath,
		Groups: map[string]protocol.Group{
			protocol.Classic: protocol.Has(scheme.NewClassicSuite(
				map[string]protocol.Suite{
					scheme.Ed25519:   scheme.NewClassic(ed25519Scheme{}),
					scheme.EcdsaP256: scheme.NewClassic(ecdsaScheme{}),
				},
				map[string]string{
					scheme.EcdsaSecp256k1: noSecp256k1,
					scheme.Bip340:         noSecp256k1,
				},
			)),
			protocol.MinPk:     protocol.Lacks(noCurve),
			protocol.MinSig:    protocol.Lacks(noCurve),
			protocol.Curve:     protocol.Lacks(noCurve),
			protocol.Eip2537:   protocol.Lacks(noCurve),
			protocol.Dusk:      protocol.Lacks(noCurve),
			protocol.DuskV2:    protocol.Lacks(noCurve),
			protocol.Transport: protocol.Lacks(protocol.RoutesAlone),

			protocol.RingSecp256k1:    protocol.Lacks(noRings),
			protocol.RingEd25519:      protocol.Lacks(noRings),
			protocol.RingRistretto255: protocol.Lacks(noRings),
		},
	}
}
