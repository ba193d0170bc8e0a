// Generate makes the Go code of the service from its .proto, without protoc: a compiler in Go reads
// the file, and the two plugins are tools of this module. Run it by `go generate ./...`.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/protoutil"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"
)

const protoFile = "blsbench/v1/bls.proto"

var plugins = []string{"protoc-gen-go", "protoc-gen-go-grpc"}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: generate PROTO_DIRECTORY OUT_DIRECTORY")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run(protoDirectory, outDirectory string) error {
	files, err := generate(context.Background(), protoDirectory)
	if err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(outDirectory, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// generate gives the generated files by their names.
func generate(ctx context.Context, protoDirectory string) (map[string]string, error) {
	compiler := protocompile.Compiler{
		Resolver: &protocompile.SourceResolver{ImportPaths: []string{protoDirectory}},
		// The comments of the .proto go into the Go code.
		SourceInfoMode: protocompile.SourceInfoStandard,
	}
	compiled, err := compiler.Compile(ctx, protoFile)
	if err != nil {
		return nil, err
	}
	request, err := proto.Marshal(&pluginpb.CodeGeneratorRequest{
		FileToGenerate: []string{protoFile},
		Parameter:      proto.String("paths=source_relative"),
		ProtoFile: []*descriptorpb.FileDescriptorProto{
			protoutil.ProtoFromFileDescriptor(compiled.FindFileByPath(protoFile)),
		},
	})
	if err != nil {
		return nil, err
	}
	files := make(map[string]string)
	for _, plugin := range plugins {
		response, err := ask(ctx, plugin, request)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", plugin, err)
		}
		for _, file := range response.File {
			files[filepath.Base(file.GetName())] = file.GetContent()
		}
	}
	return files, nil
}

func ask(ctx context.Context, plugin string, request []byte) (*pluginpb.CodeGeneratorResponse, error) {
	command := exec.CommandContext(ctx, "go", "tool", plugin)
	command.Stdin = bytes.NewReader(request)
	command.Stderr = os.Stderr
	output, err := command.Output()
	if err != nil {
		return nil, err
	}
	var response pluginpb.CodeGeneratorResponse
	if err := proto.Unmarshal(output, &response); err != nil {
		return nil, err
	}
	if response.Error != nil {
		return nil, errors.New(response.GetError())
	}
	return &response, nil
}
