package searchlog

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/facet"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 5e8, time.UTC)

// TestNote checks what a line says, and that each is one line whatever the query is.
func TestNote(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "searches.jsonl")
	l, err := Open(name, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	resp := &search.Response{Total: 12, More: true, Some: 2, First: 11, Results: make([]search.Result, 2), Suggestion: &search.Suggestion{Query: "spider"}}
	l.Note(Page, noon, &search.Request{Query: "sipder", Langs: []analyze.Lang{analyze.Pt, analyze.En}, Access: []string{"wiki"}}, resp, 1500*time.Microsecond)
	l.Note(API, noon, &search.Request{Query: "a\nb\x1b[31m\xff"}, new(search.Response), 0)
	l.Note(API, noon, new(search.Request), new(search.Response), 0)
	l.Note(API, noon, &search.Request{Query: "spid", Typing: true}, resp, 0)
	l.Note(API, noon, &search.Request{Query: "spider", Values: &facet.Wanted{Name: "brand"}}, resp, 0)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	lines := strings.Split(string(text), "\n")
	if err != nil || len(lines) != 3 || lines[2] != "" || strings.Contains(lines[1], "\x1b") {
		t.Fatalf("%q, %v", lines, err)
	}
	if want := `{"at":"2026-11-20T12:00:00Z","via":"page","query":"sipder","langs":["pt","en"],"first":11,"shown":2,"total":12,"more":true,"some":2,"meant":"spider","ms":1}`; lines[0] != want {
		t.Errorf("%s, want %s", lines[0], want)
	}
	var second Line
	if err := json.Unmarshal([]byte(lines[1]), &second); err != nil || second.Via != API || !strings.HasPrefix(second.Query, "a\nb\x1b[31m") || second.Shown != 0 {
		t.Errorf("%+v, %v", second, err)
	}
}

// TestNoteFails checks that searches go on without a log and with one that cannot be written,
// which is told once.
func TestNoteFails(t *testing.T) {
	t.Parallel()
	var none *Log
	none.Note(Page, noon, &search.Request{Query: "a"}, new(search.Response), 0)
	if err := none.Close(); err != nil {
		t.Error(err)
	}
	var told bytes.Buffer
	l, err := Open(filepath.Join(t.TempDir(), "searches.jsonl"), slog.New(slog.NewTextHandler(&told, nil)))
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		l.Note(Page, noon, &search.Request{Query: "a"}, new(search.Response), 0)
	}
	if n := strings.Count(told.String(), "a search could not be noted"); n != 1 {
		t.Errorf("told %d times: %s", n, &told)
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none", "x"), nil); err == nil {
		t.Error("a log in a folder that is not there opens")
	}
}
