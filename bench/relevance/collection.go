package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/disk"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// A link is a line of aranea export --links.
type link struct {
	From, To, Kind, Anchor, Rel, Zone string
	NoFollow                          bool
}

func readLinks(name string) (links []link, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		var l link
		if err := json.Unmarshal(s.Bytes(), &l); err != nil {
			return nil, err
		}
		links = append(links, l)
	}
	return links, s.Err()
}

// withoutMenus leaves out what a site says of its own pages outside of the main text:
// links with words whose zone is known and another. Redirects and copies stay.
func withoutMenus(links []link) []link {
	return slices.DeleteFunc(slices.Clone(links), func(l link) bool {
		if l.Anchor == "" || l.Zone == "" || l.Zone == aranea.ZoneMain.String() {
			return false
		}
		from, err := weburl.Parse(l.From)
		to, err2 := weburl.Parse(l.To)
		return err == nil && err2 == nil && from.Origin().Site() == to.Origin().Site()
	})
}

// A page of the index.
type page struct{ url, lang, title, text string }

// A collection is the pages of an index.
type collection struct {
	pages []page
	of    map[string]int // by URL
}

func read(ctx context.Context, r *index.Reader) (*collection, error) {
	snap, err := r.Snapshot()
	if err != nil {
		return nil, err
	}
	defer snap.Close()
	c := &collection{of: map[string]int{}}
	for d, err := range snap.Documents(ctx) {
		if err != nil {
			return nil, err
		}
		if d.Hidden {
			continue
		}
		c.of[d.Record.URL] = len(c.pages)
		c.pages = append(c.pages, page{d.Record.URL, d.Record.Lang, d.Record.Title, string(d.Text)})
	}
	return c, nil
}

// anchors makes an index of the words of links without those that are held out.
func (c *collection) anchors(ctx context.Context, links []link, held map[string]bool) (*index.Index, error) {
	g := linkgraph.New(memstore.New(), nil)
	if err := g.Apply(ctx, changes(links)); err != nil {
		return nil, err
	}
	x, err := index.OpenOn(disk.NewMemory(), index.Options{})
	if err != nil {
		return nil, err
	}
	counted, err := g.Census(ctx, nil)
	if err != nil {
		return nil, err
	}
	_, err = counted.UpdateAnchors(ctx, linkgraph.Uses{
		Standing: func(u weburl.URL) (linkgraph.Standing, error) {
			if _, known := c.of[u.String()]; known {
				return linkgraph.Read, nil
			}
			return linkgraph.Unlisted, nil
		},
		Kind: func(weburl.URL) string { return "" },
		Apply: func(ctx context.Context, all []aranea.IndexChange) error {
			for i := range all {
				if all[i].Page != nil {
					all[i].Page = without(all[i].Page, held)
				}
			}
			return x.Apply(ctx, all)
		},
	})
	if err != nil {
		return nil, err
	}
	return x, x.Flush()
}

// changes gathers links by their page.
func changes(links []link) []aranea.EdgeChange {
	kinds := map[string]aranea.How{}
	for h := aranea.How(0); h <= aranea.HowPicture; h++ {
		kinds[h.String()] = h
	}
	var out []aranea.EdgeChange
	for _, l := range links {
		from, err := weburl.Parse(l.From)
		to, err2 := weburl.Parse(l.To)
		if err != nil || err2 != nil {
			continue
		}
		if n := len(out); n == 0 || out[n-1].Source != from {
			out = append(out, aranea.EdgeChange{Source: from})
		}
		rel := robotsmeta.Rel(0)
		if l.NoFollow {
			rel = robotsmeta.RelNoFollow
		}
		last := &out[len(out)-1]
		last.Edges = append(last.Edges, aranea.Edge{Target: to, How: kinds[l.Kind], Rel: rel, NoFollow: l.NoFollow, Anchor: l.Anchor})
	}
	return out
}

// without returns a document of anchors without the texts that are held out.
func without(p *aranea.Page, held map[string]bool) *aranea.Page {
	out := *p
	out.Text, out.Elements = nil, nil
	for _, e := range p.Elements {
		text := string(p.Text[e.Start:e.End])
		if held[heldKey(p.URL.String(), text)] {
			continue
		}
		start := uint32(len(out.Text))
		out.Text = append(append(out.Text, text...), '\n')
		e.Start, e.End = start, start+uint32(len(text))
		out.Elements = append(out.Elements, e)
	}
	return &out
}

func heldKey(url, text string) string {
	return url + "\n" + strings.ToLower(strings.Join(strings.Fields(text), " "))
}

// write writes the pages, and the queries made of their words, as a judged
// collection for each language: docs.jsonl, queries.tsv, qrels.tsv.
func (c *collection) write(dir string, queries []query) error {
	for _, lang := range languages {
		var docs, asked, right strings.Builder
		for _, p := range c.pages {
			b, err := json.Marshal(map[string]string{"id": p.url, "title": p.title, "text": p.text, "lang": lang})
			if err != nil {
				return err
			}
			docs.Write(append(b, '\n'))
		}
		for i, q := range queries {
			if q.kind == byWords && q.lang == lang {
				fmt.Fprintf(&asked, "%d\t%s\n", i, q.text)
				fmt.Fprintf(&right, "%d\t%s\t1\n", i, q.want)
			}
		}
		at := filepath.Join(dir, lang)
		if err := os.MkdirAll(at, 0o700); err != nil {
			return err
		}
		for name, text := range map[string]string{"docs.jsonl": docs.String(), "queries.tsv": asked.String(), "qrels.tsv": right.String()} {
			if err := os.WriteFile(filepath.Join(at, name), []byte(text), 0o600); err != nil {
				return err
			}
		}
	}
	return nil
}
