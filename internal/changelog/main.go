// Command changelog builds CHANGELOG.md from the fragments under changelog: one folder for each
// released version, named VERSION_DATE, and one for unreleased changes.
//
//	go run ./internal/changelog          print all, the unreleased first
//	go run ./internal/changelog -write   write CHANGELOG.md of the released ones
//
// A fragment is one file for one change that users notice, KIND-short-name.md, with one of
// kinds. Its first line is the main sentence; further lines are paragraphs under it. Floor: 0
// (leaves). Stability: engine. It does not use the history of the repository.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// kinds are the kinds of changes in the order of their headings.
var kinds = [...]string{"security", "added", "changed", "fixed", "removed"}

// unreleased is the folder of the changes since the last version.
const unreleased = "unreleased"

func main() {
	write := flag.Bool("write", false, "write CHANGELOG.md")
	flag.Parse()
	if err := run(os.Stdout, ".", *write); err != nil {
		fmt.Fprintln(os.Stderr, "changelog:", err)
		os.Exit(1)
	}
}

// run prints the changelog of the repository in the folder root, or writes it.
func run(w io.Writer, root string, write bool) error {
	text, err := build(filepath.Join(root, "changelog"), !write)
	if err != nil {
		return err
	}
	if write {
		return os.WriteFile(filepath.Join(root, "CHANGELOG.md"), []byte(text), 0o644) //nolint:gosec // a page for everybody
	}
	_, err = io.WriteString(w, text)
	return err
}

// build returns the page of the fragments in the folder dir, with or without the unreleased
// ones.
func build(dir string, withUnreleased bool) (string, error) {
	versions, err := list(dir)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("# Changelog\n\nBuilt by `go run ./internal/changelog -write` of the files in `changelog`. What is not released yet: `go run ./internal/changelog`.\n")
	for _, v := range versions {
		if v.name == unreleased && !withUnreleased {
			continue
		}
		if err := v.print(&b, dir); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

// A version is one folder of fragments.
type version struct {
	folder, name, date string
	number             [3]int
}

var released = regexp.MustCompile(`^(\d+)\.(\d+)\.(\d+)_(\d{4}-\d\d-\d\d)$`)

// list returns the versions, newest first.
func list(dir string) ([]version, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var out []version
	for _, e := range entries {
		v := version{folder: e.Name(), name: e.Name()}
		if m := released.FindStringSubmatch(e.Name()); m != nil {
			v.name, v.date = strings.Join(m[1:4], "."), m[4]
			for i := range v.number {
				if v.number[i], err = strconv.Atoi(m[i+1]); err != nil {
					return nil, err
				}
			}
		} else if e.Name() != unreleased {
			return nil, fmt.Errorf("%s is neither VERSION_DATE nor %s", filepath.Join(dir, e.Name()), unreleased)
		}
		out = append(out, v)
	}
	slices.SortFunc(out, func(a, b version) int {
		if a.name == unreleased || b.name == unreleased {
			return cmp.Compare(len(a.date), len(b.date))
		}
		return slices.Compare(b.number[:], a.number[:])
	})
	return out, nil
}

// print writes the fragments of the version, with a heading for each kind.
func (v version) print(b *strings.Builder, dir string) error {
	byKind, err := v.fragments(dir)
	if err != nil {
		return err
	}
	if v.date == "" {
		b.WriteString("\n## Not released yet\n")
	} else {
		fmt.Fprintf(b, "\n## %s, %s\n", v.name, v.date)
	}
	for _, kind := range kinds {
		if len(byKind[kind]) == 0 {
			continue
		}
		fmt.Fprintf(b, "\n### %s\n\n", strings.ToUpper(kind[:1])+kind[1:])
		for _, text := range byKind[kind] {
			b.WriteString(item(text))
		}
	}
	return nil
}

var fragmentName = regexp.MustCompile(`^([a-z]+)-[a-z0-9]+(-[a-z0-9]+)*\.md$`)

// fragments reads the fragments of the version by kind, in the order of their names.
func (v version) fragments(dir string) (map[string][]string, error) {
	files, err := os.ReadDir(filepath.Join(dir, v.folder))
	if err != nil {
		return nil, err
	}
	out := make(map[string][]string)
	for _, f := range files {
		path := filepath.Join(dir, v.folder, f.Name())
		if f.Name() == ".gitkeep" {
			continue
		}
		m := fragmentName.FindStringSubmatch(f.Name())
		if m == nil || !slices.Contains(kinds[:], m[1]) {
			return nil, fmt.Errorf("%s: the name is KIND-short-name.md with a kind of %s", path, strings.Join(kinds[:], ", "))
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		text := strings.TrimSpace(string(data))
		if text == "" || strings.ContainsRune("#-*", rune(text[0])) {
			return nil, fmt.Errorf("%s: the first line is the sentence for the changelog", path)
		}
		out[m[1]] = append(out[m[1]], text)
	}
	return out, nil
}

// item formats the text as one item of a list, with a paragraph for each line.
func item(text string) string {
	var b strings.Builder
	b.WriteString("- ")
	first := true
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if !first {
			b.WriteString("\n  ")
		}
		b.WriteString(line + "\n")
		first = false
	}
	return b.String()
}
