package linkgraph

import (
	"context"
	"hash/crc64"
	"iter"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A Page is a page whose links count, as link popularity sees it.
type Page struct {
	URL string
	// Alias is the URL that it redirects to, or whose text it has; "" if it is a page
	// of its own.
	Alias string
	// Links are the URLs that it recommends: neither pictures nor links that ask not
	// to be followed, or that a visitor wrote, or that were paid for.
	Links []string
	// Sum is a checksum of all that is stored of its links.
	Sum uint64
}

// Pages yields every page whose links count. A Page is good until the next one.
func (g *Graph) Pages(ctx context.Context) iter.Seq2[Page, error] {
	return func(yield func(Page, error) bool) {
		var p Page
		sums := crc64.MakeTable(crc64.ECMA)
		for pair, err := range g.kv.Scan([]byte{tableOut}, []byte{tableOut + 1}) {
			if err == nil {
				err = context.Cause(ctx)
			}
			counts := false
			if err == nil {
				counts, err = g.pageOf(pair, &p)
			}
			if err != nil {
				yield(Page{}, err)
				return
			}
			if p.Sum = crc64.Checksum(pair.Value, sums); counts && !yield(p, nil) {
				return
			}
		}
	}
}

// pageOf reads a page, and reports whether its links count.
func (g *Graph) pageOf(pair store.Pair, p *Page) (bool, error) {
	source, edges, err := decodePage(pair.Value)
	if err != nil {
		return false, corrupt(pair.Key, err)
	}
	from, err := weburl.Parse(source)
	if err != nil {
		return false, corrupt(pair.Key, err)
	}
	p.URL, p.Alias, p.Links = source, "", p.Links[:0]
	for i := range edges {
		e := &edges[i]
		switch {
		case e.how == aranea.HowRedirect || e.how == aranea.HowCanonical:
			p.Alias = e.to
		case e.how != aranea.HowPicture && !e.closed && !e.rel.NoFollow():
			p.Links = append(p.Links, e.to)
		}
	}
	return g.counts(from)
}
