package search

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/search/collection"
	"github.com/aranea-search/aranea/search/facet"
	"github.com/aranea-search/aranea/search/merge"
	"github.com/aranea-search/aranea/weburl"
)

// A webOf is a generated web, with links.
type webOf struct {
	sheets []sheet
	links  map[string][]string // by URL: what links to it say
	texts  map[string]string   // by URL: the text that near copies have in common
	facets map[string][]aranea.Facet
}

// tongues are words in several languages, of which many have a stem in common with others; the first of
// each are the most frequent ones.
var tongues = map[string][]string{
	"en": strings.Fields("the of a in spider spiders web webs silk house houses run running runs crawl crawling crawler steel bridge bridges email e-mail string builder stringbuilder index indexes indexing zebra __run__ numbat silk_web okapi"),
	"de": strings.Fields("der die und in Spinne Spinnen Netz Netze Haus Häuser Urlaub Antrag Urlaubsantrag Seide Stahl Brücke Brücken laufen Läufer silk web Zebra Okapi"),
	"ru": strings.Fields("и в на паук пауки паука сеть сети шёлк шёлка дом дома сталь мост мосты web зебра окапи"),
	"pt": strings.Fields("o a de em aranha aranhas teia teias seda casa casas aço ponte pontes web zebra ocapi"),
	"zh": strings.Fields("蜘蛛 蛛丝 网络机器人 网页 房子 钢 桥 web 斑马"),
}

// generated makes a web of that many pages.
func generated(rnd *rand.Rand, pages int) webOf {
	sites := strings.Fields("spider.test docs.spider.test silk-works.test rust-lang.test a.test b.test c.test en.web.test haus.test dom.test d.test e.test house.test f.test")
	w := webOf{links: map[string][]string{}, texts: map[string]string{}, facets: map[string][]aranea.Facet{}}
	langs := strings.Fields("en en en de ru pt zh")
	of := map[string]string{} // a site is mostly in one language
	words := func(lang string, n int) string {
		var out []string
		for range n {
			all := tongues[lang]
			out = append(out, all[int(float64(len(all))*math.Pow(rnd.Float64(), 1.7))])
		}
		return strings.Join(out, " ")
	}
	for i := range pages {
		site := sites[rnd.IntN(len(sites))]
		if of[site] == "" || rnd.IntN(8) == 0 {
			of[site] = langs[rnd.IntN(len(langs))]
		}
		lang := of[site]
		name := []string{"", "wal", "string-builder", "guide"}[rnd.IntN(4)]
		url := fmt.Sprintf("http://%s/%d/%s", site, i, name)
		text := words(lang, 5+rnd.IntN(60))
		if i%20 == 7 { // a near copy of another page
			text = w.texts[w.sheets[len(w.sheets)-1].url]
		}
		w.texts[url] = text
		w.sheets = append(w.sheets, sheet{url, lang, words(lang, 1+rnd.IntN(4)), text + fmt.Sprintf(" page%d", i)})
		if i%4 > 0 {
			w.facets[url] = []aranea.Facet{{Name: "price", Value: fmt.Sprintf("%d.50 €", i*7%15-3)}, {Name: "released", Value: fmt.Sprintf("20%02d-05", 10+i%6)}}
		}
		if rnd.IntN(2) == 0 {
			w.links[url] = append(w.links[url], words(lang, 1+rnd.IntN(3)))
		}
	}
	return w
}

// searcher indexes the pages of a web that lie in a partition.
func (w webOf) searcher(t testing.TB, p partition.Partition) *Searcher {
	t.Helper()
	within := func(url string) (weburl.URL, bool) {
		u, err := weburl.Parse(url)
		if err != nil {
			t.Fatal(err)
		}
		return u, p.Holds(u.Origin())
	}
	var sheets []sheet
	var changes []aranea.IndexChange
	for _, s := range w.sheets {
		u, ok := within(s.url)
		if !ok {
			continue
		}
		if sheets = append(sheets, s); len(w.links[s.url]) == 0 {
			continue
		}
		page := &aranea.Page{URL: u, Text: []byte(w.links[s.url][0] + "\n")}
		page.Elements = []aranea.Element{{Kind: aranea.ElementTitle, End: uint32(len(page.Text) - 1)}}
		changes = append(changes, aranea.IndexChange{Action: aranea.IndexPut, URL: u, FetchedAt: time.Unix(0, 0), Page: page})
	}
	s, anchors := buildWith(t, w.facets, sheets...), build(t)
	x, _ := anchors.src.(*index.Index)
	if err := x.Apply(context.Background(), changes); err != nil {
		t.Fatal(err)
	}
	if err := x.Flush(); err != nil {
		t.Fatal(err)
	}
	s.opt = Options{Anchors: x}
	return s
}

// nodes are searchers of the partitions of a web.
type nodes []*Searcher

func (w webOf) nodes(t *testing.T, parts int) (out nodes) {
	t.Helper()
	for n := range parts {
		out = append(out, w.searcher(t, partition.Partition{Number: n + 1, Of: parts}))
	}
	return out
}

// facts asks all nodes for facts, as they come over the network.
func (all nodes) facts(t *testing.T, r Request) collection.Facts {
	t.Helper()
	var facts []collection.Facts
	for _, s := range all {
		f, err := s.Facts(t.Context(), r)
		if err != nil {
			t.Fatalf("%+v: %v", r, err)
		}
		facts = append(facts, passed(t, f))
	}
	return collection.Sum(facts...)
}

// passed returns a value as it arrives elsewhere.
func passed[T any](t *testing.T, v T) (out T) {
	t.Helper()
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// search asks all nodes, and merges what they find.
func (all nodes) search(t *testing.T, r Request) Response {
	t.Helper()
	facts := all.facts(t, r)
	if r.Collection = &facts; facts.Unsettled() {
		facts = facts.With(all.facts(t, r))
	}
	each := r
	each.Offset, each.Limit = 0, r.Offset+max(r.Limit, 10)
	var parts []Response
	for _, s := range all {
		part, err := s.Search(t.Context(), passed(t, each))
		if err != nil {
			t.Fatalf("%+v: %v", r, err)
		}
		parts = append(parts, passed(t, part))
	}
	return merge.Merge(r, parts)
}

// likeness tells how two lists of results differ, "" if they do not. Pages of the same score may stand in any
// order, and a page may be shown in place of a near copy with the same score.
func (w webOf) likeness(got, want []Result) string {
	times := map[float64]int{}
	for _, res := range want {
		times[res.Score]++
	}
	if len(want) > 0 {
		times[want[len(want)-1].Score]++ // others may follow
	}
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got) || i >= len(want):
			return fmt.Sprintf("%d results, %d in one index", len(got), len(want))
		case math.Abs(got[i].Score-want[i].Score) > 1e-9*(1+math.Abs(want[i].Score)):
			return fmt.Sprintf("place %d: %s %v %v; in one index %s %v %v", i, got[i].URL, got[i].Score, got[i].Why, want[i].URL, want[i].Score, want[i].Why)
		case times[want[i].Score] == 1 && (w.texts[got[i].URL.String()] != w.texts[want[i].URL.String()] || fmt.Sprint(got[i].Missing) != fmt.Sprint(want[i].Missing)):
			return fmt.Sprintf("place %d: %s %q; in one index %s %q", i, got[i].URL, got[i].Missing, want[i].URL, want[i].Missing)
		case got[i].Placing == nil:
			return fmt.Sprintf("place %d: %s has no placing", i, got[i].URL)
		}
	}
	return ""
}

// kinds are queries of all kinds.
var kinds = []string{
	"spider", "spiders", "spider silk", "the spider in the house", "running", "zebra", "zebra okapi quagga", `"spider silk"`, `"silk web"~3`,
	"spider OR zebra", "spider -silk", "(spider OR web) silk", "intitle:spider", "intitle:web silk", "spider site:spider.test", "web host:a.test",
	"lang:de Netz", "Spinnen", "Urlaub", "Urlaubsantrag", "Antrag", "email", "e-mail", "string builder", "stringbuilder", "пауки", "шелк", "сети паука",
	"aranha", "teias de aranha", "蜘蛛", "网络机器人", "蛛丝 web", "钢", "web", "bridge steel silk web numbat", "craw*", "sp*", "spidre~1", "inurl:guide spider",
	"silk spider web", "rust web", "house spider", "spider docs", "wal spider", "string-builder", "page7", "page7 web", "nosuchword", "nosuchword spider", "okapi aardvark",
	"lang:en", "site:silk-works.test", "-spider web", "how does a spider run in the web", "Brücke aus Stahl", "numbat e-mail", "steel bridges", "indexing",
	"web facet:price=2..8", "spider -facet:price=..5", "facet:released=2013.. silk", "facet:price=100..", "facet:colour=1..2 web",
	"что такое паук", "и на сеть в доме", "蜘蛛是什么", "什么是web", "o que é a aranha", "was ist die Spinne in dem Netz", "что такое (паук OR zebra)",
	"what is e-mail", "how does the spider", "spider nedir",
	"silk_web", `"silk_web"`, "web_index spider", "__run__", "spider_silk", "__run__ OR zebra",
}

// TestTogether checks that several indexes, each with the sites of its partition, answer as one index of all
// pages does: the same pages with the same scores in the same order, and the same counts. There is no link
// popularity here, which each index knows of its own pages only.
func TestTogether(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pages, parts int
		seed         uint64
	}{{90, 2, 1}, {150, 3, 2}, {40, 2, 3}, {90, 4, 4}, {150, 2, 5}, {12, 3, 6}} {
		t.Run(fmt.Sprintf("%d pages in %d", tt.pages, tt.parts), func(t *testing.T) {
			t.Parallel()
			w := generated(rand.New(rand.NewPCG(tt.seed, 7)), tt.pages)
			one, all := w.searcher(t, partition.Partition{}), w.nodes(t, tt.parts)
			for _, q := range kinds {
				for name, r := range map[string]Request{
					"plain": {Limit: 100, Facets: true}, "copies": {Limit: 100, Copies: true}, "typing": {Limit: 100, Typing: true},
					"by date":  {Limit: 100, Sort: ByDate, Copies: true, ExactTotal: true},
					"by price": {Limit: 100, Sort: "price", Copies: true, ExactTotal: true}, "the latest first": {Limit: 100, Sort: "-released", MaxPerSite: 1},
					"by nothing": {Limit: 100, Sort: "colour", Copies: true},
				} {
					r.Query, r.Explain, r.NoSnippets = q, true, true
					want, err := one.Search(t.Context(), r)
					if err != nil {
						t.Fatal(err)
					}
					got := all.search(t, r)
					if diff := w.likeness(got.Results, want.Results); diff != "" {
						t.Errorf("%s, %s: %s", q, name, diff)
					}
					if g, w := counts(got), counts(want); g != w {
						t.Errorf("%s, %s: %s; in one index %s", q, name, g, w)
					}
				}
			}
		})
	}
}

// counts returns what an answer tells besides its results, in an order of its own.
func counts(r Response) string {
	r.Facets.Offer() // as whoever merges answers does
	if r.Facets != nil {
		for _, values := range [][]facet.Value{r.Facets.Sites, r.Facets.Languages} {
			slices.SortFunc(values, func(a, b facet.Value) int { return cmp.Or(b.Pages-a.Pages, strings.Compare(a.Value, b.Value)) })
		}
		if n := len(r.Facets.Sites); n > 0 { // of those with as many pages as the last, some are left out
			least := r.Facets.Sites[n-1].Pages
			r.Facets.Sites = slices.DeleteFunc(r.Facets.Sites, func(v facet.Value) bool { return v.Pages == least })
		}
	}
	slices.Sort(r.Hints)
	text, err := json.Marshal(struct {
		Total, Some, First, Copies int
		More, Partial, Apart, Shut bool
		Hints                      []string
		Facets                     *facet.Facets
		Next                       bool
	}{r.Total, r.Some, r.First, r.Copies, r.More, r.Partial, r.Apart, r.Shut, r.Hints, r.Facets, false})
	return string(text) + fmt.Sprint(err)
}

// TestTogetherSpread checks that results of one site are spread among those of others on other nodes.
func TestTogetherSpread(t *testing.T) {
	t.Parallel()
	w := generated(rand.New(rand.NewPCG(8, 7)), 120)
	one, all := w.searcher(t, partition.Partition{}), w.nodes(t, 3)
	for _, q := range kinds {
		for most := range 3 {
			r := Request{Query: q, Limit: 100, NoSnippets: true, MaxPerSite: most + 1}
			want, err := one.Search(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			if diff := w.likeness(all.search(t, r).Results, want.Results); diff != "" {
				t.Errorf("%s, %d of a site: %s", q, most+1, diff)
			}
		}
	}
}

// TestTogetherCopies checks that pages with one text on sites of several nodes are folded into one result, also in
// a list that is read in parts, and counted.
func TestTogetherCopies(t *testing.T) {
	t.Parallel()
	w := generated(rand.New(rand.NewPCG(15, 7)), 30)
	text := "spider of the web"
	for i := range 200 {
		text += fmt.Sprint(" number", i)
	}
	for i := range 12 {
		url := fmt.Sprintf("http://copy%d.test/", i)
		w.texts[url] = text
		w.sheets = append(w.sheets, sheet{url, "en", "Spider", text})
	}
	one, all := w.searcher(t, partition.Partition{}), w.nodes(t, 3)
	for _, r := range []Request{{Limit: 100}, {Limit: 3}, {Offset: 3, Limit: 3}, {Offset: 6, Limit: 3}, {Limit: 5, Sort: ByDate}} {
		r.Query, r.NoSnippets = "spider web", true
		want, err := one.Search(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		got := all.search(t, r)
		if diff := w.likeness(got.Results, want.Results); diff != "" || got.Total != want.Total {
			t.Errorf("%+v: %s; total %d, in one index %d", r, diff, got.Total, want.Total)
		}
		n := 0
		for _, res := range got.Results {
			if w.texts[res.URL.String()] == text {
				n++
			}
		}
		if n > 1 || r.Limit == 100 && (n != 1 || got.Copies < 11 || got.Copies != want.Copies) {
			t.Errorf("%+v: %d results with one text, %d copies; in one index %d", r, n, got.Copies, want.Copies)
		}
	}
}

// TestTogetherDeep checks that a long list continues page by page, has no page twice, and begins at least as
// well as that of one index, which looks at fewer pages.
func TestTogetherDeep(t *testing.T) {
	t.Parallel()
	w := generated(rand.New(rand.NewPCG(9, 7)), 1500)
	one, all := w.searcher(t, partition.Partition{}), w.nodes(t, 2)
	for _, q := range []string{"spider", "silk spider web", "steel OR web"} {
		want, err := one.Search(t.Context(), Request{Query: q, Limit: 100, NoSnippets: true, ExactTotal: true, Copies: true})
		if err != nil {
			t.Fatal(err)
		}
		seen, n := map[string]bool{}, 0
		for from := 0; from < 700; from += 100 {
			got := all.search(t, Request{Query: q, Offset: from, Limit: 100, NoSnippets: true, ExactTotal: true, Copies: true})
			if got.First != from+1 || from == 0 && (got.Total != want.Total || got.More != want.More) {
				t.Errorf("%s from %d: %d of %d %t; in one index %d %t", q, from, got.First, got.Total, got.More, want.Total, want.More)
			}
			for i, res := range got.Results {
				if seen[res.URL.String()] {
					t.Errorf("%s: %s is there twice", q, res.URL)
				}
				if seen[res.URL.String()] = true; from == 0 && res.Score < want.Results[i].Score-1e-9 {
					t.Errorf("%s, place %d: %s %v; in one index %s %v", q, i, res.URL, res.Score, want.Results[i].URL, want.Results[i].Score)
				}
			}
			n += len(got.Results)
		}
		if n < min(700, want.Total) {
			t.Errorf("%s: %d results of %d", q, n, want.Total)
		}
	}
}

// TestTogetherPinned checks that pages of several nodes are pinned in the order of the list.
func TestTogetherPinned(t *testing.T) {
	t.Parallel()
	w := generated(rand.New(rand.NewPCG(10, 7)), 60)
	one, all := w.searcher(t, partition.Partition{}), w.nodes(t, 3)
	list := "web =>"
	for _, i := range []int{31, 4, 22, 57, 16} {
		list += " " + w.sheets[i].url
	}
	for _, s := range append(all, one) {
		pinList(t, s, list+" http://nowhere.test/")
	}
	for _, r := range []Request{{Limit: 60}, {Limit: 3}, {Offset: 3, Limit: 4}, {Limit: 60, Access: []string{AllAccess}}} {
		r.Query, r.NoSnippets = "web", true
		want, err := one.Search(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		got := all.search(t, r)
		if diff := w.likeness(got.Results, want.Results); diff != "" || counts(got) != counts(want) {
			t.Errorf("%+v: %s %s; in one index %s", r, diff, counts(got), counts(want))
		}
		if g, w := paths(got), paths(want); strings.Count(g, "[") != strings.Count(w, "[") || r.Offset == 0 && !strings.HasPrefix(g, w[:strings.LastIndexByte(w, ']')+1]) {
			t.Errorf("%+v: %s; in one index %s", r, g, w)
		}
	}
}

// TestTogetherRelated checks that pages of all nodes are found that are like one which only one of them has.
func TestTogetherRelated(t *testing.T) {
	t.Parallel()
	w := generated(rand.New(rand.NewPCG(11, 7)), 120)
	all := w.nodes(t, 3)
	for _, sheet := range w.sheets[:20] {
		got := all.search(t, Request{Query: "related:" + sheet.url, Limit: 100, NoSnippets: true})
		on := map[int]bool{}
		for _, res := range got.Results {
			if on[partition.Of(res.URL.Origin(), 3)] = true; res.URL.String() == sheet.url {
				t.Errorf("%s is like itself", sheet.url)
			}
		}
		if len(on) < 2 || len(got.Hints) > 0 {
			t.Errorf("%s: %d results on %d nodes, hints %q", sheet.url, len(got.Results), len(on), got.Hints)
		}
	}
	if got := all.search(t, Request{Query: "related:http://nowhere.test/"}); len(got.Results) > 0 || len(got.Hints) != 1 {
		t.Errorf("a page that no node has: %+v", got)
	}
}

// TestTogetherUnread checks that a picture that was never read comes after the pages of all nodes, and that
// a hint which only some nodes give is not told.
func TestTogetherUnread(t *testing.T) {
	t.Parallel()
	w := generated(rand.New(rand.NewPCG(12, 7)), 60)
	all := w.nodes(t, 2)
	s := withLinks(t)
	s.opt.Signals = nil
	all = append(all, s)
	got := all.search(t, Request{Query: "portrait", Limit: 20})
	if n := len(got.Results); n != 2 || !got.Results[1].Unread || got.Total != 2 {
		t.Errorf("portrait: %s, total %d", urls(got), got.Total)
	}
	if got := all.search(t, Request{Query: "site:en.test numbat", Limit: 20}); len(got.Results) == 0 || len(got.Hints) > 0 {
		t.Errorf("a site that one node has: %s, hints %q", urls(got), got.Hints)
	}
	if got := all.search(t, Request{Query: "site:nowhere.test numbat", Limit: 20}); len(got.Hints) != 1 {
		t.Errorf("a site that no node has: %s, hints %q", urls(got), got.Hints)
	}
	if got := all.search(t, Request{Query: "austrlia", Limit: 20}); got.Suggestion == nil || got.Suggestion.Query != "australia" {
		t.Errorf("suggestion %+v", got.Suggestion)
	}
}

// TestFacts checks that facts of all kinds of queries are within their bounds, and small.
func TestFacts(t *testing.T) {
	t.Parallel()
	w := generated(rand.New(rand.NewPCG(13, 7)), 60)
	s := w.searcher(t, partition.Partition{})
	for _, q := range kinds {
		open, err := s.Facts(t.Context(), Request{Query: q})
		if err != nil {
			t.Fatal(err)
		}
		if err := open.Check(); err != nil {
			t.Errorf("%s: %v", q, err)
		}
		if text, err := json.Marshal(open); err != nil || len(text) > 16<<10 {
			t.Errorf("%s: facts of %d bytes, %v", q, len(text), err)
		}
	}
	many, err := s.Facts(t.Context(), Request{Query: "sp* we* cr* br*"}) // other indexes have other forms
	if err != nil || len(many.Pages.Terms) > 4 || len(many.Pages.Forms) != 4 {
		t.Errorf("forms of a prefix: %+v, %v", many.Pages, err)
	}
	if _, err := s.Facts(t.Context(), Request{Query: "web", Limit: 5000}); err != nil {
		t.Errorf("a limit that facts do not need: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Facts(ended, Request{Query: "web"}); err == nil {
		t.Error("facts after the end")
	}
}

// BenchmarkFacts is what facts cost, beside BenchmarkSearch.
func BenchmarkFacts(b *testing.B) {
	s := benched(b)
	for b.Loop() {
		if _, err := s.Facts(b.Context(), Request{Query: "w5 w40"}); err != nil {
			b.Fatal(err)
		}
	}
}
