package terminal

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestWrap(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		columns int
		text    string
		want    string
	}{
		{"no terminal", 0, "one two three\n", "one two three\n"},
		{"short lines stay", 20, "one two\nthree\n", "one two\nthree\n"},
		{"a paragraph is filled anew", 10, "one two three\nfour\n\nfive\n", "one two\nthree four\n\nfive\n"},
		{"the last line keeps its end", 10, "one two three", "one two\nthree"},
		{"a word longer than a line", 5, "https://example.org/ is one\n", "https://example.org/\nis\none\n"},
		{"a flag", 40, "Flags:\n  -n, --n int   at most so many results of them\n", "Flags:\n  -n, --n int   at most so many results\n                of them\n"},
		{"a flag that leaves no room", 30, "      --host strings    names of hosts under which\n", "      --host strings\n       names of hosts under\n       which\n"},
		{"an example stays", 20, "Examples:\n  aranea search --limit 20 spider\n", "Examples:\n  aranea search --limit 20 spider\n"},
		{"lines in columns stay", 20, "Search:   aranea search words\nCrawl:    aranea crawl\n", "Search:   aranea search words\nCrawl:    aranea crawl\n"},
		{"other letters", 10, "раз два три\n", "раз два\nтри\n"},
	} {
		if got := Wrap(tt.text, tt.columns); got != tt.want {
			t.Errorf("%s:\n%s\nwant:\n%s", tt.name, got, tt.want)
		}
	}
}

func TestWidth(t *testing.T) {
	t.Parallel()
	file, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	if w := Width(file) + Width(new(bytes.Buffer)); w != 0 {
		t.Errorf("a file and a buffer have %d columns", w)
	}
}

// FuzzWrap checks that no word is lost or changed, and that no line is too long unless it is one
// word or an example.
func FuzzWrap(f *testing.F) {
	f.Add("one two three\nfour\n\n  --flag   what it does\n", 12)
	f.Fuzz(func(t *testing.T, text string, columns int) {
		columns = max(min(columns, 500), 0)
		got := Wrap(text, columns)
		if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(text), " ") {
			t.Fatalf("%q became %q", text, got)
		}
		for line := range strings.Lines(got) {
			line = strings.TrimRight(line, "\n")
			if strings.Contains(line, "  ") || strings.HasPrefix(line, " ") || len(strings.Fields(line)) < 2 || columns == 0 {
				continue
			}
			if utf8.RuneCountInString(line) > columns && !strings.Contains(text, line) {
				t.Fatalf("%q is longer than %d", line, columns)
			}
		}
	})
}
