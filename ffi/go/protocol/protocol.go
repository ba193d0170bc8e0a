// Package protocol is the runner's side of docs/RUNNER.md: requests on standard input, answers on
// standard output, one JSON object per line, and the loop that is timed.
//
// It knows no library. A program gives its engines to [Serve].
package protocol

// Version of the protocol.
const Version = 3

// The groups of operations that blsbench asks for.
const (
	MinPk   = "min_pk"
	MinSig  = "min_sig"
	Dusk    = "dusk"
	DuskV2  = "dusk_v2"
	Curve   = "curve"
	Eip2537 = "eip2537"
	// Transport is that of routes to a library.
	Transport = "transport"
	// Classic is that of the schemes that stand next to BLS.
	Classic = "classic"
	// RingSecp256k1 and those below are of linkable ring signatures.
	RingSecp256k1    = "ring_secp256k1"
	RingEd25519      = "ring_ed25519"
	RingRistretto255 = "ring_ristretto255"
)

// Engine is one library in one build.
type Engine struct {
	// ID is the engine's segment of an id, [a-z0-9_]+.
	ID string
	// Library is the module.
	Library string
	// Version of the module, as the build recorded it.
	Version string
	// Options of the build that change the library.
	Options string
	// Compiler of the code that is measured.
	Compiler string
	// CodePath says what the library uses on this machine; called when blsbench asks.
	CodePath func() string
	// Composed is true when the signature scheme is ours, on the library's curve.
	Composed bool
	// Groups that the engine knows. One that it does not have carries the reason.
	Groups map[string]Group
	// SetThreads tells the library how many threads it may use, where it wants to be told. The
	// runtime has been told already.
	SetThreads func(threads int)
}

// Group is what an engine has of a group of operations: a suite, or a reason.
type Group struct {
	// Suite has the operations; nil where the engine lacks the group.
	Suite Suite
	// Absent says why the engine lacks the group.
	Absent string
}

// Has is a group that the engine has.
func Has(suite Suite) Group { return Group{Suite: suite} }

// Lacks is a group that the engine does not have, for a reason that becomes a footnote.
func Lacks(reason string) Group { return Group{Absent: reason} }

// RoutesAlone says why an engine that is a library lacks the group [Transport].
const RoutesAlone = "the engines of this group are routes to a library"

// Neighbour says why a library of BLS12-381 lacks the group [Classic] and those of ring signatures.
const Neighbour = "no scheme of BLS12-381"

// Suite is the operations of one group.
type Suite interface {
	// Prepare decodes the inputs and computes what lies outside the timer.
	Prepare(operation string, inputs *Inputs) (Job, error)
}
