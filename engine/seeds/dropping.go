package seeds

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/replacement"
	"github.com/aranea-search/aranea/crawl/seedreport"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/scope"
	"github.com/aranea-search/aranea/weburl"
)

// OpDrop is the operation in errors about seeds that cannot be dropped.
const OpDrop = "drop seed"

// A Dropping takes out of the crawl what only dropped seeds brought in. Rules is the scope after, with
// where its seeds led to.
type Dropping struct {
	Frontier *frontier.Frontier
	Graph    replacement.Graph
	Rules    scope.Rules
	Now      func() time.Time

	gone replacement.Gone
}

// Check returns the error if a seed cannot be dropped of all seeds, after others were dropped.
func Check(u weburl.URL, all []weburl.URL, dropped DroppedList) error {
	fail := func(kind aranea.Kind, err error) error {
		return &aranea.Error{Op: OpDrop, Kind: kind, Obj: u.String(), Err: err}
	}
	switch {
	case !slices.Contains(all, u):
		return fail(aranea.NotFound, errors.New("it is no seed"))
	case len(all) == 1:
		return fail(aranea.Denied, errors.New("it is the only seed, and without one there is nothing to crawl; name another one before"))
	case len(dropped) >= MaxDropped:
		return fail(aranea.Limit, fmt.Errorf("%d seeds were dropped already", len(dropped)))
	}
	return nil
}

// Follow adds to the scope where its seeds led to.
func (d *Dropping) Follow(ctx context.Context) error {
	led, err := seedreport.Led(ctx, d.Frontier, d.Rules, "")
	d.Rules = d.Rules.With(led...)
	return err
}

// LeaveOut leaves out what only dropped seeds brought into scope, and returns how many URLs that
// were. apply deletes their documents. In mode list, the other lists are read anew, because they may
// list some of it.
func (d *Dropping) LeaveOut(ctx context.Context, apply func(context.Context, []aranea.IndexChange) error) (uint64, error) {
	var fault error
	n, err := d.Frontier.LeaveOut(ctx, d.Now(), func(x *aranea.Entry) (aranea.Reason, string) {
		v, err := d.Rules.Lost(x, d.Frontier.Stored)
		fault = cmp.Or(fault, err)
		return v.Reason, v.Rule
	}, func(ctx context.Context, changes []aranea.IndexChange) error {
		if err := d.gone.Take(ctx, d.Now(), d.Graph, d.Frontier, changes); err != nil {
			return err
		}
		return apply(ctx, changes)
	})
	if err = cmp.Or(err, fault); err != nil || !d.Rules.IsList() {
		return uint64(n), err
	}
	var lists []weburl.ID
	for x, err := range d.Frontier.Select(ctx, frontier.Filter{State: aranea.StateDone}) {
		if err != nil {
			return uint64(n), err
		}
		if x.Kind == aranea.KindSitemap {
			lists = append(lists, x.URL.ID())
		}
	}
	_, err = d.Frontier.Requeue(ctx, d.Now(), lists, "a seed was dropped, and this may list what that one had listed", true)
	return uint64(n), err
}

// Inherit queues copies of the pages that left the index, to take their places.
func (d *Dropping) Inherit(ctx context.Context) error {
	_, err := d.gone.Requeue(ctx, d.Now(), d.Graph, d.Frontier)
	return err
}

// Gone yields the visited URLs that left the scope with a dropped seed.
func (d *Dropping) Gone(ctx context.Context) iter.Seq2[weburl.URL, error] {
	return func(yield func(weburl.URL, error) bool) {
		for x, err := range d.Frontier.Select(ctx, frontier.Filter{State: aranea.StateExcluded}) {
			var v scope.Verdict
			if err == nil {
				v, err = d.Rules.Lost(&x, d.Frontier.Stored)
			}
			if err == nil && (v.OK || x.Visits == 0) {
				continue
			}
			if !yield(x.URL, err) || err != nil {
				return
			}
		}
	}
}
