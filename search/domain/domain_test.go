package domain

import (
	"fmt"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/weburl"
)

// TestAbove: public suffixes are above sites, however they are written; sites, hosts on
// them and addresses are not.
func TestAbove(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"org": "org", "ORG": "org", ".org": "org", "*.co.uk": "co.uk", "рф": "xn--p1ai", "github.io": "github.io", "http://uk/": "uk",
		"example.org": "", "www.example.co.uk": "", "127.0.0.1": "", "[::1]": "", "1": "", "": "", ".": "", "a b": "",
	} {
		if got := Above(value); got != want {
			t.Errorf("%q: %q, want %q", value, got, want)
		}
	}
}

// TestBelow: the sites below a domain and no others, from memory and from files; where
// there are more names than may be looked at, that is told.
func TestBelow(t *testing.T) {
	t.Parallel()
	pages := []string{"www.a.org/1", "b.org/2", "c.co.uk/3", "www.d.uk/4", "korg/5", "github.io/6", "e.github.io/7", "f.borg.io/8"}
	x := filled(t, pages)
	for _, flushed := range []bool{false, true} {
		if flushed {
			if err := x.Flush(); err != nil {
				t.Fatal(err)
			}
		}
		snap, err := x.Fresh(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for domain, want := range map[string]string{"org": "12", "uk": "34", "co.uk": "3", "io": "678", "github.io": "67", "korg": "5", "net": ""} {
			s, err := Below(snap, domain)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, p := range pages {
				if seg, doc, ok := snap.Lookup(address(t, p).ID()); ok && s.Has(snap, seg, doc) {
					got += p[len(p)-1:]
				}
			}
			if got != want || (s.Hint == hint.Hint{}) != (want != "") {
				t.Errorf("flushed %v, %s: %q, want %q; %s", flushed, domain, got, want, s.Hint)
			}
		}
		if s, err := below(snap, "io", 3); err != nil || s.Seen != 3 || s.Hint != (hint.Hint{Code: hint.ManySites, Value: "io", N: 3}) {
			t.Errorf("of three names: %+v, %v", s, err)
		}
		snap.Close()
	}
}

// filled returns an index of pages at these addresses, in memory.
func filled(t *testing.T, pages []string) *index.Index {
	t.Helper()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	var changes []aranea.IndexChange
	for _, p := range pages {
		u := address(t, p)
		changes = append(changes, aranea.IndexChange{Action: aranea.IndexPut, URL: u, Page: &aranea.Page{URL: u, Text: []byte("silk")}, FetchedAt: time.Unix(1, 0)})
	}
	if err := x.Apply(t.Context(), changes); err != nil {
		t.Fatal(err)
	}
	return x
}

func address(t *testing.T, page string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse("http://" + page)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// BenchmarkBelow looks at the names of 10,000 sites, half of which are below the domain.
func BenchmarkBelow(b *testing.B) {
	x, err := index.Open(b.TempDir(), index.Options{Workers: 1})
	if err != nil {
		b.Fatal(err)
	}
	defer x.Close()
	var changes []aranea.IndexChange
	for i := range 10_000 {
		u, err := weburl.Parse(fmt.Sprintf("http://s%d.%s/", i, []string{"org", "net"}[i%2]))
		if err != nil {
			b.Fatal(err)
		}
		changes = append(changes, aranea.IndexChange{Action: aranea.IndexPut, URL: u, Page: &aranea.Page{URL: u}, FetchedAt: time.Unix(1, 0)})
	}
	if err := x.Apply(b.Context(), changes); err != nil {
		b.Fatal(err)
	}
	if err := x.Flush(); err != nil {
		b.Fatal(err)
	}
	snap, err := x.Fresh(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer snap.Close()
	b.ReportAllocs()
	for b.Loop() {
		if s, err := Below(snap, "org"); err != nil || s.Seen != 10_000 {
			b.Fatal(s, err)
		}
	}
}
