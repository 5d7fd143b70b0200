package naming

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/search/domain"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/postings"
	"github.com/aranea-search/aranea/search/signals"
	"github.com/aranea-search/aranea/search/sitename"
	"github.com/aranea-search/aranea/search/term"
)

// called returns a table in which hosts are called python.
func called(t *testing.T, hosts ...string) *sitename.Table {
	t.Helper()
	names, err := sitename.Learn(func() iter.Seq2[sitename.Page, error] {
		return func(yield func(sitename.Page, error) bool) {
			for i := range 10 * len(hosts) {
				p := sitename.Page{URL: fmt.Sprintf("http://%s/%d", hosts[i%len(hosts)], i), Title: fmt.Sprintf("Word%d | Python", i), Lang: analyze.En}
				if !yield(p, nil) {
					return
				}
			}
		}
	}, func(string) (int, error) { return 0, nil })
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// asked returns which hosts python names, in order.
func asked(t *testing.T, a *Asker) string {
	t.Helper()
	return askedOf(t, a, "python")
}

// askedOf returns which hosts a word names, in order.
func askedOf(t *testing.T, a *Asker, word string) string {
	t.Helper()
	var hints hint.List
	var pool term.Pool
	var room term.Room
	a.Terms = term.New(a.Snap, &pool, &room, postings.Wanted{}, nil, &hints)
	defer a.Terms.Close()
	sites, err := a.Sites(word, word)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(sites)
	return strings.ReplaceAll(strings.Join(sites, " "), domain.SiteTerm, "")
}

// hosts returns the URLs of some numbered hosts.
func hosts(n int, format string) (out []string) {
	for i := range n {
		out = append(out, fmt.Sprintf(format, i))
	}
	return out
}

// TestStrangersTakeNoName: whatever strangers call their hosts and pages, a site with a seed keeps its name,
// alone.
func TestStrangersTakeNoName(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		strangers []string
		called    []string
		want      string
	}{
		"nobody":     {nil, []string{"docs.snake.test"}, "docs.snake.test"},
		"label":      {[]string{"python.evil.test/"}, []string{"docs.snake.test"}, "docs.snake.test"},
		"domain":     {[]string{"python-docs.test/"}, []string{"docs.snake.test"}, "docs.snake.test"},
		"titles":     {[]string{"evil.test/"}, []string{"docs.snake.test", "evil.test"}, "docs.snake.test"},
		"labels":     {hosts(60, "python.h%d.evil.test/"), []string{"docs.snake.test"}, "docs.snake.test"},
		"whole site": {append(hosts(60, "python.h%d.python.test/"), "python.test/"), nil, "python.test"},
		"alone":      {[]string{"python.evil.test/"}, nil, "python.evil.test"},
		"many sites": {hosts(9, "python.h%d.test/"), []string{"docs.snake.test"}, "docs.snake.test"},
		"very many":  {hosts(200, "python.h%d.test/"), []string{"docs.snake.test"}, "docs.snake.test"},
	} {
		// The first two are seeds.
		a := &Asker{Memory: &Memory{}, Snap: filled(t, append([]string{"docs.snake.test/", "other.test/"}, tt.strangers...)...), Called: called(t, tt.called...)}
		if got := asked(t, a); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}

// TestManySitesOfOneName: a word that names many sites tells those with a seed, and none if there are too
// many of these as well, or none.
func TestManySitesOfOneName(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		seeds, others int
		want          string
	}{
		"one seed":   {1, 20, "blog.seed0.test"},
		"some":       {2, 20, "blog.seed0.test blog.seed1.test"},
		"many seeds": {9, 20, ""},
		"no seed":    {0, 20, ""},
	} {
		urls := hosts(tt.seeds, "blog.seed%d.test/")
		urls = append(urls, hosts(tt.others, "blog.other%d.test/")...)
		a := &Asker{Memory: &Memory{}, Snap: at(t, func(i int) uint16 { return uint16(min(max(i-tt.seeds+1, 0), 1)) }, urls...)}
		if got := askedOf(t, a, "blog"); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// A folder is a folder in memory.
type folder struct{ disk.Folder }

func (f folder) Create(name string) (rank.File, error) { return f.Folder.Create(name) }

// ranked returns the ranks of pages, by the pages that link to them.
func ranked(t *testing.T, snap *index.Snapshot, links map[string][]string) *signals.Ranks {
	t.Helper()
	table, _, err := rank.Update(t.Context(), folder{disk.NewMemory()}, rank.Input{
		Indexed: func(context.Context) iter.Seq2[string, error] {
			return func(yield func(string, error) bool) {
				for to := range links {
					if !yield(to, nil) {
						return
					}
				}
			}
		},
		Pages: func(context.Context) iter.Seq2[linkgraph.Page, error] {
			return func(yield func(linkgraph.Page, error) bool) {
				for to, all := range links {
					for _, from := range all {
						if !yield(linkgraph.Page{URL: from, Links: []string{to}}, nil) {
							return
						}
					}
				}
			}
		},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var m signals.Cache
	return m.Of(snap, signals.Tables{Ranks: table})
}

// TestUnknownSitesTakeNoName: of sites without seeds those keep a name that links recommend. The hosts of
// one site have one vote.
func TestUnknownSitesTakeNoName(t *testing.T) {
	t.Parallel()
	snap := filled(t, "seed.test/", "other.test/", "python.evil.test/", "python.snake.test/")
	a := &Asker{Snap: snap, Memory: &Memory{}}
	if got, want := asked(t, a), "python.evil.test python.snake.test"; got != want {
		t.Errorf("without ranks: %s, want %s", got, want)
	}
	links := map[string][]string{
		"http://python.snake.test/": hosts(12, "http://fan%d.test/"),
		"http://python.evil.test/":  append(hosts(300, "http://h%d.evil.test/"), hosts(300, "http://h%d.evil2.test/")...),
	}
	a.Ranks = ranked(t, snap, links)
	if got, want := asked(t, a), "python.snake.test"; got != want {
		t.Errorf("with ranks: %s, want %s", got, want)
	}
}
