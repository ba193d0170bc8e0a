package protocol

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
)

const (
	// maxRequest is the longest line that blsbench may send.
	maxRequest = 16 << 20
	// maxMessage keeps answers short, whatever a library writes into an error.
	maxMessage = 1000
)

var (
	errTooLong         = fmt.Errorf("a request of more than %d bytes", maxRequest)
	errNothingPrepared = errors.New("nothing is prepared")
)

// Serve answers the requests of `input` until it ends.
func Serve(engines []Engine, input io.Reader, output io.Writer) error {
	server := server{engines: engines}
	lines := bufio.NewReader(input)
	for {
		line, err := readLine(lines)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, errTooLong):
			err = write(output, errorLine(err))
		case err == nil:
			err = write(output, server.answer(line))
		}
		if err != nil {
			return err
		}
	}
}

// readLine reads up to a line feed. Of a line that is too long it keeps nothing, so that the next
// one can be read. What stands before the end of the input without a line feed is no request.
func readLine(lines *bufio.Reader) ([]byte, error) {
	var line []byte
	tooLong := false
	for {
		part, err := lines.ReadSlice('\n')
		if len(line)+len(part) > maxRequest+len("\n") {
			tooLong, line = true, nil
		}
		if !tooLong {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err != nil:
			return nil, err
		case tooLong:
			return nil, errTooLong
		default:
			return line, nil
		}
	}
}

func write(output io.Writer, answer answer) error {
	line, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	_, err = output.Write(append(line, '\n'))
	return err
}

type server struct {
	engines  []Engine
	prepared Job
}

// answer is one line of the runner; exactly one field is set.
type answer struct {
	Hello    *helloAnswer  `json:"hello,omitempty"`
	Prepared *struct{}     `json:"prepared,omitempty"`
	Output   *string       `json:"output,omitempty"`
	Sample   *sampleAnswer `json:"sample,omitempty"`
	Error    *errorAnswer  `json:"error,omitempty"`
}

type helloAnswer struct {
	Protocol int            `json:"protocol"`
	Engines  []engineAnswer `json:"engines"`
}

type engineAnswer struct {
	ID       string             `json:"id"`
	Library  string             `json:"library"`
	Version  string             `json:"version"`
	Options  string             `json:"options"`
	Compiler string             `json:"compiler"`
	CodePath string             `json:"code_path"`
	Composed bool               `json:"composed"`
	Groups   map[string]*string `json:"groups"`
}

type sampleAnswer struct {
	ElapsedNS int64      `json:"elapsed_ns"`
	Output    string     `json:"output"`
	Allocated *Allocated `json:"allocated,omitempty"`
}

type errorAnswer struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

func errorLine(err error) answer {
	message := err.Error()
	if len(message) > maxMessage {
		message = message[:maxMessage] + " …"
	}
	return answer{Error: &errorAnswer{Kind: kindOf(err), Message: strings.ToValidUTF8(message, "")}}
}

// answer never panics: a panic of a library is a failure, and must not be taken for a refusal.
func (s *server) answer(line []byte) (a answer) {
	defer func() {
		if reason := recover(); reason != nil {
			s.prepared = nil
			a = errorLine(fmt.Errorf("panic: %v", reason))
		}
	}()
	request, err := parse(line)
	switch {
	case err != nil:
		err = fmt.Errorf("not a request: %w", err)
	case request.hello != nil:
		a, err = s.hello(request.hello)
	case request.prepare != nil:
		a, err = s.prepare(request.prepare)
	case request.output != nil:
		a, err = s.output()
	default:
		a, err = s.run(request.run)
	}
	if err != nil {
		return errorLine(err)
	}
	return a
}

func (s *server) hello(request *hello) (answer, error) {
	if request.protocol != Version {
		return answer{}, fmt.Errorf("this runner speaks version %d of the protocol", Version)
	}
	hello := helloAnswer{Protocol: Version, Engines: []engineAnswer{}}
	for _, engine := range s.engines {
		groups := make(map[string]*string)
		for name, group := range engine.Groups {
			groups[name] = nil
			if group.Suite == nil {
				groups[name] = &group.Absent
			}
		}
		hello.Engines = append(hello.Engines, engineAnswer{
			ID:       engine.ID,
			Library:  engine.Library,
			Version:  engine.Version,
			Options:  engine.Options,
			Compiler: engine.Compiler,
			CodePath: engine.CodePath(),
			Composed: engine.Composed,
			Groups:   groups,
		})
	}
	return answer{Hello: &hello}, nil
}

func (s *server) prepare(request *prepare) (answer, error) {
	// Also where this one cannot be prepared: the one before must not be timed under its name.
	s.prepared = nil
	engine, suite, err := s.find(request.engine, request.group)
	if err != nil {
		return answer{}, err
	}
	threads := 1
	if strings.HasSuffix(request.operation, "_mt") {
		threads = runtime.NumCPU()
	}
	runtime.GOMAXPROCS(threads)
	if engine.SetThreads != nil {
		engine.SetThreads(threads)
	}
	job, err := suite.Prepare(request.operation, &request.inputs)
	if err != nil {
		return answer{}, err
	}
	s.prepared = job
	return answer{Prepared: &struct{}{}}, nil
}

func (s *server) find(id, name string) (Engine, Suite, error) {
	for _, engine := range s.engines {
		if engine.ID != id {
			continue
		}
		group, known := engine.Groups[name]
		if !known {
			return Engine{}, nil, fmt.Errorf("unknown group %q", name)
		}
		if group.Suite == nil {
			return Engine{}, nil, Unsupported(group.Absent)
		}
		return engine, group.Suite, nil
	}
	return Engine{}, nil, fmt.Errorf("unknown engine %q", id)
}

func (s *server) output() (answer, error) {
	if s.prepared == nil {
		return answer{}, errNothingPrepared
	}
	output, err := s.prepared.Output()
	if err != nil {
		return answer{}, err
	}
	text := hex.EncodeToString(output)
	return answer{Output: &text}, nil
}

func (s *server) run(request *run) (answer, error) {
	if request.iterations == 0 {
		return answer{}, errors.New("no iterations")
	}
	if s.prepared == nil {
		return answer{}, errNothingPrepared
	}
	sample, err := s.prepared.Run(request.iterations, request.counted)
	if err != nil {
		return answer{}, err
	}
	return answer{Sample: &sampleAnswer{
		ElapsedNS: sample.Elapsed.Nanoseconds(),
		Output:    hex.EncodeToString(sample.Output),
		Allocated: sample.Allocated,
	}}, nil
}
