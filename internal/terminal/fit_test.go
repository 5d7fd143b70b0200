package terminal

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// TestHang: long lines go on below their first words, and no word is broken.
func TestHang(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		columns int
		text    string
		want    string
	}{
		{"no terminal", 0, "one two three\n", "one two three\n"},
		{"short lines", 40, "one\n\n  two  2\n", "one\n\n  two  2\n"},
		{"behind a label", 40, "Index:   one two three four five six seven eight\n", "Index:   one two three four five six\n         seven eight\n"},
		{"behind a label of words", 40, "In force now: one two three four five six seven\n", "In force now: one two three four five\n              six seven\n"},
		{"in a list", 40, " 1. one two three four five six seven eight nine\n    http://a.test/\n", " 1. one two three four five six seven\n    eight nine\n    http://a.test/\n"},
		{"behind a column", 40, "  size    one two three four five six seven\n", "  size    one two three four five six\n          seven\n"},
		{"values and their numbers", 40, "names:  one 12  two 3  three words 345  four 6\n", "names:  one 12  two 3  three words 345\n        four 6\n"},
		{"a value before its number", 40, "names:  one 12  two 3456  three words 345\n", "names:  one 12  two 3456\n        three words 345\n"},
		{"a long part between gaps", 40, "names:  one 12  two words of a long name 345\n", "names:  one 12  two words of a long name\n        345\n"},
		{"a sentence", 20, "one two three four five six", "one two three four\n  five six"},
		{"with indentation", 20, "  one two three four five six\n", "  one two three four\n    five six\n"},
		{"a snippet", 20, "    one two three four five six\n", "    one two three\n    four five six\n"},
		{"a long URL", 20, "see http://a.test/a/very/long/path for it\n", "see\n  http://a.test/a/very/long/path\n  for it\n"},
		{"no room behind the label", 24, "A label of many: one two three\n", "A label of many: one two\n  three\n"},
		{"bold words", 20, "one \x1b[1mtwo\x1b[0m three four five\n", "one \x1b[1mtwo\x1b[0m three four\n  five\n"},
		{"wide characters", 10, "一二三 四五六\n", "一二三\n  四五六\n"},
	} {
		if got := Hang(tt.text, tt.columns); got != tt.want {
			t.Errorf("%s:\n%s\nwant:\n%s", tt.name, got, tt.want)
		}
	}
}

// TestFitted: lines are broken when they are whole, and what is no terminal is written to as it is.
func TestFitted(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if w := Fitted(&b); w != io.Writer(&b) {
		t.Errorf("a buffer became %T", w)
	}
	w := &fitted{out: &b, columns: 10}
	for _, part := range []string{"one two", " three\nfo", "ur\n"} {
		if n, err := w.Write([]byte(part)); n != len(part) || err != nil {
			t.Errorf("%d bytes, %v", n, err)
		}
	}
	if b.String() != "one two\n  three\nfour\n" {
		t.Errorf("%q", b.String())
	}
}

// FuzzHang checks that no word is lost or changed, and that no line is too long but of one word.
func FuzzHang(f *testing.F) {
	f.Add("Index:   one two three\n 1. four five six seven\n", 12)
	f.Fuzz(func(t *testing.T, text string, columns int) {
		columns = max(min(columns, 500), 0)
		got := Hang(text, columns)
		if strings.ReplaceAll(strings.ReplaceAll(got, " ", ""), "\n", "") != strings.ReplaceAll(strings.ReplaceAll(text, " ", ""), "\n", "") {
			t.Fatalf("%q became %q", text, got)
		}
	})
}
