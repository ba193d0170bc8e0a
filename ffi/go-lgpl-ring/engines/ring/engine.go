// Package ring is the engine of ring-go: linkable ring signatures over secp256k1 and ed25519. Which of
// its versions, the build decides (README.md); the engine's id follows.
package ring

import (
	"runtime"
	"strings"

	library "github.com/pokt-network/ring-go"

	"blsbench/runner/protocol"
	"blsbench/runner/record"
)

const module = "github.com/pokt-network/ring-go"

const (
	alone     = "ring signatures alone"
	notTheirs = "ring-go does not have this curve"
)

// Engine is `ring_go`, or `ring_go_0_1` in a build with the release before.
func Engine() protocol.Engine {
	version := record.Version(module)
	id := "ring_go"
	if strings.HasPrefix(version, "v0.1.") {
		id = "ring_go_0_1"
	}
	return protocol.Engine{
		ID:       id,
		Library:  module,
		Version:  version,
		Options:  record.Settings("-tags", "GOAMD64", "GOARM64"),
		Compiler: runtime.Version(),
		CodePath: codePath,
		Groups: map[string]protocol.Group{
			protocol.RingSecp256k1:    protocol.Has(&suite{library.Secp256k1()}),
			protocol.RingEd25519:      protocol.Has(&suite{library.Ed25519()}),
			protocol.RingRistretto255: protocol.Lacks(notTheirs),
			protocol.MinPk:            protocol.Lacks(alone),
			protocol.MinSig:           protocol.Lacks(alone),
			protocol.Dusk:             protocol.Lacks(alone),
			protocol.DuskV2:           protocol.Lacks(alone),
			protocol.Curve:            protocol.Lacks(alone),
			protocol.Eip2537:          protocol.Lacks(alone),
			protocol.Classic:          protocol.Lacks(alone),
			protocol.Transport:        protocol.Lacks(protocol.RoutesAlone),
		},
	}
}

// codePath is by the modules under the library: neither chooses when it runs.
func codePath() string {
	return "Go: decred secp256k1 " + record.Version("github.com/decred/dcrd/dcrec/secp256k1/v4") +
		", filippo.io/edwards25519 " + record.Version("filippo.io/edwards25519")
}
