package geth

import (
	"crypto/sha256"
	"crypto/subtle"
	"math/big"
	"slices"
)

// What RFC 9380 puts before the map to the curve. It is ours, and timed: the library begins at
// field elements.

// elementMaterial is how many bytes are reduced to one field element.
const elementMaterial = 64

// hashToField is hash_to_field for so many numbers modulo p, as the library reads them.
func hashToField(message, dst []byte, count int) [][]byte {
	elements := make([][]byte, 0, count)
	var element big.Int
	for material := range slices.Chunk(expand(message, dst, count*elementMaterial), elementMaterial) {
		element.Mod(element.SetBytes(material), p)
		elements = append(elements, element.FillBytes(make([]byte, fieldBytes)))
	}
	return elements
}

// expand is expand_message_xmd with SHA-256, under a tag of 1 to 255 bytes.
func expand(message, dst []byte, length int) []byte {
	tag := append(slices.Clone(dst), byte(len(dst)))
	hash := sha256.New()
	hash.Write(make([]byte, sha256.BlockSize))
	hash.Write(message)
	hash.Write([]byte{byte(length >> 8), byte(length), 0})
	hash.Write(tag)
	first := hash.Sum(nil)
	block := make([]byte, sha256.Size)
	expanded := make([]byte, 0, length)
	for i := byte(1); len(expanded) < length; i++ {
		subtle.XORBytes(block, block, first)
		hash.Reset()
		hash.Write(block)
		hash.Write([]byte{i})
		hash.Write(tag)
		block = hash.Sum(block[:0])
		expanded = append(expanded, block...)
	}
	return expanded[:length]
}
