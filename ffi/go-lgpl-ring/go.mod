module blsbench/runner-lgpl-ring

go 1.26.8

require (
	blsbench/runner v0.0.0
	github.com/pokt-network/ring-go v0.2.0
)

require (
	filippo.io/edwards25519 v1.2.0 // indirect
	github.com/decred/dcrd/dcrec/secp256k1/v4 v4.4.1 // indirect
	github.com/ethereum/go-ethereum v1.17.4 // indirect
	github.com/pokt-network/go-dleq v0.0.0-20250925202155-488f42ad642a // indirect
	golang.org/x/crypto v0.57.0 // indirect
	golang.org/x/sys v0.48.0 // indirect
)

replace (
	blsbench/runner => ../go
	// The library's own, of which its hashes are; ours would be newer.
	golang.org/x/crypto => golang.org/x/crypto v0.53.0
)
