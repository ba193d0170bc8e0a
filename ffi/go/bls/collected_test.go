package bls

import (
	"runtime"
	"testing"
)

// TestDroppedHandlesAreFreed waits until a place in the C library's table is given out again.
func TestDroppedHandlesAreFreed(t *testing.T) {
	place := func(secret *SecretKey) uint32 { return uint32(secret.c.id) }
	create := func() *SecretKey {
		secret, _, err := GenerateKeys(MinPk)
		if err != nil {
			t.Fatal(err)
		}
		return secret
	}
	dropped := place(create())
	var kept []*SecretKey
	for len(kept) == 0 || place(kept[len(kept)-1]) != dropped {
		if len(kept) > 100_000 {
			t.Fatal("the place of a key that was dropped is not given out again")
		}
		runtime.GC()
		kept = append(kept, create())
	}
	for _, secret := range kept {
		if err := secret.Close(); err != nil {
			t.Errorf("a key that was kept: %v", err)
		}
	}
}
