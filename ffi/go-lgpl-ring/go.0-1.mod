module blsbench/runner-lgpl-ring

go 1.26.8

require (
	blsbench/runner v0.0.0
	github.com/pokt-network/ring-go v0.1.0
)

require (
	filippo.io/edwards25519 v1.0.0 // indirect
	github.com/athanorlabs/go-dleq v0.0.0-20230113214619-d6fd7c03e213 // indirect
	github.com/decred/dcrd/dcrec/secp256k1/v4 v4.1.0 // indirect
	golang.org/x/crypto v0.57.0 // indirect
	golang.org/x/sys v0.48.0 // indirect
)

replace (
	blsbench/runner => ../go
	// The library's own, of which its hashes are; ours would be newer.
	golang.org/x/crypto => golang.org/x/crypto v0.0.0-20220214200702-86341886e292
)
