package protocol

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// request is one line of blsbench; exactly one field is set.
type request struct {
	hello   *hello
	prepare *prepare
	output  *output
	run     *run
}

type hello struct {
	protocol uint64
}

type prepare struct {
	engine, group, operation string
	inputs                   Inputs
}

type output struct{}

type run struct {
	iterations uint64
	counted    bool
}

func parse(line []byte) (request, error) {
	var r request
	err := object(line, map[string]any{
		"hello": &r.hello, "prepare": &r.prepare, "output": &r.output, "run": &r.run,
	})
	if err != nil {
		return request{}, err
	}
	set := 0
	for _, isSet := range []bool{r.hello != nil, r.prepare != nil, r.output != nil, r.run != nil} {
		if isSet {
			set++
		}
	}
	if set != 1 {
		return request{}, fmt.Errorf("%d requests in one line", set)
	}
	return r, nil
}

func (h *hello) UnmarshalJSON(text []byte) error {
	return all(text, map[string]any{"protocol": &h.protocol})
}

func (p *prepare) UnmarshalJSON(text []byte) error {
	return all(text, map[string]any{
		"engine":    &p.engine,
		"group":     &p.group,
		"operation": &p.operation,
		"inputs":    &p.inputs,
	})
}

func (o *output) UnmarshalJSON(text []byte) error {
	return all(text, map[string]any{})
}

func (r *run) UnmarshalJSON(text []byte) error {
	return all(text, map[string]any{"iterations": &r.iterations, "counted": &r.counted}, "counted")
}

// all reads a JSON object that has every one of these fields, but for those that are optional.
func all(text []byte, fields map[string]any, optional ...string) error {
	if err := object(text, fields); err != nil {
		return err
	}
	for _, name := range optional {
		delete(fields, name)
	}
	for name := range fields {
		return fmt.Errorf("no field %q", name)
	}
	return nil
}

// object reads a JSON object, and takes the fields that it finds out of `fields`.
//
// DisallowUnknownFields of encoding/json is not enough: it takes "RUN" for "run", the last of two
// equal names for both, and null for anything.
func object(text []byte, fields map[string]any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	opening, err := decoder.Token()
	if err != nil {
		return err
	}
	if opening != json.Delim('{') {
		return errors.New("not a JSON object")
	}
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return err
		}
		name, _ := token.(string)
		field, known := fields[name]
		if !known {
			return fmt.Errorf("unknown or repeated field %q", name)
		}
		delete(fields, name)
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return err
		}
		if bytes.Equal(value, []byte("null")) {
			return fmt.Errorf("%s: null", name)
		}
		if err := json.Unmarshal(value, field); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if _, err := decoder.Token(); err != nil {
		return err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one JSON object")
	}
	return nil
}
