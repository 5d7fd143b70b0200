package main

import (
	"os"
	"strings"
	"testing"
)

// TestQuestions: the file can be read, and places are told by host and path.
func TestQuestions(t *testing.T) {
	f, err := os.Open("named.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := read(f)
	if err != nil || len(all) < 100 {
		t.Fatalf("%d questions, %v", len(all), err)
	}
	some, err := read(strings.NewReader("# a comment\nmoth copy\tmoth\tcopy.html rows/copy.html\nmoth rows\t*\trows.html\n"))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	found := map[string][]string{
		"moth copy": {"http://mammoth.test/copy.html", "http://en.moth.test/a/copy.html"},
		"moth rows": {"http://a.test/rows.html"},
	}
	if err := report(&out, some, found, true); err != nil {
		t.Fatal(err)
	}
	want := " 2  moth copy: http://mammoth.test/copy.html\n2 questions: the answer is first for 0.500, mean reciprocal rank 0.750\n"
	if out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	if _, err := read(strings.NewReader("moth\n")); err == nil {
		t.Error("a line without an answer is read")
	}
}
