package gate

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"blsbench/runner/protocol"
)

// pairLength of the pairing check.
const pairLength = 384

// precompileWorkload is the file eip2537.json, by operation.
type precompileWorkload map[string]struct {
	Input    prefixed            `json:"input"`
	Output   prefixed            `json:"output"`
	Outputs  map[string]prefixed `json:"outputs"`
	Balances map[string]prefixed `json:"balances"`
}

func readPrecompileWorkload(directory string) (precompileWorkload, error) {
	text, err := os.ReadFile(filepath.Join(directory, "workload", "eip2537.json"))
	if err != nil {
		return nil, err
	}
	var workload precompileWorkload
	return workload, json.Unmarshal(text, &workload)
}

func (w precompileWorkload) Operations() []string {
	return []string{
		"g1add", "g1mul", "g1msm", "g2add", "g2mul", "g2msm", "pairing_check", "map_fp_to_g1",
		"map_fp2_to_g2", "ecrecover",
	}
}

func (w precompileWorkload) Sizes(operation string) []int {
	switch {
	case strings.HasSuffix(operation, "msm"):
		return []int{1, 2, 16, 128}
	case operation == "pairing_check":
		return []int{1, 2, 5, 16}
	}
	return []int{0}
}

func (w precompileWorkload) Case(operation string, size int) (*protocol.Inputs, []byte) {
	entry, known := w[operation]
	if !known {
		panic("no workload for " + operation)
	}
	input, output := entry.Input, entry.Output
	switch {
	case strings.HasSuffix(operation, "msm"):
		input = input[:len(input)/128*size]
		output = at(entry.Outputs, size)
	case operation == "pairing_check":
		output = make([]byte, 32)
		if size == 1 {
			input = input[:pairLength]
			break
		}
		balance := at(entry.Balances, size)
		input = append(append(prefixed(nil), input[:(size-1)*pairLength]...), balance...)
		output[31] = 1
	}
	return &protocol.Inputs{Input: input}, output
}

// Damaged is a pairing check with the first pair in place of the last.
func (w precompileWorkload) Damaged(operation string, inputs *protocol.Inputs) *protocol.Inputs {
	if operation != "pairing_check" {
		return nil
	}
	input := inputs.Input
	kept := input[:len(input)-pairLength]
	return &protocol.Inputs{Input: append(kept[:len(kept):len(kept)], input[:pairLength]...)}
}

// at is an entry of a map whose keys are numbers.
func at(entries map[string]prefixed, size int) prefixed {
	entry, known := entries[strconv.Itoa(size)]
	if !known {
		panic(fmt.Sprintf("no workload of size %d", size))
	}
	return entry
}
