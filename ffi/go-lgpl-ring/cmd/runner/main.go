// Runner measures ring-go for blsbench, which talks to it over its standard input and output
// (docs/RUNNER.md).
package main

import (
	"fmt"
	"os"

	"blsbench/runner-lgpl-ring/engines/ring"
	"blsbench/runner/protocol"
)

func engines() []protocol.Engine {
	return []protocol.Engine{ring.Engine()}
}

func main() {
	if err := protocol.Serve(engines(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "runner:", err)
		os.Exit(1)
	}
}
