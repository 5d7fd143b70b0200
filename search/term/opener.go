package term

import (
	"slices"
	"sync"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/arena"
	"github.com/aranea-search/aranea/search/chain"
	"github.com/aranea-search/aranea/search/collection"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/paging"
	"github.com/aranea-search/aranea/search/postings"
)

// Guard line: cursors borrow their postings from an Opener.
var _ postings.Lender = (*Opener)(nil)

// An Opener opens the words of one query in one snapshot. It is used by one goroutine, and must be
// closed.
type Opener struct {
	snap   *index.Snapshot
	pool   *Pool
	room   *Room
	lent   []*segment.Postings
	wanted postings.Wanted
	frozen *paging.Frozen
	hints  *hint.List
	global *collection.Index // what all indexes of a collection say; nil if the index is alone
	local  *collection.Index // notes what the index says; nil if nobody asks
	term   []byte            // buffer for the term being looked up
	// forms and fuzzy are how much of the bounds is used.
	forms, fuzzy int
}

// New returns an Opener that uses room as its memory. wanted are the languages of the query and of its searcher,
// frozen are those of the words if they are known already, and hints get what is left out.
func New(snap *index.Snapshot, pool *Pool, room *Room, wanted postings.Wanted, frozen *paging.Frozen, hints *hint.List) *Opener {
	return &Opener{snap: snap, pool: pool, room: room, wanted: wanted, frozen: frozen, hints: hints}
}

// Within makes the opener take from global what all indexes of a collection say of words, and note in local
// what this index says. Either may be nil.
func (o *Opener) Within(global, local *collection.Index) { o.global, o.local = global, local }

// Lend returns postings that are recycled when the opener is closed.
func (o *Opener) Lend() *segment.Postings {
	q := o.pool.get()
	o.lent = append(o.lent, q)
	return q
}

// GiveBack recycles postings of a term that does not exist, so that the next Lend returns them
// again.
func (o *Opener) GiveBack(q *segment.Postings) {
	i := slices.Index(o.lent, q)
	o.lent = slices.Delete(o.lent, i, i+1)
	o.pool.postings.Put(q)
}

// find returns the postings of a term in a segment, nil if it has none.
func (o *Opener) find(seg int, term string) (*segment.Postings, error) {
	p := o.Lend()
	o.term = append(o.term[:0], term...)
	ok, err := o.snap.Find(p, seg, o.term)
	if err != nil || ok {
		return p, err
	}
	o.GiveBack(p)
	return nil, nil
}

// Chain returns the chain of tokens in a segment: consecutive ones if follow is set, or near each
// other, in a field.
func (o *Opener) Chain(seg int, ts []*Token, follow bool, near int, where query.Field) *chain.Chain {
	c := link(o.chain(seg, follow && len(ts) > 1, near, where), seg, ts)
	for _, t := range ts {
		if t.symbol != nil && o.snap.Symbols(seg) {
			c.AddSymbol(&t.symbol.cursors[seg])
		}
	}
	return c
}

// OwnChain returns the chain of an excluded word or phrase, which counts only outside of the
// template of a page's site.
func (o *Opener) OwnChain(seg int, ts []*Token, near int) *chain.Chain {
	c := o.chain(seg, len(ts) > 1, near, query.NoField)
	c.Owned()
	return link(c, seg, ts)
}

func (o *Opener) chain(seg int, follow bool, near int, where query.Field) *chain.Chain {
	c := &o.room.chains.Take(1)[0]
	c.Open(o.snap, seg, follow, near, where, o.room.places.Take(), o.room.places.Take())
	return c
}

// link adds tokens to a chain.
func link(c *chain.Chain, seg int, ts []*Token) *chain.Chain {
	for _, t := range ts {
		c.Add(&t.cursors[seg], uint32(t.Pos))
	}
	if c.Positional() {
		c.Apart()
	}
	return c
}

// Keep takes back the memory of a chain that is not used any more.
func (o *Opener) Keep(c *chain.Chain) {
	a, b := c.Lists()
	o.room.places.Keep(a)
	o.room.places.Keep(b)
}

// Close recycles the postings and the memory.
func (o *Opener) Close() {
	for _, q := range o.lent {
		o.pool.postings.Put(q)
	}
	o.lent = nil
	o.room.cursors.TakeBack()
	o.room.rows.TakeBack()
	o.room.chains.TakeBack()
}

// A Pool lends postings to queries. The zero Pool is ready. It is safe for concurrent use.
type Pool struct{ postings sync.Pool }

func (p *Pool) get() *segment.Postings {
	if q, ok := p.postings.Get().(*segment.Postings); ok {
		return q
	}
	return &segment.Postings{}
}

// A Room is memory that the words of a query use and leave to those of the next one.
type Room struct {
	places  arena.Lists // for positions
	cursors arena.Of[postings.Cursor]
	rows    arena.Of[postings.List]
	chains  arena.Of[chain.Chain]
}
