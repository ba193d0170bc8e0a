package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"blsbench/bls"
	"blsbench/runner/protocol"
)

// burst is the calls in one iteration of what is measured with many in flight.
const burst = 64

// remote is the suite of the routes to a server.
type remote struct {
	connect  func() (*bls.IPC, error)
	switches bool

	ipc *bls.IPC
	// stream of the job that was prepared last.
	stream io.Closer
}

// Prepare connects, and opens the stream of a batch.
func (r *remote) Prepare(name string, inputs *protocol.Inputs) (protocol.Job, error) {
	operation := parse(name)
	if operation == switchToIPC && !r.switches {
		return nil, protocol.Unsupported("measured by the engine go_grpc_uds")
	}
	if r.ipc == nil {
		ipc, err := r.connect()
		if err != nil {
			return nil, err
		}
		r.ipc = ipc
	}
	if r.stream != nil {
		_ = r.stream.Close()
		r.stream = nil
	}
	job, err := r.prepare(operation, inputs)
	return job, translate(err)
}

func (r *remote) prepare(o operation, inputs *protocol.Inputs) (protocol.Job, error) {
	if !o.overGRPC() {
		return prepareBytes(r.ipc, o, inputs)
	}
	ctx := context.Background()
	if o == switchToIPC {
		backend := bls.NewSwitch(r.ipc)
		return newJob(func() (bool, error) {
			backend.SwitchToCGO()
			err := backend.SwitchToIPC(ctx)
			return backend.OnIPC(), err
		}, verdict), nil
	}
	switch o {
	case operation{bls.MinPk, "sign_in_flight_mt"}:
		request, err := signRequest(o, inputs)
		if err != nil {
			return nil, err
		}
		inFlight, err := coefficient(inputs)
		if err != nil {
			return nil, err
		}
		return newJob(func() ([]byte, error) {
			signatures, err := fly(inFlight, func() ([]byte, error) {
				return r.ipc.Sign(ctx, o.scheme, request.Secret, request.Public, request.Message)
			})
			return allEqual(signatures, err)
		}, plain), nil
	case operation{bls.MinPk, "verify_in_flight_mt"}:
		q, err := verifyRequest(o, inputs)
		if err != nil {
			return nil, err
		}
		inFlight, err := coefficient(inputs)
		if err != nil {
			return nil, err
		}
		return newJob(func() (bool, error) {
			verdicts, err := fly(inFlight, func() (bool, error) {
				return r.ipc.Verify(ctx, o.scheme, q.APK, q.Message, q.Signature)
			})
			return allTrue(verdicts, err)
		}, verdict), nil
	case operation{bls.MinPk, "sign_batch_mt"}:
		request, err := signRequest(o, inputs)
		if err != nil {
			return nil, err
		}
		stream, err := r.ipc.SignBatch(ctx)
		if err != nil {
			return nil, err
		}
		r.stream = stream
		requests := repeat(*request)
		return newJob(func() ([]byte, error) { return allEqual(answers(stream.Do(requests))) }, plain), nil
	case operation{bls.MinPk, "verify_batch_mt"}:
		request, err := verifyRequest(o, inputs)
		if err != nil {
			return nil, err
		}
		stream, err := r.ipc.VerifyBatch(ctx)
		if err != nil {
			return nil, err
		}
		r.stream = stream
		requests := repeat(*request)
		return newJob(func() (bool, error) { return allTrue(answers(stream.Do(requests))) }, verdict), nil
	}
	return nil, o.unknown()
}

// coefficient is the calls in flight: the parameter comes in the place of one.
func coefficient(inputs *protocol.Inputs) (uint64, error) {
	if len(inputs.Coefficients) != 1 || inputs.Coefficients[0] == 0 {
		return 0, fmt.Errorf("calls in flight: %v", inputs.Coefficients)
	}
	return inputs.Coefficients[0], nil
}

// fly makes a burst of calls, of which so many are in flight at once.
func fly[A any](inFlight uint64, call func() (A, error)) ([]A, error) {
	answers := make([]A, burst)
	errs := make([]error, burst)
	var next atomic.Int64
	var callers sync.WaitGroup
	for range min(inFlight, burst) {
		callers.Go(func() {
			for i := next.Add(1) - 1; i < burst; i = next.Add(1) - 1 {
				answers[i], errs[i] = call()
			}
		})
	}
	callers.Wait()
	return answers, errors.Join(errs...)
}

func repeat[Request any](request Request) []Request {
	requests := make([]Request, burst)
	for i := range requests {
		requests[i] = request
	}
	return requests
}

// answers are those of a batch, none of which may have failed.
func answers[A any](results []bls.Result[A], err error) ([]A, error) {
	answers := make([]A, len(results))
	for i, result := range results {
		answers[i], err = result.Answer, errors.Join(err, result.Err)
	}
	return answers, err
}

// allEqual is the one signature that all are.
func allEqual(signatures [][]byte, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	for _, signature := range signatures {
		if !bytes.Equal(signature, signatures[0]) {
			return nil, errors.New("signatures of one message by one key differ")
		}
	}
	return signatures[0], nil
}

func allTrue(verdicts []bool, err error) (bool, error) {
	all := true
	for _, verdict := range verdicts {
		all = all && verdict
	}
	return all, err
}
