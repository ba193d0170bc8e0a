package main

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	randv2 "math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/pokt-network/go-dleq/types"
	ring "github.com/pokt-network/ring-go"
	"golang.org/x/crypto/sha3"
)

var sizes = []int{2, 3, 4, 8, 16, 32, 64, 128}

// printVectors writes the same vectors in every run: ring-go's nonces come from rand.Reader, too.
func printVectors(kind string) error {
	rand.Reader = randv2.NewChaCha8([32]byte([]byte("ring-vectors, version 1, 32 byte")))
	var file File
	for _, name := range []string{"secp256k1", "ed25519"} {
		m := maker{name: name, curve: curves[name], file: &file}
		for place, size := range sizes {
			m.signatures(size, (place*place)%size)
		}
		m.identity()
		if name == "secp256k1" {
			m.leadingZero()
		}
		m.links()
	}
	file.Signatures = slices.DeleteFunc(file.Signatures, func(s Signature) bool { return !strings.HasPrefix(s.Kind, kind) })
	file.Links = slices.DeleteFunc(file.Links, func(l Link) bool { return !strings.HasPrefix(l.Kind, kind) })
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", " ")
	return encoder.Encode(file)
}

type maker struct {
	name  string
	curve types.Curve
	file  *File
}

// group is a ring whose every key is known.
type group struct {
	keys []types.Scalar
	ring *ring.Ring
}

func (m *maker) group(size int) group {
	keys := make([]types.Scalar, size)
	points := make([]types.Point, size)
	for i := range keys {
		keys[i] = m.curve.NewRandomScalar()
		points[i] = m.curve.ScalarBaseMul(keys[i])
	}
	return group{keys, must(ring.NewFixedKeyRingFromPublicKeys(m.curve, points))}
}

func (m *maker) add(kind string, index int, key types.Scalar, message [32]byte, signature []byte) {
	vector := Signature{
		Curve:     m.name,
		Kind:      kind,
		Size:      int(binary.BigEndian.Uint32(signature)),
		Index:     index,
		Message:   hex.EncodeToString(message[:]),
		Signature: hex.EncodeToString(signature),
	}
	if key != nil {
		vector.SecretKey = hex.EncodeToString(key.Encode())
	}
	decoded, err := decode(m.name, vector.Signature)
	vector.Valid = err == nil && decoded.Verify(message)
	m.file.Signatures = append(m.file.Signatures, vector)
}

// signatures adds a signature and, for small rings, what becomes of it when it is changed.
func (m *maker) signatures(size, index int) {
	g := m.group(size)
	message := random32()
	signature := must(must(g.ring.Sign(message, g.keys[index])).Serialize())
	m.add("valid", index, g.keys[index], message, signature)
	if size > 4 {
		return
	}
	other := message
	other[31] ^= 1
	m.add("wrong_message", index, nil, other, signature)

	point := m.curve.CompressedPointSize()
	image, entries := 36, 36+point
	entry := func(i int) int { return entries + i*(32+point) }
	change := func(kind string, edit func(bytes []byte)) {
		changed := append([]byte(nil), signature...)
		edit(changed)
		m.add(kind, index, nil, message, changed)
	}
	// A low bit: the scalar stays below the order.
	low := func(at int) int {
		if m.name == "ed25519" {
			return at
		}
		return at + 31
	}
	stranger := m.group(2)
	strangers := must(must(stranger.ring.Sign(message, stranger.keys[0])).Serialize())
	change("tampered_challenge", func(b []byte) { b[low(4)] ^= 1 })
	change("tampered_response", func(b []byte) { b[low(entry(size-1))] ^= 1 })
	change("tampered_image", func(b []byte) { copy(b[image:entries], strangers[image:]) })
	change("tampered_member", func(b []byte) { copy(b[entry(1)+32:entry(2)], strangers[entry(0)+32:]) })
	change("negated_image", func(b []byte) {
		if m.name == "ed25519" {
			b[image+31] ^= 0x80
		} else {
			b[image] ^= 1
		}
	})
	change("swapped_members", func(b []byte) {
		first := append([]byte(nil), b[entry(0):entry(1)]...)
		copy(b[entry(0):], b[entry(1):entry(2)])
		copy(b[entry(1):], first)
	})
	change("swapped_responses", func(b []byte) {
		first := append([]byte(nil), b[entry(0):entry(0)+32]...)
		copy(b[entry(0):], b[entry(1):entry(1)+32])
		copy(b[entry(1):], first)
	})
}

// walk does by hand what ring-go does inside, for one member, and returns the bytes that it hashes to
// the next challenge.
func (m *maker) walk(g group, member int, image types.Point, message [32]byte, s, c types.Scalar) []byte {
	// The key image of the member, divided by the key, is what the public key hashes to.
	hash := m.image(g, member).ScalarMul(g.keys[member].Inverse())
	l := m.curve.ScalarBaseMul(s).Add(m.curve.ScalarBaseMul(g.keys[member]).ScalarMul(c))
	r := hash.ScalarMul(s).Add(image.ScalarMul(c))
	return append(append(append([]byte(nil), message[:]...), l.Encode()...), r.Encode()...)
}

func (m *maker) image(g group, member int) types.Point {
	bytes := must(must(g.ring.Sign([32]byte{}, g.keys[member])).Serialize())
	return must(m.curve.DecodeToPoint(bytes[36 : 36+m.curve.CompressedPointSize()]))
}

// identity adds a signature with the nonce 0: both commitments of its signer are the identity.
func (m *maker) identity() {
	g := m.group(2)
	message := random32()
	image := m.image(g, 0)
	zero := m.curve.ScalarFromInt(0)
	// Not the sum of two others, which need not be written as the identity is.
	nothing := m.curve.ScalarBaseMul(zero).Encode()
	second := must(m.curve.HashToScalar(append(append(append([]byte(nil), message[:]...), nothing...), nothing...)))
	response := m.curve.NewRandomScalar()
	first := must(m.curve.HashToScalar(m.walk(g, 1, image, message, response, second)))
	signer := zero.Sub(first.Mul(g.keys[0]))

	bytes := binary.BigEndian.AppendUint32(nil, 2)
	bytes = append(append(bytes, first.Encode()...), image.Encode()...)
	bytes = append(append(bytes, signer.Encode()...), m.curve.ScalarBaseMul(g.keys[0]).Encode()...)
	bytes = append(append(bytes, response.Encode()...), m.curve.ScalarBaseMul(g.keys[1]).Encode()...)
	m.add("identity_commitment", 0, g.keys[0], message, bytes)
}

// leadingZero adds signatures of which a challenge has a leading zero byte before it is stored: where
// ring-go's builds differ. One has it in the first challenge, which is in the signature, and one in the
// second alone.
func (m *maker) leadingZero() {
	order, _ := new(big.Int).SetString("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", 16)
	g := m.group(2)
	image := m.image(g, 0)
	for wanted := range 2 {
		for {
			message := random32()
			bytes := must(must(g.ring.Sign(message, g.keys[0])).Serialize())
			var zeros [2]bool
			c := must(m.curve.DecodeToScalar(bytes[4:36]))
			for member := range 2 {
				s := must(m.curve.DecodeToScalar(bytes[69+65*member:][:32]))
				input := m.walk(g, member, image, message, s, c)
				hash := sha3.Sum512(input)
				challenge := new(big.Int).SetBytes(hash[:])
				zeros[1-member] = challenge.Mod(challenge, order).BitLen() <= 248
				c = must(m.curve.HashToScalar(input))
			}
			if zeros[wanted] && !zeros[1-wanted] {
				m.add(fmt.Sprintf("leading_zero_in_challenge_%d", wanted), 0, g.keys[0], message, bytes)
				break
			}
		}
	}
}

// links compares signatures by one key over different rings and messages, and by two.
func (m *maker) links() {
	g, other := m.group(2), m.group(4)
	both := must(ring.NewFixedKeyRingFromPublicKeys(m.curve, []types.Point{
		m.curve.ScalarBaseMul(other.keys[0]), m.curve.ScalarBaseMul(g.keys[1]), m.curve.ScalarBaseMul(other.keys[1]),
	}))
	sign := func(r *ring.Ring, key types.Scalar) []byte {
		return must(must(r.Sign(random32(), key)).Serialize())
	}
	first := sign(g.ring, g.keys[1])
	m.link("same_ring", first, sign(g.ring, g.keys[1]))
	m.link("another_ring", first, sign(both, g.keys[1]))
	m.link("another_signer", first, sign(g.ring, g.keys[0]))
	m.link("another_signer_and_ring", first, sign(both, other.keys[1]))
	if m.name == "ed25519" {
		// (0, -1), of order 2, added to the image: a signature that does not verify, and links.
		low := must(hex.DecodeString("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"))
		image := must(m.curve.DecodeToPoint(first[36:68])).Add(must(m.curve.DecodeToPoint(low)))
		shifted := append(append(append([]byte(nil), first[:36]...), image.Encode()...), first[68:]...)
		m.link("image_with_torsion", first, shifted)
	}
}

func (m *maker) link(kind string, a, b []byte) {
	link := Link{Curve: m.name, Kind: kind, A: hex.EncodeToString(a), B: hex.EncodeToString(b)}
	link.Linked = ring.Link(must(decode(m.name, link.A)), must(decode(m.name, link.B)))
	m.file.Links = append(m.file.Links, link)
}

func random32() (bytes [32]byte) {
	must(rand.Read(bytes[:]))
	return bytes
}

// must is for a program that has nothing to do but stop.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
