package protocol

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
)

// fake has an operation for each thing that can happen.
type fake struct{}

// told is how many threads the library was last told to use.
var told int

func (fake) Prepare(operation string, inputs *Inputs) (Job, error) {
	calls := 0
	count := func(byte) []byte { return []byte{byte(calls)} }
	switch strings.TrimSuffix(operation, "_mt") {
	case "count":
		return NewJob(func() (byte, error) { calls++; return 0, nil }, count), nil
	case "allocate":
		return NewJob(func() ([]byte, error) { return make([]byte, 4096), nil },
			// What encoding takes would be seen.
			func([]byte) []byte { return make([]byte, 1<<20) }), nil
	case "refuse":
		return NewJob(func() (byte, error) { return 0, Refused("no") }, count), nil
	case "panic":
		return NewJob(func() (byte, error) { panic("in the library") }, count), nil
	case "panic_in_prepare":
		panic("in the library")
	case "long_error":
		return nil, errors.New(strings.Repeat("é", 1<<20))
	case "messages":
		return NewJob(func() ([]byte, error) {
			return fmt.Appendf(nil, "%x %d", inputs.Messages, inputs.Coefficients), nil
		}, func(text []byte) []byte { return text }), nil
	}
	return nil, fmt.Errorf("unknown operation %q", operation)
}

// serve gives the answers to some lines.
func serve(t *testing.T, input string) []string {
	t.Helper()
	engines := []Engine{{
		ID: "fake", Library: "fake", Version: "v1", Options: "", Compiler: "go",
		CodePath:   func() string { return "none" },
		SetThreads: func(threads int) { told = threads },
		Groups:     map[string]Group{MinPk: Has(fake{}), Dusk: Lacks("no dusk")},
	}}
	var output bytes.Buffer
	if err := Serve(engines, strings.NewReader(input), &output); err != nil {
		t.Fatal(err)
	}
	text := strings.TrimSuffix(output.String(), "\n")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

func prepareLine(operation string) string {
	return fmt.Sprintf(
		`{"prepare":{"engine":"fake","group":"min_pk","operation":%q,"inputs":{}}}`+"\n", operation)
}

const runLine = `{"run":{"iterations":3}}` + "\n"
const outputLine = `{"output":{}}` + "\n"

// kind of the error in an answer; empty if there is none.
func kind(t *testing.T, line string) string {
	t.Helper()
	var answer answer
	if err := json.Unmarshal([]byte(line), &answer); err != nil {
		t.Fatalf("%v in %s", err, line)
	}
	if answer.Error == nil {
		return ""
	}
	if answer.Error.Message == "" {
		t.Errorf("no message: %s", line)
	}
	return answer.Error.Kind
}

func TestHello(t *testing.T) {
	lines := serve(t, `{"hello":{"protocol":3}}`+"\n"+`{"hello":{"protocol":1}}`+"\n")
	want := `{"hello":{"protocol":3,"engines":[{"id":"fake","library":"fake","version":"v1",` +
		`"options":"","compiler":"go","code_path":"none","composed":false,` +
		`"groups":{"dusk":"no dusk","min_pk":null}}]}}`
	if lines[0] != want {
		t.Errorf("got  %s\nwant %s", lines[0], want)
	}
	if kind(t, lines[1]) != kindFailed {
		t.Errorf("another version: %s", lines[1])
	}
}

func TestRunsOnceMoreThanAsked(t *testing.T) {
	lines := serve(t, prepareLine("count")+runLine+runLine)
	if lines[0] != `{"prepared":{}}` {
		t.Error(lines[0])
	}
	for i, want := range []string{`"output":"04"`, `"output":"08"`} {
		if !strings.Contains(lines[1+i], want) {
			t.Errorf("%s, want %s", lines[1+i], want)
		}
	}
}

func TestOutputIsMadeOnce(t *testing.T) {
	lines := serve(t, prepareLine("count")+outputLine+outputLine)
	for i, want := range []string{`{"output":"01"}`, `{"output":"02"}`} {
		if lines[1+i] != want {
			t.Errorf("%s, want %s", lines[1+i], want)
		}
	}
}

func TestAllocations(t *testing.T) {
	lines := serve(t, prepareLine("allocate")+runLine+
		`{"run":{"iterations":3,"counted":false}}`+"\n"+
		`{"run":{"iterations":1000,"counted":true}}`+"\n"+runLine)
	for _, i := range []int{1, 2, 4} {
		if kind(t, lines[i]) != "" || strings.Contains(lines[i], "allocated") {
			t.Errorf("counted without being asked: %s", lines[i])
		}
	}
	var answer answer
	if err := json.Unmarshal([]byte(lines[3]), &answer); err != nil {
		t.Fatal(err)
	}
	allocated := answer.Sample.Allocated
	// The warm-up is not counted; the runtime may take a little for itself.
	if allocated.Allocations < 1000 || allocated.Allocations > 1050 ||
		allocated.Bytes < 4096*1000 || allocated.Bytes > 4096*1050 {
		t.Errorf("%+v for 1000 times 4096 bytes", allocated)
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct{ name, lines, kind string }{
		{"refused", prepareLine("refuse") + runLine, kindRefused},
		{"panic", prepareLine("panic") + runLine, kindFailed},
		{"panic while preparing", prepareLine("panic_in_prepare"), kindFailed},
		{"unknown operation", prepareLine("x"), kindFailed},
		{"unknown group", strings.Replace(prepareLine("count"), MinPk, MinSig, 1), kindFailed},
		{"absent group", strings.Replace(prepareLine("count"), MinPk, Dusk, 1), kindUnsupported},
		{"unknown engine", strings.Replace(prepareLine("count"), "fake", "x", 1), kindFailed},
		{"run before prepare", runLine, kindFailed},
		{"output before prepare", outputLine, kindFailed},
		{"panic in output", prepareLine("panic") + outputLine, kindFailed},
		{"run after a prepare that failed", prepareLine("count") + prepareLine("x") + runLine, kindFailed},
		{"run after a panic", prepareLine("panic") + runLine + runLine, kindFailed},
		{"no iterations", prepareLine("count") + `{"run":{"iterations":0}}` + "\n", kindFailed},
	} {
		lines := serve(t, test.lines)
		if got := kind(t, lines[len(lines)-1]); got != test.kind {
			t.Errorf("%s: %q, want %q", test.name, got, test.kind)
		}
	}
}

func TestMessagesAreShort(t *testing.T) {
	line := serve(t, prepareLine("long_error"))[0]
	if len(line) > 2*maxMessage {
		t.Errorf("%d bytes", len(line))
	}
}

func TestWhatIsNoRequest(t *testing.T) {
	inputs := func(inputs string) string {
		return `{"prepare":{"engine":"fake","group":"min_pk","operation":"count","inputs":` + inputs + `}}`
	}
	for _, line := range []string{
		``, ` `, `garbage`, `null`, `1`, `[]`, `"run"`, `{}`, `{"run"}`, `{"run":{"iterations":1}`,
		`{"run":{"iterations":1}}}`, `{"run":{"iterations":1}} {}`, "\x00\xff\xfe",
		`{"output":null}`, `{"output":{"iterations":1}}`, `{"output":{},"run":{"iterations":1}}`,
		`{"run":null}`, `{"run":{}}`, `{"run":1}`, `{"RUN":{"iterations":1}}`,
		`{"run":{"Iterations":1}}`, `{"run":{"iterations":1,"more":1}}`,
		`{"run":{"counted":true}}`, `{"run":{"iterations":1,"counted":null}}`,
		`{"run":{"iterations":1,"counted":1}}`, `{"run":{"iterations":1,"Counted":true}}`,
		`{"run":{"iterations":1},"more":{}}`, `{"run":{"iterations":1,"iterations":1}}`,
		`{"run":{"iterations":1},"run":{"iterations":1}}`,
		`{"run":{"iterations":1},"hello":{"protocol":3}}`,
		`{"run":{"iterations":-1}}`, `{"run":{"iterations":1.5}}`, `{"run":{"iterations":"1"}}`,
		`{"run":{"iterations":null}}`, `{"run":{"iterations":18446744073709551616}}`,
		`{"hello":{}}`, `{"hello":{"protocol":"1"}}`, `{"stop":{}}`,
		`{"prepare":{"engine":"fake","group":"min_pk","operation":"count"}}`,
		`{"prepare":{"group":"min_pk","operation":"count","inputs":{}}}`,
		inputs(`[]`), inputs(`null`), inputs(`{"message":"00"}`), inputs(`{"messages":"00"}`),
		inputs(`{"messages":[null]}`), inputs(`{"messages":null}`), inputs(`{"messages":["0"]}`),
		inputs(`{"messages":["0x00"]}`), inputs(`{"messages":["AB"]}`), inputs(`{"messages":[0]}`),
		inputs(`{"messages":["zz"]}`), inputs(`{"Messages":["00"]}`), inputs(`{"ikm":["00"]}`),
		inputs(`{"ikm":null}`), inputs(`{"coefficients":[1]}`), inputs(`{"coefficients":["-1"]}`),
		inputs(`{"coefficients":["+1"]}`), inputs(`{"coefficients":["18446744073709551616"]}`),
		inputs(`{"coefficients":[""]}`), inputs(`{"coefficients":["0x1"]}`),
	} {
		// The runner goes on after it.
		lines := serve(t, line+"\n"+`{"hello":{"protocol":3}}`+"\n")
		if len(lines) != 2 || kind(t, lines[0]) != kindFailed || kind(t, lines[1]) != "" {
			t.Errorf("%q: %q", line, lines)
		}
	}
}

func TestInputs(t *testing.T) {
	line := `{"prepare":{"engine":"fake","group":"min_pk","operation":"messages","inputs":` +
		`{"messages":["","00ff"],"coefficients":["18446744073709551615"]}}}` + "\n"
	lines := serve(t, line+runLine)
	want := fmt.Sprintf("%x", "[ 00ff] [18446744073709551615]")
	if !strings.Contains(lines[1], want) {
		t.Errorf("%s, want %s", lines[1], want)
	}
}

func TestInputsOfCurves(t *testing.T) {
	var inputs Inputs
	text := `{"g1":["01"],"g2":["02","03"],"scalars":["ff"],"input":"0405"}`
	if err := json.Unmarshal([]byte(text), &inputs); err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%x %x %x %x", inputs.G1, inputs.G2, inputs.Scalars, inputs.Input)
	if got != "[01] [02 03] [ff] 0405" {
		t.Error(got)
	}
}

func TestLongLines(t *testing.T) {
	hello := `{"hello":{"protocol":3}}`
	padded := func(length int) string { return hello + strings.Repeat(" ", length-len(hello)) + "\n" }
	lines := serve(t, padded(maxRequest)+padded(maxRequest+1)+padded(3*maxRequest)+hello+"\n")
	var kinds []string
	for _, line := range lines {
		kinds = append(kinds, kind(t, line))
	}
	if fmt.Sprint(kinds) != fmt.Sprint([]string{"", kindFailed, kindFailed, ""}) {
		t.Errorf("%q", kinds)
	}
}

func TestEndsWithItsInput(t *testing.T) {
	for _, input := range []string{"", `{"hello":{"protocol":3}}`} {
		if lines := serve(t, input); len(lines) != 0 {
			t.Errorf("%q: %q", input, lines)
		}
	}
	broken := errors.New("broken")
	if err := Serve(nil, io.MultiReader(brokenReader{broken}), io.Discard); !errors.Is(err, broken) {
		t.Error(err)
	}
}

type brokenReader struct{ err error }

func (r brokenReader) Read([]byte) (int, error) { return 0, r.err }

func TestThreads(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for operation, want := range map[string]int{"count": 1, "count_mt": runtime.NumCPU()} {
		serve(t, prepareLine(operation))
		if got := runtime.GOMAXPROCS(0); got != want || told != want {
			t.Errorf("%s: %d threads, the library %d, want %d", operation, got, told, want)
		}
	}
}
