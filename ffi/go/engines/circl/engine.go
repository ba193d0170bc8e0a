// Package circl is the engine of Cloudflare's CIRCL: a curve in Go.
//
// The scheme is composed on the curve. CIRCL's own, in sign/bls, knows the basic suite alone, under
// the tag that ends in NUL_.
package circl

import (
	"runtime"

	"blsbench/runner/protocol"
	"blsbench/runner/record"
	"blsbench/runner/scheme"
)

const module = "github.com/cloudflare/circl"

// Engine is `circl`.
func Engine() protocol.Engine {
	return protocol.Engine{
		ID:       "circl",
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
			protocol.Dusk:             protocol.Lacks("CIRCL does not have the dusk schemes"),
			protocol.DuskV2:           protocol.Lacks("CIRCL does not have the dusk schemes"),
			protocol.Transport:        protocol.Lacks(protocol.RoutesAlone),
			protocol.Classic:          protocol.Lacks(protocol.Neighbour),
			protocol.RingSecp256k1:    protocol.Lacks(protocol.Neighbour),
			protocol.RingEd25519:      protocol.Lacks(protocol.Neighbour),
			protocol.RingRistretto255: protocol.Lacks(protocol.Neighbour),
		},
	}
}
