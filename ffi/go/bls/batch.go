package bls

import (
	"context"
	"errors"
	"io"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"

	"blsbench/bls/internal/blsv1"
)

// SignRequest is one signature of a batch, as [Backend.Sign] and, where it is Vulnerable,
// [Backend.SignVulnerable] take it.
type SignRequest struct {
	Scheme     Scheme
	Secret     []byte
	Public     []byte
	Message    []byte
	Vulnerable bool
}

func (r *SignRequest) check() error { return checkSign(r.Scheme, r.Secret, r.Public) }

func (r *SignRequest) wire() *blsv1.SignRequest {
	return &blsv1.SignRequest{
		Scheme: wire(r.Scheme), SecretKey: r.Secret, PublicKey: r.Public, Message: r.Message,
		Vulnerable: r.Vulnerable,
	}
}

// VerifyRequest is one verification of a batch, as [Backend.Verify] takes it.
type VerifyRequest struct {
	Scheme    Scheme
	APK       []byte
	Message   []byte
	Signature []byte
}

func (r *VerifyRequest) check() error { return checkVerify(r.Scheme, r.APK, r.Signature) }

func (r *VerifyRequest) wire() *blsv1.VerifyRequest {
	return &blsv1.VerifyRequest{
		Scheme: wire(r.Scheme), AggregateKey: r.APK, Message: r.Message, Signature: r.Signature,
	}
}

// Result is the answer to one request of a batch, or its error; the others have their own.
type Result[Answer any] struct {
	Answer Answer
	Err    error
}

// Batch carries many requests over one stream, so that the server works on several at once. It is
// for one goroutine at a time. A server ends a stream on which nothing comes for as long as a call may
// take there, by default 30 seconds.
type Batch[Request, Answer any] struct {
	check   func(*Request) error
	send    func(*Request) error
	receive func() (Result[Answer], error)
	end     context.CancelFunc
}

// SignBatch opens a stream for signatures, which ends with the context.
func (c *IPC) SignBatch(ctx context.Context) (*Batch[SignRequest, []byte], error) {
	read := func(answer *blsv1.SignBatchResponse) Result[[]byte] {
		return Result[[]byte]{answer.GetSignature(), failure(answer.GetFailure())}
	}
	return open(ctx, c, c.service.SignBatch, (*SignRequest).check, (*SignRequest).wire, read)
}

// VerifyBatch opens a stream for verifications, which ends with the context.
func (c *IPC) VerifyBatch(ctx context.Context) (*Batch[VerifyRequest, bool], error) {
	read := func(answer *blsv1.VerifyBatchResponse) Result[bool] {
		return Result[bool]{answer.GetValid(), failure(answer.GetFailure())}
	}
	return open(ctx, c, c.service.VerifyBatch, (*VerifyRequest).check, (*VerifyRequest).wire, read)
}

func open[Request, Answer, WireRequest, WireAnswer any](
	ctx context.Context, c *IPC,
	method func(context.Context, ...grpc.CallOption) (
		grpc.BidiStreamingClient[WireRequest, WireAnswer], error),
	check func(*Request) error,
	wire func(*Request) *WireRequest,
	read func(*WireAnswer) Result[Answer],
) (*Batch[Request, Answer], error) {
	ctx, end := context.WithCancel(ctx)
	stream, err := method(ctx)
	if err != nil {
		end()
		return nil, c.failed(err)
	}
	return &Batch[Request, Answer]{
		check: check,
		send:  func(request *Request) error { return stream.Send(wire(request)) },
		receive: func() (Result[Answer], error) {
			answer, err := stream.Recv()
			if errors.Is(err, io.EOF) {
				return Result[Answer]{}, failf(ErrUnavailable, "the server ended the stream")
			}
			if err != nil {
				return Result[Answer]{}, c.failed(err)
			}
			return read(answer), nil
		},
		end: end,
	}, nil
}

// Do answers the requests in their order. An error is the stream's: then there are no answers, and
// the batch is of no more use.
func (b *Batch[Request, Answer]) Do(requests []Request) ([]Result[Answer], error) {
	results := make([]Result[Answer], len(requests))
	var sound []int
	for i := range requests {
		if results[i].Err = b.check(&requests[i]); results[i].Err == nil {
			sound = append(sound, i)
		}
	}
	// Beside receiving, since neither side buffers without a bound.
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		for _, i := range sound {
			// Receiving fails, too, and knows why.
			if b.send(&requests[i]) != nil {
				return
			}
		}
	}()
	defer func() { <-sent }()
	for _, i := range sound {
		var err error
		if results[i], err = b.receive(); err != nil {
			b.end()
			return nil, err
		}
	}
	return results, nil
}

// Close ends the stream.
func (b *Batch[Request, Answer]) Close() error {
	b.end()
	return nil
}

// failure is the error of one request; nil where there is none.
func failure(f *blsv1.Failure) error {
	if f == nil {
		return nil
	}
	return &Error{Code: codeOf(codes.Code(f.Code)), Message: f.Message}
}
