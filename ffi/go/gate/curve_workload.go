package gate

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"blsbench/runner/protocol"
)

// curveWorkload is the file curve.json and the lists beside it.
type curveWorkload struct {
	Message   prefixed            `json:"message"`
	DST       prefixed            `json:"dst"`
	G1        groupWorkload       `json:"g1"`
	G2        groupWorkload       `json:"g2"`
	Balances  map[string]prefixed `json:"balances"`
	Generator prefixed            `json:"generator"`
	scalars   [][]byte
}

// groupWorkload is one group's.
type groupWorkload struct {
	Sum             prefixed            `json:"sum"`
	SumUncompressed prefixed            `json:"sum_uncompressed"`
	Uncompressed    prefixed            `json:"uncompressed"`
	Multiple        prefixed            `json:"multiple"`
	Worst           prefixed            `json:"worst"`
	Hash            prefixed            `json:"hash"`
	FieldElement    prefixed            `json:"field_element"`
	Mapped          prefixed            `json:"mapped"`
	MSM             map[string]prefixed `json:"msm"`
	Outside         prefixed            `json:"outside"`
	points          [][]byte
}

func readCurveWorkload(directory string) (*curveWorkload, error) {
	directory = filepath.Join(directory, "workload")
	text, err := os.ReadFile(filepath.Join(directory, "curve.json"))
	if err != nil {
		return nil, err
	}
	var workload curveWorkload
	if err := json.Unmarshal(text, &workload); err != nil {
		return nil, err
	}
	for _, list := range []struct {
		file   string
		length int
		values *[][]byte
	}{
		{"curve_g1.bin", 48, &workload.G1.points},
		{"curve_g2.bin", 96, &workload.G2.points},
		{"curve_scalars.bin", 32, &workload.scalars},
	} {
		content, err := os.ReadFile(filepath.Join(directory, list.file))
		if err != nil {
			return nil, err
		}
		*list.values = slices.Collect(slices.Chunk(content, list.length))
	}
	return &workload, nil
}

func (w *curveWorkload) Operations() []string {
	operations := []string{
		"miller_loop", "final_exp", "pairing", "multi_pairing", "multi_pairing_mt",
	}
	for _, name := range []string{"g1", "g2"} {
		for _, operation := range []string{
			"add", "mul", "mul_worst", "msm", "msm_mt", "subgroup_check", "decode",
			"decode_unchecked", "decode_uncompressed", "encode_uncompressed",
		} {
			operations = append(operations, name+"_"+operation)
		}
		operations = append(operations, "hash_to_"+name, "map_to_"+name)
	}
	return operations
}

func (w *curveWorkload) Sizes(operation string) []int {
	switch {
	case strings.Contains(operation, "msm"):
		return []int{1, 2, 4, 8, 31, 32, 33, 256}
	case strings.HasPrefix(operation, "multi_pairing"):
		return []int{1, 2, 3, 8, 16}
	}
	return []int{0}
}

func (w *curveWorkload) Case(operation string, size int) (*protocol.Inputs, []byte) {
	switch operation {
	case "miller_loop", "final_exp", "pairing":
		return w.pairs(2)
	case "multi_pairing", "multi_pairing_mt":
		return w.pairs(size)
	}
	name, group, inputs := "g1", &w.G1, &protocol.Inputs{}
	points := &inputs.G1
	if strings.Contains(operation, "g2") {
		name, group, points = "g2", &w.G2, &inputs.G2
	}
	*points = group.points[:1]
	switch operation {
	case name + "_add":
		*points = group.points[:2]
		return inputs, group.Sum
	case name + "_mul":
		inputs.Scalars = w.scalars[:1]
		return inputs, group.Multiple
	case name + "_mul_worst":
		inputs.Scalars = [][]byte{slices.Repeat([]byte{0xff}, 32)}
		return inputs, group.Worst
	case name + "_msm", name + "_msm_mt":
		*points, inputs.Scalars = group.points[:size], w.scalars[:size]
		return inputs, at(group.MSM, size)
	case name + "_subgroup_check":
		return inputs, verdict(true)
	case name + "_decode", name + "_decode_unchecked":
		return inputs, group.points[0]
	case name + "_decode_uncompressed":
		return &protocol.Inputs{Input: group.Uncompressed}, group.points[0]
	case name + "_encode_uncompressed":
		*points = group.points[:2]
		return inputs, group.SumUncompressed
	case "hash_to_" + name:
		return &protocol.Inputs{Messages: [][]byte{w.Message}, DST: w.DST}, group.Hash
	case "map_to_" + name:
		return &protocol.Inputs{Input: group.FieldElement}, group.Mapped
	}
	panic("no workload for " + operation)
}

// pairs are so many, the last of which makes the product of their pairings one; a single pair has
// none.
func (w *curveWorkload) pairs(count int) (*protocol.Inputs, []byte) {
	if count == 1 {
		return &protocol.Inputs{G1: w.G1.points[:1], G2: w.G2.points[:1]}, verdict(false)
	}
	last := count - 1
	return &protocol.Inputs{
		G1: append(slices.Clone(w.G1.points[:last]), at(w.Balances, count)),
		G2: append(slices.Clone(w.G2.points[:last]), w.Generator),
	}, verdict(true)
}

// Damaged is a point outside the subgroup, or another first pair.
func (w *curveWorkload) Damaged(operation string, inputs *protocol.Inputs) *protocol.Inputs {
	switch operation {
	case "g1_subgroup_check":
		return &protocol.Inputs{G1: [][]byte{w.G1.Outside}}
	case "g2_subgroup_check":
		return &protocol.Inputs{G2: [][]byte{w.G2.Outside}}
	}
	damaged := &protocol.Inputs{G1: slices.Clone(inputs.G1), G2: inputs.G2}
	damaged.G1[0] = w.G1.points[len(w.G1.points)-1]
	return damaged
}
