package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// folder creates a repository with the fragments, given by path.
func folder(t *testing.T, fragments map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range fragments {
		path := filepath.Join(root, "changelog", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestBuild(t *testing.T) {
	root := folder(t, map[string]string{
		"unreleased/fixed-b.md":        "New.\n",
		"0.9.0_2026-01-02/added-a.md":  "One.\nTwo.\n\nThree.\n",
		"0.9.0_2026-01-02/fixed-z.md":  "Last.\n",
		"0.9.0_2026-01-02/added-b.md":  "More.\n",
		"0.10.0_2026-02-03/removed.md": "",
	})
	if err := os.Rename(filepath.Join(root, "changelog/0.10.0_2026-02-03/removed.md"), filepath.Join(root, "changelog/0.10.0_2026-02-03/.gitkeep")); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := run(&out, root, false); err != nil {
		t.Fatal(err)
	}
	_, got, _ := strings.Cut(out.String(), "\n\n")
	_, got, _ = strings.Cut(got, "\n\n")
	const old = "## 0.10.0, 2026-02-03\n\n## 0.9.0, 2026-01-02\n\n### Added\n\n- One.\n\n  Two.\n\n  Three.\n- More.\n\n### Fixed\n\n- Last.\n"
	if want := "## Not released yet\n\n### Fixed\n\n- New.\n\n" + old; got != want {
		t.Errorf("printed\n%s, want\n%s", got, want)
	}
	if err := run(nil, root, true); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(root, "CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(string(page), "\n\n"+old) || strings.Contains(string(page), "New.") {
		t.Errorf("written\n%s", page)
	}
}

func TestBuildRefuses(t *testing.T) {
	for name, fragments := range map[string]map[string]string{
		"no kind":        {"unreleased/001-first.md": "x"},
		"unknown kind":   {"unreleased/improved-speed.md": "x"},
		"no name":        {"unreleased/added.md": "x"},
		"capitals":       {"unreleased/added-X.md": "x"},
		"another ending": {"unreleased/added-x.txt": "x"},
		"empty":          {"unreleased/added-x.md": "\n"},
		"a heading":      {"unreleased/added-x.md": "# Added\n"},
		"a list":         {"unreleased/added-x.md": "- added\n"},
		"folder":         {"0.1/added-x.md": "x"},
		"folder no date": {"0.1.0/added-x.md": "x"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := build(filepath.Join(folder(t, fragments), "changelog"), true); err == nil {
				t.Error("no error")
			}
		})
	}
}

// TestRepository checks the form of the fragments of this repository, and compares the page with
// the released ones.
func TestRepository(t *testing.T) {
	dir := filepath.Join("..", "..", "changelog")
	if _, err := build(dir, true); err != nil {
		t.Error(err)
	}
	want, err := build(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	if string(page) != want {
		t.Error("CHANGELOG.md is not what its fragments give; run go run ./internal/changelog -write")
	}
}
