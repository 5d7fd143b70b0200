package index

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index/disk/disktest"
	"github.com/aranea-search/aranea/index/segment"
)

// TestShowing: what may be shown of a page is what is kept of it, through the
// log, the buffer and a segment.
func TestShowing(t *testing.T) {
	t.Parallel()
	page := func() aranea.IndexChange {
		c := put(t, "http://a.test/1", "title:a title", "h1:a heading", "text:a secretword here, and enough of other words that this is running text for a snippet")
		at := uint32(len(c.Page.Text))
		c.Page.Text = append(c.Page.Text, "a description\n"...)
		c.Page.Elements = append(c.Page.Elements, aranea.Element{Kind: aranea.ElementDescription, Start: at, End: uint32(len(c.Page.Text) - 1)})
		return c
	}
	hide := func(c aranea.IndexChange, what string) aranea.IndexChange {
		at := uint32(strings.Index(string(c.Page.Text), what))
		c.Page.Elements = append(c.Page.Elements, aranea.Element{Kind: aranea.ElementUnshown, Start: at, End: at + uint32(len(what))})
		return c
	}
	until := time.Date(2027, 1, 2, 3, 4, 5, 0, time.UTC)
	tests := []struct {
		name              string
		change            func() aranea.IndexChange
		text, description bool
		heading           bool
		limit             uint32
		expires           time.Time
	}{
		{"free", page, true, true, true, 0, time.Time{}},
		{"no snippet", func() aranea.IndexChange { c := page(); c.Snippet = false; return c }, false, false, false, 0, time.Time{}},
		{"no copy", func() aranea.IndexChange { c := page(); c.NoCopy = true; return c }, false, true, true, 0, time.Time{}},
		{"a limit", func() aranea.IndexChange { c := page(); c.MaxSnippet = 50; return c }, true, true, true, 50, time.Time{}},
		{"a date", func() aranea.IndexChange { c := page(); c.Expires = until; return c }, true, true, true, 0, until},
		{"all at once", func() aranea.IndexChange { c := page(); c.NoCopy, c.MaxSnippet, c.Expires = true, 7, until; return c }, false, true, true, 7, until},
		{"a word is not shown", func() aranea.IndexChange { return hide(page(), "secretword") }, false, true, true, 0, time.Time{}},
		{"a heading is not shown", func() aranea.IndexChange { return hide(page(), "heading") }, true, true, false, 0, time.Time{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			x := open(t, afterCrash(t, tt.change()), slow)
			defer x.Close()
			s := snapshot(t, x)
			defer s.Close()
			d, err := s.Doc(0, 0)
			if err != nil {
				t.Fatal(err)
			}
			text, err := s.Text(0, 0)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(text), "secretword") != tt.text || (d.Description != "") != tt.description || (d.Heading != "") != tt.heading {
				t.Errorf("text %q, description %q, heading %q", text, d.Description, d.Heading)
			}
			if d.MaxSnippet != tt.limit || !d.Expires.Equal(tt.expires) || d.Title != "a title" {
				t.Errorf("limit %d, expires %s, title %q", d.MaxSnippet, d.Expires, d.Title)
			}
			if got := found(t, s, "secretword"); !strings.HasPrefix(got, "a.test/1@") {
				t.Errorf("the word is found in %q", got)
			}
		})
	}
}

// afterCrash returns a folder in which a change is in the log alone.
func afterCrash(t *testing.T, c aranea.IndexChange) *disktest.Memory {
	t.Helper()
	files := disktest.New()
	x := open(t, files, slow)
	apply(t, x, c)
	left := files.Kill()
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	return left
}

// TestUnlimited: log records without limits are read without them.
func TestUnlimited(t *testing.T) {
	t.Parallel()
	c := put(t, "http://a.test/1", "text:b")
	c.Page.Format = "pdf"
	for _, snippet := range []bool{true, false} {
		c.Snippet = snippet
		if got, err := decodeChange(encodeChange(nil, &c)); err != nil || got.Page.Format != "pdf" || got.Snippet != snippet || got.NoCopy || got.MaxSnippet != 0 {
			t.Errorf("%+v, %v", got, err)
		}
	}
}

// TestAccessAfterCrash: a page that was read with a secret is one for those with
// its rights alone, also after a crash that left it in the log; its sketch and its
// date stay.
func TestAccessAfterCrash(t *testing.T) {
	t.Parallel()
	c := put(t, "http://a.test/1", "text:b")
	c.Access, c.Page.Sketch = "wiki", 0x123456789abcdef0
	c.Page.Modified.At = time.Unix(1_700_000_000, 0).UTC()
	x := open(t, afterCrash(t, c), slow)
	defer x.Close()
	s := snapshot(t, x)
	defer s.Close()
	for _, filter := range []string{document.Protected, document.AccessPrefix + "wiki"} {
		if p, err := s.Postings(0, segment.PrefixFilter+filter); err != nil || p == nil {
			t.Errorf("%s finds nothing (%v)", filter, err)
		}
	}
	if got := s.Sketch(0, 0); got != c.Page.Sketch {
		t.Errorf("its sketch is %x", got)
	}
	if got := s.Date(0, 0); got != 1_700_000_000 {
		t.Errorf("its date is %d", got)
	}
}

// TestZonesAreKept: the log keeps the zones of elements.
func TestZonesAreKept(t *testing.T) {
	t.Parallel()
	c := put(t, "http://a.test/1", "text:products", "text:a page about silk")
	c.Page.Elements[0].Zone = aranea.ZoneNavigation
	got, err := decodeChange(encodeChange(nil, &c))
	if err != nil || got.Page.Elements[0].Zone != aranea.ZoneNavigation || got.Page.Elements[1].Zone != aranea.ZoneMain {
		t.Fatalf("the log kept %+v, %v", got.Page, err)
	}
}

// TestLanguagesAreKept: the log keeps the language that was told of a page, and those of
// its parts.
func TestLanguagesAreKept(t *testing.T) {
	t.Parallel()
	c := put(t, "http://a.test/1", "text:houses", "text:Häuser")
	c.Page.Told = "en"
	c.Page.Containers = []aranea.Container{{Parent: -1}, {Lang: "de"}}
	c.Page.Elements[1].Container = 1
	got, err := decodeChange(encodeChange(nil, &c))
	if err != nil || got.Page.Told != "en" || got.Page.Lang != c.Page.Lang {
		t.Fatalf("the log kept %+v, %v", got.Page, err)
	}
	want, has := document.NewMaker(0).Of(&c), document.NewMaker(0).Of(&got)
	hasWords := has.Words()
	for i, word := range want.Words() {
		if w, h := word.Word.Stem(), hasWords[i].Word.Stem(); w != h {
			t.Errorf("the log's document has the stem %q, want %q", h, w)
		}
	}
}

// TestExcludedStaysOut: what its owner excludes from the index is not found either when the
// document comes from the log.
func TestExcludedStaysOut(t *testing.T) {
	t.Parallel()
	c := put(t, "http://a.test/1", "text:products", "text:a page about silk", "text:the rest")
	c.Page.Elements[1].Excluded = true
	logged := encodeChange(nil, &c)
	if bytes.Contains(logged, []byte("about silk")) || !bytes.Contains(c.Page.Text, []byte("about silk")) {
		t.Error("the log has the words")
	}
	got, err := decodeChange(logged)
	if err != nil || len(got.Page.Elements) != 2 || got.Page.Elements[1] != c.Page.Elements[2] || !c.Page.Elements[1].Excluded {
		t.Fatalf("the log kept %+v of %+v, %v", got.Page, c.Page, err)
	}
	want, has := document.NewMaker(0).Of(&c), document.NewMaker(0).Of(&got)
	if has.Lengths != want.Lengths || len(has.Words()) != len(want.Words()) || string(has.Text) != string(want.Text) {
		t.Errorf("the log's document has %d words and shows %q, want %d and %q", len(has.Words()), has.Text, len(want.Words()), want.Text)
	}
}
