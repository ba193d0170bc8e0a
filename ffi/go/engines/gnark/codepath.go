package gnark

import (
	"runtime"

	"github.com/consensys/gnark-crypto/utils/cpu"
)

// codePath asks the variables that the library's field arithmetic asks.
func codePath() string {
	switch {
	case cpu.SupportAVX512IFMA:
		return "assembly, ADX; AVX-512 IFMA for vectors"
	case cpu.SupportADX:
		return "assembly, ADX"
	}
	if runtime.GOARCH == "arm64" {
		return "assembly for ARMv8"
	}
	return runtime.GOARCH + ", no ADX"
}
