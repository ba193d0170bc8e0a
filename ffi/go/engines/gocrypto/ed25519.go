package gocrypto

import (
	"crypto/ed25519"

	"blsbench/runner/protocol"
)

// ed25519Scheme has keys and signatures that are bytes: the library decodes them when it verifies.
type ed25519Scheme struct{}

func (s ed25519Scheme) KeyGen(
	encoded []byte,
) (ed25519.PrivateKey, ed25519.PublicKey, error) {
	secret, err := s.DecodeSecretKey(encoded)
	if err != nil {
		return nil, nil, err
	}
	return secret, ed25519.PublicKey(secret[ed25519.SeedSize:]), nil
}

func (ed25519Scheme) DecodeSecretKey(encoded []byte) (ed25519.PrivateKey, error) {
	if len(encoded) != ed25519.SeedSize {
		return nil, protocol.Refused("secret key: %d bytes", len(encoded))
	}
	return ed25519.NewKeyFromSeed(encoded), nil
}

func (ed25519Scheme) DecodePublicKey(encoded []byte) (ed25519.PublicKey, error) {
	if len(encoded) != ed25519.PublicKeySize {
		return nil, protocol.Refused("public key: %d bytes", len(encoded))
	}
	return encoded, nil
}

func (ed25519Scheme) EncodePublicKey(key ed25519.PublicKey) []byte { return key }

func (ed25519Scheme) DecodeSignature(encoded []byte) ([]byte, error) { return encoded, nil }

func (ed25519Scheme) EncodeSignature(signature []byte) []byte { return signature }

func (ed25519Scheme) Sign(key ed25519.PrivateKey, message []byte) ([]byte, error) {
	return ed25519.Sign(key, message), nil
}

func (ed25519Scheme) Verify(key ed25519.PublicKey, message, signature []byte) bool {
	return ed25519.Verify(key, message, signature)
}
