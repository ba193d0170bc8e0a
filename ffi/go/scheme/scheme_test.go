package scheme

import (
	"bytes"
	"testing"

	"blsbench/runner/protocol"
)

func TestZeroScalarHashesTheSaltAgain(t *testing.T) {
	var rounds [][]byte
	_, err := KeyGen(make([]byte, 32), func(material []byte) *int {
		rounds = append(rounds, bytes.Clone(material))
		if len(rounds) == 1 {
			return nil
		}
		return new(int)
	})
	if err != nil || len(rounds) != 2 || bytes.Equal(rounds[0], rounds[1]) {
		t.Errorf("%x, %v", rounds, err)
	}
	if len(rounds[0]) != KeyMaterialLength {
		t.Errorf("%d bytes", len(rounds[0]))
	}
}

func TestShortKeyMaterialIsRefused(t *testing.T) {
	_, err := KeyGen(make([]byte, 31), func([]byte) *int { return new(int) })
	if !protocol.IsRefused(err) {
		t.Error(err)
	}
}

func TestLengths(t *testing.T) {
	for _, err := range []error{CheckLengths(0), CheckLengths(0, 0), CheckLengths(2, 1), CheckLengths(1, 1, 2)} {
		if !protocol.IsRefused(err) {
			t.Error(err)
		}
	}
	if err := CheckLengths(2, 2, 2); err != nil {
		t.Error(err)
	}
}

func TestWeightedSum(t *testing.T) {
	points, coefficients := []uint64{3, 5, 7}, []uint64{1, 1 << 60, 0xffff}
	sum := uint64(0)
	WeightedSum(coefficients, func() { sum *= 2 }, func(i int) { sum += points[i] })
	want := uint64(0)
	for i := range points {
		want += points[i] * coefficients[i]
	}
	if sum != want {
		t.Errorf("%d, want %d", sum, want)
	}
}

func TestPanicsOfTasksAreTheCallers(t *testing.T) {
	defer func() {
		if recover() != "in a task" {
			t.Error("no panic")
		}
	}()
	_ = parallel(3, func(i int) error {
		if i == 1 {
			panic("in a task")
		}
		return nil
	})
}
