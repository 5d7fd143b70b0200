package search

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/dedupe"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/contest"
	"github.com/aranea-search/aranea/weburl"
)

// A sheet is a page of a test: URL, language, title, text.
type sheet struct{ url, lang, title, text string }

func build(t testing.TB, sheets ...sheet) *Searcher {
	t.Helper()
	return buildWith(t, nil, sheets...)
}

// buildWith indexes sheets with their facets by URL.
func buildWith(t testing.TB, facets map[string][]aranea.Facet, sheets ...sheet) *Searcher {
	t.Helper()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	var changes []aranea.IndexChange
	for _, s := range sheets {
		u, err := weburl.Parse(s.url)
		if err != nil {
			t.Fatal(err)
		}
		p := &aranea.Page{URL: u, Lang: s.lang, Facets: facets[s.url]}
		add := func(k aranea.ElementKind, text string) {
			if text != "" {
				from := uint32(len(p.Text))
				p.Text = append(p.Text, text...)
				p.Elements = append(p.Elements, aranea.Element{Kind: k, Start: from, End: uint32(len(p.Text))})
				p.Text = append(p.Text, '\n')
			}
		}
		add(aranea.ElementTitle, s.title)
		add(aranea.ElementText, s.text)
		p.Sketch = dedupe.Sketch(p)
		changes = append(changes, aranea.IndexChange{Action: aranea.IndexPut, URL: u, FetchedAt: time.Unix(1_790_000_000, 0), Page: p, Snippet: true})
	}
	for part := range slices.Chunk(changes, 3000) { // many are several segments
		if err := x.Apply(context.Background(), part); err != nil {
			t.Fatal(err)
		}
		if err := x.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	return New(x, time.Now, Options{})
}

func ask(t testing.TB, s *Searcher, q string) Response {
	t.Helper()
	r, err := s.Search(context.Background(), Request{Query: q, Limit: 50})
	if err != nil {
		t.Fatalf("%s: %v", q, err)
	}
	return r
}

func urls(r Response) string {
	var out []string
	for _, res := range r.Results {
		out = append(out, strings.TrimPrefix(res.URL.String(), "http://"))
	}
	return strings.Join(out, " ")
}

var library = []sheet{
	{"http://en.test/silk", "en", "Spider silk", "Silk leaves the spider as a liquid and turns into a thread. Weight for weight it is stronger than steel."},
	{"http://en.test/house", "en", "The house spider", "The house spider builds a sheet in a corner of the cellar and runs fast over a short distance."},
	{"http://en.test/steel", "en", "Steel", "Steel is iron with carbon. Bridges are made of steel, and silk is not used for them."},
	{"http://ru.test/шёлк", "ru", "Паучий шёлк", "Шёлк выходит из паука жидким белком и твердеет, пока его тянут."},
	{"http://ru.test/волки", "ru", "Пауки-волки", "Пауки-волки догоняют добычу на земле, а самка носит кокон за собой."},
	{"http://pt.test/seda", "pt", "A seda da aranha", "A seda sai da aranha como proteína líquida e vira fio sólido."},
	{"http://zh.test/si", "zh", "蛛丝", "蛛丝离开身体时是液态蛋白质，在拉出的过程中变成固体。"},
	{"http://zh.test/robot", "zh", "网络机器人", "网络机器人访问网页，阅读内容，再沿着链接走到别的网页。"},
}

// TestRelevance is the golden list of queries and their results, best first.
func TestRelevance(t *testing.T) {
	t.Parallel()
	s := build(t, library...)
	tests := []struct{ name, query, want string }{
		{"all words first, the title counts", "spider silk", "en.test/silk en.test/house en.test/steel"},
		{"stems", "spiders", "en.test/silk en.test/house"},
		{"the stem of the word's language", "aranhas", "pt.test/seda"},
		{"phrase", `"stronger than steel"`, "en.test/silk"},
		{"phrase in the wrong order", `"steel than stronger"`, ""},
		{"quotes ask for the form", `"bridges are made of steel"`, "en.test/steel"},
		{"quotes refuse another form", `"bridge are made of steel"`, ""},
		{"one word in quotes", `"spiders"`, ""},
		{"quotes take accents as all else does", `"proteina liquida"`, "pt.test/seda"},
		{"quotes refuse the stem of another language", `"aranhas"`, ""},
		{"quotes among alternatives", `"spiders" OR carbon`, "en.test/steel"},
		{"quotes in an exclusion", `steel -"bridge"`, "en.test/steel en.test/silk"},
		{"chinese in quotes", `"液态蛋白质"`, "zh.test/si"},
		{"exclusion", "silk -steel", ""},
		{"exclusion of a phrase", `silk -"house spider" -carbon`, "en.test/silk"},
		{"or", "carbon OR cellar", "en.test/house en.test/steel"},
		{"bar", "carbon|cellar", "en.test/house en.test/steel"},
		{"site", "site:ru.test паук", "ru.test/%D0%B2%D0%BE%D0%BB%D0%BA%D0%B8 ru.test/%D1%88%D1%91%D0%BB%D0%BA"},
		{"site alone", "site:pt.test", "pt.test/seda"},
		{"language", "lang:zh 蛋白质", "zh.test/si"},
		{"title", "intitle:steel", "en.test/steel"},
		{"address", "inurl:robot", "zh.test/robot"},
		{"russian forms, yo and ye", "шелка", "ru.test/%D1%88%D1%91%D0%BB%D0%BA"},
		{"russian plural", "паук", "ru.test/%D0%B2%D0%BE%D0%BB%D0%BA%D0%B8 ru.test/%D1%88%D1%91%D0%BB%D0%BA"},
		{"portuguese without accents", "proteina liquida", "pt.test/seda"},
		{"chinese word", "机器人", "zh.test/robot"},
		{"chinese two words", "网页 链接", "zh.test/robot"},
		{"nothing", "qwertyuiop", ""},
		{"only an exclusion", "-silk", ""},
		{"empty", "   ", ""},
	}
	for _, tt := range tests {
		if got := urls(ask(t, s, tt.query)); got != tt.want {
			t.Errorf("%s: %q finds\n%s, want\n%s", tt.name, tt.query, got, tt.want)
		}
	}
}

func TestSnippets(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("Nothing of interest is said here. ", 40) + "At last a needle lies in the hay. " + strings.Repeat("And more of the same. ", 40)
	s := build(t, append(library, sheet{"http://en.test/long", "en", "Long", long})...)
	show := func(q string) string {
		var b strings.Builder
		for _, sp := range ask(t, s, q).Results[0].Spans {
			if sp.Marked {
				b.WriteString("[" + sp.Text + "]")
			} else {
				b.WriteString(sp.Text)
			}
		}
		return b.String()
	}
	if got := show("needles"); !strings.Contains(got, "a [needle] lies in the hay") || !strings.HasPrefix(got, "… ") || !strings.HasSuffix(got, " …") {
		t.Errorf("a long text: %s", got)
	}
	if got := show("机器人"); !strings.HasPrefix(got, "网络[机器人]访问网页") {
		t.Errorf("Chinese: %s", got)
	}
	if got := show("paук OR seda"); !strings.Contains(got, "[seda]") {
		t.Errorf("Portuguese: %s", got)
	}
	if r := ask(t, s, "long").Results[0]; r.Title != "Long" || len(r.Spans) == 0 {
		t.Errorf("a page found by its title: %+v", r)
	}
}

func TestExplainAddsUp(t *testing.T) {
	t.Parallel()
	s := build(t, library...)
	r, err := s.Search(context.Background(), Request{Query: "spider silk", Explain: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, res := range r.Results {
		sum := 0.0
		for _, p := range res.Why {
			sum += p.Value
		}
		if math.Abs(sum-res.Score) > 1e-9 {
			t.Errorf("%s: parts give %f, score %f", res.URL, sum, res.Score)
		}
	}
}

func TestPaging(t *testing.T) {
	t.Parallel()
	var sheets []sheet
	for i := range 40 {
		sheets = append(sheets, sheet{fmt.Sprintf("http://a.test/%02d", i), "en", "Common page", "common words and number " + fmt.Sprint(i)})
	}
	s := build(t, sheets...)
	seen := map[string]bool{}
	for off := 0; off < 40; off += 10 {
		r, err := s.Search(context.Background(), Request{Query: "common", Offset: off, Limit: 10})
		if err != nil || r.Total != 40 || len(r.Results) != 10 {
			t.Fatalf("offset %d: total %d, %d results, %v", off, r.Total, len(r.Results), err)
		}
		for _, res := range r.Results {
			if seen[res.URL.String()] {
				t.Errorf("%s is on two pages", res.URL)
			}
			seen[res.URL.String()] = true
		}
	}
}

// TestNextIsNotEmpty: behind a page that is full another one is offered if it has a result.
func TestNextIsNotEmpty(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		both, alike, one int // pages with two words, copies of the last of them, and pages with one
		first, next      int
	}{{10, 0, 0, 10, 0}, {10, 3, 0, 10, 0}, {10, 0, 1, 10, 1}, {11, 0, 0, 10, 1}, {10, 3, 2, 10, 2}, {9, 0, 1, 10, 0}, {20, 0, 0, 10, 10}} {
		var sheets []sheet
		page := func(title, text string) {
			sheets = append(sheets, sheet{fmt.Sprintf("http://a.test/%d", len(sheets)), "en", title, text})
		}
		for i := range c.both {
			page(fmt.Sprintf("zqax zqbx zqt%dx", i), words(i))
		}
		for range c.alike {
			page(fmt.Sprintf("zqax zqbx zqt%dx", c.both-1), words(c.both-1))
		}
		for i := range c.one {
			page("zqax", words(100+i))
		}
		s := build(t, sheets...)
		first, err := s.Search(t.Context(), Request{Query: "zqax zqbx"})
		if err != nil || len(first.Results) != c.first || (first.Next != "") != (c.next > 0) {
			t.Errorf("%+v: %d results, next %q, %v", c, len(first.Results), first.Next, err)
			continue
		}
		if c.next == 0 {
			continue
		}
		next, err := s.Search(t.Context(), Request{Query: "zqax zqbx", After: first.Next})
		if err != nil || len(next.Results) != c.next || next.Next != "" {
			t.Errorf("%+v: the next page has %d results, next %q, %v", c, len(next.Results), next.Next, err)
		}
	}
}

// words returns a text that is no near copy of that of another number.
func words(n int) string {
	var out []string
	for i := range 200 {
		out = append(out, fmt.Sprintf("zqw%dx", n*200+i))
	}
	return strings.Join(out, " ")
}

// TestAgainstScan compares which pages match, for random pages and queries,
// with a scan of every page.
func TestAgainstScan(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(7, 7))
	words := make([]string, 40)
	for i := range words {
		words[i] = fmt.Sprintf("zq%dx", i)
	}
	pick := func() string { return words[int(rnd.Float64()*rnd.Float64()*float64(len(words)))] }
	var sheets []sheet
	for i := range 700 {
		var text []string
		for range 3 + rnd.IntN(30) {
			text = append(text, pick())
		}
		sheets = append(sheets, sheet{fmt.Sprintf("http://h%d.test/%d", i%3, i), "en", "", strings.Join(text, " ")})
	}
	s := build(t, sheets...)
	rounds := 300
	if testing.Short() {
		rounds = 40
	}
	for range rounds {
		a, b, c := pick(), pick(), pick()
		phrase := a + " " + b
		for q, want := range map[string]func(string) bool{
			a + " " + b:                     func(x string) bool { return has(x, a) && has(x, b) },
			`"` + phrase + `"`:              func(x string) bool { return strings.Contains(" "+x+" ", " "+phrase+" ") },
			a + " " + b + " -" + c:          func(x string) bool { return has(x, a) && has(x, b) && !has(x, c) },
			"(" + a + " OR " + b + ") " + c: func(x string) bool { return (has(x, a) || has(x, b)) && has(x, c) },
		} {
			var expect []string
			for _, sh := range sheets {
				if want(sh.text) {
					expect = append(expect, sh.url)
				}
			}
			r, err := s.Search(context.Background(), Request{Query: q, Limit: 100, NoSnippets: true})
			if err != nil {
				t.Fatal(err)
			}
			if !r.Partial && r.Total != len(expect) {
				t.Fatalf("%s: %d pages, a scan finds %d", q, r.Total, len(expect))
			}
			for _, res := range r.Results[:min(len(r.Results), len(expect))] {
				if !slices.Contains(expect, res.URL.String()) {
					t.Fatalf("%s: %s is ranked among the matches and is none", q, res.URL)
				}
			}
		}
	}
}

func has(text, word string) bool { return slices.Contains(strings.Fields(text), word) }

// TestPruningIsExact runs the same plans with and without skipping blocks.
func TestPruningIsExact(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(9, 9))
	var sheets []sheet
	for i := range 6000 {
		text := strings.Repeat("zq1x ", 1+rnd.IntN(9)*rnd.IntN(2)) + strings.Repeat("filler ", rnd.IntN(60))
		if rnd.IntN(2) == 0 {
			text += strings.Repeat(" zq2x", 1+rnd.IntN(4))
		}
		text += strings.Repeat(" zq3x_zq4x", rnd.IntN(3)*rnd.IntN(2)) + strings.Repeat(" zq3x zq4x", rnd.IntN(9)) + strings.Repeat(" __zq1x__", rnd.IntN(3)/2)
		sheets = append(sheets, sheet{fmt.Sprintf("http://a.test/%d", i), "en", "", text})
	}
	s := build(t, sheets...)
	snap, err := s.src.Fresh(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer snap.Close()
	for _, q := range []string{"zq1x", "zq2x", "zq1x zq2x", "zq3x_zq4x", "__zq1x__", "zq3x_zq4x zq2x", `"zq2x zq3x_zq4x"`, "__zq1x__ zq2x"} {
		whole, pruned := topOf(t, s, snap, q, true), topOf(t, s, snap, q, false)
		if len(whole) != 20 || len(pruned) != 20 {
			t.Fatalf("%s: %d and %d hits", q, len(whole), len(pruned))
		}
		for i := range whole {
			if whole[i].score != pruned[i].score {
				t.Fatalf("%s: hit %d scores %f with skipping, %f without", q, i, pruned[i].score, whole[i].score)
			}
		}
	}
}

// benched is an index of 5,000 pages of words by Zipf's law.
func benched(b *testing.B) *Searcher {
	b.Helper()
	rnd := rand.New(rand.NewPCG(3, 3))
	z := rand.NewZipf(rnd, 1.1, 4, 20_000)
	var sheets []sheet
	for i := range 5000 {
		var text []string
		for range 200 {
			text = append(text, fmt.Sprintf("w%d", z.Uint64()))
		}
		sheets = append(sheets, sheet{fmt.Sprintf("http://a.test/%d", i), "en", fmt.Sprintf("Page w%d", i%700), strings.Join(text, " ")})
	}
	return build(b, sheets...)
}

func BenchmarkSearch(b *testing.B) {
	s := benched(b)
	for name, q := range map[string]string{"common": "w3", "two": "w5 w40", "rare": "w699 w12", "phrase": `"w1 w2"`} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Search(context.Background(), Request{Query: q}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// topOf returns the best 20 of a query, with or without passing over pages.
func topOf(t *testing.T, s *Searcher, snap *index.Snapshot, q string, exact bool) []hit {
	t.Helper()
	p, err := s.compile(snap, wording{tree: query.Parse(q)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.close)
	found, err := p.run(context.Background(), goal{want: 20, need: p.needed, exact: exact})
	if err != nil {
		t.Fatal(err)
	}
	if found.more == exact || found.total < 20 {
		t.Errorf("%s: %d pages, more %t", q, found.total, found.more)
	}
	slices.SortFunc(found.hits, contest.Order[hit])
	return found.hits
}
