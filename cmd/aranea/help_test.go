package main

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// TestHelpFitsTerminal checks that the help of every command fits a terminal of 80 columns, but
// for examples, which are copied as they are.
func TestHelpFitsTerminal(t *testing.T) {
	t.Parallel()
	root := newRoot(endings{})
	fitHelp(root, func(io.Writer) int { return 80 })
	seen := 0
	var each func(cmd *cobra.Command)
	each = func(cmd *cobra.Command) {
		var out bytes.Buffer
		cmd.SetOut(&out)
		if err := cmd.Help(); err != nil {
			t.Errorf("%s: %v", cmd.CommandPath(), err)
		}
		for line := range strings.Lines(out.String()) {
			line = strings.TrimRight(line, "\n")
			seen++
			if utf8.RuneCountInString(line) > 80 && !strings.Contains(cmd.Example+cmd.UseLine(), strings.TrimSpace(line)) {
				t.Errorf("%s --help: %q has more than 80 columns", cmd.CommandPath(), line)
			}
		}
		for _, sub := range cmd.Commands() {
			each(sub)
		}
	}
	each(root)
	if seen < 500 {
		t.Errorf("only %d lines of help", seen)
	}
}
