package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/aranea-search/aranea/console/signon"
	"github.com/aranea-search/aranea/docs"
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
	applyAll(t, root, from, file, func(c *cobra.Command) { known += strings.Count(c.LocalFlags().FlagUsages(), "--") })
	if known < 50 || strings.Count(text, " = ") < 40 {
		t.Errorf("%d flags are known, and %d settings printed", known, strings.Count(text, " = "))
	}
}

// applyAll gives the settings of a file to a command and to all below it, and reports errors.
func applyAll(t *testing.T, c *cobra.Command, from settings.Source, file string, each func(*cobra.Command)) {
	t.Helper()
	_ = c.ParseFlags([]string{"--config", file}) // every command has the flag
	if err := from.Apply(c); err != nil {
		t.Errorf("%s: %v", c.CommandPath(), err)
	}
	each(c)
	for _, sub := range c.Commands() {
		applyAll(t, sub, from, file, each)
	}
}

// TestRecipes: the settings files in docs/recipes.md are read by every command, and the one of a proxy that
// signs people in is read as such.
func TestRecipes(t *testing.T) {
	t.Parallel()
	text, ok := docs.Page("recipes")
	if !ok {
		t.Fatal("there is no page of recipes")
	}
	files := regexp.MustCompile("(?s)```toml\n(.*?)```").FindAllStringSubmatch(text, -1)
	isSignOn := func(f []string) bool { return strings.Contains(f[1], "[find.groups]") }
	if i := slices.IndexFunc(files, isSignOn); i < 0 {
		t.Error("no sign-on file in the recipes")
	} else if _, err := signon.Parse([]byte(files[i][1])); err != nil {
		t.Errorf("sign-on file: %v", err)
	}
	files = slices.DeleteFunc(files, isSignOn)
	if len(files) != 4 {
		t.Errorf("%d settings files in the recipes", len(files))
	}
	for _, f := range files {
		name := filepath.Join(t.TempDir(), "aranea.toml")
		if err := os.WriteFile(name, []byte(f[1]), 0o600); err != nil {
			t.Fatal(err)
		}
		root := newRoot(endings{func() {}, func() {}})
		contact := ""
		applyAll(t, root, settings.Source{Program: "aranea", Lookup: func(string) (string, bool) { return "", false }}, name, func(c *cobra.Command) {
			if c.Name() == "run" {
				contact = c.Flags().Lookup("contact").Value.String()
			}
		})
		if !strings.Contains(contact, "example.org") {
			t.Errorf("run has the contact %q by\n%s", contact, f[1])
		}
	}
}

// TestLooksReach: every command that reaches a site takes from the settings of crawls how it is
// reached; those that show what a crawl makes of a page take also how it is read, and others nothing else.
func TestLooksReach(t *testing.T) {
	t.Parallel()
	like, seen := configSource().Like, 0
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		_, path, _ := strings.Cut(c.CommandPath(), " ")
		if c.LocalFlags().Lookup("allow-net") != nil && path != "crawl" && path != "run" {
			seen++
			kin := like[path]
			for _, flag := range reaching() {
				if c.Flag(flag) == nil {
					t.Errorf("%s has no --%s", path, flag)
				}
			}
			asCrawl := path == "inspect" || path == "zones"
			if n := len(reaching()); !slices.Equal(kin.Commands, []string{"crawl"}) || !slices.Equal(kin.Flags[:n], reaching()) || (len(kin.Flags) > n) != asCrawl {
				t.Errorf("%s takes %v of %v", path, kin.Flags, kin.Commands)
			}
		}
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(newRoot(endings{func() {}, func() {}}))
	if seen != len(like)-1 {
		t.Errorf("%d commands reach a site, %d take settings", seen, len(like)-1)
	}
}
