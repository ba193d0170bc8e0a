module blsbench/runner-lgpl

go 1.26.8

require (
	blsbench/runner v0.0.0
	github.com/ethereum/go-ethereum v1.11.5
	golang.org/x/sys v0.48.0
)

require golang.org/x/crypto v0.57.0 // indirect

replace blsbench/runner => ../go
