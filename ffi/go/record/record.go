// Package record reads what the build recorded in this program: nothing about a library is typed
// by hand.
package record

import (
	"bytes"
	"debug/elf"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
)

// Unknown is what cannot be known.
const Unknown = "unknown"

// Version is the version of a module in this program.
func Version(module string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Unknown
	}
	for _, dependency := range info.Deps {
		if dependency.Path != module {
			continue
		}
		if replaced := dependency.Replace; replaced != nil {
			return strings.TrimSpace(replaced.Path + " " + replaced.Version)
		}
		return dependency.Version
	}
	return Unknown
}

// Settings are those of the build, of these names, that are not empty: `GOAMD64=v1, -tags=purego`.
func Settings(names ...string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Unknown
	}
	var settings []string
	for _, setting := range info.Settings {
		if setting.Value != "" && slices.Contains(names, setting.Key) {
			settings = append(settings, setting.Key+"="+setting.Value)
		}
	}
	return strings.Join(settings, ", ")
}

// program is what is read of this program's file; empty where it is not ELF.
type program struct {
	symbols   map[string]bool
	compilers []string
}

var readProgram = sync.OnceValue(func() program {
	var read program
	path, err := os.Executable()
	if err != nil {
		return read
	}
	file, err := elf.Open(path)
	if err != nil {
		return read
	}
	defer func() { _ = file.Close() }()
	// A stripped program has no symbols; that is an answer, not an error.
	symbols, _ := file.Symbols()
	read.symbols = make(map[string]bool, len(symbols))
	for _, symbol := range symbols {
		read.symbols[symbol.Name] = true
	}
	if section := file.Section(".comment"); section != nil {
		if text, err := section.Data(); err == nil {
			for part := range bytes.SplitSeq(text, []byte{0}) {
				if len(part) > 0 {
					read.compilers = append(read.compilers, string(part))
				}
			}
		}
	}
	return read
})

// HasSymbol is true when this name was linked into the program.
func HasSymbol(name string) bool { return readProgram().symbols[name] }

// CCompilers are those that wrote their name into code that was linked into the program.
func CCompilers() []string { return readProgram().compilers }
