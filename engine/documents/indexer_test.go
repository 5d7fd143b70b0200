package documents_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/documents"
	"github.com/aranea-search/aranea/engine/imports"
	"github.com/aranea-search/aranea/weburl"
)

// An index knows which pages it has and which are hidden.
type index struct {
	pages map[weburl.ID]bool // hidden
	fails error

	applies func() // if not nil, it is called first
}

func (x *index) Has(id weburl.ID) bool { _, has := x.pages[id]; return has }

func (x *index) Hidden(id weburl.ID) bool { return x.pages[id] }

func (*index) Later(weburl.ID, time.Time) bool { return false }

func (*index) Sketch(weburl.ID) uint64 { return 0 }

func (*index) ShowsMore(weburl.ID, *aranea.IndexChange) bool { return false }

func (x *index) Apply(_ context.Context, changes []aranea.IndexChange) error {
	if x.applies != nil {
		x.applies()
	}
	for _, c := range changes {
		switch id := c.URL.ID(); c.Action {
		case aranea.IndexDelete:
			delete(x.pages, id)
		case aranea.IndexHide, aranea.IndexShow:
			if x.Has(id) {
				x.pages[id] = c.Action == aranea.IndexHide
			}
		default:
			x.pages[id] = false
		}
	}
	return x.fails
}

var now = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

// over returns an Indexer that keeps "kept" of each page.
func over(x *index) *documents.Indexer {
	return documents.Over(x, documents.Options{
		Stored: func(id weburl.ID) (imports.Document, bool, error) {
			return imports.Document{Title: "kept"}, x.Has(id), nil
		},
		Logger: slog.New(slog.DiscardHandler), Now: func() time.Time { return now },
	})
}

// change parses an action and a path, such as "put /a".
func change(t *testing.T, text string) aranea.IndexChange {
	t.Helper()
	action, path, _ := strings.Cut(text, " ")
	u, err := weburl.Parse("http://a.test" + path)
	if err != nil {
		t.Fatal(err)
	}
	c := aranea.IndexChange{URL: u, Snippet: true, Page: &aranea.Page{URL: u, Text: []byte("Title\n"), Elements: []aranea.Element{{Kind: aranea.ElementTitle, End: 5}}}}
	switch action {
	case "put":
		c.Action = aranea.IndexPut
	case "secret":
		c.Action, c.Access = aranea.IndexPut, "intranet"
	case "delete":
		c.Action = aranea.IndexDelete
	case "hide":
		c.Action = aranea.IndexHide
	case "show":
		c.Action = aranea.IndexShow
	default:
		t.Fatal(text)
	}
	return c
}

// lines returns all lines in a folder.
func lines(t *testing.T, dir string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "documents-*.jsonl*"))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}

var digests = regexp.MustCompile(`"digest":"[0-9a-f]{32}"`)

const (
	put     = `{"url":"http://a.test/a","title":"Title","lang":"und","depth":0,"digest":"D"}` + "\n"
	removed = `{"url":"http://a.test/a","removed":"2026-11-29T12:00:00Z"}` + "\n"
	kept    = `{"url":"","title":"kept","lang":"","depth":0,"digest":"D"}` + "\n"
)

// TestLines tells which lines changes lead to, which are applied one after another, or those
// between commas at once.
func TestLines(t *testing.T) {
	t.Parallel()
	for changes, want := range map[string]string{
		"put /a":                         put,
		"put /a;put /a":                  put + put,
		"delete /a":                      "",
		"hide /a":                        "",
		"show /a":                        "",
		"put /a;delete /a;delete /a":     put + removed,
		"put /a,delete /a,delete /a":     put + removed,
		"put /a;hide /a;hide /a":         put + removed,
		"put /a;hide /a;delete /a":       put + removed,
		"put /a;hide /a;show /a;show /a": put + removed + kept,
		"put /a;hide /a,show /a":         put + removed + kept,
		"put /a;hide /a;put /a":          put + removed + put,
		"put /a;show /a":                 put,
		"secret /a":                      "",
		"put /a;secret /a":               put + removed,
	} {
		dir := filepath.Join(t.TempDir(), "out")
		x := over(&index{pages: map[weburl.ID]bool{}})
		if err := x.WriteTo(dir); err != nil {
			t.Fatal(err)
		}
		for batch := range strings.SplitSeq(changes, ";") {
			var all []aranea.IndexChange
			for c := range strings.SplitSeq(batch, ",") {
				all = append(all, change(t, c))
			}
			if err := x.Apply(t.Context(), all); err != nil {
				t.Fatal(err)
			}
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		if got := digests.ReplaceAllString(lines(t, dir), `"digest":"D"`); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", changes, got, want)
		}
	}
}

// TestCalledOff checks that a change does not wait for another one when its caller does not wait any more.
func TestCalledOff(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	first, done := make(chan struct{}), make(chan error)
	x := over(&index{pages: map[weburl.ID]bool{}, applies: func() {
		close(first)
		<-ctx.Done()
	}})
	go func() { done <- x.Apply(t.Context(), []aranea.IndexChange{change(t, "put /a")}) }()
	<-first
	called, off := context.WithCancel(t.Context())
	off()
	if err := x.Apply(called, []aranea.IndexChange{change(t, "put /b")}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestLargeChanges checks that not all lines of large changes are held together.
func TestLargeChanges(t *testing.T) {
	t.Parallel()
	dir, damaged := filepath.Join(t.TempDir(), "out"), errors.New("damaged")
	x := documents.Over(&index{pages: map[weburl.ID]bool{}}, documents.Options{
		Stored: func(weburl.ID) (imports.Document, bool, error) { return imports.Document{}, false, damaged },
		Logger: slog.New(slog.DiscardHandler), Now: func() time.Time { return now },
	})
	if err := x.WriteTo(dir); err != nil {
		t.Fatal(err)
	}
	large := change(t, "put /large")
	large.Page.Text = append(bytes.Repeat([]byte("a"), 1<<20), '\n')
	large.Page.Elements = []aranea.Element{{End: 1 << 20}}
	err := x.Apply(t.Context(), []aranea.IndexChange{change(t, "put /a"), large, change(t, "show /b")})
	if text := lines(t, dir); !errors.Is(err, damaged) || strings.Count(text, "\n") != 2 || len(text) < 1<<20 {
		t.Errorf("%v, with %d bytes", err, len(text))
	}
}

// TestWrittenFirst checks that a line is there before its change is applied, and that nothing is
// applied that could not be written.
func TestWrittenFirst(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pages := &index{pages: map[weburl.ID]bool{}, fails: errors.New("killed")}
	x := over(pages)
	if err := x.WriteTo(dir); err != nil {
		t.Fatal(err)
	}
	if err := x.Apply(t.Context(), []aranea.IndexChange{change(t, "put /a")}); err == nil || !strings.Contains(lines(t, dir), "Title") {
		t.Errorf("%v, with %q", err, lines(t, dir))
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	pages.fails = nil
	if err := x.WriteTo(file); err != nil {
		t.Fatal(err)
	}
	c := change(t, "put /b")
	if err := x.Apply(t.Context(), []aranea.IndexChange{c}); aranea.KindOf(err) != aranea.Denied || pages.Has(c.URL.ID()) {
		t.Errorf("%v, and applied: %v", err, pages.Has(c.URL.ID()))
	}
	if err := x.Open(); aranea.KindOf(err) != aranea.Denied {
		t.Error(err)
	}
	if err := x.WriteTo(""); err != nil {
		t.Fatal(err)
	}
	if err := x.Apply(t.Context(), []aranea.IndexChange{c}); err != nil || !pages.Has(c.URL.ID()) {
		t.Error(err)
	}
}
