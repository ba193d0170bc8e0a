package bls

/*
#include <blsbench.h>

#cgo noescape blsbench_generate_keys
#cgo nocallback blsbench_generate_keys
#cgo noescape blsbench_secret_key_decode
#cgo nocallback blsbench_secret_key_decode
#cgo noescape blsbench_secret_key_encode
#cgo nocallback blsbench_secret_key_encode
#cgo noescape blsbench_secret_key_public
#cgo nocallback blsbench_secret_key_public
#cgo noescape blsbench_sign
#cgo nocallback blsbench_sign
#cgo noescape blsbench_sign_vulnerable
#cgo nocallback blsbench_sign_vulnerable
#cgo noescape blsbench_public_key_decode
#cgo nocallback blsbench_public_key_decode
#cgo noescape blsbench_public_key_encode
#cgo nocallback blsbench_public_key_encode
#cgo noescape blsbench_create_apk
#cgo nocallback blsbench_create_apk
#cgo noescape blsbench_aggregate_public_keys
#cgo nocallback blsbench_aggregate_public_keys
#cgo noescape blsbench_add_public_keys
#cgo nocallback blsbench_add_public_keys
#cgo noescape blsbench_aggregate_key_decode
#cgo nocallback blsbench_aggregate_key_decode
#cgo noescape blsbench_aggregate_key_encode
#cgo nocallback blsbench_aggregate_key_encode
#cgo noescape blsbench_verify
#cgo nocallback blsbench_verify
#cgo noescape blsbench_signature_decode
#cgo nocallback blsbench_signature_decode
#cgo noescape blsbench_signature_encode
#cgo nocallback blsbench_signature_encode
#cgo noescape blsbench_aggregate_signatures
#cgo nocallback blsbench_aggregate_signatures
#cgo nocallback blsbench_secret_key_free
#cgo nocallback blsbench_public_key_free
#cgo nocallback blsbench_aggregate_key_free
#cgo nocallback blsbench_signature_free
*/
import "C"

import (
	"runtime"
	"unsafe"
)

// SecretKey is a decoded secret key. It is cleared when it is closed.
type SecretKey struct{ handle[C.blsbench_secret_key] }

// PublicKey is a decoded public key of one signer.
type PublicKey struct{ handle[C.blsbench_public_key] }

// AggregateKey is a decoded key that verifies: the aggregate of one public key or of many.
type AggregateKey struct {
	handle[C.blsbench_aggregate_key]
}

// Signature is a decoded signature of one signer or of many.
type Signature struct{ handle[C.blsbench_signature] }

// handle is a value in the C library's tables. The library tells one that was freed from one that was
// not, so that a call beside Close is safe: it has an answer or [ErrClosed].
type handle[T any] struct {
	c       T
	free    func(T) cStatus
	cleanup runtime.Cleanup
}

// create has a call of C write the handle, and sees to it that it is freed.
func (h *handle[T]) create(free func(T) cStatus, f func(out *T) cStatus) error {
	if err := call(func() cStatus { return f(&h.c) }); err != nil {
		return err
	}
	h.own(free)
	return nil
}

func (h *handle[T]) own(free func(T) cStatus) {
	h.free = free
	h.cleanup = runtime.AddCleanup(h, func(c T) { free(c) }, h.c)
}

// Close frees the value, which the garbage collector would do later. Every later use, and a second
// Close, is [ErrClosed].
func (h *handle[T]) Close() error {
	if h.free == nil {
		return failf(ErrClosed, "never made")
	}
	h.cleanup.Stop()
	return call(func() cStatus { return h.free(h.c) })
}

func freeSecretKey(c C.blsbench_secret_key) cStatus       { return C.blsbench_secret_key_free(c) }
func freePublicKey(c C.blsbench_public_key) cStatus       { return C.blsbench_public_key_free(c) }
func freeAggregateKey(c C.blsbench_aggregate_key) cStatus { return C.blsbench_aggregate_key_free(c) }
func freeSignature(c C.blsbench_signature) cStatus        { return C.blsbench_signature_free(c) }

// GenerateKeys makes a secret key of the operating system's random numbers, and its public key.
func GenerateKeys(scheme Scheme) (*SecretKey, *PublicKey, error) {
	secret, public := new(SecretKey), new(PublicKey)
	err := secret.create(freeSecretKey, func(out *C.blsbench_secret_key) cStatus {
		return C.blsbench_generate_keys(C.uint32_t(scheme), out, &public.c)
	})
	if err != nil {
		return nil, nil, err
	}
	public.own(freePublicKey)
	return secret, public, nil
}

// DecodeSecretKey reads 32 bytes, a number below the order of the curve and not zero.
func DecodeSecretKey(scheme Scheme, bytes []byte) (*SecretKey, error) {
	secret := new(SecretKey)
	return made(secret, secret.create(freeSecretKey, func(out *C.blsbench_secret_key) cStatus {
		return C.blsbench_secret_key_decode(
			C.uint32_t(scheme), pointer(bytes), C.size_t(len(bytes)), out)
	}))
}

// Bytes is the encoding.
func (k *SecretKey) Bytes() ([]byte, error) {
	defer runtime.KeepAlive(k)
	return encode(func(out *C.uint8_t, capacity C.size_t, length *C.size_t) cStatus {
		return C.blsbench_secret_key_encode(k.c, out, capacity, length)
	})
}

// PublicKey computes the public key.
func (k *SecretKey) PublicKey() (*PublicKey, error) {
	defer runtime.KeepAlive(k)
	public := new(PublicKey)
	return made(public, public.create(freePublicKey, func(out *C.blsbench_public_key) cStatus {
		return C.blsbench_secret_key_public(k.c, out)
	}))
}

// Sign signs, with the factor for the public key where the scheme has one; it must be this key's.
func (k *SecretKey) Sign(public *PublicKey, message []byte) (*Signature, error) {
	defer runtime.KeepAlive(k)
	defer runtime.KeepAlive(public)
	signature := new(Signature)
	return made(signature, signature.create(freeSignature, func(out *C.blsbench_signature) cStatus {
		return C.blsbench_sign(k.c, public.c, pointer(message), C.size_t(len(message)), out)
	}))
}

// SignVulnerable signs without that factor, open to rogue keys. The scheme Dusk alone has it.
func (k *SecretKey) SignVulnerable(message []byte) (*Signature, error) {
	defer runtime.KeepAlive(k)
	signature := new(Signature)
	return made(signature, signature.create(freeSignature, func(out *C.blsbench_signature) cStatus {
		return C.blsbench_sign_vulnerable(k.c, pointer(message), C.size_t(len(message)), out)
	}))
}

// DecodePublicKey reads a compressed point, with curve and subgroup checks.
func DecodePublicKey(scheme Scheme, bytes []byte) (*PublicKey, error) {
	public := new(PublicKey)
	return made(public, public.create(freePublicKey, func(out *C.blsbench_public_key) cStatus {
		return C.blsbench_public_key_decode(
			C.uint32_t(scheme), pointer(bytes), C.size_t(len(bytes)), out)
	}))
}

// Bytes is the compressed point.
func (k *PublicKey) Bytes() ([]byte, error) {
	defer runtime.KeepAlive(k)
	return encode(func(out *C.uint8_t, capacity C.size_t, length *C.size_t) cStatus {
		return C.blsbench_public_key_encode(k.c, out, capacity, length)
	})
}

// CreateAPK is the aggregate key of this key alone.
func (k *PublicKey) CreateAPK() (*AggregateKey, error) {
	defer runtime.KeepAlive(k)
	apk := new(AggregateKey)
	return made(apk, apk.create(freeAggregateKey, func(out *C.blsbench_aggregate_key) cStatus {
		return C.blsbench_create_apk(k.c, out)
	}))
}

// AggregatePublicKeys is the aggregate of at least one key, all of one scheme.
func AggregatePublicKeys(keys ...*PublicKey) (*AggregateKey, error) {
	defer runtime.KeepAlive(keys)
	list := publicKeys(keys)
	apk := new(AggregateKey)
	return made(apk, apk.create(freeAggregateKey, func(out *C.blsbench_aggregate_key) cStatus {
		return C.blsbench_aggregate_public_keys(unsafe.SliceData(list), C.size_t(len(list)), out)
	}))
}

// DecodeAggregateKey reads a compressed point, with curve and subgroup checks.
func DecodeAggregateKey(scheme Scheme, bytes []byte) (*AggregateKey, error) {
	apk := new(AggregateKey)
	return made(apk, apk.create(freeAggregateKey, func(out *C.blsbench_aggregate_key) cStatus {
		return C.blsbench_aggregate_key_decode(
			C.uint32_t(scheme), pointer(bytes), C.size_t(len(bytes)), out)
	}))
}

// Bytes is the compressed point.
func (k *AggregateKey) Bytes() ([]byte, error) {
	defer runtime.KeepAlive(k)
	return encode(func(out *C.uint8_t, capacity C.size_t, length *C.size_t) cStatus {
		return C.blsbench_aggregate_key_encode(k.c, out, capacity, length)
	})
}

// Add is the aggregate with more keys. The scheme DuskV2 aggregates whole lists alone.
func (k *AggregateKey) Add(keys ...*PublicKey) (*AggregateKey, error) {
	defer runtime.KeepAlive(k)
	defer runtime.KeepAlive(keys)
	list := publicKeys(keys)
	apk := new(AggregateKey)
	return made(apk, apk.create(freeAggregateKey, func(out *C.blsbench_aggregate_key) cStatus {
		return C.blsbench_add_public_keys(k.c, unsafe.SliceData(list), C.size_t(len(list)), out)
	}))
}

// Verify is true when the owners of all keys have signed the message.
func (k *AggregateKey) Verify(message []byte, signature *Signature) (bool, error) {
	defer runtime.KeepAlive(k)
	defer runtime.KeepAlive(signature)
	var valid C.bool
	err := call(func() cStatus {
		return C.blsbench_verify(
			k.c, pointer(message), C.size_t(len(message)), signature.c, &valid)
	})
	return bool(valid), err
}

// DecodeSignature reads a compressed point, with curve and subgroup checks.
func DecodeSignature(scheme Scheme, bytes []byte) (*Signature, error) {
	signature := new(Signature)
	return made(signature, signature.create(freeSignature, func(out *C.blsbench_signature) cStatus {
		return C.blsbench_signature_decode(
			C.uint32_t(scheme), pointer(bytes), C.size_t(len(bytes)), out)
	}))
}

// Bytes is the compressed point.
func (s *Signature) Bytes() ([]byte, error) {
	defer runtime.KeepAlive(s)
	return encode(func(out *C.uint8_t, capacity C.size_t, length *C.size_t) cStatus {
		return C.blsbench_signature_encode(s.c, out, capacity, length)
	})
}

// Aggregate is the sum of this signature and others of its scheme.
func (s *Signature) Aggregate(others ...*Signature) (*Signature, error) {
	defer runtime.KeepAlive(s)
	defer runtime.KeepAlive(others)
	list := make([]C.blsbench_signature, len(others))
	for i, other := range others {
		list[i] = other.c
	}
	sum := new(Signature)
	return made(sum, sum.create(freeSignature, func(out *C.blsbench_signature) cStatus {
		return C.blsbench_aggregate_signatures(
			s.c, unsafe.SliceData(list), C.size_t(len(list)), out)
	}))
}

func publicKeys(keys []*PublicKey) []C.blsbench_public_key {
	list := make([]C.blsbench_public_key, len(keys))
	for i, key := range keys {
		list[i] = key.c
	}
	return list
}

// made is a new handle, or nothing.
func made[H any](h *H, err error) (*H, error) {
	if err != nil {
		return nil, err
	}
	return h, nil
}

// encode is an encoding, of which none is longer than the buffer.
func encode(f func(out *C.uint8_t, capacity C.size_t, length *C.size_t) cStatus) ([]byte, error) {
	var buffer [96]byte
	var length C.size_t
	err := call(func() cStatus {
		return f((*C.uint8_t)(unsafe.Pointer(&buffer)), C.size_t(len(buffer)), &length)
	})
	if err != nil {
		return nil, err
	}
	return append([]byte(nil), buffer[:length]...), nil
}
