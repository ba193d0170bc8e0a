package blst

/*
// The binding links the maps to the curve without exporting them, and its header is where no other
// module finds it. Weak: this package alone, which cgo links to look at, has neither.
#cgo darwin LDFLAGS: -Wl,-undefined,dynamic_lookup
__attribute__((weak)) void blst_map_to_g1(void *out, const void *u, const void *v);
__attribute__((weak)) void blst_map_to_g2(void *out, const void *u, const void *v);
*/
import "C"

import (
	"unsafe"

	blst "github.com/supranational/blst/bindings/go"
)

// fp2 is blst's: the number of u last.
type fp2 [2]blst.Fp

func mapToG1(point *blst.P1, element *blst.Fp) {
	C.blst_map_to_g1(unsafe.Pointer(point), unsafe.Pointer(element), nil)
}

func mapToG2(point *blst.P2, element *fp2) {
	C.blst_map_to_g2(unsafe.Pointer(point), unsafe.Pointer(element), nil)
}
