module blsbench/runner-lgpl

go 1.26.8

require (
	blsbench/runner v0.0.0
	github.com/ethereum/go-ethereum v1.11.5
	golang.org/x/sys v0.48.0
)

require (
	github.com/btcsuite/btcd/btcec/v2 v2.2.0 // indirect
	github.com/decred/dcrd/dcrec/secp256k1/v4 v4.0.1 // indirect
	github.com/go-stack/stack v1.8.1 // indirect
	github.com/holiman/uint256 v1.2.0 // indirect
	golang.org/x/crypto v0.57.0 // indirect
)

replace blsbench/runner => ../go
