// Package daemon starts blsbenchd for those that need one of their own: tests and the runner.
package daemon

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// Daemon is a server that ends with this process, whatever becomes of it.
type Daemon struct {
	// Unix is the address of its socket, as unix:/path.
	Unix string
	// TCP is the address of its port, as tcp:127.0.0.1:1234; empty unless it was asked for.
	TCP string

	command *exec.Cmd
	stdin   io.Closer
}

// Start starts the program on this socket, and with --tcp among the arguments on a port. It returns
// when the server listens.
func Start(program, socket string, arguments ...string) (*Daemon, error) {
	arguments = append([]string{"--stop-with-stdin", "--socket", socket}, arguments...)
	// Where an emulator runs this program, the kernel cannot start another of the same target.
	words := strings.Fields(os.Getenv("BLSBENCH_EMULATOR"))
	words = append(append(words, program), arguments...)
	command := exec.Command(words[0], words[1:]...)
	command.Stderr = os.Stderr
	stdin, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	d := &Daemon{command: command, stdin: stdin}
	tcp := slices.Contains(arguments, "--tcp")
	lines := bufio.NewScanner(stdout)
	for d.Unix == "" || tcp && d.TCP == "" {
		if !lines.Scan() {
			d.Kill()
			return nil, fmt.Errorf("%s ended before it listened: %v", program, command.ProcessState)
		}
		address, _ := strings.CutPrefix(lines.Text(), "listening ")
		switch {
		case strings.HasPrefix(address, "unix:"):
			d.Unix = address
		case strings.HasPrefix(address, "tcp:"):
			d.TCP = address
		}
	}
	return d, nil
}

// Kill ends it in the middle of whatever it does.
func (d *Daemon) Kill() {
	// Both fail only for a process that has ended, which is what is wanted.
	_ = d.command.Process.Kill()
	_ = d.command.Wait()
}

// Close has it stop, and waits for that.
func (d *Daemon) Close() error {
	if err := d.stdin.Close(); err != nil {
		return err
	}
	return d.command.Wait()
}
