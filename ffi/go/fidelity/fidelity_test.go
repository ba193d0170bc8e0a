// Package fidelity times the libraries without our layer. The figures of the runner for the same
// operations must be the same: both are measured alternately, on the same inputs.
//
//	go test -bench . -benchtime 1s ./fidelity
package fidelity

import (
	"math/big"
	"runtime"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/herumi/bls-eth-go-binary/bls"
	blst "github.com/supranational/blst/bindings/go"

	"blsbench/runner/gate"
	"blsbench/runner/protocol"
	"blsbench/runner/scheme"
)

const vectors = "../../../crates/bls-vectors/vectors"

var dst = []byte(scheme.MinPkDST)

// one is for one thread, as in the runner.
func one(b *testing.B) {
	before := runtime.GOMAXPROCS(1)
	b.Cleanup(func() { runtime.GOMAXPROCS(before) })
	blst.SetMaxProcs(1)
	b.ReportAllocs()
}

// inputs of the benchmarks, for one signer and for 100.
func inputs(b *testing.B) (sign, verify, aggregate *protocol.Inputs) {
	b.Helper()
	workload, err := gate.ReadWorkload(vectors, protocol.MinPk)
	if err != nil {
		b.Fatal(err)
	}
	sign, _ = workload.Case("sign", 1)
	verify, _ = workload.Case("verify", 1)
	aggregate, _ = workload.Case("aggregate_verify", 100)
	return sign, verify, aggregate
}

func decodeAll[P any](list [][]byte, decode func([]byte) P) []P {
	var points []P
	for _, encoded := range list {
		points = append(points, decode(encoded))
	}
	return points
}

func accepted(b *testing.B, verdict bool) {
	if !verdict {
		b.Fatal("refused")
	}
}

func BenchmarkBlst(b *testing.B) {
	sign, verify, aggregate := inputs(b)
	publicKey := func(encoded []byte) *blst.P1Affine { return new(blst.P1Affine).Uncompress(encoded) }
	signature := func(encoded []byte) *blst.P2Affine { return new(blst.P2Affine).Uncompress(encoded) }
	b.Run("sign", func(b *testing.B) {
		one(b)
		key := new(blst.SecretKey).Deserialize(sign.SecretKeys[0])
		for b.Loop() {
			new(blst.P2Affine).Sign(key, sign.Messages[0], dst)
		}
	})
	// Not P2Affine.Verify, which uses two threads: that is the runner's verify_mt.
	aggregateVerify := func(keys []*blst.P1Affine, messages [][]byte, signature *blst.P2Affine) bool {
		pairing := blst.PairingCtx(true, dst)
		for i, key := range keys {
			blst.PairingAggregatePkInG1(pairing, key, false, signature, false, messages[i])
			signature = nil
		}
		blst.PairingCommit(pairing)
		return blst.PairingFinalVerify(pairing)
	}
	measure := func(name string, inputs *protocol.Inputs) {
		b.Run(name, func(b *testing.B) {
			one(b)
			keys := decodeAll(inputs.PublicKeys, publicKey)
			sum := signature(inputs.Signatures[0])
			for b.Loop() {
				accepted(b, aggregateVerify(keys, inputs.Messages, sum))
			}
		})
	}
	measure("verify", verify)
	measure("aggregate_verify_100", aggregate)
}

func BenchmarkHerumi(b *testing.B) {
	if err := bls.Init(bls.BLS12_381); err != nil {
		b.Fatal(err)
	}
	sign, verify, aggregate := inputs(b)
	publicKey := func(encoded []byte) (key bls.PublicKey) {
		if err := key.Deserialize(encoded); err != nil {
			b.Fatal(err)
		}
		return key
	}
	signature := func(encoded []byte) (signature bls.Sign) {
		if err := signature.Deserialize(encoded); err != nil {
			b.Fatal(err)
		}
		return signature
	}
	b.Run("sign", func(b *testing.B) {
		one(b)
		var key bls.SecretKey
		if err := key.Deserialize(sign.SecretKeys[0]); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			point := bls.CastFromSign(key.SignByte(sign.Messages[0]))
			// A signature is an affine point in all engines.
			bls.G2Normalize(point, point)
		}
	})
	b.Run("verify", func(b *testing.B) {
		one(b)
		key, signature := publicKey(verify.PublicKeys[0]), signature(verify.Signatures[0])
		for b.Loop() {
			accepted(b, signature.VerifyByte(&key, verify.Messages[0]))
		}
	})
	b.Run("aggregate_verify_100", func(b *testing.B) {
		one(b)
		keys := decodeAll(aggregate.PublicKeys, publicKey)
		signature := signature(aggregate.Signatures[0])
		var messages []byte
		for _, message := range aggregate.Messages {
			messages = append(messages, message...)
		}
		for b.Loop() {
			accepted(b, signature.AggregateVerifyNoCheck(keys, messages))
		}
	})
}

func BenchmarkGnark(b *testing.B) {
	sign, verify, aggregate := inputs(b)
	publicKey := func(encoded []byte) (key bls12381.G1Affine) {
		if _, err := key.SetBytes(encoded); err != nil {
			b.Fatal(err)
		}
		return key
	}
	signature := func(encoded []byte) (signature bls12381.G2Affine) {
		if _, err := signature.SetBytes(encoded); err != nil {
			b.Fatal(err)
		}
		return signature
	}
	hash := func(b *testing.B, message []byte) bls12381.G2Affine {
		point, err := bls12381.HashToG2(message, dst)
		if err != nil {
			b.Fatal(err)
		}
		return point
	}
	b.Run("sign", func(b *testing.B) {
		one(b)
		key := new(big.Int).SetBytes(sign.SecretKeys[0])
		for b.Loop() {
			point := hash(b, sign.Messages[0])
			new(bls12381.G2Affine).ScalarMultiplication(&point, key)
		}
	})
	_, _, generator, _ := bls12381.Generators()
	generator.Neg(&generator)
	measure := func(name string, inputs *protocol.Inputs) {
		b.Run(name, func(b *testing.B) {
			one(b)
			p := append(decodeAll(inputs.PublicKeys, publicKey), generator)
			sum := signature(inputs.Signatures[0])
			for b.Loop() {
				var q []bls12381.G2Affine
				for _, message := range inputs.Messages {
					q = append(q, hash(b, message))
				}
				verdict, err := bls12381.PairingCheck(p, append(q, sum))
				accepted(b, verdict && err == nil)
			}
		})
	}
	measure("verify", verify)
	measure("aggregate_verify_100", aggregate)
}
