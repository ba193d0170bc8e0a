package blst

/*
#if defined(__clang__)
# define COMPILER __VERSION__
#else
# define COMPILER "gcc " __VERSION__
#endif
static const char *compiler(void) { return COMPILER; }
*/
import "C"

// cCompiler compiled this package, and so the binding: cgo uses one for a whole build.
func cCompiler() string { return C.GoString(C.compiler()) }
