package protocol

import (
	"errors"
	"fmt"
)

// The kinds of errors.
const (
	kindUnsupported = "unsupported"
	kindRefused     = "refused"
	kindFailed      = "failed"
)

// failure is why there is no output. A check that ran and failed is none: its output is a verdict.
type failure struct {
	kind    string
	message string
}

func (f *failure) Error() string { return f.message }

// Unsupported is the answer of a library that has no such operation; the reason becomes a footnote.
func Unsupported(reason string) error {
	return &failure{kind: kindUnsupported, message: reason}
}

// Refused says that the inputs are malformed, or that the operation refuses them.
func Refused(format string, arguments ...any) error {
	return &failure{kind: kindRefused, message: fmt.Sprintf(format, arguments...)}
}

// kindOf sorts an error: what nobody called refused or unsupported has failed.
func kindOf(err error) string {
	var f *failure
	if errors.As(err, &f) {
		return f.kind
	}
	return kindFailed
}

// IsRefused is true for inputs that were refused.
func IsRefused(err error) bool { return kindOf(err) == kindRefused }

// IsUnsupported is true for an operation that the library does not have.
func IsUnsupported(err error) bool { return kindOf(err) == kindUnsupported }
