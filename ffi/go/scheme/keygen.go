package scheme

import (
	"crypto/hkdf"
	"crypto/sha256"
)

// KeyMaterialLength is how many bytes KeyGen reduces: ceil(1.5 * ceil(log2(r)) / 8).
const KeyMaterialLength = 48

// KeyGen is that of draft-irtf-cfrg-bls-signature-05 section 2.3 with an empty key_info, for
// libraries without one.
//
// `reduce` reads KeyMaterialLength bytes as a big-endian integer modulo the group order and answers
// nil for zero; then the salt is hashed once more, as the draft says.
func KeyGen[S any](ikm []byte, reduce func([]byte) *S) (*S, error) {
	if len(ikm) < 32 {
		return nil, ErrShortIKM
	}
	padded := append(append(make([]byte, 0, len(ikm)+1), ikm...), 0)
	salt := sha256.Sum256([]byte("BLS-SIG-KEYGEN-SALT-"))
	for {
		material, err := hkdf.Key(sha256.New, padded, salt[:], "\x00\x30", KeyMaterialLength)
		if err != nil {
			return nil, err
		}
		if scalar := reduce(material); scalar != nil {
			return scalar, nil
		}
		salt = sha256.Sum256(salt[:])
	}
}
