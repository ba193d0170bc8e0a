package main

import (
	"runtime"

	"blsbench/bls"
	"blsbench/runner/protocol"
	"blsbench/runner/record"
)

const grpcModule = "google.golang.org/grpc"

func engines(server *server) []protocol.Engine {
	cgo := func() (bls.Backend, error) { return bls.NewCGO(), nil }
	return []protocol.Engine{
		cgoEngine("cgo", "cgo, decoded keys behind handles", handles{}),
		cgoEngine("cgo_bytes", "cgo, encoded keys", &backend{connect: cgo}),
		grpcEngine("go_grpc_uds", "gRPC over a Unix socket", &remote{connect: server.unix, switches: true}),
		grpcEngine("go_grpc_tcp", "gRPC over TCP to this machine", &remote{connect: server.tcp}),
	}
}

// libraryVersion is that of the C library, which is no Go module: whoever builds this program says it
// by -ldflags "-X main.libraryVersion=…".
var libraryVersion = record.Unknown

func cgoEngine(id, path string, suite protocol.Suite) protocol.Engine {
	return engine(id, "blsbench-c", libraryVersion, path, suite)
}

func grpcEngine(id, path string, suite protocol.Suite) protocol.Engine {
	return engine(id, grpcModule, record.Version(grpcModule), path, suite)
}

func engine(id, library, version, path string, suite protocol.Suite) protocol.Engine {
	groups := map[string]protocol.Group{protocol.Transport: protocol.Has(suite)}
	for _, group := range []string{
		protocol.MinPk, protocol.MinSig, protocol.Dusk, protocol.DuskV2, protocol.Curve,
		protocol.Eip2537, protocol.Classic, protocol.RingSecp256k1, protocol.RingEd25519,
		protocol.RingRistretto255,
	} {
		groups[group] = protocol.Lacks("a route to the libraries of other engines: see transport")
	}
	return protocol.Engine{
		ID:       id,
		Library:  library,
		Version:  version,
		Options:  record.Settings("CGO_CFLAGS", "CGO_LDFLAGS", "GOAMD64", "GOARM64"),
		Compiler: runtime.Version(),
		CodePath: func() string { return path },
		Groups:   groups,
	}
}
