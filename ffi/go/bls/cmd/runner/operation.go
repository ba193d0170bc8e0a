package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"blsbench/bls"
	"blsbench/runner/protocol"
)

// operation of the group transport.
type operation struct {
	// scheme that the name begins with; 0 where it is about none.
	scheme bls.Scheme
	// name without the scheme.
	name string
}

// The operations of no scheme.
var (
	nullCall    = operation{0, "null_call"}
	switchToIPC = operation{0, "switch_to_ipc"}
)

func parse(name string) operation {
	// dusk is how dusk_v2 begins, too.
	for _, scheme := range []bls.Scheme{bls.DuskV2, bls.Dusk, bls.MinPk} {
		if rest, found := strings.CutPrefix(name, scheme.String()+"_"); found {
			return operation{scheme, rest}
		}
	}
	return operation{0, name}
}

func (o operation) unknown() error {
	return fmt.Errorf("unknown operation %q of %v", o.name, o.scheme)
}

// overGRPC is true for what only a server makes sense of.
func (o operation) overGRPC() bool {
	return o == switchToIPC ||
		strings.HasSuffix(o.name, "_in_flight_mt") || strings.HasSuffix(o.name, "_batch_mt")
}

var errEmpty = protocol.Refused("empty list")

var errNoServer = protocol.Unsupported("there is no server on this route")

// newJob is a job whose errors blsbench can tell apart.
func newJob[O any](do func() (O, error), encode func(O) []byte) protocol.Job {
	return protocol.NewJob(func() (O, error) {
		output, err := do()
		return output, translate(err)
	}, encode)
}

// translate sorts an error of the library for the protocol.
func translate(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, bls.ErrUnsupported):
		return protocol.Unsupported(err.Error())
	case errors.Is(err, bls.ErrLength), errors.Is(err, bls.ErrMalformed), errors.Is(err, bls.ErrEmpty):
		return protocol.Refused("%v", err)
	}
	return err
}

func plain(bytes []byte) []byte { return bytes }

func verdict(accepted bool) []byte {
	if accepted {
		return []byte{1}
	}
	return []byte{0}
}

func bigEndian(length uint64) []byte { return binary.BigEndian.AppendUint64(nil, length) }
