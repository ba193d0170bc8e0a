package herumi

/*
// The archive has these, and the binding does not export them: its own are under a tag that is set
// for the whole library, of at most 253 bytes, and mcl takes the length of that for G2 from that for
// G1. Weak: cgo links this package alone to look at it, without the archive.
#include <stddef.h>
#cgo darwin LDFLAGS: -Wl,-undefined,dynamic_lookup
__attribute__((weak)) int mclBnG1_hashAndMapToWithDst(
    void *point, const void *message, size_t length, const char *tag, size_t tagLength);
__attribute__((weak)) int mclBnG2_hashAndMapToWithDst(
    void *point, const void *message, size_t length, const char *tag, size_t tagLength);
*/
import "C"

import (
	"unsafe"

	"github.com/herumi/bls-eth-go-binary/bls"
)

func hashToG1(point *bls.G1, message, tag []byte) {
	C.mclBnG1_hashAndMapToWithDst(unsafe.Pointer(point),
		unsafe.Pointer(unsafe.SliceData(message)), C.size_t(len(message)),
		(*C.char)(unsafe.Pointer(unsafe.SliceData(tag))), C.size_t(len(tag)))
}

func hashToG2(point *bls.G2, message, tag []byte) {
	C.mclBnG2_hashAndMapToWithDst(unsafe.Pointer(point),
		unsafe.Pointer(unsafe.SliceData(message)), C.size_t(len(message)),
		(*C.char)(unsafe.Pointer(unsafe.SliceData(tag))), C.size_t(len(tag)))
}
