package search

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/weburl"
)

// Options bound what queries may take of the machine, and say what else they look
// at. The zero value is sensible.
type Options struct {
	// MaxRunning is how many queries run at once; default the number of
	// processors. Dear ones, whose cost is above DearCost, hold at most half of
	// the places, so that they cannot keep the cheap ones out.
	MaxRunning int
	// MaxWaiting is how many queries wait for a place; more are refused with
	// ErrBusy. Default 64.
	MaxWaiting int
	// MaxCost is the cost in postings of the dearest query that is run; others
	// are refused with ErrDear. Default 20 million: some seconds of one
	// processor.
	MaxCost int64
	// Anchors is the index of the words of links, by the URLs that they name; nil
	// if there is none.
	Anchors Source
	// Listed says whether a URL that was never read may be among the results, by
	// the words of links to it. With nil none may.
	Listed func(weburl.URL) (bool, error)
	// Linking yields the pages with a link to a URL; nil if links are not known.
	Linking func(context.Context, weburl.URL) iter.Seq2[weburl.URL, error]
}

// Defaults of Options, and the cost from which a query is dear.
const (
	DefaultMaxWaiting = 64
	DefaultMaxCost    = 20_000_000
	DearCost          = 500_000
)

func (o Options) withDefaults() Options {
	if o.MaxRunning <= 0 {
		o.MaxRunning = runtime.GOMAXPROCS(0)
	}
	if o.MaxWaiting <= 0 {
		o.MaxWaiting = DefaultMaxWaiting
	}
	if o.MaxCost <= 0 {
		o.MaxCost = DefaultMaxCost
	}
	return o
}

// Why a query was not run. Both come in an aranea.Error of kind Limit.
var (
	// ErrBusy says that too many queries run and wait; the same query may be
	// asked again in a second.
	ErrBusy = errors.New("too many searches at once")
	// ErrDear says that the query would cost too much, whenever it is asked.
	ErrDear = errors.New("the query is too costly: it asks for too many frequent words or phrases at once")
)

func refused(err error) error {
	return &aranea.Error{Op: "search", Kind: aranea.Limit, Err: err}
}

// A gate admits queries. It is safe for concurrent use.
type gate struct {
	running chan struct{}
	dear    chan struct{}
	waiting chan struct{}
	maxCost int64
}

func newGate(o Options) *gate {
	return &gate{
		running: make(chan struct{}, o.MaxRunning), dear: make(chan struct{}, max(1, o.MaxRunning/2)),
		waiting: make(chan struct{}, o.MaxWaiting), maxCost: o.MaxCost,
	}
}

// A place is the right of one query to run. It is used by one goroutine.
type place struct {
	g    *gate
	dear bool
}

// enter waits for a place for a query of that cost.
func (g *gate) enter(ctx context.Context, cost int64) (*place, error) {
	if cost > g.maxCost {
		return nil, refused(fmt.Errorf("%w (%d postings, the limit is %d)", ErrDear, cost, g.maxCost))
	}
	select {
	case g.waiting <- struct{}{}:
		defer func() { <-g.waiting }()
	default:
		return nil, refused(ErrBusy)
	}
	p := &place{g: g, dear: cost > DearCost}
	if p.dear {
		if err := take(ctx, g.dear); err != nil {
			return nil, err
		}
	}
	if err := take(ctx, g.running); err != nil {
		if p.dear {
			<-g.dear
		}
		return nil, err
	}
	return p, nil
}

// mayCost reports whether the query may go on to cost that much. It never waits.
func (p *place) mayCost(cost int64) bool {
	if cost <= DearCost || p.dear || cost > p.g.maxCost {
		return cost <= p.g.maxCost
	}
	select {
	case p.g.dear <- struct{}{}:
		p.dear = true
	default:
	}
	return p.dear
}

func (p *place) leave() {
	<-p.g.running
	if p.dear {
		<-p.g.dear
	}
}

func take(ctx context.Context, places chan<- struct{}) error {
	select {
	case places <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// seekCost is how many postings are decoded at most to find one document in a
// long list: one block.
const seekCost = 128

// What a page costs, in postings, whose elements are looked at, and in parts of
// seekCost one whose date is.
const (
	elementCost = 32
	dateShare   = 16
)

// cost returns how many postings the plan decodes at most when pages need all
// its words: of each list all, or a block for each document of the shortest
// list that every page must be in.
func (p *plan) cost() int64 {
	shortest := int64(p.snap.Docs()) + 1
	var lists []int64
	for _, w := range p.words {
		if least := p.count(w.tokens, &lists); !w.optional {
			shortest = min(shortest, least)
		}
	}
	for _, e := range p.where {
		p.costOf(e, &lists, &shortest, true)
	}
	var sum int64
	for _, n := range lists {
		sum += min(n, shortest*seekCost)
	}
	return sum
}

// fullCost returns how many postings the plan decodes at most when pages may
// lack words: all.
func (p *plan) fullCost() int64 {
	var lists []int64
	for _, w := range p.words {
		p.count(w.tokens, &lists)
	}
	none := int64(0)
	for _, e := range p.where {
		p.costOf(e, &lists, &none, false)
	}
	var sum int64
	for _, n := range lists {
		sum += n
	}
	return sum
}

// costOf adds the lists of a condition; a must that every page meets bounds the
// shortest list.
func (p *plan) costOf(e *expr, lists *[]int64, shortest *int64, must bool) {
	least := int64(p.snap.Docs()) + 1
	switch e.op {
	case opLeaf:
		least = p.count(e.tokens, lists)
		if e.field == query.InBody || e.field == query.InHeading {
			*lists = append(*lists, least*elementCost)
		}
	case opDocs:
		least = 0
		for _, docs := range e.docs {
			least += int64(len(docs))
		}
	case opDates:
		*lists = append(*lists, least*dateShare/seekCost)
	}
	if must {
		*shortest = min(*shortest, least)
	}
	for _, kid := range e.kids {
		p.costOf(kid, lists, shortest, must && e.op == opAnd)
	}
}

// count adds the length of each token's lists and returns the least.
func (p *plan) count(ts []*token, lists *[]int64) int64 {
	least := int64(p.snap.Docs()) + 1
	for _, t := range ts {
		*lists = append(*lists, int64(t.count))
		least = min(least, int64(t.count))
	}
	return least
}
