package geth

import (
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/crypto/bls12381"

	"blsbench/runner/scheme"
)

// The lengths of what the precompiles read.
const (
	paddedG1     = 128
	paddedG2     = 256
	scalarLength = 32
)

// precompiles are the library's own contracts, of the text of 2020. It has no check of the subgroup
// in multiplications and sums of them: they come after one here, which decodes each point once more.
// Nothing else that they put out or refuse differs from the final text.
var precompiles = scheme.Precompiles{
	"g1add":         contract(10, nil),
	"g1mul":         contract(11, checkG1),
	"g1msm":         contract(12, checkG1),
	"g2add":         contract(13, nil),
	"g2mul":         contract(14, checkG2),
	"g2msm":         contract(15, checkG2),
	"pairing_check": contract(16, nil),
	"map_fp_to_g1":  contract(17, nil),
	"map_fp2_to_g2": contract(18, nil),
}

// contract is the one at an address, after a check.
func contract(address byte, check func([]byte) error) func() scheme.Precompile {
	run := vm.PrecompiledContractsBLS[common.BytesToAddress([]byte{address})].Run
	precompile := func(input []byte) ([]byte, error) {
		if err := check(input); err != nil {
			return nil, err
		}
		return run(input)
	}
	if check == nil {
		precompile = run
	}
	return func() scheme.Precompile { return precompile }
}

func checkG1(input []byte) error { return checkSubgroup(bls12381.NewG1(), input, paddedG1) }

func checkG2(input []byte) error { return checkSubgroup(bls12381.NewG2(), input, paddedG2) }

// checkSubgroup checks the points before scalars. Input of a wrong length is for the contract to
// refuse.
func checkSubgroup[P any](points interface {
	DecodePoint([]byte) (*P, error)
	InCorrectSubgroup(*P) bool
}, input []byte, length int) error {
	for len(input) >= length {
		point, err := points.DecodePoint(input[:length])
		if err != nil {
			return err
		}
		if !points.InCorrectSubgroup(point) {
			return errSubgroup
		}
		input = input[min(len(input), length+scalarLength):]
	}
	return nil
}
