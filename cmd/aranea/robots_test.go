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

// TestEachLine: long lines come cut, the others stay whole, and answers are
// flushed before more input is waited for.
func TestEachLine(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 3*maxSeedLine)
	var got []string
	idle := 0
	err := eachLine(strings.NewReader("/a\n\n  /b  \r\n"+long+"\n/c"), func(line string, whole bool) error {
		if !whole {
			line = "cut " + line[:3]
		}
		got = append(got, line)
		return nil
	}, func() error { idle++; return nil })
	if want := "/a /b cut xxx /c"; err != nil || strings.Join(got, " ") != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if idle == 0 {
		t.Error("never idle")
	}
	fault := errors.New("disk full")
	for name, err := range map[string]error{
		"of a line": eachLine(strings.NewReader("/a\n/b"), func(string, bool) error { return fault }, func() error { return nil }),
		"of idle":   eachLine(strings.NewReader("/a\n/b"), func(string, bool) error { return nil }, func() error { return fault }),
		"of input":  eachLine(io.MultiReader(strings.NewReader("/a\n"), brokenReader{fault}), func(string, bool) error { return nil }, func() error { return nil }),
	} {
		if !errors.Is(err, fault) {
			t.Errorf("the fault %s is lost: %v", name, err)
		}
	}
}

type brokenReader struct{ err error }

func (b brokenReader) Read([]byte) (int, error) { return 0, b.err }

// TestCoprocess holds a conversation through pipes, line by line, and ends it
// with the signal that a service manager sends.
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
