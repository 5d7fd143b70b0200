package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// TestCoprocess uses the program as a coprocess through pipes, line by line, and ends it with the
// signal of a service manager.
func TestCoprocess(t *testing.T) {
	t.Parallel()
	file := t.TempDir() + "/robots.txt"
	if err := os.WriteFile(file, []byte("User-agent: *\nDisallow: /private\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, "robots", "test", "--file", file, "-")
	cmd.Env = append(os.Environ(), asCommand+"=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, 100)
	for _, path := range []string{"/private", "/open"} {
		if _, err := io.WriteString(in, path+"\n"); err != nil {
			t.Fatal(err)
		}
		n, err := out.Read(answer)
		if err != nil || !strings.HasSuffix(string(answer[:n]), path+"\n") {
			t.Fatalf("answer %q, %v", answer[:n], err)
		}
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	var ended *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &ended) || ended.Sys().(syscall.WaitStatus).Signal() != syscall.SIGTERM {
		t.Errorf("ended with %v", err)
	}
}
