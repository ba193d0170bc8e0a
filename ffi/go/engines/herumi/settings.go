package herumi

import (
	"github.com/herumi/bls-eth-go-binary/bls"

	"blsbench/runner/protocol"
)

// withSettings is a suite that sets what the library has one of for all: the tag that it hashes
// under, and whether decoding checks the subgroup. To prepare an operation is the end of the one
// before.
type withSettings struct {
	protocol.Suite
	checkSubgroup bool
}

func (s withSettings) Prepare(
	operation string, inputs *protocol.Inputs,
) (protocol.Job, error) {
	tag := inputs.DST
	if len(tag) == 0 {
		tag = dst
	}
	if err := setTag(tag); err != nil {
		return nil, protocol.Refused("tag: %v", err)
	}
	bls.VerifyPublicKeyOrder(s.checkSubgroup)
	bls.VerifySignatureOrder(s.checkSubgroup)
	return s.Suite.Prepare(operation, inputs)
}

// setTag sets both, because mcl takes the length of that of G2 from that of G1
// (TestTagOfG2HasTheLengthOfG1s).
func setTag(tag []byte) error {
	if err := bls.SetDstG1(string(tag)); err != nil {
		return err
	}
	return bls.SetDstG2(string(tag))
}
