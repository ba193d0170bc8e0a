package bls

import (
	"context"
	"fmt"
)

// Code says what kind of mistake an [Error] is. Each is a value for [errors.Is].
type Code int

const (
	// ErrLength is a key or signature of another length than the scheme's.
	ErrLength Code = iota + 1
	// ErrMalformed is a key or signature that the library refuses.
	ErrMalformed
	// ErrEmpty is a list of nothing to aggregate.
	ErrEmpty
	// ErrMixed is keys or signatures of two schemes in one call.
	ErrMixed
	// ErrUnsupported is what the scheme lacks.
	ErrUnsupported
	// ErrScheme is a number that is no scheme's.
	ErrScheme
	// ErrClosed is a key or signature that was closed, or a connection.
	ErrClosed
	// ErrEntropy is an operating system without random numbers.
	ErrEntropy
	// ErrExhausted is too much: a request too long for the server, or more calls than it takes.
	ErrExhausted
	// ErrUnavailable is a server that does not answer. Whether it did what it was asked is not known;
	// no call changes anything there, so it may be asked again.
	ErrUnavailable
	// ErrDeadline is a call that took too long, by the context or by the server's own limit.
	ErrDeadline
	// ErrCanceled is a call whose context was cancelled.
	ErrCanceled
	// ErrInternal is a fault of the library, the server or this package.
	ErrInternal
)

var codeTexts = [...]string{
	ErrLength:      "wrong length",
	ErrMalformed:   "malformed",
	ErrEmpty:       "empty list",
	ErrMixed:       "mixed schemes",
	ErrUnsupported: "not supported",
	ErrScheme:      "unknown scheme",
	ErrClosed:      "closed",
	ErrEntropy:     "no random numbers",
	ErrExhausted:   "too much",
	ErrUnavailable: "server unavailable",
	ErrDeadline:    "deadline exceeded",
	ErrCanceled:    "cancelled",
	ErrInternal:    "internal error",
}

// Error is the code in words.
func (c Code) Error() string {
	if c < ErrLength || int(c) >= len(codeTexts) {
		return fmt.Sprintf("code %d", int(c))
	}
	return codeTexts[c]
}

// Error is why a call has no answer. A signature that does not verify is an answer.
type Error struct {
	// Code to tell mistakes apart.
	Code Code
	// Message for people.
	Message string
}

func failf(code Code, format string, arguments ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, arguments...)}
}

// Error has the code and the message.
func (e *Error) Error() string { return "bls: " + e.Code.Error() + ": " + e.Message }

// Is compares with a [Code], and with the errors of contexts.
func (e *Error) Is(target error) bool {
	switch target {
	case context.DeadlineExceeded:
		return e.Code == ErrDeadline
	case context.Canceled:
		return e.Code == ErrCanceled
	}
	return target == e.Code
}

// ended is the error of a context that has ended; nil where it has not.
func ended(ctx context.Context) error {
	switch err := ctx.Err(); err {
	case nil:
		return nil
	case context.DeadlineExceeded:
		return &Error{Code: ErrDeadline, Message: err.Error()}
	default:
		return &Error{Code: ErrCanceled, Message: err.Error()}
	}
}
