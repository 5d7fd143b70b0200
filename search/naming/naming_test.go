package naming

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/search/domain"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/postings"
	"github.com/aranea-search/aranea/search/term"
	"github.com/aranea-search/aranea/weburl"
)

// filled returns a snapshot of pages, given by their URLs, each one link deeper than the one before.
func filled(t *testing.T, urls ...string) *index.Snapshot {
	t.Helper()
	return at(t, func(i int) uint16 { return uint16(i / 2) }, urls...)
}

// at returns a snapshot of pages, given by their URLs, with their depths by number.
func at(t *testing.T, depth func(int) uint16, urls ...string) *index.Snapshot {
	t.Helper()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() })
	for i, text := range urls {
		u, err := weburl.Parse("http://" + text)
		if err != nil {
			t.Fatal(err)
		}
		p := &aranea.Page{URL: u, Text: []byte("silk")}
		if err := x.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: u, Depth: depth(i), Page: p}}); err != nil {
			t.Fatal(err)
		}
	}
	snap, err := x.Fresh(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(snap.Close)
	return snap
}

// TestStarts: the start page of the sites that all words name is the one with the shortest address of those
// nearest to a seed; words that ask for a site as a whole name none.
func TestStarts(t *testing.T) {
	t.Parallel()
	snap := filled(t, "docs.moth.test/start.html", "docs.moth.test/s", "docs.moth.test/", "www.moth.test/", "a.tiger.test/", "tiger.test/long", "docs.other.test/")
	for query, want := range map[string]string{
		"moth": "docs.moth.test/s", "moth docs": "docs.moth.test/s", "docs moth": "docs.moth.test/s", "www moth": "www.moth.test/", "moth website": "docs.moth.test/s", "tiger": "a.tiger.test/", "tiger docs": "a.tiger.test/",
		"moth документація": "docs.moth.test/s", "moth الموقع": "docs.moth.test/s", "moth サイト": "docs.moth.test/s",
		"moth tiger": "", "docs": "", "moth wing": "", "wing": "", "": "",
	} {
		var hints hint.List
		var pool term.Pool
		var room term.Room
		terms := term.New(snap, &pool, &room, postings.Wanted{}, nil, &hints)
		a, words := Asker{Snap: snap, Terms: terms, Memory: &Memory{}}, strings.Fields(query)
		for _, w := range words {
			form := w
			if w == "サイト" { // which is indexed in pairs of characters
				form = "サイ"
			}
			if _, err := a.Sites(form, w); err != nil {
				t.Fatal(err)
			}
		}
		spots, err := a.Starts(len(words))
		if err != nil {
			t.Fatal(err)
		}
		if got := urls(t, snap, spots); got != want {
			t.Errorf("%q: %s, want %s", query, got, want)
		}
		terms.Close()
	}
}

func urls(t *testing.T, snap *index.Snapshot, spots []contest.Spot) string {
	t.Helper()
	var out []string
	for _, s := range spots {
		d, err := snap.Doc(s.Seg, s.Doc)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, strings.TrimPrefix(d.URL, "http://"))
	}
	return strings.Join(out, " ")
}

// TestNarrower: the name of a host that is on a site is named by both.
func TestNarrower(t *testing.T) {
	t.Parallel()
	for _, tt := range [][3]string{{"a.test", "a.test", "a.test"}, {"b.a.test", "a.test", "b.a.test"}, {"a.test", "b.a.test", "b.a.test"}, {"ba.test", "a.test", ""}, {"a.test", "c.test", ""}} {
		if got := strings.TrimPrefix(narrower(domain.SiteTerm+tt[0], domain.SiteTerm+tt[1]), domain.SiteTerm); got != tt[2] {
			t.Errorf("%s and %s: %s, want %s", tt[0], tt[1], got, tt[2])
		}
	}
}
