package jsonlines_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/archive/jsonlines"
)

func open(t *testing.T, dir string) *jsonlines.Writer {
	t.Helper()
	w, err := jsonlines.Open(dir, jsonlines.Options{Prefix: "x-", Logger: slog.New(slog.DiscardHandler), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func write(t *testing.T, w *jsonlines.Writer, lines string) {
	t.Helper()
	if n, err := w.Write([]byte(lines)); n != len(lines) || err != nil {
		t.Fatal(n, err)
	}
}

// files returns the names of the files in a folder that end like this, and all their lines.
func files(t *testing.T, dir, ending string) (names []string, lines string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ending) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		names, lines = append(names, e.Name()), lines+string(text)
	}
	return names, lines
}

// TestEnds checks that a file has its final name when it is old enough, when it is full and when
// the writer is closed, and that the names sort in the order of writing.
func TestEnds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		w := open(t, dir)
		write(t, w, "1\n")
		time.Sleep(jsonlines.FileAge / 2)
		write(t, w, "2\n")
		if names, lines := files(t, dir, ".open"); len(names) != 1 || lines != "1\n2\n" {
			t.Fatalf("%q with %q", names, lines)
		}
		time.Sleep(jsonlines.FileAge/2 + time.Second)
		if names, lines := files(t, dir, ".jsonl"); len(names) != 1 || lines != "1\n2\n" {
			t.Fatalf("%q with %q", names, lines)
		}
		write(t, w, strings.Repeat("x", jsonlines.FileSize-1)+"\n")
		write(t, w, "3\n")
		if err := w.End(); err != nil {
			t.Fatal(err)
		}
		write(t, w, "4\n")
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	})
	names, lines := files(t, dir, ".jsonl")
	if len(names) != 4 || !slices.IsSorted(names) || !strings.HasPrefix(lines, "1\n2\nx") || !strings.HasSuffix(lines, "x\n3\n4\n") {
		t.Errorf("%q with %.10q and %d bytes", names, lines, len(lines))
	}
	if open, _ := files(t, dir, ".open"); len(open) > 0 {
		t.Errorf("%q is left", open)
	}
}

// TestKilled checks that what a killed process left is ended behind its last whole line, and
// removed if it has none.
func TestKilled(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 200<<10)
	for left, want := range map[string]string{"1\n2\n": "1\n2\n", "1\n2": "1\n", "1\n" + long: "1\n", "1\n" + long + "\n": "1\n" + long + "\n", long: "", "": ""} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "x-1.jsonl.open"), []byte(left), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "other.jsonl.open"), []byte("theirs"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := open(t, dir).Close(); err != nil {
			t.Fatal(err)
		}
		if names, got := files(t, dir, ".jsonl"); got != want || len(names) != min(len(want), 1) {
			t.Errorf("%.9q became %.9q in %q", left, got, names)
		}
		if names, _ := files(t, dir, ".open"); !slices.Equal(names, []string{"other.jsonl.open"}) {
			t.Errorf("%q is left", names)
		}
	}
}

// TestOrder checks that names sort in the order of writing when the clock was set back, also before the
// folder was opened.
func TestOrder(t *testing.T) {
	t.Parallel()
	dir, now := t.TempDir(), time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	for round := range 2 {
		w, err := jsonlines.Open(dir, jsonlines.Options{Prefix: "x-", Logger: slog.New(slog.DiscardHandler), Now: func() time.Time { now = now.Add(-time.Minute); return now }})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			write(t, w, string(rune('1'+2*round))+"\n")
			if err := w.End(); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, lines := files(t, dir, ".jsonl"); lines != "1\n1\n3\n3\n" {
		t.Errorf("%q", lines)
	}
}

// TestEndedLater checks that a file that could not be ended is ended before the next one begins.
func TestEndedLater(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w := open(t, dir)
	write(t, w, "1\n")
	names, _ := files(t, dir, ".open")
	inTheWay := filepath.Join(dir, strings.TrimSuffix(names[0], ".open"))
	if err := os.MkdirAll(filepath.Join(inTheWay, "full"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := w.End(); err == nil {
		t.Fatal("it was ended")
	}
	if n, err := w.Write([]byte("2\n")); n != 0 || err == nil {
		t.Fatal(n, err)
	}
	if err := os.RemoveAll(inTheWay); err != nil {
		t.Fatal(err)
	}
	write(t, w, "2\n")
	if names, lines := files(t, dir, ".jsonl"); len(names) != 1 || lines != "1\n" {
		t.Errorf("%q with %q", names, lines)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, lines := files(t, dir, ".jsonl"); lines != "1\n2\n" {
		t.Errorf("%q", lines)
	}
}

// TestLocked checks that two writers do not share a folder.
func TestLocked(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w := open(t, dir)
	if _, err := jsonlines.Open(dir, jsonlines.Options{}); aranea.KindOf(err) != aranea.Denied {
		t.Error(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := open(t, dir).Close(); err != nil {
		t.Error(err)
	}
}
