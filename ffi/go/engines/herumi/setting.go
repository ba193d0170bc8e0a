package herumi

import (
	"github.com/herumi/bls-eth-go-binary/bls"

	"blsbench/runner/protocol"
)

// withSetting is a suite that sets what the library has one of for all: whether decoding checks the
// subgroup. To prepare an operation is the end of the one before.
type withSetting struct {
	protocol.Suite
	checkSubgroup bool
}

func (s withSetting) Prepare(
	operation string, inputs *protocol.Inputs,
) (protocol.Job, error) {
	bls.VerifyPublicKeyOrder(s.checkSubgroup)
	bls.VerifySignatureOrder(s.checkSubgroup)
	return s.Suite.Prepare(operation, inputs)
}
