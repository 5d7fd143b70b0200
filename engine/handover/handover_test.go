package handover

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/scope/partition/partitiontest"
	"github.com/aranea-search/aranea/weburl"
)

func parse(t testing.TB, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// urlOf returns a URL on a site of a partition of three.
func urlOf(t testing.TB, part int, path string) weburl.URL {
	t.Helper()
	return parse(t, partitiontest.Site(t, partition.Partition{Number: part, Of: 3}, 0).String()+path)
}

var first, second = partition.Partition{Number: 1, Of: 3}, partition.Partition{Number: 2, Of: 3}

// batch returns what the second node tells the first.
func batch(t testing.TB) Batch {
	return Batch{From: second, Pages: []Page{
		{URL: urlOf(t, 2, "a"), Depth: 3, Hops: 1, Links: []Link{
			{To: urlOf(t, 1, "x"), Anchor: "words", Zone: 1}, {To: urlOf(t, 3, "y"), How: aranea.HowCanonical, Rel: 5, NoFollow: true},
		}},
		{URL: urlOf(t, 2, "b")},
	}}
}

// TestCheck: a batch is taken only as a whole, and only from another node of the cluster about pages
// of its own.
func TestCheck(t *testing.T) {
	t.Parallel()
	good := batch(t)
	if err := good.Check(first); err != nil {
		t.Fatal(err)
	}
	if err := good.Check(partition.Partition{}); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), "of no cluster") {
		t.Errorf("into the whole web: %v", err)
	}
	names := func(n Named) *Naming {
		n.To = urlOf(t, 1, "x")
		return &Naming{URLs: []Named{n}}
	}
	good.Pages[1].Naming = names(Named{How: aranea.HowSitemap})
	if err := good.Check(first); err != nil {
		t.Error(err)
	}
	for want, spoil := range map[string]func(*Batch){
		"the own one":                   func(b *Batch) { b.From = first },
		"from a cluster of 4":           func(b *Batch) { b.From.Of = 4 },
		"partition 0 of 0, which":       func(b *Batch) { b.From = partition.Partition{} },
		"partition 9 of 3, which":       func(b *Batch) { b.From.Number = 9 },
		"has 501 pages":                 func(b *Batch) { b.Pages = slices.Repeat(b.Pages[1:], MaxPages+1) },
		"page 2: it has no URL":         func(b *Batch) { b.Pages[1].URL = weburl.URL{} },
		"is not on a site of partition": func(b *Batch) { b.Pages[1].URL = urlOf(t, 1, "") },
		"/a has 2001 links":             func(b *Batch) { b.Pages[0].Links = slices.Repeat(b.Pages[0].Links[:1], MaxLinks+1) },
		"link 2 of http":                func(b *Batch) { b.Pages[0].Links[1].To = weburl.URL{} },
		"is of an unknown kind":         func(b *Batch) { b.Pages[0].Links[0].How = 200 },
		"more than 200 bytes":           func(b *Batch) { b.Pages[0].Links[0].Anchor = strings.Repeat("a", linkgraph.MaxAnchor+1) },
		"not UTF-8":                     func(b *Batch) { b.Pages[0].Links[0].Anchor = "\xff" },
		"has 0 bytes":                   func(b *Batch) { b.Ranks = &Ranks{ID: 1, Size: 5} },
		"has 1 bytes: at least":         func(b *Batch) { b.Ranks = &Ranks{Size: 5, Data: []byte("a")} },
		"has 2097153 bytes":             func(b *Batch) { b.Ranks = &Ranks{ID: 1, Size: MaxRanks + 1, Data: make([]byte, MaxRanks+1)} },
		"are taken":                     func(b *Batch) { b.Ranks = &Ranks{ID: 1, Size: rank.MaxTold + 1, Data: []byte("a")} },
		"at 5 of 5":                     func(b *Batch) { b.Ranks = &Ranks{ID: 1, Size: 5, At: 5, Data: []byte("a")} },
		"at -1 of 5":                    func(b *Batch) { b.Ranks = &Ranks{ID: 1, Size: 5, At: -1, Data: []byte("a")} },
		"has links beside what":         func(b *Batch) { b.Pages[0].Naming = &Naming{} },
		"part -1 of what":               func(b *Batch) { b.Pages[1].Naming = &Naming{Number: -1} },
		"part 65536 of what":            func(b *Batch) { b.Pages[1].Naming = &Naming{Number: linkgraph.MaxNamings} },
		"names 501 URLs":                func(b *Batch) { b.Pages[1].Naming = &Naming{URLs: make([]Named, linkgraph.MaxNamed+1)} },
		"names is none":                 func(b *Batch) { b.Pages[1].Naming = &Naming{URLs: make([]Named, 1)} },
		"names is of an unknown":        func(b *Batch) { b.Pages[1].Naming = names(Named{How: 200}) },
		"names is a seed":               func(b *Batch) { b.Pages[1].Naming = names(Named{How: aranea.HowSeed}) },
		"as by a robots file":           func(b *Batch) { b.Pages[1].Naming = names(Named{How: aranea.HowRobots}) },
		"changes at times":              func(b *Batch) { b.Pages[1].Naming = names(Named{Every: -1}) },
		"in an unknown zone":            func(b *Batch) { b.Pages[0].Links[0].Zone = aranea.Zones + 1 },
	} {
		b := batch(t)
		spoil(&b)
		if err := b.Check(first); aranea.KindOf(err) != aranea.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%q expected: %v", want, err)
		}
	}
}

// TestEdges: of a page only the links into the own partition are taken, as they were.
func TestEdges(t *testing.T) {
	t.Parallel()
	b := batch(t)
	want := []aranea.Edge{{Target: urlOf(t, 1, "x"), Anchor: "words", Zone: aranea.ZoneMain, HasZone: true}}
	if got := b.Pages[0].Edges(first); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	for _, e := range append(b.Pages[0].Edges(partition.Partition{Number: 3, Of: 3}), want...) {
		if l := LinkOf(&e); l.Edge() != e {
			t.Errorf("%+v became %+v", e, l.Edge())
		}
	}
	long := aranea.Edge{Target: urlOf(t, 1, "x"), Anchor: strings.Repeat("a\xff", 300)}
	if l := LinkOf(&long); l.fault() != "" {
		t.Errorf("it is sent with a fault: %s", l.fault())
	}
}

// TestPack: what is packed has a size that is read.
func TestPack(t *testing.T) {
	t.Parallel()
	small := Page{URL: urlOf(t, 2, "a")}
	var huge Page
	huge.URL = small.URL
	for i := range MaxLinks {
		huge.Links = append(huge.Links, Link{To: urlOf(t, 1, fmt.Sprint(i, strings.Repeat("p", 2000))), Anchor: strings.Repeat("<", linkgraph.MaxAnchor)})
	}
	names := Page{URL: small.URL, Naming: &Naming{List: true}}
	for i := range linkgraph.MaxNamed {
		names.Naming.URLs = append(names.Naming.URLs, Named{To: urlOf(t, 1, fmt.Sprint(i, strings.Repeat("&", 2000))), How: aranea.HowSitemap})
	}
	for name, tt := range map[string]struct {
		pages []Page
		want  int
	}{
		"names":      {[]Page{names, small, names}, 2},
		"small":      {slices.Repeat([]Page{small}, MaxPages+1), MaxPages},
		"huge":       {[]Page{huge, huge}, 1},
		"behind one": {[]Page{small, huge, huge}, 2},
	} {
		var k Pack
		n := 0
		for _, p := range tt.pages {
			if !k.Add(p) {
				break
			}
			n++
		}
		out := Batch{From: second, Pages: k.Pages}
		data, err := json.Marshal(&out)
		if n != tt.want || len(k.Pages) != n || err != nil || len(data) > MaxBytes {
			t.Errorf("%s: %d pages of %d bytes, %v", name, n, len(data), err)
		}
		var back Batch
		if err := json.Unmarshal(data, &back); err != nil || !reflect.DeepEqual(back, out) || back.Check(first) != nil {
			t.Errorf("%s: it is read as another batch, %v, %v", name, err, back.Check(first))
		}
	}
	var k Pack
	if k.Add(huge); len(k.Pages) != 1 || len(k.Pages[0].Links) < MaxLinks/2 || len(huge.Links) != MaxLinks {
		t.Errorf("%d links are left of the huge page", len(k.Pages[0].Links))
	}
	k = Pack{}
	if k.Add(names); len(k.Pages[0].Naming.URLs) < linkgraph.MaxNamed/2 || !k.Pages[0].Naming.Cut || names.Naming.Cut || len(names.Naming.URLs) != linkgraph.MaxNamed {
		t.Errorf("%d of %d URLs are named, cut %t", len(k.Pages[0].Naming.URLs), len(names.Naming.URLs), k.Pages[0].Naming.Cut)
	}
}

// TestTooLarge: a batch that is too large, or has an unknown field, is not read.
func TestTooLarge(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"too large": `{"pages":[{"url":"http://a.test/` + strings.Repeat("a", MaxBytes) + `"}]}`,
		"unknown":   `{"pages":[{"url":"http://a.test/","weight":3}]}`,
		"URL":       `{"pages":[{"url":"http//"}]}`,
		"long URL":  `{"pages":[{"url":"http://a.test/` + strings.Repeat("a", weburl.MaxLength) + `"}]}`,
		"depth":     `{"pages":[{"url":"http://a.test/","depth":65536}]}`,
		"zone":      `{"pages":[{"url":"http://a.test/","links":[{"to":"http://b.test/","zone":-1}]}]}`,
	} {
		var b Batch
		if err := json.Unmarshal([]byte(text), &b); err == nil || len(b.Pages) > 0 {
			t.Errorf("%s: %v, %d pages", name, err, len(b.Pages))
		}
	}
}

func TestWaitingText(t *testing.T) {
	t.Parallel()
	for want, w := range map[string]Waiting{"1 page for partition 2": {To: 2, Pages: 1}, "at least 33,333 pages for partition 3": {To: 3, Pages: 33_333, More: true}} {
		if got := w.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// FuzzBatch: whatever another node sends, a batch that is taken keeps the limits and means the same
// when it is sent on.
func FuzzBatch(f *testing.F) {
	for _, seed := range []string{
		`{}`, `null`, `[]`, `{"from":{"number":2,"of":3},"pages":[]}`,
		`{"from":{"number":2,"of":3},"pages":[{"url":"http://site2.test/a","depth":65535,"hops":255,"links":[{"to":"http://site0.test/x","how":4,"rel":65535,"nofollow":true,"anchor":"words","zone":6}]}]}`,
		`{"from":{"number":2,"of":3},"pages":[{"url":"http://site2.test/a","links":[{"to":"HTTP://SITE0.test:80/../x#y","anchor":"\ud800"}]}]}`,
		`{"from":{"number":2,"of":3},"pages":[{"url":"http://site2.test/a","naming":{"number":3,"list":true,"vouched":true,"urls":[{"to":"http://site0.test/x","how":1,"depth":9,"sitemap":true,"priority":-128,"every":3600}]}}]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var b Batch
		if json.Unmarshal(data, &b) != nil || b.Check(first) != nil {
			return
		}
		if len(data) > MaxBytes || len(b.Pages) > MaxPages {
			t.Fatalf("%d pages in %d bytes", len(b.Pages), len(data))
		}
		for _, p := range b.Pages {
			if p.Naming != nil {
				n := p.Naming.Stored(p.URL, first)
				if sent := NamingOf(&n); len(n.URLs) > linkgraph.MaxNamed || len(p.Links) > 0 || !reflect.DeepEqual(sent.Stored(p.URL, first), n) {
					t.Fatalf("%+v is sent as %+v", n, sent)
				}
			}
			edges := p.Edges(first)
			if len(edges) > MaxLinks || !second.Holds(p.URL.Origin()) {
				t.Fatalf("%s has %d links", p.URL, len(edges))
			}
			for i := range edges {
				if !first.Holds(edges[i].Target.Origin()) || len(edges[i].Anchor) > linkgraph.MaxAnchor || edges[i].HasZone && edges[i].Zone >= aranea.Zones {
					t.Fatalf("%+v", edges[i])
				}
				if l := LinkOf(&edges[i]); l.Edge() != edges[i] {
					t.Fatalf("%+v is sent as %+v", edges[i], l)
				}
			}
		}
	})
}
