package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// joinLines is the command "lines DIR": it prints all lines of the ended files in a folder, and
// puts them into lines.jsonl.
func joinLines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: lines DIR")
	}
	names, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), "*.jsonl"))
	ts.Check(err)
	var all strings.Builder
	for _, name := range names {
		all.WriteString(ts.ReadFile(name))
	}
	_, err = ts.Stdout().Write([]byte(all.String()))
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs("lines.jsonl"), []byte(all.String()), 0o600))
}
