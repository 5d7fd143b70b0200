package linkgraph

import (
	"context"
	"encoding/binary"
	"errors"
	"iter"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// Links yields the links that a filter selects: those to a URL site by site, those of a page by
// URL, all links page by page. The alternates of pages follow behind the others.
func (g *Graph) Links(ctx context.Context, f Filter) iter.Seq2[Link, error] {
	all := inTurn(g.all(ctx), g.allAlternates(ctx))
	switch {
	case !f.URL.IsZero() && f.From:
		all = inTurn(g.from(f.URL), g.alternatesFrom(ctx, f.URL))
	case !f.URL.IsZero():
		all = inTurn(g.LinksTo(ctx, f.URL, ""), g.alternatesTo(ctx, f.URL))
	}
	return func(yield func(Link, error) bool) {
		skip, left := f.Offset, f.Limit
		for l, err := range all {
			if err == nil && skip > 0 {
				skip--
				continue
			}
			if !yield(l, err) || err != nil {
				return
			}
			if left--; left == 0 {
				return
			}
		}
	}
}

// inTurn yields what several lists have, until one ends with an error.
func inTurn(lists ...iter.Seq2[Link, error]) iter.Seq2[Link, error] {
	return func(yield func(Link, error) bool) {
		for _, list := range lists {
			for l, err := range list {
				if !yield(l, err) || err != nil {
					return
				}
			}
		}
	}
}

// from yields the links of a page.
func (g *Graph) from(u weburl.URL) iter.Seq2[Link, error] {
	return func(yield func(Link, error) bool) {
		key := outKey(refOf(u.ID()))
		record, err := g.kv.Get(key)
		if errors.Is(err, store.ErrNotFound) {
			return
		}
		if err != nil {
			yield(Link{}, err)
			return
		}
		relayPage(store.Pair{Key: key, Value: record}, yield)
	}
}

// relayPage yields the links of a record and reports whether the caller wants more.
func relayPage(p store.Pair, yield func(Link, error) bool) bool {
	source, edges, err := decodePage(p.Value)
	if err != nil {
		yield(Link{}, corrupt(p.Key, err))
		return false
	}
	from, err := weburl.Parse(source)
	if err != nil {
		yield(Link{}, corrupt(p.Key, err))
		return false
	}
	for i := range edges {
		to, err := weburl.Parse(edges[i].to)
		if err != nil {
			yield(Link{}, corrupt(p.Key, err))
			return false
		}
		if !yield(edges[i].link(from, to), nil) {
			return false
		}
	}
	return true
}

// scan yields the records of a range until the context ends, whose cause is the last error then.
func (g *Graph) scan(ctx context.Context, lo, hi []byte) iter.Seq2[store.Pair, error] {
	return func(yield func(store.Pair, error) bool) {
		for p, err := range g.kv.Scan(lo, hi) {
			if err == nil {
				err = context.Cause(ctx)
			}
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// all yields every link, page by page.
func (g *Graph) all(ctx context.Context) iter.Seq2[Link, error] {
	return func(yield func(Link, error) bool) {
		for p, err := range g.scan(ctx, []byte{tableOut}, []byte{tableOut + 1}) {
			if err != nil {
				yield(Link{}, err)
				return
			}
			if !relayPage(p, yield) {
				return
			}
		}
	}
}

// LinksTo yields the links to a URL that count: those on pages of the site of an origin, "" for
// all.
func (g *Graph) LinksTo(ctx context.Context, u weburl.URL, site weburl.Origin) iter.Seq2[Link, error] {
	return func(yield func(Link, error) bool) {
		lo, hi := inRange(refOf(u.ID()))
		if site != "" {
			id := site.ID()
			lo = append(lo, id[:weburl.SiteIDSize]...)
			hi = store.AfterPrefix(lo)
		}
		for p, err := range g.scan(ctx, lo, hi) {
			if err != nil {
				yield(Link{}, err)
				return
			}
			l, ok, err := g.inlink(p, u)
			if err == nil && (!ok || site != "" && l.From.Origin().Site() != site.Site()) { // sites may share the key's bytes
				continue
			}
			if !yield(l, err) || err != nil {
				return
			}
		}
	}
}

// AnyLinksTo yields the links to a URL, those of pages whose links do not count, too. seen may be nil.
func (g *Graph) AnyLinksTo(ctx context.Context, u weburl.URL, seen *Seen) iter.Seq2[Link, error] {
	return func(yield func(Link, error) bool) {
		lo, hi := inRange(refOf(u.ID()))
		for p, err := range g.scan(ctx, lo, hi) {
			l, ok := Link{}, true
			if err == nil {
				l, ok, err = g.anyInlink(p, u, seen)
			}
			if (ok || err != nil) && !yield(l, err) || err != nil {
				return
			}
		}
	}
}

// IsLinked reports whether a page has a link to a URL that counts.
func (g *Graph) IsLinked(ctx context.Context, u weburl.URL) (bool, error) {
	for _, err := range g.LinksTo(ctx, u, "") {
		return err == nil, err
	}
	return false, nil
}

// Copies returns at most most pages that declare u to stand for them: pages with its text
// and pages that call it canonical. At most MaxCounted links to u are examined.
func (g *Graph) Copies(ctx context.Context, u weburl.URL, most int) ([]weburl.URL, error) {
	var pages []weburl.URL
	lo, hi := inRange(refOf(u.ID()))
	looked := 0
	for p, err := range g.scan(ctx, lo, hi) {
		if err != nil {
			return nil, err
		}
		if looked++; looked > MaxCounted || len(pages) == most {
			break
		}
		e, err := decodeIn(p.Value)
		if err != nil || len(p.Key) != inKeySize {
			return nil, corrupt(p.Key, errRecord)
		}
		if e.how != aranea.HowCanonical {
			continue
		}
		from, ok, err := g.page(p.Key)
		if err != nil {
			return nil, err
		}
		if ok {
			pages = append(pages, from)
		}
	}
	return pages, nil
}

// inlink decodes one link to a URL and reports whether it counts.
func (g *Graph) inlink(p store.Pair, to weburl.URL) (Link, bool, error) {
	l, ok, err := g.anyInlink(p, to, nil)
	if err != nil || !ok {
		return Link{}, false, err
	}
	ok, err = g.counts(l.From)
	return l, ok, err
}

// anyInlink decodes one link to a URL and reports whether it is still there.
func (g *Graph) anyInlink(p store.Pair, to weburl.URL, seen *Seen) (Link, bool, error) {
	if len(p.Key) != inKeySize {
		return Link{}, false, corrupt(p.Key, errRecord)
	}
	e, err := decodeIn(p.Value)
	if err != nil {
		return Link{}, false, corrupt(p.Key, err)
	}
	from, ok, err := seen.page(g, p.Key)
	return e.link(from, to), ok, err
}

// sourceOf returns the URL of a record's page.
func sourceOf(p store.Pair) (weburl.URL, error) {
	if len(p.Key) != 1+refSize || !isRecord(p.Value) {
		return weburl.URL{}, corrupt(p.Key, errRecord)
	}
	n, head := binary.Uvarint(p.Value[1:])
	if head <= 0 || n > uint64(len(p.Value)-1-head) {
		return weburl.URL{}, corrupt(p.Key, errRecord)
	}
	u, err := weburl.Parse(string(p.Value[1+head:][:n]))
	if err != nil {
		return u, corrupt(p.Key, err)
	}
	return u, nil
}

// Seen remembers the pages that links were found on, for a walk over many URLs: most pages of a site have links from
// the same few, whose records are long. The zero value has seen none; nil remembers none. It is not safe for
// concurrent use.
type Seen struct{ pages map[ref]weburl.URL }

const maxSeen = 1 << 15 // pages that are remembered

// page is Graph.page, without a look at pages that were seen before.
func (s *Seen) page(g *Graph, in []byte) (weburl.URL, bool, error) {
	if s == nil {
		return g.page(in)
	}
	source := ref(in[1+refSize:])
	if u, ok := s.pages[source]; ok {
		return u, true, nil
	}
	u, ok, err := g.page(in)
	if ok && err == nil {
		if s.pages == nil || len(s.pages) == maxSeen {
			s.pages = map[ref]weburl.URL{}
		}
		s.pages[source] = u
	}
	return u, ok, err
}

// page returns the URL of the page that a link is on; false if the page lost the link after the
// scan began that yielded in, the link's key.
func (g *Graph) page(in []byte) (_ weburl.URL, ok bool, err error) {
	p := store.Pair{Key: outKey(ref(in[1+refSize:]))}
	p.Value, err = g.kv.Get(p.Key)
	if errors.Is(err, store.ErrNotFound) {
		if gone, err := g.isGone(in); gone || err != nil {
			return weburl.URL{}, false, err
		}
		if p.Value, err = g.kv.Get(p.Key); errors.Is(err, store.ErrNotFound) { // it may have come back in between
			return weburl.URL{}, false, corrupt(p.Key, errors.New("a link has no page"))
		}
	}
	if err != nil {
		return weburl.URL{}, false, err
	}
	from, err := sourceOf(p)
	return from, err == nil, err
}

// isGone reports whether a link of an earlier scan is no longer there.
func (g *Graph) isGone(in []byte) (bool, error) {
	_, err := g.kv.Get(in)
	if errors.Is(err, store.ErrNotFound) {
		return true, nil
	}
	return false, err
}
