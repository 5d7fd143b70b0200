package search

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/weburl"
)

// TestDamagedRanges: whatever byte of a segment is another one, a range has no page that is not in it, its
// exclusion none that is, and what is missing or in a wrong place is told.
func TestDamagedRanges(t *testing.T) {
	t.Parallel()
	const pages = 90
	whole := t.TempDir()
	x, err := index.Open(whole, index.Options{FlushIdle: time.Hour, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	for part := range 2 {
		var changes []aranea.IndexChange
		for i := part * pages / 2; i < (part+1)*pages/2; i++ {
			p := &aranea.Page{URL: weburl.MustParse(fmt.Sprintf("http://a.test/%03d", i)), Text: []byte("silk"), Elements: []aranea.Element{{End: 4}}}
			p.Facets = []aranea.Facet{{Name: "price", Value: fmt.Sprint(i % 20)}}
			changes = append(changes, aranea.IndexChange{Action: aranea.IndexPut, URL: p.URL, Page: p})
		}
		if err := x.Apply(t.Context(), changes); err != nil {
			t.Fatal(err)
		}
		if err := x.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	size := int64(0)
	if info, err := os.Stat(filepath.Join(whole, "seg-00000002.idx")); err != nil {
		t.Fatal(err)
	} else if size = info.Size(); size < 1000 {
		t.Fatal(size)
	}
	told := 0
	for at := int64(64); at < size; at += size / 40 {
		dir := filepath.Join(t.TempDir(), "x")
		if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "seg-00000002.idx")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		data[at] ^= 0x55
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		x, err := index.Open(dir, index.Options{FlushIdle: time.Hour, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		s := New(x, time.Now, Options{})
		for q, within := range map[string]bool{"silk facet:price=10..": true, "silk -facet:price=10..": false} {
			r, err := s.Search(t.Context(), Request{Query: q, Limit: 100, Copies: true, NoSnippets: true, ExactTotal: true})
			if err != nil {
				t.Fatalf("byte %d: %s: %v", at, q, err)
			}
			for i := range r.Results {
				if priceOf(t, r.Results[i].URL) >= 10 != within {
					t.Errorf("byte %d: %s finds %s", at, q, r.Results[i].URL)
				}
			}
			if want := map[bool]int{true: 40, false: 50}[within]; r.Total != want && (len(r.Damage) == 0 || !r.More) {
				t.Errorf("byte %d: %s finds %d pages, %d without damage, and tells %v", at, q, r.Total, want, r.Damage)
			}
			told += len(r.Damage)
		}
		r, err := s.Search(t.Context(), Request{Query: "silk", Sort: "-price", Limit: 100, Copies: true, NoSnippets: true})
		if err != nil {
			t.Fatalf("byte %d: %v", at, err)
		}
		for i := 1; i < len(r.Results); i++ {
			if priceOf(t, r.Results[i].URL) > priceOf(t, r.Results[i-1].URL) && len(r.Damage) == 0 {
				t.Errorf("byte %d: %s comes behind %s", at, r.Results[i].URL, r.Results[i-1].URL)
			}
		}
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if told == 0 {
		t.Error("no damage was met")
	}
}

// priceOf returns the price of a page of the test by its URL.
func priceOf(t *testing.T, u weburl.URL) int {
	t.Helper()
	n := 0
	if _, err := fmt.Sscanf(strings.TrimLeft(u.Path(), "/0"), "%d", &n); err != nil && u.Path() != "/000" {
		t.Fatal(err)
	}
	return n % 20
}
