package scheme

import (
	"bytes"
	"slices"
	"testing"

	"blsbench/runner/protocol"
)

// number of so many equal digits, padded.
func padded(digit byte) []byte {
	return append(make([]byte, padding), slices.Repeat([]byte{digit}, fieldLength)...)
}

func TestNumbersOfUComeFirstWithoutPadding(t *testing.T) {
	input := append(padded(1), padded(2)...)
	raw := make([]byte, 2*fieldLength)
	if err := unpad(raw, input); err != nil {
		t.Fatal(err)
	}
	if raw[0] != 2 || raw[fieldLength-1] != 2 || raw[fieldLength] != 1 {
		t.Errorf("%x", raw)
	}
	output := make([]byte, len(input))
	if pad(output, raw); !bytes.Equal(output, input) {
		t.Errorf("%x", output)
	}
}

func TestPaddingIsZero(t *testing.T) {
	raw := make([]byte, 2*fieldLength)
	for _, at := range []int{0, padding - 1, paddedLength, paddedLength + padding - 1} {
		input := append(padded(1), padded(2)...)
		input[at] = 1
		if unpad(raw, input) == nil {
			t.Errorf("byte %d may be anything", at)
		}
	}
	// What a library would take for a flag is a number that is too large.
	for _, flag := range []byte{0x20, 0x40, 0x80} {
		input := append(padded(0), padded(2)...)
		input[padding] = flag
		if unpad(raw, input) == nil {
			t.Errorf("the flag %x is taken", flag)
		}
	}
}

func TestPartsOfInput(t *testing.T) {
	for length, want := range map[int]int{0: 0, 159: 0, 160: 1, 161: 0, 320: 2} {
		count, err := countParts(make([]byte, length), 160)
		if count != want || (err == nil) != (want > 0) {
			t.Errorf("%d bytes: %d, %v", length, count, err)
		}
	}
}

func TestPrecompileSuite(t *testing.T) {
	suite := NewPrecompileSuite(Precompiles{
		"g1add": func() Precompile { return func(input []byte) ([]byte, error) { return input, nil } },
		"g1mul": func() Precompile { return func([]byte) ([]byte, error) { return nil, errLength } },
	}, map[string]string{"g1msm": "none"})
	inputs := &protocol.Inputs{Input: []byte{7}}
	for _, operation := range []string{"g1msm", "ecrecover"} {
		if _, err := suite.Prepare(operation, inputs); !protocol.IsUnsupported(err) {
			t.Errorf("%s: %v", operation, err)
		}
	}
	_, err := suite.Prepare("sign", inputs)
	if err == nil || protocol.IsUnsupported(err) || protocol.IsRefused(err) {
		t.Errorf("unknown: %v", err)
	}
	job, err := suite.Prepare("g1mul", inputs)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := job.Run(1, false); !protocol.IsRefused(err) {
		t.Errorf("malformed: %v", err)
	}
	job, err = suite.Prepare("g1add", inputs)
	if err != nil {
		t.Fatal(err)
	}
	if sample, err := job.Run(1, false); err != nil || !bytes.Equal(sample.Output, inputs.Input) {
		t.Errorf("%x, %v", sample.Output, err)
	}
}
