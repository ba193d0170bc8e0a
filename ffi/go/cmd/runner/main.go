// Runner measures Go libraries for blsbench, which talks to it over its standard input and output
// (docs/RUNNER.md).
package main

import (
	"fmt"
	"os"

	"blsbench/runner/engines/blst"
	"blsbench/runner/engines/circl"
	"blsbench/runner/engines/gnark"
	"blsbench/runner/engines/gocrypto"
	"blsbench/runner/engines/herumi"
	"blsbench/runner/protocol"
)

func engines() []protocol.Engine {
	return []protocol.Engine{
		blst.Engine(), herumi.Engine(), gnark.Engine(), circl.Engine(), gocrypto.Engine(),
	}
}

func main() {
	if err := protocol.Serve(engines(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "runner:", err)
		os.Exit(1)
	}
}
