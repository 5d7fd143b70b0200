// Package revisit queues what is to be visited again, and remembers which orders to visit
// everything again are not carried out yet, so that the next process goes on with them and does not
// begin again.
//
// Floor: 5 (owner), inside engine, which stores the orders. Stability: engine; the JSON of its types
// is part of the data folder.
package revisit

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/aranea-search/aranea/crawl/seedreport"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/internal/swap"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// maxDue limits how many due visits a crawl queues at its start; the next crawl queues the others.
const maxDue = 1_000_000

// A Keeper holds the orders of a folder. The zero Keeper holds none. It is safe for concurrent use.
type Keeper struct{ swap.Value[Orders] }

// End forgets the orders after a run that did all that it could.
func (k *Keeper) End(ending verdict.Ending) {
	if ending == verdict.EndFinished || ending == verdict.EndDeferred {
		k.Change(func(Orders) Orders { return nil })
	}
}

// Graph knows the alternates of pages, but not those of pages that an earlier version has visited.
type Graph interface {
	// SetsSince returns since when visits bring them; not ok if that is not known.
	SetsSince() (since time.Time, ok bool, err error)
	// KeepSets notes that visits bring them from an instant on.
	KeepSets(since time.Time) error
}

var _ Graph = (*linkgraph.Graph)(nil)

// Work is how orders are carried out.
type Work struct {
	Orders  *Keeper
	Store   func() error // makes the orders durable
	Refresh func(ctx context.Context, r frontier.Renewal) (int, error)
	Graph   Graph
	Now     func() time.Time
	// Listed are the bases of the folders of files, and IsList reports whether a URL is a list of one.
	Listed []weburl.URL
	IsList func(weburl.URL) bool
	Logger *slog.Logger
}

// Do queues what r wants to be visited again, and before that, the rest of orders whose process
// ended while it queued them. r.Since is when it was asked for, zero for now; see Orders.Add for
// underWay.
func (w *Work) Do(ctx context.Context, r frontier.Renewal, underWay bool) error {
	for _, o := range w.Orders.Now() {
		if o.Queued {
			continue
		}
		if err := w.queue(ctx, o, underWay); err != nil {
			return err
		}
	}
	if r.Max = maxDue; r.Which != schedule.RefreshAll {
		return w.refresh(ctx, r)
	}
	given := Order{Since: r.Since, Hosts: r.Hosts, Sites: r.Sites}
	if given.Since.IsZero() {
		given.Since = w.Now()
	}
	var o Order
	w.Orders.Change(func(all Orders) (next Orders) { next, o = all.Add(given, underWay); return next })
	if o.Queued {
		w.Logger.Info("goes on with an earlier order to visit again", "refresh", r.Which, "since", o.Since)
		if err := w.listAgain(ctx, &r); err != nil {
			return err
		}
		r.Which = schedule.RefreshDue
		return w.refresh(ctx, r)
	}
	if err := w.Store(); err != nil {
		return err
	}
	return w.queue(ctx, o, underWay)
}

// listAgain queues the lists of folders of files that an order covers, because they may have changed while nobody went
// on with it: nothing else leads to a file that was added.
func (w *Work) listAgain(ctx context.Context, order *frontier.Renewal) error {
	var hosts []string
	for covers, i := order.Covers(), 0; i < len(w.Listed); i++ {
		if o := w.Listed[i].Origin(); covers(o) && !slices.Contains(hosts, o.Host()) {
			hosts = append(hosts, o.Host())
		}
	}
	if len(hosts) == 0 {
		return nil
	}
	return w.refresh(ctx, frontier.Renewal{Which: schedule.RefreshAll, Hosts: hosts, Only: w.IsList})
}

// queue queues what an order wants to be visited again. Where an earlier version kept no alternates of pages,
// these are requested unconditionally, for a 304 would bring none. If that holds for all pages, later orders need
// not do so again; while a crawl is under way, conditional requests may be.
func (w *Work) queue(ctx context.Context, o Order, underWay bool) error {
	_, kept, err := w.Graph.SetsSince()
	if err != nil {
		return err
	}
	since := w.Now()
	if err := w.refresh(ctx, frontier.Renewal{Which: schedule.RefreshAll, Hosts: o.Hosts, Sites: o.Sites, Since: o.Since, Anew: !kept}); err != nil {
		return err
	}
	if !kept && !underWay && len(o.Hosts)+len(o.Sites) == 0 {
		if err := w.Graph.KeepSets(since); err != nil {
			return err
		}
	}
	w.Orders.Change(func(all Orders) Orders { return all.Queue(o) })
	return w.Store()
}

func (w *Work) refresh(ctx context.Context, r frontier.Renewal) error {
	again, err := w.Refresh(ctx, r)
	w.Logger.Info("visits again", "refresh", r.Which, "hosts", len(r.Hosts), "sites", len(r.Sites), "urls", again)
	return err
}

// Reach returns the hosts of seeds and of where they lead to, or with a scope beyond hosts, their
// registrable domains.
func Reach(ctx context.Context, p seedreport.Entries, mode scope.Mode, rules scope.Rules) (hosts, sites []string, err error) {
	led, err := seedreport.Led(ctx, p, rules, "")
	if err != nil {
		return nil, nil, err
	}
	for _, u := range slices.Concat(rules.Seeds(), led) {
		if mode == scope.Host || mode == scope.Prefix || mode == scope.List {
			hosts = append(hosts, u.Host())
		} else {
			sites = append(sites, u.Origin().Site())
		}
	}
	slices.Sort(hosts)
	slices.Sort(sites)
	return slices.Compact(hosts), slices.Compact(sites), nil
}
