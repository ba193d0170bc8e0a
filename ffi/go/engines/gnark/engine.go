// Package gnark is the engine of Consensys' gnark-crypto: a curve in Go and assembly. The signature
// scheme is composed on it.
package gnark

import (
	"runtime"

	"blsbench/runner/protocol"
	"blsbench/runner/record"
	"blsbench/runner/scheme"
)

const module = "github.com/consensys/gnark-crypto"

// Engine is `gnark`.
func Engine() protocol.Engine {
	return protocol.Engine{
		ID:       "gnark",
		Library:  module,
		Version:  record.Version(module),
		Options:  record.Settings("-tags", "GOAMD64", "GOARM64"),
		Compiler: runtime.Version(),
		CodePath: codePath,
		Composed: true,
		Groups: map[string]protocol.Group{
			protocol.MinPk:  protocol.Has(scheme.NewSuite(minPk)),
			protocol.MinSig: protocol.Has(scheme.NewSuite(minSig)),
			protocol.Curve:  protocol.Has(scheme.NewCurveSuite(curve)),
			protocol.Eip2537: protocol.Has(
				scheme.NewPrecompileSuite(scheme.NewPrecompiles(curve), curve.Lacks)),
			protocol.Dusk:             protocol.Lacks("gnark-crypto does not have the dusk schemes"),
			protocol.DuskV2:           protocol.Lacks("gnark-crypto does not have the dusk schemes"),
			protocol.Transport:        protocol.Lacks(protocol.RoutesAlone),
			protocol.Classic:          protocol.Lacks(protocol.Neighbour),
			protocol.RingSecp256k1:    protocol.Lacks(protocol.Neighbour),
			protocol.RingEd25519:      protocol.Lacks(protocol.Neighbour),
			protocol.RingRistretto255: protocol.Lacks(protocol.Neighbour),
		},
	}
}
