package gocrypto

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/asn1"
	"math/big"

	"blsbench/runner/protocol"
)

// coordinate is the length of a number modulo the field's or the group's order.
const coordinate = 32

// ecdsaScheme is ECDSA over P-256 with SHA-256. Signatures are DER, which the library signs and
// verifies.
type ecdsaScheme struct{}

func (s ecdsaScheme) KeyGen(encoded []byte) (*ecdsa.PrivateKey, *ecdsa.PublicKey, error) {
	secret, err := s.DecodeSecretKey(encoded)
	if err != nil {
		return nil, nil, err
	}
	return secret, &secret.PublicKey, nil
}

func (ecdsaScheme) DecodeSecretKey(encoded []byte) (*ecdsa.PrivateKey, error) {
	key, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), encoded)
	if err != nil {
		return nil, protocol.Refused("secret key: %v", err)
	}
	return key, nil
}

// DecodePublicKey goes by way of the uncompressed point: the library makes a key of no other, unless
// by fields that are deprecated.
func (ecdsaScheme) DecodePublicKey(encoded []byte) (*ecdsa.PublicKey, error) {
	x, y := elliptic.UnmarshalCompressed(elliptic.P256(), encoded)
	if x == nil {
		return nil, protocol.Refused("public key: not a compressed point")
	}
	uncompressed := make([]byte, 1+2*coordinate)
	uncompressed[0] = 4
	x.FillBytes(uncompressed[1 : 1+coordinate])
	y.FillBytes(uncompressed[1+coordinate:])
	key, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), uncompressed)
	if err != nil {
		return nil, protocol.Refused("public key: %v", err)
	}
	return key, nil
}

func (ecdsaScheme) EncodePublicKey(key *ecdsa.PublicKey) []byte {
	uncompressed, err := key.Bytes()
	if err != nil {
		// Not of a curve of the library: no key of this scheme.
		panic(err)
	}
	sign := uncompressed[2*coordinate] & 1
	return append([]byte{2 | sign}, uncompressed[1:1+coordinate]...)
}

// numbers of a signature, as DER has them.
type numbers struct{ R, S *big.Int }

func (ecdsaScheme) DecodeSignature(encoded []byte) ([]byte, error) {
	if len(encoded) != 2*coordinate {
		return nil, protocol.Refused("signature: %d bytes", len(encoded))
	}
	r := new(big.Int).SetBytes(encoded[:coordinate])
	return asn1.Marshal(numbers{r, new(big.Int).SetBytes(encoded[coordinate:])})
}

func (ecdsaScheme) EncodeSignature(signature []byte) []byte {
	var parts numbers
	if _, err := asn1.Unmarshal(signature, &parts); err != nil {
		// The library made it.
		panic(err)
	}
	encoded := make([]byte, 2*coordinate)
	parts.R.FillBytes(encoded[:coordinate])
	parts.S.FillBytes(encoded[coordinate:])
	return encoded
}

// Sign takes the nonce of RFC 6979, as it does without random numbers.
func (ecdsaScheme) Sign(key *ecdsa.PrivateKey, message []byte) ([]byte, error) {
	hash := sha256.Sum256(message)
	return key.Sign(nil, hash[:], crypto.SHA256)
}

func (ecdsaScheme) Verify(key *ecdsa.PublicKey, message, signature []byte) bool {
	hash := sha256.Sum256(message)
	return ecdsa.VerifyASN1(key, hash[:], signature)
}
