module blsbench/ring-vectors

go 1.26.8

require (
	github.com/pokt-network/go-dleq v0.0.0-20250925202155-488f42ad642a
	github.com/pokt-network/ring-go v0.2.0
	golang.org/x/crypto v0.53.0
	golang.org/x/sys v0.46.0
)

require (
	filippo.io/edwards25519 v1.2.0 // indirect
	github.com/decred/dcrd/dcrec/secp256k1/v4 v4.4.1 // indirect
	github.com/ethereum/go-ethereum v1.17.4 // indirect
)
