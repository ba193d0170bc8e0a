package main

import (
	"io"

	"blsbench/bls"
	"blsbench/runner/protocol"
)

// handles is the suite of the route that decoded keys and signatures take.
type handles struct{}

// Prepare decodes everything.
func (handles) Prepare(name string, inputs *protocol.Inputs) (protocol.Job, error) {
	operation := parse(name)
	if operation.overGRPC() {
		return nil, errNoServer
	}
	job, err := prepareHandles(operation, inputs)
	return job, translate(err)
}

func prepareHandles(operation operation, inputs *protocol.Inputs) (protocol.Job, error) {
	scheme := operation.scheme
	if operation == nullCall {
		return prepareBytes(bls.NewCGO(), operation, inputs)
	}
	switch operation.name {
	case "sign", "sign_vulnerable":
		request, err := signRequest(operation, inputs)
		if err != nil {
			return nil, err
		}
		secret, err := bls.DecodeSecretKey(scheme, request.Secret)
		if err != nil {
			return nil, err
		}
		if request.Vulnerable {
			return newHandleJob(func() (*bls.Signature, error) {
				return secret.SignVulnerable(request.Message)
			}), nil
		}
		public, err := secret.PublicKey()
		if err != nil {
			return nil, err
		}
		return newHandleJob(func() (*bls.Signature, error) {
			return secret.Sign(public, request.Message)
		}), nil
	case "verify":
		request, err := verifyRequest(operation, inputs)
		if err != nil {
			return nil, err
		}
		apk, err := bls.DecodeAggregateKey(scheme, request.APK)
		if err != nil {
			return nil, err
		}
		signature, err := bls.DecodeSignature(scheme, request.Signature)
		if err != nil {
			return nil, err
		}
		return newJob(func() (bool, error) {
			return apk.Verify(request.Message, signature)
		}, verdict), nil
	case "aggregate_sig":
		if len(inputs.Signatures) == 0 {
			return nil, errEmpty
		}
		signatures, err := decode(scheme, inputs.Signatures, bls.DecodeSignature)
		if err != nil {
			return nil, err
		}
		return newHandleJob(func() (*bls.Signature, error) {
			return signatures[0].Aggregate(signatures[1:]...)
		}), nil
	case "aggregate_pk":
		if len(inputs.PublicKeys) == 0 {
			return nil, errEmpty
		}
		keys, err := decode(scheme, inputs.PublicKeys, bls.DecodePublicKey)
		if err != nil {
			return nil, err
		}
		if scheme != bls.Dusk {
			return newHandleJob(func() (*bls.AggregateKey, error) {
				return bls.AggregatePublicKeys(keys...)
			}), nil
		}
		apk, err := keys[0].CreateAPK()
		if err != nil {
			return nil, err
		}
		return newHandleJob(func() (*bls.AggregateKey, error) { return apk.Add(keys[1:]...) }), nil
	}
	return nil, operation.unknown()
}

// handle is what the result of an operation is behind.
type handle interface {
	comparable
	io.Closer
	Bytes() ([]byte, error)
}

// newHandleJob closes each result before the next is made: what is made must be freed, and the
// collector might not do it inside the timer.
func newHandleJob[H handle](do func() (H, error)) protocol.Job {
	var last, none H
	return newJob(func() (H, error) {
		if last != none {
			if err := last.Close(); err != nil {
				return none, err
			}
		}
		var err error
		last, err = do()
		return last, err
	}, encode)
}

func encode[H handle](result H) []byte {
	bytes, err := result.Bytes()
	if err != nil {
		// The handle was made by the last iteration, and nobody has closed it.
		panic(err)
	}
	return bytes
}

func decode[H any](
	scheme bls.Scheme, encoded [][]byte, one func(bls.Scheme, []byte) (H, error),
) ([]H, error) {
	decoded := make([]H, len(encoded))
	for i, bytes := range encoded {
		var err error
		if decoded[i], err = one(scheme, bytes); err != nil {
			return nil, err
		}
	}
	return decoded, nil
}
