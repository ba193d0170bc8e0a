// Package herumi is the engine of herumi's bls by way of its binding for Ethereum, which comes with
// archives that upstream has built.
package herumi

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/herumi/bls-eth-go-binary/bls"

	"blsbench/runner/protocol"
	"blsbench/runner/record"
	"blsbench/runner/scheme"
)

const module = "github.com/herumi/bls-eth-go-binary"

// Engine is `herumi_go`.
func Engine() protocol.Engine {
	has := func(suite protocol.Suite, checkSubgroup bool) protocol.Group {
		return protocol.Has(withSetting{suite, checkSubgroup})
	}
	if err := start(); err != nil {
		has = func(protocol.Suite, bool) protocol.Group {
			return protocol.Lacks(fmt.Sprintf("the library does not start: %v", err))
		}
	}
	return protocol.Engine{
		ID:       "herumi_go",
		Library:  module,
		Version:  record.Version(module),
		Options:  "archive prebuilt by upstream, BLS_ETH",
		Compiler: runtime.Version() + "; C and C++ in this program: " + compilers(),
		CodePath: codePath,
		Groups: map[string]protocol.Group{
			protocol.MinPk: has(scheme.NewSuite(minPk), true),
			protocol.Curve: has(scheme.NewCurveSuite(curve), false),
			protocol.Eip2537: has(
				scheme.NewPrecompileSuite(scheme.NewPrecompiles(curve), curve.Lacks), false),
			protocol.MinSig: protocol.Lacks(
				"upstream's archives are built with BLS_ETH, which puts public keys in G1"),
			protocol.Dusk:             protocol.Lacks("herumi does not have the dusk schemes"),
			protocol.DuskV2:           protocol.Lacks("herumi does not have the dusk schemes"),
			protocol.Transport:        protocol.Lacks(protocol.RoutesAlone),
			protocol.Classic:          protocol.Lacks(protocol.Neighbour),
			protocol.RingSecp256k1:    protocol.Lacks(protocol.Neighbour),
			protocol.RingEd25519:      protocol.Lacks(protocol.Neighbour),
			protocol.RingRistretto255: protocol.Lacks(protocol.Neighbour),
		},
	}
}

// compilers are all that wrote their name into the program, for nothing says which of them is
// upstream's.
func compilers() string {
	if all := record.CCompilers(); len(all) > 0 {
		return strings.Join(all, ", ")
	}
	return record.Unknown
}

// start selects the suite, and the subgroup checks on decoding that are the default.
func start() error {
	if err := bls.Init(bls.BLS12_381); err != nil {
		return err
	}
	if err := bls.SetETHmode(bls.EthModeDraft07); err != nil {
		return err
	}
	bls.VerifyPublicKeyOrder(true)
	bls.VerifySignatureOrder(true)
	return nil
}
