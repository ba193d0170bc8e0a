package gocrypto

import (
	"runtime"
	"strings"

	"blsbench/runner/record"
)

// codePath follows from how Go was built: the assembly for P-256, and that for the field of Ed25519,
// needs nothing of the processor that its architecture does not have.
func codePath() string {
	if strings.Contains(record.Settings("-tags"), "purego") {
		return "Go, no assembly (purego)"
	}
	switch runtime.GOARCH {
	case "amd64", "arm64":
		return "assembly for P-256 and for the field of Ed25519"
	}
	return runtime.GOARCH + ", Go"
}
