package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestRobotsOutputIsSafe checks that no invalid UTF-8 of a robots file is written to a terminal
// unchanged, and that JSON is valid UTF-8. Only a repaired or formatted file, which is written to
// be kept, has the original bytes.
func TestRobotsOutputIsSafe(t *testing.T) {
	t.Parallel()
	const body = "User-agent: *\nDisallow: /a\nDisallow: /a\x9b31mq\nUser-agent: x\x9b31my\nFoo\x9bbar: 1\nCrawl-delay: 1\x9b\n"
	folder := t.TempDir()
	file, other := filepath.Join(folder, "r.txt"), filepath.Join(folder, "o.txt")
	for name, text := range map[string]string{file: body, other: "User-agent: *\nDisallow: /\nHost: \x9bx\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args  string
		shows bool // the byte is escaped somewhere in the output
	}{
		{"lint --min info FILE", true},
		{"lint --min info --json FILE", false},
		{"explain --file FILE /a\x9bb", true},
		{"explain --json --file FILE /a\x9bb", false},
		{"test --file FILE /a\x9bb", true},
		{"diff FILE OTHER", true},
		{"diff --list FILE OTHER", true},
		{"diff --json FILE OTHER", false},
		{"diff --dialects all --list FILE", true},
		{"fmt --minimise --check FILE", true},
		{"test --file FILE --dialect mar\x9btian /", true},
		{"lint --fix --write \x9bnone", true},
	} {
		args := strings.Fields(strings.NewReplacer("FILE", file, "OTHER", other).Replace(tt.args))
		cmd := exec.CommandContext(t.Context(), self, append([]string{"robots"}, args...)...)
		cmd.Env = append(os.Environ(), asCommand+"=1")
		var found, told strings.Builder
		cmd.Stdout, cmd.Stderr = &found, &told
		_ = cmd.Run() // most of them have findings, which set the exit code
		out := found.String() + told.String()
		if len(out) == 0 || !utf8.ValidString(out) {
			t.Errorf("%q: %q", tt.args, out)
		}
		if got := strings.Contains(out, `\x9b`); got != tt.shows {
			t.Errorf("%q: an escape is %v in %q", tt.args, got, out)
		}
		if !strings.Contains(tt.args, "--json") {
			continue
		}
		for line := range strings.Lines(found.String()) {
			if !json.Valid([]byte(line)) {
				t.Errorf("%q: %q is no JSON", tt.args, line)
			}
		}
	}
	kept, err := func() ([]byte, error) {
		cmd := exec.CommandContext(t.Context(), self, "robots", "fmt", file)
		cmd.Env = append(os.Environ(), asCommand+"=1")
		return cmd.Output()
	}()
	if err != nil || !strings.Contains(string(kept), "/a\x9b31mq") {
		t.Errorf("the bytes of a file are not kept: %q, %v", kept, err)
	}
}
