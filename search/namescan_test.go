package search

import (
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/dedupe"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/search/signals"
	"github.com/aranea-search/aranea/search/sitename"
	"github.com/aranea-search/aranea/weburl"
)

// A sitePage is a page of a random index, with what a scan needs to know.
type sitePage struct {
	url, host, access string
	title, text       []string
}

// A nameHost is a host, and the words that name it or its site.
type nameHost struct {
	host  string
	names []string
}

// nameHosts are the hosts of the pages, those with the most pages first.
var nameHosts = []nameHost{
	{"mothx.test", []string{"mothx"}}, {"mothx-lang.test", []string{"mothx"}}, {"mothx.a.test", []string{"mothx"}},
	{"docs.zq1x.test", []string{"zq1x", "docs"}}, {"zq1x-lang.test", []string{"zq1x"}}, {"zq1x.test", []string{"zq1x"}},
	{"zq2x.org.test", []string{"zq2x"}}, {"docs.zq3x.test", []string{"zq3x", "docs", "brandx"}}, {"other.test", []string{"other", "brandx"}}, {"wiki.zq4x.test", []string{"zq4x", "wiki"}},
}

// randomNamed returns pages at random, a quarter of which are closed.
func randomNamed(rnd *rand.Rand, n int) (out []sitePage) {
	some := func(n int) (text []string) {
		for range n {
			if text = append(text, fmt.Sprintf("zq%dx", int(12*rnd.Float64()*rnd.Float64()))); rnd.IntN(60) == 0 {
				text = append(text, "mothx") // most pages of its sites lack it
			}
		}
		return text
	}
	for i := range n {
		p := sitePage{host: nameHosts[int(float64(len(nameHosts))*rnd.Float64()*rnd.Float64())].host, title: some(rnd.IntN(6)), text: some(1 + rnd.IntN(12))}
		p.url = fmt.Sprintf("http://%s/%d", p.host, i)
		if len(p.host)%2 == 0 {
			p.title = append(p.title, "zq2x", "loomx") // the title's affix
		}
		if rnd.IntN(4) == 0 || p.host == "wiki.zq4x.test" {
			p.access = "wiki"
		}
		out = append(out, p)
	}
	return out
}

// affixes returns what the titles of pages have alike on their hosts.
func affixes(t *testing.T, pages []sitePage, most int) func() signals.Tables {
	t.Helper()
	names, err := sitename.Learn(func() iter.Seq2[sitename.Page, error] {
		return func(yield func(sitename.Page, error) bool) {
			for i := range pages {
				p := &pages[i]
				of := sitename.Page{URL: p.url, Title: strings.Join(p.title, " "), Key: rank.KeyOf(address(t, p.url).ID()), Words: len(p.title)}
				if !yield(of, nil) {
					return
				}
			}
		}
	}, func(string) (int, error) { return math.MaxInt, nil })
	if err != nil || names.Titles().Most() != most {
		t.Fatal(names.Titles().Most(), err)
	}
	return func() signals.Tables { return signals.Tables{Titles: names.Titles()} }
}

// called returns a table in which hosts are called brandx.
func called(t *testing.T, hosts ...string) sitename.Source {
	t.Helper()
	names, err := sitename.Learn(func() iter.Seq2[sitename.Page, error] {
		return func(yield func(sitename.Page, error) bool) {
			for i := range 10 * len(hosts) {
				url := fmt.Sprintf("http://%s/%d", hosts[i%len(hosts)], i)
				if !yield(sitename.Page{URL: url, Title: fmt.Sprintf("zq%dx | Brandx", i)}, nil) {
					return
				}
			}
		}
	}, func(string) (int, error) { return 0, nil })
	if err != nil {
		t.Fatal(err)
	}
	return func() *sitename.Table { return names }
}

// buildNamed indexes pages in some segments, the last of which is in memory.
func buildNamed(t *testing.T, pages []sitePage) *Searcher {
	t.Helper()
	x, err := index.Open(t.TempDir(), index.Options{Workers: 1, FlushIdle: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = x.Close() })
	for i, l := range pages {
		u := address(t, l.url)
		p := &aranea.Page{URL: u, Lang: "en"}
		for k, words := range map[aranea.ElementKind][]string{aranea.ElementTitle: l.title, aranea.ElementText: l.text} {
			if len(words) > 0 {
				from := uint32(len(p.Text))
				p.Text = append(p.Text, strings.Join(words, " ")...)
				p.Elements = append(p.Elements, aranea.Element{Kind: k, Start: from, End: uint32(len(p.Text))})
				p.Text = append(p.Text, '\n')
			}
		}
		p.Sketch = dedupe.Sketch(p)
		at := time.Unix(1_790_000_000+int64(i), 0)
		if err := x.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: u, FetchedAt: at, Page: p, Access: l.access}}); err != nil {
			t.Fatal(err)
		}
		if i%(len(pages)*2/7) == 0 {
			if err := x.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	return New(x, time.Now, Options{})
}

func (p *sitePage) has(word string) bool {
	return slices.Contains(p.title, word) || slices.Contains(p.text, word)
}

func (p *sitePage) follows(a, b string) bool {
	for _, words := range [][]string{p.title, p.text} {
		for i := 1; i < len(words); i++ {
			if words[i-1] == a && words[i] == b {
				return true
			}
		}
	}
	return false
}

// answers is a scan: a plain word may name the page's site.
func (p *sitePage) answers(q string) bool {
	parts, plain := strings.Split(q, "  "), 0
	for _, s := range parts {
		if !strings.HasPrefix(s, "-") && !strings.Contains(s, ":") {
			plain++
		}
	}
	for _, s := range parts {
		ok := false
		switch {
		case strings.HasPrefix(s, "host:"):
			ok = p.host == s[5:]
		case strings.HasPrefix(s, "-"):
			ok = !p.has(s[1:])
		case strings.HasPrefix(s, `"`):
			a, b, two := strings.Cut(strings.Trim(s, `"`), " ")
			ok = !two && p.has(a) || two && p.follows(a, b)
		case strings.HasPrefix(s, "("):
			a, b, _ := strings.Cut(strings.Trim(s, "()"), " OR ")
			ok = p.has(a) || p.has(b)
		default:
			names := slices.ContainsFunc(nameHosts, func(h nameHost) bool { return h.host == p.host && slices.Contains(h.names, s) })
			ok = p.has(s) || plain > 1 && names
		}
		if !ok {
			return false
		}
	}
	return true
}

// TestNamesAgainstScan: whatever a query asks beside words that name sites, it finds the pages that a
// scan finds, once each by cursors, and no page that the searcher may not see; what is shown is the same
// whether pages that cannot be among it are passed over or not; and explanations add up.
func TestNamesAgainstScan(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(3, 8))
	pages := randomNamed(rnd, 3500)
	s := buildNamed(t, pages)
	var all []string
	links, byURL := map[string][]string{}, map[string]*sitePage{}
	var said []leaf
	for i := range pages {
		p := &pages[i]
		all, byURL[p.url] = append(all, p.url), p
		links[p.url] = []string{pages[rnd.IntN(50)].url}
		if rnd.IntN(9) == 0 {
			said = append(said, leaf{url: p.url, title: fmt.Sprintf("zq%dx zq%dx", rnd.IntN(8), rnd.IntN(8))})
		}
	}
	names := called(t, "other.test", "docs.zq3x.test")
	ranked, titled := ranks(t, all, links), affixes(t, pages, 2)
	both := func() signals.Tables { return signals.Tables{Ranks: ranked().Ranks, Titles: titled().Titles} }
	options := []Options{{Signals: titled}, {Signals: ranked}, {Signals: both, Anchors: shelve(t, said).src, Listed: func(weburl.URL) (bool, error) { return false, nil }}}
	word := func() string { return fmt.Sprintf("zq%dx", int(9*rnd.Float64()*rnd.Float64())) }
	pruned := 0
	for n := range 88 {
		q := []string{
			word() + "  " + word(), word() + "  " + word() + "  " + word(), word() + "  docs", "docs  -" + word() + "  " + word(),
			word() + "  -" + word() + "  " + word(), `"` + word() + " " + word() + `"  ` + word(), word() + "  (" + word() + " OR " + word() + ")",
			word() + "  " + word() + "  host:docs.zq3x.test", `"` + word() + `"  ` + word(), word(), "docs  zq1x  zq3x", "wiki  " + word(), "zq4x  " + word(),
			"mothx  zq0x", "mothx  " + word(), word() + "  mothx  " + word(), "zq0x  " + word() + "  mothx", "mothx  zq0x  -" + word(), "mothx  (" + word() + " OR zq0x)", "brandx  " + word(), "brandx  zq3x",
			"zq0x  zq1x  zq2x  zq3x  zq4x  zq5x  zq0x  zq1x  zq2x  zq3x",
		}[n%22]
		access := [][]string{nil, {"wiki"}, {AllAccess}}[n/22%3]
		s.opt = options[n%3]
		s.opt.Names = names
		r := Request{Query: q, NoSnippets: true, Access: access, MaxPerSite: n % 2, Copies: true}
		want := 0
		for i := range pages {
			if (pages[i].access == "" || access != nil) && pages[i].answers(q) {
				want++
			}
		}
		name := fmt.Sprintf("%s, access %v, options %d", q, access, n%3)
		pruned += checkNamed(t, s, name, r, want, n%3 < 2)
		checkList(t, s, name, r, byURL, want, n%3 < 2)
	}
	if pruned < 8 {
		t.Errorf("%d queries passed pages over: too few to say anything", pruned)
	}
}

// checkNamed compares ways of answering a request.
func checkNamed(t *testing.T, s *Searcher, name string, r Request, want int, certain bool) int {
	t.Helper()
	do := func(change func(*Request)) Response {
		r := r
		change(&r)
		out, err := s.Search(t.Context(), r)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return out
	}
	few, exact := do(func(*Request) {}), do(func(r *Request) { r.ExactTotal = true })
	why := do(func(r *Request) { r.Explain = true })
	same := func(a, b Result) bool { return a.URL == b.URL && math.Abs(a.Score-b.Score) < 1e-9 }
	if !slices.EqualFunc(few.Results, exact.Results, same) || !slices.EqualFunc(few.Results, why.Results, same) {
		t.Errorf("%s: other results when pages are passed over or explained", name)
	}
	for _, res := range why.Results {
		sum := 0.0
		for _, p := range res.Why {
			sum += p.Value
		}
		if math.Abs(sum-res.Score) > 1e-9 {
			t.Errorf("%s: %s has %g, explained as %g: %v", name, res.URL, res.Score, sum, res.Why)
		}
		alone, err := s.Why(t.Context(), Request{Query: r.Query, Access: r.Access}, res.URL)
		if err != nil || alone.Matches != (len(res.Missing) == 0) || math.Abs(alone.Score-res.Score) > 1e-9 {
			t.Errorf("%s: %s alone has %g, matches %t, %v; not %g, lacks %v", name, res.URL, alone.Score, alone.Matches, err, res.Score, res.Missing)
		}
	}
	if got := exact.Total - exact.Some; certain && got != want || few.Total > exact.Total || !few.More && few.Total != exact.Total {
		t.Errorf("%s: total %d, at least %d, a scan finds %d", name, got, few.Total, want)
	}
	dated := do(func(r *Request) { r.Sort, r.Facets, r.ExactTotal = ByDate, true, true })
	count := 0
	for _, v := range dated.Facets.Sites {
		count += v.Pages
	}
	if dated.Total != want || count != want {
		t.Errorf("%s: by date %d, facets %d, a scan finds %d", name, dated.Total, count, want)
	}
	if few.More {
		return 1
	}
	return 0
}

// checkList reads a list by cursors.
func checkList(t *testing.T, s *Searcher, name string, r Request, byURL map[string]*sitePage, want int, certain bool) {
	t.Helper()
	seen, whole := map[string]bool{}, 0
	for r.Limit, r.MaxPerSite = 100, 0; ; {
		out, err := s.Search(t.Context(), r)
		if err != nil {
			t.Fatal(name, err)
		}
		for _, res := range out.Results {
			u := res.URL.String()
			p := byURL[u]
			if seen[u] || p.access != "" && r.Access == nil {
				t.Errorf("%s: %s twice or although it is closed", name, u)
			}
			seen[u] = true
			if p.answers(r.Query) {
				whole++
			}
			if is := p.answers(r.Query); certain && is != (len(res.Missing) == 0) {
				t.Errorf("%s: %s answers %t, and lacks %v", name, u, is, res.Missing)
			}
		}
		if r.After = out.Next; r.After == "" {
			break
		}
	}
	if whole != want {
		t.Errorf("%s: %d by cursors, a scan finds %d", name, whole, want)
	}
}
