package gate

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"blsbench/runner/protocol"
)

// publicModule has the vectors of EIP-2537 that clients share. They are under the LGPL, and not ours.
const publicModule = "github.com/ethereum/go-ethereum@v1.17.10"

// publicFiles are those vectors, each with the operations that it is run for. The final text has no
// multiplication of its own: there it is a sum of one.
var publicFiles = map[string][]string{
	"blsG1Add":      {"g1add"},
	"blsG1Mul":      {"g1mul", "g1msm"},
	"blsG1MultiExp": {"g1msm"},
	"blsG2Add":      {"g2add"},
	"blsG2Mul":      {"g2mul", "g2msm"},
	"blsG2MultiExp": {"g2msm"},
	"blsPairing":    {"pairing_check"},
	"blsMapG1":      {"map_fp_to_g1"},
	"blsMapG2":      {"map_fp2_to_g2"},
}

// CheckPublic runs all engines through the public vectors of EIP-2537, where they have been
// downloaded.
func CheckPublic(t *testing.T, engines []protocol.Engine) {
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Skipf("skipped: go env: %v", err)
	}
	directory := filepath.Join(
		strings.TrimSpace(string(cache)), publicModule, "core", "vm", "testdata", "precompiles")
	if _, err := os.Stat(directory); err != nil {
		t.Skipf("skipped: the public vectors are not here; to get them: go mod download %s",
			publicModule)
	}
	for _, engine := range engines {
		if engine.Groups[protocol.Eip2537].Suite == nil {
			continue
		}
		t.Run(engine.ID, func(t *testing.T) {
			passed := 0
			for file, operations := range publicFiles {
				for _, name := range []string{file, "fail-" + file} {
					for _, c := range readPublic(t, filepath.Join(directory, name+".json")) {
						for _, c.Operation = range operations {
							passed += checkPublic(t, engines, engine.ID, c)
						}
					}
				}
			}
			t.Logf("%d passed", passed)
		})
	}
}

func readPublic(t *testing.T, file string) []*Case {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var entries []struct {
		Name     string
		Input    prefixed
		Expected *prefixed
	}
	if err := json.Unmarshal(text, &entries); err != nil {
		t.Fatal(err)
	}
	var cases []*Case
	for _, entry := range entries {
		c := &Case{Name: filepath.Base(file) + "/" + entry.Name}
		c.Inputs = &protocol.Inputs{Input: entry.Input}
		if entry.Expected != nil {
			c.Expected = []byte(*entry.Expected)
		}
		cases = append(cases, c)
	}
	return cases
}

// checkPublic is 1 for a case that passed.
func checkPublic(t *testing.T, engines []protocol.Engine, engine string, c *Case) int {
	answer, err := Ask(engines, engine, protocol.Eip2537, c.Operation, c.Inputs, 1)
	switch {
	case err != nil:
		t.Errorf("%s: %v", c.Name, err)
	case answer.Kind == "unsupported":
	case !c.Accepts(answer):
		t.Errorf("%s of %s: got %v, expected %s", c.Name, c.Operation, answer, c.describe())
	default:
		return 1
	}
	return 0
}
