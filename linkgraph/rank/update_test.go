package rank

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// memory is a Folder in memory.
type memory struct{ disk.Folder }

func newMemory() memory { return memory{disk.NewMemory()} }

func (m memory) Create(name string) (File, error) { return m.Folder.Create(name) }

// A web is pages with their links. A link that begins with "!" is not recommended,
// one with "*" is a picture, one with "+" is what a form leads to, one with ">" is where the page redirects to.
type web map[string][]string

func (w web) graph(t *testing.T) *linkgraph.Graph {
	t.Helper()
	g := linkgraph.New(memstore.New(), nil)
	for from, links := range w {
		c := aranea.EdgeChange{Source: parse(t, from)}
		for _, l := range links {
			e := aranea.Edge{Target: parse(t, strings.TrimLeft(l, "!*>+"))}
			switch l[0] {
			case '!':
				e.Rel = robotsmeta.RelUGC
			case '*':
				e.How = aranea.HowPicture
			case '+':
				e.How = aranea.HowForm
			case '>':
				e.How = aranea.HowRedirect
			}
			c.Edges = append(c.Edges, e)
		}
		if err := g.Apply(t.Context(), []aranea.EdgeChange{c}); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func parse(t *testing.T, url string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse("http://" + url)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// input returns the input of a computation, with main mirrors by host.
func (w web) input(t *testing.T, indexed []string, main map[string]string) Input {
	t.Helper()
	glued := map[weburl.Origin]weburl.Origin{}
	for o, m := range main {
		glued[weburl.Origin("http://"+o)] = weburl.Origin("http://" + m)
	}
	var urls []string
	for _, url := range indexed {
		urls = append(urls, parse(t, url).String())
	}
	counted, err := w.graph(t).Census(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return Input{Pages: counted.Pages, Glued: glued, Indexed: func(context.Context) iter.Seq2[string, error] {
		return func(yield func(string, error) bool) {
			for _, url := range urls {
				if !yield(url, nil) {
					return
				}
			}
		}
	}}
}

// shown prints the levels of pages as "url page/site/sites", the best first.
func shown(t *testing.T, table *Table, urls []string) string {
	t.Helper()
	var out []string
	for _, url := range urls {
		if l := table.Levels(KeyOf(parse(t, url).ID())); l != (Levels{}) {
			out = append(out, fmt.Sprintf("%03d/%03d/%03d %s", l.Page, l.Site, l.Sites, url))
		}
	}
	slices.Sort(out)
	slices.Reverse(out)
	return strings.Join(out, "\n")
}

func update(t *testing.T, in Input) *Table {
	t.Helper()
	table, _, err := Update(t.Context(), newMemory(), in, nil)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// Each of seven sites has one page. With b = 0.15/7, what a site has without any
// link: the mirrors of m, once glued, get 0.85 of v1 and of v2, and have
// b(1 + 1.7); x gets 0.85 of v3 and half of that of v4, and has b(1 + 1.275). Their
// pages have 0.15 of that and 0.85 of each page that links to them, 0.15b each: m
// 0.15b(2.7 + 1.7), x 0.15b(2.275 + 1.275), y 0.15b(1.425 + 0.425). So m comes before
// x. Apart, each mirror has 0.15b(1.85 + 0.85), and comes after x.
func TestMirrorsGlued(t *testing.T) {
	t.Parallel()
	w := web{
		"v1.test/": {"m.test/"}, "v2.test/": {"mirror.test/"}, "v3.test/": {"x.test/"}, "v4.test/": {"x.test/", "y.test/"},
	}
	pages := []string{"v1.test/", "v2.test/", "v3.test/", "v4.test/", "m.test/", "x.test/", "y.test/"}
	glued := update(t, w.input(t, pages, map[string]string{"mirror.test": "m.test"}))
	// The second of seven: 255 ln(7/2)/ln 7 = 164; the third: 111. Two sites that link:
	// 16 log2(3) = 25.
	want := "255/255/025 m.test/\n164/164/025 x.test/\n111/111/016 y.test/"
	if got := shown(t, glued, pages); got != want {
		t.Errorf("glued:\n%s\nwant:\n%s", got, want)
	}
	pages = append(pages, "mirror.test/")
	apart := update(t, w.input(t, pages, nil))
	// Of eight pages the two mirrors share the third place: 255 ln(8/3)/ln 8 = 120.
	want = "255/255/025 x.test/\n120/120/016 mirror.test/\n120/120/016 m.test/\n085/085/016 y.test/"
	if got := shown(t, apart, pages); got != want {
		t.Errorf("apart:\n%s\nwant:\n%s", got, want)
	}
}

// The numbers of TestMirrorsGlued as the flow gives them: nodes 0 to 3 are v1 to v4,
// 4 is m, 5 x, 6 y.
func TestFlow(t *testing.T) {
	t.Parallel()
	var links []byte
	for from, to := range [][]uint32{{4}, {4}, {5}, {5, 6}} {
		for i := range to {
			to[i] = to[i]<<1 | foreignBit
		}
		links = appendLinks(links, uint32(from), len(to), to)
	}
	const b = 0.15 / 7
	got, err := flow(t.Context(), links, func(int) float32 { return b }, 7)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{1, 1, 1, 1, 2.7, 2.275, 1.425} {
		if d := float64(got[i])/b - want; d > 1e-5 || d < -1e-5 {
			t.Errorf("node %d has %.6f, want %.6f", i, float64(got[i])/b, want)
		}
	}
}

func TestSiteDoesNotLiftItself(t *testing.T) {
	t.Parallel()
	w := web{"friend.test/": {"modest.test/"}}
	pages := []string{"friend.test/", "modest.test/", "farm.test/"}
	for i := range 500 {
		url := fmt.Sprintf("farm.test/%d", i)
		w[url] = []string{"farm.test/", fmt.Sprintf("farm.test/%d", (i+1)%500)}
		pages = append(pages, url)
	}
	table := update(t, w.input(t, pages, nil))
	home, modest := table.Levels(KeyOf(parse(t, "farm.test/").ID())), table.Levels(KeyOf(parse(t, "modest.test/").ID()))
	if modest.Page != 255 || home.Page >= modest.Page {
		t.Errorf("the page that another site recommends has level %d, the start of 500 pages that name it %d", modest.Page, home.Page)
	}
	if home.Site != 0 || home.Sites != 0 {
		t.Errorf("a site that nobody links to has level %d by %d sites", home.Site, home.Sites)
	}
}

func TestWhichLinksCount(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		web  web
		want string // of b.test/
	}{
		{"a link", web{"a.test/": {"b.test/"}}, "255/255/016 b.test/"},
		{"ugc", web{"a.test/": {"!b.test/"}}, ""},
		{"a picture", web{"a.test/": {"*b.test/"}}, ""},
		{"a form", web{"a.test/": {"+b.test/"}}, ""},
		{"through a redirect", web{"a.test/": {"old.test/"}, "old.test/": {">b.test/"}}, "255/255/016 b.test/"},
		{"redirects in a circle", web{"a.test/": {"old.test/"}, "old.test/": {">older.test/"}, "older.test/": {">old.test/"}}, ""},
		{"by both mirrors of one site", web{"a.test/": {"b.test/"}, "twin.test/": {"b.test/"}}, "255/255/016 b.test/"},
		{"of a page that is not in the index", web{"hub.test/": {"b.test/"}}, "255/255/016 b.test/"},
		{"to a page of a mirror", web{"c.test/": {"b2.test/"}}, "255/255/016 b.test/"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			in := tt.web.input(t, []string{"a.test/", "b.test/", "c.test/"}, map[string]string{"twin.test": "a.test", "b2.test": "b.test"})
			if got := shown(t, update(t, in), []string{"b.test/"}); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// A page of a mirror that is still in the index has the levels of its main mirror.
func TestTwinInIndex(t *testing.T) {
	t.Parallel()
	w := web{"a.test/": {"m.test/x"}}
	pages := []string{"a.test/", "mirror.test/x"}
	got := shown(t, update(t, w.input(t, pages, map[string]string{"mirror.test": "m.test"})), pages)
	if want := "255/255/016 mirror.test/x"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestNothingChanged(t *testing.T) {
	t.Parallel()
	w := web{"a.test/": {"b.test/"}}
	files, pages := newMemory(), []string{"a.test/", "b.test/"}
	steps := []struct {
		name    string
		web     web
		indexed []string
		main    map[string]string
		same    bool
	}{
		{"first", w, pages, nil, false},
		{"again", w, pages, nil, true},
		{"other links", web{"a.test/": {"c.test/"}}, pages, nil, false},
		{"other pages", w, pages[:1], nil, false},
		{"other mirrors", w, pages, map[string]string{"mirror.test": "a.test"}, false},
		{"as before", w, pages, nil, false},
		{"and again", w, pages, nil, true},
	}
	for _, s := range steps {
		before, err := Open(files)
		if err != nil {
			t.Fatal(err)
		}
		_, done, err := Update(t.Context(), files, s.web.input(t, s.indexed, s.main), before)
		if err != nil || done.Same != s.same {
			t.Errorf("%s: %+v, %v, want same %v", s.name, done, err, s.same)
		}
		if names, err := files.List(); err != nil || !slices.Equal(names, []string{fileName}) {
			t.Errorf("%s: %q lie there, %v", s.name, names, err)
		}
	}
}
