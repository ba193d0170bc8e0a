// Package blst is the engine of supranational's blst by way of its own Go binding.
//
// The binding hands even one verification to goroutines, and two of them overlap on two threads
// whatever GOMAXPROCS and SetMaxProcs say, because a call of C keeps its thread while the other goes
// on. The rows that may use one thread go through the binding's pairing context instead, which is
// the same C code in the calling goroutine; the _mt rows call the API as it is.
package blst

import (
	"runtime"

	blst "github.com/supranational/blst/bindings/go"

	"blsbench/runner/protocol"
	"blsbench/runner/record"
	"blsbench/runner/scheme"
)

const module = "github.com/supranational/blst"

// Engine is `blst_go`.
func Engine() protocol.Engine {
	return protocol.Engine{
		ID:         "blst_go",
		Library:    module,
		Version:    record.Version(module),
		Options:    record.Settings("CGO_CFLAGS", "CGO_LDFLAGS"),
		Compiler:   runtime.Version() + ", " + cCompiler(),
		CodePath:   codePath,
		SetThreads: blst.SetMaxProcs,
		Groups: map[string]protocol.Group{
			protocol.MinPk:  protocol.Has(scheme.NewSuite(minPk)),
			protocol.MinSig: protocol.Has(scheme.NewSuite(minSig)),
			protocol.Curve:  protocol.Has(scheme.NewCurveSuite(curve)),
			protocol.Eip2537: protocol.Has(
				scheme.NewPrecompileSuite(scheme.NewPrecompiles(curve), curve.Lacks)),
			protocol.Dusk:             protocol.Lacks("blst does not have the dusk schemes"),
			protocol.DuskV2:           protocol.Lacks("blst does not have the dusk schemes"),
			protocol.Transport:        protocol.Lacks(protocol.RoutesAlone),
			protocol.Classic:          protocol.Lacks(protocol.Neighbour),
			protocol.RingSecp256k1:    protocol.Lacks(protocol.Neighbour),
			protocol.RingEd25519:      protocol.Lacks(protocol.Neighbour),
			protocol.RingRistretto255: protocol.Lacks(protocol.Neighbour),
		},
	}
}
