// Command relevance measures how well queries are answered whose right answer is
// known, on the index of a data folder that no other process owns: words of a page,
// its title, and the words of links to it; without links, with them, and with links
// of which the words that are asked for were taken out (held out); each with and
// without the static rank of pages.
//
// Floor: 7 (glue). Stability: engine.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/signals"
	"github.com/aranea-search/aranea/search/sitename"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "relevance:", err)
		os.Exit(1)
	}
}

// folds is in how many parts the words of links are held out, one at a time.
const folds = 5

func run(ctx context.Context, out io.Writer) error {
	data := flag.String("data", "", "data folder of a crawl")
	linksFile := flag.String("links", "", "what aranea export --links printed of it")
	each := flag.Int("each", 200, "queries of each kind and language")
	seed := flag.Uint64("seed", 20261122, "seed of the drawing")
	judged := flag.String("judged", "", "write pages and words of pages as judged collections below this folder, with the answers")
	noMenus := flag.Bool("no-menus", false, "leave out links of a site to its own pages outside of the main text; what is asked stays")
	flag.Parse()
	pages, err := index.OpenReader(filepath.Join(*data, "index"))
	if err != nil {
		return err
	}
	defer pages.Close()
	links, err := readLinks(*linksFile)
	if err != nil {
		return err
	}
	c, err := read(ctx, pages)
	if err != nil {
		return err
	}
	queries := c.draw(links, *each, *seed)
	if *judged != "" {
		if err := c.write(*judged, queries); err != nil {
			return err
		}
	}
	if *noMenus {
		links = withoutMenus(links)
	}
	ranks, names, err := ranksOf(*data)
	if err != nil {
		return err
	}
	m := &measure{ctx: ctx, pages: pages, ranks: ranks, names: names, queries: queries, judged: *judged, found: map[row]tally{}}
	if err := m.all(c, links); err != nil {
		return err
	}
	return m.print(out)
}

// ranksOf reads what was made of links, and the names of sites, nil for what is not there.
func ranksOf(data string) (*rank.Table, *sitename.Table, error) {
	files, err := disk.At(filepath.Join(data, "rank"))
	if err != nil {
		return nil, nil, err
	}
	ranks, err := rank.Open(folder{files})
	if err != nil {
		return nil, nil, err
	}
	names, err := sitename.Open(folder{files})
	return ranks, names, err
}

// A folder is where ranks lie.
type folder struct{ disk.Folder }

// Create is part of rank.Folder.
func (f folder) Create(name string) (rank.File, error) { return f.Folder.Create(name) }

// A row of the table is a kind of queries in a language, asked in a way.
type row struct{ kind, lang, how string }

// A tally counts queries, right first results, and reciprocal places among ten.
type tally struct {
	n, first int
	places   float64
}

// A measure asks queries in several ways.
type measure struct {
	ctx     context.Context //nolint:containedctx // the program is one call
	pages   *index.Reader
	ranks   *rank.Table
	names   *sitename.Table
	queries []query
	judged  string // where the runs of words go, "" for nowhere
	found   map[row]tally
}

// signals returns the ranks of pages, without versions: each page is looked for as it is.
func (m *measure) signals() signals.Tables { return signals.Tables{Ranks: m.ranks} }

// all asks every query in every way.
func (m *measure) all(c *collection, links []link) error {
	if err := m.ask("no links", nil, -1); err != nil {
		return err
	}
	known, err := c.anchors(m.ctx, links, nil)
	if err != nil {
		return err
	}
	defer known.Close()
	if err := m.ask("links", known, -1); err != nil {
		return err
	}
	if err := m.runs(known); err != nil {
		return err
	}
	for fold := range folds {
		held := map[string]bool{}
		for _, q := range m.queries {
			if q.kind == byLink && q.fold == fold {
				held[q.held()] = true
			}
		}
		x, err := c.anchors(m.ctx, links, held)
		if err != nil {
			return err
		}
		err = m.ask("links held out", x, fold)
		x.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// ask asks the queries of a fold, or all of them, without and with ranks.
func (m *measure) ask(how string, anchors *index.Index, fold int) error {
	opt := search.Options{Names: func() *sitename.Table { return m.names }}
	if anchors != nil {
		opt.Anchors = anchors
	}
	if err := m.askAll(how, opt, fold); err != nil {
		return err
	}
	opt.Signals = m.signals
	return m.askAll(how+" + rank", opt, fold)
}

func (m *measure) askAll(how string, opt search.Options, fold int) error {
	s := search.New(m.pages, time.Now, opt)
	for _, q := range m.queries {
		if fold >= 0 && q.fold != fold {
			continue
		}
		r, err := s.Search(m.ctx, search.Request{Query: q.text, NoSnippets: true, Copies: true})
		if err != nil {
			return fmt.Errorf("%q: %w", q.text, err)
		}
		at := slices.IndexFunc(r.Results, func(x search.Result) bool { return x.URL.String() == q.want })
		for _, lang := range []string{q.lang, "all"} {
			key := row{q.kind, lang, how}
			t := m.found[key]
			if t.n++; at >= 0 {
				t.places += 1 / float64(at+1)
			}
			if at == 0 {
				t.first++
			}
			m.found[key] = t
		}
	}
	return nil
}

// runs writes the answers to words of pages, with links and ranks, beside the judged
// collections.
func (m *measure) runs(anchors *index.Index) error {
	if m.judged == "" {
		return nil
	}
	s := search.New(m.pages, time.Now, search.Options{Anchors: anchors, Signals: m.signals})
	all := map[string]*strings.Builder{}
	for i, q := range m.queries {
		if q.kind != byWords {
			continue
		}
		if all[q.lang] == nil {
			all[q.lang] = &strings.Builder{}
		}
		r, err := s.Search(m.ctx, search.Request{Query: q.text, NoSnippets: true, Copies: true, Limit: 100})
		if err != nil {
			return err
		}
		for place, x := range r.Results {
			fmt.Fprintf(all[q.lang], "%d\t%s\t%d\n", i, x.URL, place+1)
		}
	}
	for lang, text := range all {
		if err := os.WriteFile(filepath.Join(m.judged, lang, "aranea.run"), []byte(text.String()), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// print writes the table: success of the first result and mean reciprocal rank.
func (m *measure) print(out io.Writer) error {
	ways := []string{"no links", "no links + rank", "links", "links + rank", "links held out", "links held out + rank"}
	fmt.Fprintf(out, "%-6s %-4s %5s", "asked", "lang", "n")
	for _, w := range ways {
		fmt.Fprintf(out, " %22s", w)
	}
	fmt.Fprintln(out)
	for _, kind := range []string{byWords, byTitle, byLink} {
		for _, lang := range append(slices.Clone(languages), "all") {
			fmt.Fprintf(out, "%-6s %-4s %5d", kind, lang, m.found[row{kind, lang, ways[0]}].n)
			for _, w := range ways {
				t := m.found[row{kind, lang, w}]
				n := float64(max(t.n, 1))
				fmt.Fprintf(out, "          %.3f / %.3f", float64(t.first)/n, t.places/n)
			}
			fmt.Fprintln(out)
		}
	}
	return nil
}
