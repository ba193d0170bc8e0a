package bls

/*
// CGO_LDFLAGS=-L… names another place. The archive is named by its file, since a linker that finds a
// shared library beside it would take that.
#cgo CFLAGS: -I${SRCDIR}/../../c/include
#cgo LDFLAGS: -L${SRCDIR}/../../../target/release
#cgo linux LDFLAGS: -l:libblsbench_c.a
#cgo !linux LDFLAGS: -lblsbench_c
#cgo LDFLAGS: -lm -ldl -lpthread
#include <blsbench.h>

// The library keeps no pointer, and knows nothing of Go.
#cgo noescape blsbench_null_call
#cgo nocallback blsbench_null_call
#cgo noescape blsbench_generate_keys_bytes
#cgo nocallback blsbench_generate_keys_bytes
#cgo noescape blsbench_sign_bytes
#cgo nocallback blsbench_sign_bytes
#cgo noescape blsbench_sign_vulnerable_bytes
#cgo nocallback blsbench_sign_vulnerable_bytes
#cgo noescape blsbench_verify_bytes
#cgo nocallback blsbench_verify_bytes
#cgo noescape blsbench_create_apk_bytes
#cgo nocallback blsbench_create_apk_bytes
#cgo noescape blsbench_aggregate_public_keys_bytes
#cgo nocallback blsbench_aggregate_public_keys_bytes
#cgo noescape blsbench_add_public_keys_bytes
#cgo nocallback blsbench_add_public_keys_bytes
#cgo noescape blsbench_aggregate_signatures_bytes
#cgo nocallback blsbench_aggregate_signatures_bytes
*/
import "C"

import (
	"bytes"
	"context"
	"runtime"
	"unsafe"
)

// CGO is the backend in this process, by the C library.
type CGO struct{}

var _ Backend = CGO{}

// NewCGO is ready at once.
func NewCGO() CGO { return CGO{} }

// NullCall carries a payload over the border of cgo and back.
func (CGO) NullCall(ctx context.Context, payload []byte) (uint64, error) {
	if err := ended(ctx); err != nil {
		return 0, err
	}
	var length C.uint64_t
	// It cannot fail, and is not given the thread that a message would be read on.
	status := C.blsbench_null_call(pointer(payload), C.size_t(len(payload)), &length)
	if status != C.BLSBENCH_OK {
		return 0, failf(ErrInternal, "status %d of a null call", status)
	}
	return uint64(length), nil
}

// GenerateKeys makes the keys in this process.
func (CGO) GenerateKeys(ctx context.Context, scheme Scheme) (secret, public []byte, err error) {
	if err := begin(ctx, checkScheme(scheme)); err != nil {
		return nil, nil, err
	}
	secret = make([]byte, SecretKeyLength)
	public, err = output(scheme.PublicKeyLength(), func(out *C.uint8_t, capacity C.size_t) cStatus {
		return C.blsbench_generate_keys_bytes(
			C.uint32_t(scheme), pointer(secret), C.size_t(len(secret)), out, capacity)
	})
	if err != nil {
		return nil, nil, err
	}
	return secret, public, nil
}

// Sign signs in this process.
func (CGO) Sign(
	ctx context.Context, scheme Scheme, secret, public, message []byte,
) ([]byte, error) {
	if err := begin(ctx, checkSign(scheme, secret, public)); err != nil {
		return nil, err
	}
	return output(scheme.SignatureLength(), func(out *C.uint8_t, capacity C.size_t) cStatus {
		return C.blsbench_sign_bytes(
			C.uint32_t(scheme), pointer(secret), C.size_t(len(secret)),
			pointer(public), C.size_t(len(public)),
			pointer(message), C.size_t(len(message)), out, capacity)
	})
}

// SignVulnerable signs in this process.
func (CGO) SignVulnerable(
	ctx context.Context, scheme Scheme, secret, message []byte,
) ([]byte, error) {
	if err := begin(ctx, checkSign(scheme, secret, nil)); err != nil {
		return nil, err
	}
	return output(scheme.SignatureLength(), func(out *C.uint8_t, capacity C.size_t) cStatus {
		return C.blsbench_sign_vulnerable_bytes(
			C.uint32_t(scheme), pointer(secret), C.size_t(len(secret)),
			pointer(message), C.size_t(len(message)), out, capacity)
	})
}

// Verify verifies in this process.
func (CGO) Verify(
	ctx context.Context, scheme Scheme, apk, message, signature []byte,
) (bool, error) {
	if err := begin(ctx, checkVerify(scheme, apk, signature)); err != nil {
		return false, err
	}
	var valid C.bool
	err := call(func() cStatus {
		return C.blsbench_verify_bytes(
			C.uint32_t(scheme), pointer(apk), C.size_t(len(apk)),
			pointer(message), C.size_t(len(message)),
			pointer(signature), C.size_t(len(signature)), &valid)
	})
	return bool(valid), err
}

// CreateAPK makes the aggregate key of one public key.
func (CGO) CreateAPK(ctx context.Context, scheme Scheme, public []byte) ([]byte, error) {
	if err := begin(ctx, checkPublicKeys(scheme, public)); err != nil {
		return nil, err
	}
	return output(scheme.PublicKeyLength(), func(out *C.uint8_t, capacity C.size_t) cStatus {
		return C.blsbench_create_apk_bytes(
			C.uint32_t(scheme), pointer(public), C.size_t(len(public)), out, capacity)
	})
}

// AggregatePK adds in this process.
func (CGO) AggregatePK(
	ctx context.Context, scheme Scheme, apk []byte, keys ...[]byte,
) ([]byte, error) {
	if err := begin(ctx, checkAggregatePK(scheme, apk, keys)); err != nil {
		return nil, err
	}
	list := bytes.Join(keys, nil)
	return output(scheme.PublicKeyLength(), func(out *C.uint8_t, capacity C.size_t) cStatus {
		if apk == nil {
			return C.blsbench_aggregate_public_keys_bytes(
				C.uint32_t(scheme), pointer(list), C.size_t(len(list)), out, capacity)
		}
		return C.blsbench_add_public_keys_bytes(
			C.uint32_t(scheme), pointer(apk), C.size_t(len(apk)),
			pointer(list), C.size_t(len(list)), out, capacity)
	})
}

// AggregateSig adds in this process.
func (CGO) AggregateSig(
	ctx context.Context, scheme Scheme, signature []byte, others ...[]byte,
) ([]byte, error) {
	if err := begin(ctx, checkAggregateSig(scheme, signature, others)); err != nil {
		return nil, err
	}
	list := bytes.Join(others, nil)
	return output(scheme.SignatureLength(), func(out *C.uint8_t, capacity C.size_t) cStatus {
		return C.blsbench_aggregate_signatures_bytes(
			C.uint32_t(scheme), pointer(signature), C.size_t(len(signature)),
			pointer(list), C.size_t(len(list)), out, capacity)
	})
}

// Close has nothing to do.
func (CGO) Close() error { return nil }

type cStatus = C.blsbench_status

// codesOfC are the statuses of the C library. The lengths of buffers and the pointers are this
// package's business, and are right.
var codesOfC = map[cStatus]Code{
	C.BLSBENCH_LENGTH:      ErrLength,
	C.BLSBENCH_MALFORMED:   ErrMalformed,
	C.BLSBENCH_EMPTY:       ErrEmpty,
	C.BLSBENCH_MIXED:       ErrMixed,
	C.BLSBENCH_UNSUPPORTED: ErrUnsupported,
	C.BLSBENCH_HANDLE:      ErrClosed,
	C.BLSBENCH_SCHEME:      ErrScheme,
	C.BLSBENCH_ENTROPY:     ErrEntropy,
}

// begin is the mistake that was found, or that of the context.
func begin(ctx context.Context, mistake error) error {
	if mistake != nil {
		return mistake
	}
	return ended(ctx)
}

// call makes a call of C and reads its message, which is the thread's: between two calls of C the
// runtime may move a goroutine to another.
func call(f func() cStatus) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	status := f()
	if status == C.BLSBENCH_OK {
		return nil
	}
	code, known := codesOfC[status]
	if !known {
		code = ErrInternal
	}
	return &Error{Code: code, Message: C.GoString(C.blsbench_last_error())}
}

// output is what a call writes.
func output(length int, f func(out *C.uint8_t, capacity C.size_t) cStatus) ([]byte, error) {
	out := make([]byte, length)
	if err := call(func() cStatus { return f(pointer(out), C.size_t(length)) }); err != nil {
		return nil, err
	}
	return out, nil
}

func pointer(bytes []byte) *C.uint8_t { return (*C.uint8_t)(unsafe.SliceData(bytes)) }
