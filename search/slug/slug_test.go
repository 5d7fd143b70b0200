package slug

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/collection"
	"github.com/aranea-search/aranea/weburl"
)

// A lender lends postings that are not used again.
type lender struct{}

func (lender) Lend() *segment.Postings    { return &segment.Postings{} }
func (lender) GiveBack(*segment.Postings) {}

// TestPages: pages are found by their slugs, whatever stands between the words there, as the words at the
// beginning or the end of a query; the longest slug counts.
func TestPages(t *testing.T) {
	t.Parallel()
	var all []string
	for _, path := range []string{"/wal.html", "/api/Http-Client.html", "/http.client/index.html", "/client/", "/7/", "/a/%D0%9F%D0%B0%D1%83%D0%BA", "/http%20client", "/", "/walk"} {
		all = append(all, "http://a.test"+path)
	}
	snap := filled(t, all...)
	for query, want := range map[string]string{
		"wal": "/wal.html:0-1", "sqlite wal": "/wal.html:1-2", "wal sqlite": "/wal.html:0-1", "a wal sqlite": "", "http * client": "/client/:2-3", "* wal": "/wal.html:1-2", "7": "",
		"java http client": "/api/Http-Client.html:1-3 /client/:2-3 /http%20client:1-3 /http.client/index.html:1-3",
		"HTTP client java": "/api/Http-Client.html:0-2 /http%20client:0-2 /http.client/index.html:0-2",
		"паук":             "/a/%D0%9F%D0%B0%D1%83%D0%BA:0-1", "index": "", "a b c d e f wal": "",
		"java wal class": "", "Java wal class": "/wal.html:1-2", "class wal Java": "/wal.html:1-2", "class Java wal Java": "/wal.html:2-3", "Java wal x Java": "/wal.html:1-2",
	} {
		var parts []Part
		for i, w := range strings.Fields(query) {
			part := Part{Words: Run{From: i, To: i + 1}}
			if w == "Java" {
				part.Sites = []uint32{segment.SiteOf("java.test")}
			}
			if w != "*" { // no plain word
				part.Tokens = analyze.AnalyzeQuery(w)
			}
			parts = append(parts, part)
		}
		found, err := Pages(snap, parts, nil, lender{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for at, p := range found {
			d, err := snap.Doc(at.Seg, at.Doc)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fmt.Sprintf("%s:%d-%d", strings.TrimPrefix(d.URL, "http://a.test"), p.From, p.To))
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}

// filled returns a snapshot of pages.
func filled(t *testing.T, urls ...string) *index.Snapshot {
	t.Helper()
	return describing(t, "", urls...)
}

// describing returns a snapshot of pages that describe a member, if it has a name.
func describing(t *testing.T, member string, urls ...string) *index.Snapshot {
	t.Helper()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() })
	var changes []aranea.IndexChange
	for _, s := range urls {
		u, err := weburl.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		p := &aranea.Page{URL: u, Text: []byte("silk")}
		if member != "" {
			p.Text = []byte(member)
			p.Elements = []aranea.Element{{Kind: aranea.ElementHeading3, End: uint32(len(member))}}
			p.HeadingIDs = []aranea.HeadingID{{ID: member + "(int)"}}
		}
		changes = append(changes, aranea.IndexChange{Action: aranea.IndexPut, URL: u, Page: p, Snippet: true})
	}
	if err := x.Apply(t.Context(), changes); err != nil {
		t.Fatal(err)
	}
	snap, err := x.Fresh(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(snap.Close)
	return snap
}

// TestMembers: pages are found by a member that they describe, as the only word but those that name sites,
// unless many pages of their site describe it; that counts in a collection as a slug does.
func TestMembers(t *testing.T) {
	t.Parallel()
	pages := []string{"http://a.test/Moth.html"}
	for i := range mostPages + 1 {
		pages = append(pages, fmt.Sprintf("http://b.test/%d.html", i))
	}
	snap := describing(t, "isSpinning", pages...)
	of := func(query string) (parts []Part) {
		for i, w := range strings.Fields(query) {
			part := Part{Words: Run{From: i, To: i + 1}, Tokens: analyze.AnalyzeQuery(w)}
			if w == "Silk" {
				part.Sites = []uint32{segment.SiteOf("a.test")}
			}
			parts = append(parts, part)
		}
		return parts
	}
	for query, want := range map[string]int{"isSpinning": 1, "isspinning": 1, "Silk isSpinning": 1, "isSpinning worm": 0, "is spinning": 0, "spinning": 0} {
		found, err := Pages(snap, of(query), nil, lender{}, nil)
		if err != nil || len(found) != want {
			t.Errorf("%s: %d pages, want %d; %v", query, len(found), want, err)
		}
	}
	local := collection.New()
	if err := Count(local, snap, of("isSpinning worm"), lender{}); err != nil || local.Slug("member:isspinning") != (collection.Slug{Pages: 1, Sites: 1}) || len(local.Slugs) != 1 {
		t.Errorf("counted %v, %v", local.Slugs, err)
	}
	local.Slugs["member:isspinning"] = collection.Slug{Pages: mostPages + 1, Sites: mostSites + 1}
	if found, err := Pages(snap, of("isSpinning"), nil, lender{}, local); err != nil || len(found) > 0 {
		t.Errorf("%d pages, though many elsewhere describe it; %v", len(found), err)
	}
}

// TestMany: a slug says nothing on a site of which many pages have it, nor if many pages of many sites do,
// but on those that the query names. What one site has takes nothing from others.
func TestMany(t *testing.T) {
	t.Parallel()
	pages := []string{"http://a.test/wal.html"}
	for i := range mostPages + 1 {
		pages = append(pages, fmt.Sprintf("http://h%d.evil.test/%d/wal.html", i%3, i), fmt.Sprintf("http://b.test/%d/faq.html", i), fmt.Sprintf("http://s%d.test/faq.html", i))
	}
	snap := filled(t, append(pages, "http://acme.test/faq.html")...)
	for query, want := range map[string]string{"wal": "http://a.test/wal.html", "faq": "", "acme faq": "http://acme.test/faq.html"} {
		var parts []Part
		for i, w := range strings.Fields(query) {
			parts = append(parts, Part{Words: Run{From: i, To: i + 1}, Tokens: analyze.AnalyzeQuery(w)})
		}
		if query == "acme faq" {
			parts[0].Sites = []uint32{segment.SiteOf("acme.test")}
		}
		found, err := Pages(snap, parts, nil, lender{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for at := range found {
			d, err := snap.Doc(at.Seg, at.Doc)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, d.URL)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}
