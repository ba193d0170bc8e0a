package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestCommittedCodeIsWhatTheProtoGives(t *testing.T) {
	for _, plugin := range plugins {
		if output, err := exec.Command("go", "tool", "-n", plugin).CombinedOutput(); err != nil {
			t.Skipf("skipped: %s cannot be had: %s", plugin, output)
		}
	}
	files, err := generate(t.Context(), "../../../../grpc/proto")
	if err != nil {
		t.Fatal(err)
	}
	const directory = "../blsv1"
	committed, err := filepath.Glob(filepath.Join(directory, "*.pb.go"))
	if err != nil || len(committed) != len(files) {
		t.Errorf("%d files are committed, %d are generated (%v)", len(committed), len(files), err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(directory, name))
		if err != nil {
			t.Error(err)
		} else if string(got) != want {
			t.Errorf("%s differs: run go generate ./...", name)
		}
	}
}
