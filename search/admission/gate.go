package admission

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/aranea-search/aranea"
)

// Options say how many resources queries may take. The zero value is sensible.
type Options struct {
	// MaxRunning is how many queries run at once; default the number of processors. Expensive
	// queries, whose cost exceeds DearCost, take at most half of the places, so that they
	// cannot block the cheap ones.
	MaxRunning int
	// MaxWaiting is how many queries wait for a place; more are refused with
	// ErrBusy. Default 64.
	MaxWaiting int
	// MaxCost is the highest cost, in postings, of a query that is run; others are refused with
	// ErrDear. Default 20 million: some seconds of one processor.
	MaxCost int64
}

// Defaults of Options, and the cost from which on a query counts as expensive.
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

// Reasons for not running a query. Both are wrapped in an aranea.Error of kind Limit.
var (
	// ErrBusy says that too many queries are running and waiting. The same query may be tried
	// again in a second.
	ErrBusy = errors.New("too many searches at once")
	// ErrDear says that the query would always cost too much.
	ErrDear = errors.New("the query is too costly: it asks for too many frequent words or phrases at once")
)

// Refused wraps the reason for not running a query in an error of kind Limit.
func Refused(err error) error {
	return &aranea.Error{Op: "search", Kind: aranea.Limit, Err: err}
}

// A Gate admits queries. It is safe for concurrent use.
type Gate struct {
	running chan struct{}
	dear    chan struct{}
	waiting chan struct{}
	maxCost int64
}

// New returns an empty Gate.
func New(o Options) *Gate {
	o = o.withDefaults()
	return &Gate{
		running: make(chan struct{}, o.MaxRunning), dear: make(chan struct{}, max(1, o.MaxRunning/2)),
		waiting: make(chan struct{}, o.MaxWaiting), maxCost: o.MaxCost,
	}
}

// A Place is the right of one query to run. It is used by one goroutine.
type Place struct {
	g    *Gate
	dear bool
}

// Enter waits for a place for a query of the given cost.
func (g *Gate) Enter(ctx context.Context, cost int64) (*Place, error) {
	if cost > g.maxCost {
		return nil, Refused(fmt.Errorf("%w (%d postings, the limit is %d)", ErrDear, cost, g.maxCost))
	}
	select {
	case g.waiting <- struct{}{}:
		defer func() { <-g.waiting }()
	default:
		return nil, Refused(ErrBusy)
	}
	p := &Place{g: g, dear: cost > DearCost}
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

// MayCost reports whether the query may continue at the given cost. It never waits.
func (p *Place) MayCost(cost int64) bool {
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

// Rise waits until the query may continue at the given cost. Meanwhile its place is others', and if it must
// not continue, it has none.
func (p *Place) Rise(ctx context.Context, cost int64) (*Place, error) {
	if p.MayCost(cost) {
		return p, nil
	}
	p.Leave()
	return p.g.Enter(ctx, cost)
}

// Leave gives the place back.
func (p *Place) Leave() {
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
