package search

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/weburl"
)

// randomNode makes a query tree over a vocabulary.
func randomNode(rnd *rand.Rand, words []string, depth int) *query.Node {
	pick := func() string { return words[rnd.IntN(len(words))] }
	k := rnd.IntN(10)
	if depth == 0 && k > 5 {
		k = rnd.IntN(6)
	}
	switch {
	case k < 4:
		return &query.Node{Kind: query.Word, Text: pick()}
	case k == 4:
		return &query.Node{Kind: query.Phrase, Text: pick() + " " + pick()}
	case k == 5:
		fields := []*query.Node{
			{Kind: query.Filter, Field: query.Site, Text: fmt.Sprintf("h%d.test", rnd.IntN(3))},
			{Kind: query.Filter, Field: query.InTitle, Text: pick()},
			{Kind: query.Filter, Field: query.InURL, Text: fmt.Sprint(rnd.IntN(9))},
		}
		return fields[rnd.IntN(len(fields))]
	case k == 6:
		return &query.Node{Kind: query.Not, Nodes: []*query.Node{randomNode(rnd, words, depth-1)}}
	}
	n := &query.Node{Kind: query.And}
	if k > 7 {
		n.Kind = query.Or
	}
	for range 2 + rnd.IntN(2) {
		n.Nodes = append(n.Nodes, randomNode(rnd, words, depth-1))
	}
	return n
}

// holdsIn answers a query tree for one page by reading it.
func holdsIn(n *query.Node, s sheet) bool {
	both := " " + s.title + "\x00" + s.text + " "
	switch n.Kind {
	case query.Word, query.Phrase:
		return slices.ContainsFunc(strings.Split(both, "\x00"), func(x string) bool {
			return strings.Contains(" "+x+" ", " "+n.Text+" ")
		})
	case query.Filter:
		switch n.Field {
		case query.Site:
			return strings.Contains(s.url, "//"+n.Text+"/")
		case query.InTitle:
			return has(s.title, n.Text)
		}
		return strings.HasSuffix(s.url, "/"+n.Text)
	case query.Not:
		return !holdsIn(n.Nodes[0], s)
	case query.Or:
		return slices.ContainsFunc(n.Nodes, func(c *query.Node) bool { return holdsIn(c, s) })
	}
	return !slices.ContainsFunc(n.Nodes, func(c *query.Node) bool { return !holdsIn(c, s) })
}

// onlyNot reports whether a tree names nothing that a page must have.
func onlyNot(n *query.Node) bool {
	if n.Kind == query.And || n.Kind == query.Or {
		return !slices.ContainsFunc(n.Nodes, func(c *query.Node) bool { return !onlyNot(c) })
	}
	return n.Kind == query.Not
}

// TestTreesAgainstScan compares which pages a random tree of words, phrases,
// operators, exclusions and alternatives finds with a scan of every page.
func TestTreesAgainstScan(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(11, 5))
	words := make([]string, 14)
	for i := range words {
		words[i] = fmt.Sprintf("zq%dx", i)
	}
	some := func(n int) string {
		var text []string
		for range n {
			text = append(text, words[int(rnd.Float64()*rnd.Float64()*float64(len(words)))])
		}
		return strings.Join(text, " ")
	}
	var sheets []sheet
	for i := range 500 {
		sheets = append(sheets, sheet{fmt.Sprintf("http://h%d.test/%d", i%3, i), "en", some(rnd.IntN(4)), some(1 + rnd.IntN(12))})
	}
	s := build(t, sheets...)
	snap, err := s.src.Fresh(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer snap.Close()
	rounds := 1500
	if testing.Short() {
		rounds = 200
	}
	for range rounds {
		root := randomNode(rnd, words, 3)
		if onlyNot(root) {
			continue
		}
		p, err := s.compile(snap, wording{tree: query.Tree{Root: root}})
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.run(context.Background(), goal{want: 1000, need: p.needed, exact: true})
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]bool{}
		for _, h := range got.hits {
			d, err := snap.Doc(int(h.seg), h.doc)
			if err != nil {
				t.Fatal(err)
			}
			found[d.URL] = true
		}
		for _, sh := range sheets {
			if want := holdsIn(root, sh); found[sh.url] != want {
				t.Fatalf("%s: page %+v is found: %v, want %v", root, sh, found[sh.url], want)
			}
		}
		if got.total != len(found) {
			t.Fatalf("%s: total %d, %d found", root, got.total, len(found))
		}
		if p.needed > 1 {
			compareSome(t, p, root, sheets)
		}
		p.close() // the hits are its own
	}
}

// compareSome compares which pages hold enough of the words and groups of a plan with a scan
// of every page, for each number that is enough.
func compareSome(t *testing.T, p *plan, root *query.Node, sheets []sheet) {
	t.Helper()
	parts := sideBySide(root)
	units := 0
	for _, n := range parts {
		if isUnit(n) {
			units++
		}
	}
	if units != p.needed {
		t.Fatalf("%s: %d words and groups are needed, want %d", root, p.needed, units)
	}
	for need := 1; need < p.needed; need++ {
		got, err := p.run(t.Context(), goal{want: 1000, need: need, exact: true})
		if err != nil {
			t.Fatal(err)
		}
		want := 0
		for _, sh := range sheets {
			have, fails := 0, false
			for _, n := range parts {
				holds := holdsIn(n, sh)
				if isUnit(n) && holds {
					have++
				}
				fails = fails || !holds && (!isUnit(n) || isStrict(n))
			}
			if !fails && have >= need {
				want++
			}
		}
		if got.total != want {
			t.Fatalf("%s: %d pages hold %d of %d, want %d", root, got.total, need, p.needed, want)
		}
	}
}

// sideBySide returns what a page should hold all of.
func sideBySide(n *query.Node) (out []*query.Node) {
	if n.Kind != query.And {
		return []*query.Node{n}
	}
	for _, k := range n.Nodes {
		out = append(out, sideBySide(k)...)
	}
	return out
}

// isUnit reports whether a node is a word, or a group of words and phrases.
func isUnit(n *query.Node) bool {
	isText := func(n *query.Node) bool { return n.Kind == query.Word || n.Kind == query.Phrase }
	return isText(n) || n.Kind == query.Or && !slices.ContainsFunc(n.Nodes, func(k *query.Node) bool { return !isText(k) })
}

// isStrict reports whether no page may lack a word or group: all of it stands in quotes.
func isStrict(n *query.Node) bool {
	return n.Kind == query.Phrase || n.Kind == query.Or && !slices.ContainsFunc(n.Nodes, func(k *query.Node) bool { return k.Kind != query.Phrase })
}

func TestBooleanQueries(t *testing.T) {
	t.Parallel()
	s := build(t, library...)
	for _, tt := range []struct{ name, query, want string }{
		{"an excluded group needs all of it", "silk -(liquid bridges)", "en.test/silk en.test/steel"},
		{"alternatives of several words", "(liquid thread) OR (cellar corner)", "en.test/silk en.test/house"},
		{"an exclusion among alternatives", "site:en.test (carbon OR -silk)", "en.test/house en.test/steel"},
		{"a phrase among alternatives", `"stronger than" OR cellar`, "en.test/silk en.test/house"},
		{"an operator among alternatives", "(site:pt.test OR lang:zh) -机器人", "pt.test/seda zh.test/si"},
		{"site by a pasted address", "site:http://EN.test/ intitle:steel", "en.test/steel"},
		{"site with a star", "site:*.pt.test", "pt.test/seda"},
		{"language by its name", "lang:Portuguese", "pt.test/seda"},
		{"signs of no meaning", "& ...", ""},
		{"an exclusion beside signs of no meaning", "& -silk", ""},
	} {
		got := strings.Fields(urls(ask(t, s, tt.query)))
		want := strings.Fields(tt.want)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q finds %v, want %v", tt.name, tt.query, got, want)
		}
	}
}

// A run of characters is a phrase first; when no page holds it, its pairs are
// looked for by themselves.
func TestChineseRuns(t *testing.T) {
	t.Parallel()
	s := build(t, library...)
	if r := ask(t, s, "网络机器人"); r.Partial || urls(r) != "zh.test/robot" {
		t.Errorf("a run that stands on a page: %v, partial %v", urls(r), r.Partial)
	}
	r := ask(t, s, "机器人常常访问网页")
	if !r.Partial || urls(r) != "zh.test/robot" {
		t.Fatalf("a run that stands nowhere: %v, partial %v", urls(r), r.Partial)
	}
	marked := ""
	for _, sp := range r.Results[0].Spans {
		if sp.Marked {
			marked += sp.Text + " "
		}
	}
	if !strings.Contains(marked, "机器人访问网页") {
		t.Errorf("marked: %s", marked)
	}
	if r := ask(t, s, `"机器人常常访问网页"`); len(r.Results) != 0 {
		t.Errorf("a quoted run is never taken apart: %v", urls(r))
	}
}

// TestHanForms: traditional and simplified characters are the same word, and one
// character finds the words that it begins, ends and is.
func TestHanForms(t *testing.T) {
	t.Parallel()
	s := build(t,
		sheet{"http://tw.test/", "zh-TW", "", "網路機器人讀取網頁與綠茶"},
		sheet{"http://cn.test/", "zh-CN", "", "网络机器人读取网页，茶叶很好"},
		sheet{"http://no.test/", "zh", "", "别的内容"},
	)
	for q, want := range map[string]string{
		"网页": "cn.test/ tw.test/", "網頁": "cn.test/ tw.test/", `"機器人讀取"`: "cn.test/ tw.test/",
		"茶": "cn.test/ tw.test/", "绿茶": "tw.test/", "茶葉": "cn.test/",
	} {
		got := strings.Fields(urls(ask(t, s, q)))
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%s finds %v, want %s", q, got, want)
		}
	}
}

// TestQuestions asks sentences of which no page holds half of the words: the page
// that holds the rare ones comes first, and nothing is silently missing.
func TestQuestions(t *testing.T) {
	t.Parallel()
	s := build(t,
		sheet{"http://a.test/wing", "en", "", "Measurements of the lift of a slender wing at low speed"},
		sheet{"http://a.test/boat", "en", "", "Boats are measured at low speed"},
		sheet{"http://a.test/tea", "en", "", "Tea"},
		sheet{"http://a.test/zh", "zh", "", "黑豹队的防守在这个赛季丢分很少"},
	)
	for _, tt := range []struct{ question, first string }{
		{"which theoretical methods predict aerodynamic lift distribution over slender delta configurations", "a.test/wing"},
		{"黑豹队到底一共丢了多少次球呢", "a.test/zh"},
	} {
		r := ask(t, s, tt.question)
		if got := strings.Fields(urls(r)); !r.Partial || len(got) == 0 || got[0] != tt.first {
			t.Errorf("%s: %v, partial %v", tt.question, got, r.Partial)
		}
	}
}

// TestFormsInQuestions: in a short query the form that was typed decides, in a
// long one the words that a page holds in any form.
func TestFormsInQuestions(t *testing.T) {
	t.Parallel()
	s := build(t,
		sheet{"http://a.test/typed", "en", "", "heated things that are under or over wings"},
		sheet{"http://a.test/wide", "en", "", "heating that is under or over a wing by laws"},
		sheet{"http://a.test/laws", "en", "", "laws that are under or over things of a kind"},
		sheet{"http://a.test/tea", "en", "", "tea that is under or over things of a kind"},
		sheet{"http://a.test/boats", "en", "", "boats that are under or over things of a kind"},
	)
	if got := urls(ask(t, s, "heated wings law")); !strings.HasPrefix(got, "a.test/wide a.test/typed") {
		t.Errorf("all words come before the typed forms of some: %s", got)
	}
	if got := urls(ask(t, s, "law heated wings missing")); !strings.HasPrefix(got, "a.test/typed") {
		t.Errorf("a short query: %s", got)
	}
	if got := urls(ask(t, s, "law heated wings aeroelastic supersonic aircraft structures problems models configurations")); !strings.HasPrefix(got, "a.test/wide") {
		t.Errorf("a long one: %s", got)
	}
}

func TestStopWords(t *testing.T) {
	t.Parallel()
	filler := func(s string) string { return s + " and so on for the rest of it" }
	s := build(t,
		sheet{"http://a.test/migrate", "en", "How to migrate", filler("This is how to install it, too")},
		sheet{"http://a.test/install", "en", "Install a package", filler("Run the installer")},
		sheet{"http://a.test/other", "en", "Other", filler("Nothing about that")},
	)
	if got := urls(ask(t, s, "how to install a package")); !strings.HasPrefix(got, "a.test/install") {
		t.Errorf("stop words outweigh the others: %s", got)
	}
	if got := urls(ask(t, s, "how to")); !strings.HasPrefix(got, "a.test/migrate") {
		t.Errorf("stop words alone: %s", got)
	}
	if got := urls(ask(t, s, `"how to install"`)); got != "a.test/migrate" {
		t.Errorf("stop words in quotes: %s", got)
	}
}

func TestExplain(t *testing.T) {
	t.Parallel()
	s := build(t, library...)
	for _, tt := range []struct {
		name, query, url string
		indexed, matches bool
		missing          string
	}{
		{"matches", "spider silk", "http://en.test/silk", true, true, ""},
		{"lacks a word", "spider carbon", "http://en.test/silk", true, false, "carbon"},
		{"lacks a phrase", `silk "weight of steel"`, "http://en.test/silk", true, false, `"weight of steel"`},
		{"is excluded", "silk -steel site:ru.test", "http://en.test/silk", true, false, "-steel site:ru.test"},
		{"is not in the index", "silk", "http://en.test/none", false, false, ""},
	} {
		u, err := weburl.Parse(tt.url)
		if err != nil {
			t.Fatal(err)
		}
		e, err := s.Why(context.Background(), Request{Query: tt.query}, u)
		if err != nil {
			t.Fatal(err)
		}
		if e.Indexed != tt.indexed || e.Matches != tt.matches || strings.Join(e.Missing, " ") != tt.missing {
			t.Errorf("%s: %+v", tt.name, e)
		}
		sum := 0.0
		for _, p := range e.Why {
			sum += p.Value
		}
		if math.Abs(sum-e.Score) > 1e-9 {
			t.Errorf("%s: parts give %f, score %f", tt.name, sum, e.Score)
		}
		for _, r := range ask(t, s, tt.query).Results {
			if r.URL.String() == tt.url && tt.matches && r.Score != e.Score {
				t.Errorf("%s: explained score %f, result's %f", tt.name, e.Score, r.Score)
			}
		}
	}
}

func TestExplainedPartsOfPartialResults(t *testing.T) {
	t.Parallel()
	s := build(t, library...)
	for _, q := range []string{"spider silk concrete", "机器人常常访问网页", "spider_steel house", "the spider of carbon"} {
		r, err := s.Search(context.Background(), Request{Query: q, Explain: true})
		if err != nil || !r.Partial || len(r.Results) == 0 {
			t.Fatalf("%s: %+v, %v", q, r, err)
		}
		for _, res := range r.Results {
			sum := 0.0
			for _, p := range res.Why {
				sum += p.Value
			}
			if math.Abs(sum-res.Score) > 1e-9 {
				t.Errorf("%s: %s: parts give %f, score %f", q, res.URL, sum, res.Score)
			}
		}
	}
}

func TestMaxPerSite(t *testing.T) {
	t.Parallel()
	var sheets []sheet
	for i := range 6 {
		sheets = append(sheets, sheet{fmt.Sprintf("http://www.many.test/%d", i), "en", "Common words", "common words"})
	}
	sheets = append(sheets, sheet{"http://few.test/", "en", "Common words", "common words, and other things"},
		sheet{"http://bad.test/", "en", "", "many other things before the common words"})
	s := build(t, sheets...)
	place := func(host, q string, most int) int {
		r, err := s.Search(context.Background(), Request{Query: q, MaxPerSite: most})
		if err != nil || len(r.Results) != len(sheets) && q == "common" {
			t.Fatalf("%d results, %v", len(r.Results), err)
		}
		return slices.IndexFunc(r.Results, func(r Result) bool { return r.URL.Host() == host })
	}
	if got := place("few.test", "common", 0); got != 6 {
		t.Errorf("off: place %d, want 6", got)
	}
	if got := place("few.test", "common", 2); got != 2 {
		t.Errorf("two a site: place %d, want 2", got)
	}
	if got := place("bad.test", "common", 2); got != 7 {
		t.Errorf("two a site, and a page that is no match for them: place %d, want 7", got)
	}
	if got := place("few.test", "common site:many.test", 2); got != -1 {
		t.Errorf("with site: place %d", got)
	}
}

// The order must not depend on how deep one asks: results beyond the pages that
// the second stage looks at follow them.
func TestDeepPaging(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	var sheets []sheet
	for i := range 450 {
		title := "Other"
		if rnd.IntN(9) == 0 {
			title = "Common page"
		}
		sheets = append(sheets, sheet{fmt.Sprintf("http://a.test/%d", i), "en", title, strings.Repeat("common ", 1+rnd.IntN(6)) + strings.Repeat("page ", rnd.IntN(4)+1)})
	}
	s := build(t, sheets...)
	seen := map[string]bool{}
	for off := 0; off < 450; off += 50 {
		r, err := s.Search(context.Background(), Request{Query: "common page", Offset: off, Limit: 50})
		if err != nil || r.Total != 450 {
			t.Fatalf("offset %d: total %d, %v", off, r.Total, err)
		}
		for _, res := range r.Results {
			seen[res.URL.String()] = true
		}
	}
	if len(seen) != 450 {
		t.Errorf("%d pages seen in all, want 450", len(seen))
	}
}
