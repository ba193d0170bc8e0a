package main

import (
	"context"

	"blsbench/bls"
	"blsbench/runner/protocol"
)

// backend is the suite of the routes that encoded keys and signatures take.
type backend struct {
	connect func() (bls.Backend, error)
}

// Prepare connects. What the inputs are worth is seen when they are used: decoding is inside the
// timer.
func (b *backend) Prepare(name string, inputs *protocol.Inputs) (protocol.Job, error) {
	operation := parse(name)
	if operation.overGRPC() {
		return nil, errNoServer
	}
	backend, err := b.connect()
	if err != nil {
		return nil, err
	}
	job, err := prepareBytes(backend, operation, inputs)
	return job, translate(err)
}

func prepareBytes(
	backend bls.Backend, operation operation, inputs *protocol.Inputs,
) (protocol.Job, error) {
	ctx := context.Background()
	scheme := operation.scheme
	if operation == nullCall {
		payload, err := inputs.Message()
		if err != nil {
			return nil, err
		}
		return newJob(func() (uint64, error) { return backend.NullCall(ctx, payload) }, bigEndian), nil
	}
	switch operation.name {
	case "sign", "sign_vulnerable":
		request, err := signRequest(operation, inputs)
		if err != nil {
			return nil, err
		}
		if request.Vulnerable {
			return newJob(func() ([]byte, error) {
				return backend.SignVulnerable(ctx, scheme, request.Secret, request.Message)
			}, plain), nil
		}
		return newJob(func() ([]byte, error) {
			return backend.Sign(ctx, scheme, request.Secret, request.Public, request.Message)
		}, plain), nil
	case "verify":
		r, err := verifyRequest(operation, inputs)
		if err != nil {
			return nil, err
		}
		return newJob(func() (bool, error) {
			return backend.Verify(ctx, scheme, r.APK, r.Message, r.Signature)
		}, verdict), nil
	case "aggregate_sig":
		if len(inputs.Signatures) == 0 {
			return nil, errEmpty
		}
		first, others := inputs.Signatures[0], inputs.Signatures[1:]
		return newJob(func() ([]byte, error) {
			return backend.AggregateSig(ctx, scheme, first, others...)
		}, plain), nil
	case "aggregate_pk":
		if len(inputs.PublicKeys) == 0 {
			return nil, errEmpty
		}
		var apk []byte
		keys := inputs.PublicKeys
		if scheme == bls.Dusk {
			var err error
			if apk, err = backend.CreateAPK(ctx, scheme, keys[0]); err != nil {
				return nil, err
			}
			keys = keys[1:]
		}
		return newJob(func() ([]byte, error) {
			return backend.AggregatePK(ctx, scheme, apk, keys...)
		}, plain), nil
	}
	return nil, operation.unknown()
}

// signRequest has the public key, too, which the inputs do not.
func signRequest(operation operation, inputs *protocol.Inputs) (*bls.SignRequest, error) {
	secret, err := inputs.SecretKey()
	if err != nil {
		return nil, err
	}
	message, err := inputs.Message()
	if err != nil {
		return nil, err
	}
	request := &bls.SignRequest{Scheme: operation.scheme, Secret: secret, Message: message}
	if operation.name == "sign_vulnerable" {
		request.Vulnerable = true
		return request, nil
	}
	key, err := bls.DecodeSecretKey(operation.scheme, secret)
	if err != nil {
		// The other side will say so.
		return request, nil
	}
	public, err := key.PublicKey()
	if err != nil {
		return nil, err
	}
	request.Public, err = public.Bytes()
	return request, err
}

func verifyRequest(operation operation, inputs *protocol.Inputs) (*bls.VerifyRequest, error) {
	apk, err := inputs.PublicKey()
	if err != nil {
		return nil, err
	}
	message, err := inputs.Message()
	if err != nil {
		return nil, err
	}
	signature, err := inputs.Signature()
	return &bls.VerifyRequest{
		Scheme: operation.scheme, APK: apk, Message: message, Signature: signature,
	}, err
}
