package gate

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"blsbench/runner/protocol"
)

// ringWorkload is the file of a group of ring signatures.
type ringWorkload struct {
	SecretKey  prefixed              `json:"secret_key"`
	KeyImage   prefixed              `json:"key_image"`
	Messages   []prefixed            `json:"messages"`
	Ring       []prefixed            `json:"ring"`
	Signatures map[string][]prefixed `json:"signatures"`
}

// manySignatures is how many verify_many_mt verifies.
const manySignatures = 64

func readRingWorkload(directory, group string) (*ringWorkload, error) {
	text, err := os.ReadFile(filepath.Join(directory, "workload", group+".json"))
	if err != nil {
		return nil, err
	}
	var workload ringWorkload
	return &workload, json.Unmarshal(text, &workload)
}

// Operations are those with ring-go's challenges, which Go engines have.
func (w *ringWorkload) Operations() []string {
	return []string{"sign", "verify", "verify_prepared", "verify_many_mt"}
}

// Sizes are numbers of members.
func (w *ringWorkload) Sizes(string) []int { return []int{2, 32} }

// Case has one signature in place of many: others are made when blsbench runs.
func (w *ringWorkload) Case(operation string, size int) (*protocol.Inputs, []byte) {
	message := list(w.Messages[:1])
	signature := list(w.Signatures[strconv.Itoa(size)][:1])
	switch operation {
	case "sign":
		return &protocol.Inputs{
			PublicKeys: list(w.Ring[:size]), SecretKeys: [][]byte{w.SecretKey}, Messages: message,
		}, w.KeyImage
	case "verify_many_mt":
		message = slices.Repeat(message, manySignatures)
		signature = slices.Repeat(signature, manySignatures)
	}
	return &protocol.Inputs{Messages: message, Signatures: signature}, verdict(true)
}

// Damaged implements Benchmarks.
func (w *ringWorkload) Damaged(_ string, inputs *protocol.Inputs) *protocol.Inputs {
	return flipLastBit(inputs)
}

// checkRingSignature looks for the key image and the ring in a signature, and has it verified by the
// engine, which has passed the vectors.
func checkRingSignature(
	t *testing.T, engines []protocol.Engine, engine, group string, inputs *protocol.Inputs,
	image []byte, answer Answer,
) {
	t.Helper()
	if answer.Kind != "" {
		t.Errorf("sign: %v", answer)
		return
	}
	imageAt := 4 + 32
	members := imageAt + len(image)
	if len(answer.Output) != members+len(inputs.PublicKeys)*(32+len(image)) ||
		!bytes.Equal(answer.Output[imageAt:members], image) {
		t.Errorf("sign: not a signature of this ring with the image %x: %v", image, answer)
		return
	}
	entries := slices.Collect(slices.Chunk(answer.Output[members:], 32+len(image)))
	for i, member := range inputs.PublicKeys {
		if !bytes.Equal(entries[i][32:], member) {
			t.Errorf("sign: another member at %d: %v", i, answer)
		}
	}
	made := &protocol.Inputs{Messages: inputs.Messages, Signatures: [][]byte{answer.Output}}
	verified, err := Ask(engines, engine, group, "verify", made, 1)
	if err != nil || !bytes.Equal(verified.Output, verdict(true)) {
		t.Errorf("sign: what it made does not verify: %v, %v", verified, err)
	}
}
