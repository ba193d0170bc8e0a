package bls_test

import (
	"context"
	"fmt"

	"blsbench/bls"
)

func Example() {
	ctx := context.Background()
	var backend bls.Backend = bls.NewCGO()
	secret, public, err := backend.GenerateKeys(ctx, bls.MinPk)
	if err != nil {
		panic(err)
	}
	signature, err := backend.Sign(ctx, bls.MinPk, secret, public, []byte("message"))
	if err != nil {
		panic(err)
	}
	apk, err := backend.CreateAPK(ctx, bls.MinPk, public)
	if err != nil {
		panic(err)
	}
	fmt.Println(backend.Verify(ctx, bls.MinPk, apk, []byte("message"), signature))
	// Output: true <nil>
}

func ExampleSecretKey_Sign() {
	secret, public, err := bls.GenerateKeys(bls.DuskV2)
	if err != nil {
		panic(err)
	}
	// The collector would close them, too, but later.
	defer func() { _ = secret.Close() }()
	signature, err := secret.Sign(public, []byte("message"))
	if err != nil {
		panic(err)
	}
	apk, err := public.CreateAPK()
	if err != nil {
		panic(err)
	}
	fmt.Println(apk.Verify([]byte("message"), signature))
	// Output: true <nil>
}

func ExampleSwitch() {
	ctx := context.Background()
	ipc, err := bls.NewIPC("unix:/nobody/listens/here", nil)
	if err != nil {
		panic(err)
	}
	backend := bls.NewSwitch(ipc)
	defer func() { _ = backend.Close() }()
	fmt.Println(backend.SwitchToIPC(ctx) != nil, backend.OnIPC())
	fmt.Println(backend.NullCall(ctx, []byte("still here")))
	// Output:
	// true false
	// 10 <nil>
}

func ExampleError() {
	_, err := bls.NewCGO().CreateAPK(context.Background(), bls.MinPk, []byte("short"))
	fmt.Println(err)
	// Output: bls: wrong length: public key of 5 bytes, not 48
}
