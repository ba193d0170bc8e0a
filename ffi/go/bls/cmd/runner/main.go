// Runner measures the routes from Go to the signature schemes for blsbench, which talks to it over
// its standard input and output (docs/RUNNER.md).
package main

import (
	"fmt"
	"os"

	"blsbench/runner/protocol"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "runner:", err)
		os.Exit(1)
	}
}

func run() (err error) {
	var server server
	defer func() {
		if closed := server.close(); err == nil {
			err = closed
		}
	}()
	return protocol.Serve(engines(&server), os.Stdin, os.Stdout)
}
