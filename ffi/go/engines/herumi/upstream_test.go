package herumi

import (
	"encoding/binary"
	"runtime"
	"strings"
	"testing"

	"github.com/herumi/bls-eth-go-binary/bls"
)

// What upstream does otherwise than one would think, and what we do because of it. When one of
// these fails after an upgrade, the way around it can go.

// signers are keys, joined messages of 32 bytes and their signatures.
func signers(t *testing.T, count int) ([]bls.PublicKey, []byte, []bls.Sign) {
	t.Helper()
	if err := start(); err != nil {
		t.Fatal(err)
	}
	var keys []bls.PublicKey
	var messages []byte
	var signatures []bls.Sign
	for i := range count {
		var key bls.SecretKey
		key.SetByCSPRNG()
		message := make([]byte, messageLength)
		binary.LittleEndian.PutUint64(message, uint64(i+1))
		keys = append(keys, *key.GetPublicKey())
		messages = append(messages, message...)
		signatures = append(signatures, *key.SignByte(message))
	}
	return keys, messages, signatures
}

// On more than one core, MultiVerify gives blocks of 16 to threads, and forgets what is left when
// there are fewer blocks than threads.
func TestMultiVerifySkipsSignatures(t *testing.T) {
	if runtime.NumCPU() == 1 {
		t.Skip("this machine has one core")
	}
	keys, messages, signatures := signers(t, 17)
	signatures[16] = signatures[0]
	if !bls.MultiVerify(signatures, keys, messages) {
		t.Error("MultiVerify now sees that the last of 17 signatures is wrong")
	}
}

func TestTagOfG2HasTheLengthOfG1s(t *testing.T) {
	if err := start(); err != nil {
		t.Fatal(err)
	}
	const long = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_and_more"
	before := bls.HashAndMapToSignature(nil)
	if err := bls.SetDstG2(long); err != nil {
		t.Fatal(err)
	}
	after := bls.HashAndMapToSignature(nil)
	if err := bls.SetDstG2(string(dst)); err != nil {
		t.Fatal(err)
	}
	if !before.IsEqual(after) {
		t.Error("the end of the tag now counts")
	}
}

func TestTagsAreShorterThanThoseOfTheRFC(t *testing.T) {
	if err := start(); err != nil {
		t.Fatal(err)
	}
	if bls.SetDstG1(strings.Repeat("x", 254)) == nil {
		t.Error("mcl now takes a tag of 254 bytes")
	}
}

func TestIdentityWithAnotherLastByte(t *testing.T) {
	if err := start(); err != nil {
		t.Fatal(err)
	}
	encoded := make([]byte, 48)
	encoded[0], encoded[47] = 0xc0, 1
	var key bls.PublicKey
	if key.Deserialize(encoded) != nil {
		t.Error("mcl now refuses it")
	}
	if _, err := minPk.DecodePublicKey(encoded); err == nil {
		t.Error("we do not")
	}
}
