package linkgraph

import (
	"bytes"
	"context"
	"hash/crc64"
	"iter"

	"github.com/aranea-search/aranea/store"
)

// A Page is a page whose links count, in the form used for link popularity.
type Page struct {
	URL string
	// Alias is the URL that it redirects to or whose text it has; "" if it is a page in its own
	// right.
	Alias string
	// Links are the URLs that it recommends. Pictures are left out, as are links that ask not
	// to be followed, that a visitor wrote, or that were paid for.
	Links []string
	// Sum is a checksum of everything stored of its links.
	Sum uint64
}

// MaxDead bounds the pages that a Census records as not counting; any others are looked up each
// time they are met.
const MaxDead = 4_000_000

// A Census is a view of the graph without the links of pages that were closed, removed or gone
// when it was taken. For the first MaxDead of these pages, what is computed from it sees a
// single state, looked up once.
type Census struct {
	g     *Graph
	known Knowns
	dead  map[ref]bool // pages whose links do not count
	rest  ref          // the first such page that is not in dead, if more is set
	more  bool
}

// Census determines which pages count. If known is nil, all pages are looked up one by one.
func (g *Graph) Census(ctx context.Context, known Knowns) (*Census, error) {
	return g.census(ctx, known, MaxDead)
}

// census is Census with a bound on the pages that it records.
func (g *Graph) census(ctx context.Context, known Knowns, most int) (*Census, error) {
	c := &Census{g: g, known: known, dead: map[ref]bool{}}
	list := newKnownList(ctx, known)
	defer list.stop()
	for p, err := range g.scan(ctx, []byte{tableOut}, []byte{tableOut + 1}) {
		if err != nil {
			return nil, err
		}
		counts, err := c.counts(list, p)
		if err != nil {
			return nil, err
		}
		switch {
		case counts:
		case len(c.dead) < most:
			c.dead[ref(p.Key[1:])] = true
		default:
			c.rest, c.more = ref(p.Key[1:]), true
			return c, nil
		}
	}
	return c, nil
}

// counts reports whether the links of the next page count.
func (c *Census) counts(list *knownList, p store.Pair) (bool, error) {
	if len(p.Key) != 1+refSize {
		return false, corrupt(p.Key, errRecord)
	}
	k, ok, err := list.find(ref(p.Key[1:]))
	if ok || err != nil {
		return k.Counts, err
	}
	u, err := sourceOf(p)
	if err != nil {
		return false, err
	}
	return c.g.counts(u)
}

// isDead reports whether the links of a page do not count. record is its stored record, nil to
// have it read.
func (c *Census) isDead(source ref, record []byte) (bool, error) {
	if c.dead[source] || !c.more || bytes.Compare(source[:], c.rest[:]) < 0 {
		return c.dead[source], nil
	}
	key := outKey(source)
	if record == nil {
		var err error
		if record, err = c.g.kv.Get(key); err != nil {
			return false, err
		}
	}
	u, err := sourceOf(store.Pair{Key: key, Value: record})
	if err != nil {
		return false, err
	}
	counts, err := c.g.counts(u)
	return !counts, err
}

// Pages yields every page whose links count. A Page is valid until the next one.
func (c *Census) Pages(ctx context.Context) iter.Seq2[Page, error] {
	return func(yield func(Page, error) bool) {
		var p Page
		var d decoder
		sums := crc64.MakeTable(crc64.ECMA)
		for pair, err := range c.g.scan(ctx, []byte{tableOut}, []byte{tableOut + 1}) {
			if err == nil && len(pair.Key) != 1+refSize {
				err = corrupt(pair.Key, errRecord)
			}
			dead := false
			if err == nil {
				dead, err = c.isDead(ref(pair.Key[1:]), pair.Value)
			}
			if err == nil && !dead {
				err = p.read(&d, pair)
			}
			if err != nil {
				yield(Page{}, err)
				return
			}
			if dead {
				continue
			}
			if p.Sum = crc64.Checksum(pair.Value, sums); !yield(p, nil) {
				return
			}
		}
	}
}

// read reads the record of a page.
func (p *Page) read(d *decoder, pair store.Pair) error {
	source, edges, err := d.page(pair.Value)
	if err != nil {
		return corrupt(pair.Key, err)
	}
	p.URL, p.Alias, p.Links = source, "", p.Links[:0]
	for i := range edges {
		e := &edges[i]
		switch {
		case e.isAlias():
			p.Alias = e.to
		case e.how.Recommends() && !e.closed && !e.rel.NoFollow():
			p.Links = append(p.Links, e.to)
		}
	}
	return nil
}
