// Package geth is the engine of go-ethereum's crypto/bls12381: a curve in Go, with assembly behind
// build tags. The signature scheme is composed on it, and so is hashing, of its map to the curve.
//
// The package has no compressed encoding and exports no square root, so that decoding is ours and
// is not measured.
package geth

import (
	"runtime"

	"blsbench/runner/protocol"
	"blsbench/runner/record"
	"blsbench/runner/scheme"
)

const module = "github.com/ethereum/go-ethereum"

// Engine is `geth`.
func Engine() protocol.Engine {
	return protocol.Engine{
		ID:       "geth",
		Library:  module,
		Version:  record.Version(module),
		Options:  record.Settings("-tags", "GOAMD64", "GOARM64"),
		Compiler: runtime.Version(),
		CodePath: codePath,
		Composed: true,
		Groups: map[string]protocol.Group{
			protocol.MinPk:            protocol.Has(scheme.WithoutDecoding(scheme.NewSuite(minPk), noEncoding)),
			protocol.MinSig:           protocol.Has(scheme.WithoutDecoding(scheme.NewSuite(minSig), noEncoding)),
			protocol.Curve:            protocol.Has(scheme.NewCurveSuite(curve)),
			protocol.Eip2537:          protocol.Has(scheme.NewPrecompileSuite(precompiles, nil)),
			protocol.Dusk:             protocol.Lacks("geth does not have the dusk schemes"),
			protocol.DuskV2:           protocol.Lacks("geth does not have the dusk schemes"),
			protocol.Transport:        protocol.Lacks(protocol.RoutesAlone),
			protocol.Classic:          protocol.Lacks(protocol.Neighbour),
			protocol.RingSecp256k1:    protocol.Lacks(protocol.Neighbour),
			protocol.RingEd25519:      protocol.Lacks(protocol.Neighbour),
			protocol.RingRistretto255: protocol.Lacks(protocol.Neighbour),
		},
	}
}
