package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/internal/settings"
)

// TestConfigPrintsAll checks that the output of "aranea config", with all settings uncommented,
// has a setting for every flag, and that each command uses its own.
func TestConfigPrintsAll(t *testing.T) {
	t.Parallel()
	from := settings.Source{Program: "aranea", Lookup: func(string) (string, bool) { return "", false }}
	root := newRoot(endings{func() {}, func() {}})
	empty := filepath.Join(t.TempDir(), "empty.toml")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := root.PersistentFlags().Set("config", empty); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := from.Print(&b, root); err != nil {
		t.Fatal(err)
	}
	text := regexp.MustCompile(`(?m)^# ([a-z-]+ = )`).ReplaceAllString(b.String(), "$1")
	text = regexp.MustCompile(`(?m)^.*= \[\]\n`).ReplaceAllString(text, "")
	file := filepath.Join(t.TempDir(), "all.toml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	known := 0
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		_ = c.ParseFlags([]string{"--config", file}) // every command has the flag
		if err := from.Apply(c); err != nil {
			t.Errorf("%s: %v", c.CommandPath(), err)
		}
		known += strings.Count(c.LocalFlags().FlagUsages(), "--")
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(root)
	if known < 50 || strings.Count(text, " = ") < 40 {
		t.Errorf("%d flags are known, and %d settings printed", known, strings.Count(text, " = "))
	}
}
