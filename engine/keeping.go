package engine

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"iter"
	"os"
	"runtime"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/crawl/heirs"
	"github.com/aranea-search/aranea/crawl/verdict"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/frontier/target"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// Steer stops, pauses or resumes the crawls, or one host of them.
func (e *Engine) Steer(ctx context.Context, o Order) (Steered, error) {
	switch {
	case !o.Deed.Known():
		return Steered{}, &aranea.Error{Op: "steer", Kind: aranea.Invalid, Err: fmt.Errorf("deed %q is unknown; it is stop, pause or resume", o.Deed)}
	case o.Host != "":
		return e.steerHost(ctx, o)
	}
	at := e.opt.Now()
	was, now := e.halt.Change(func(s halt.State) halt.State { return s.After(o.Deed, rand.Text(), at) })
	j := e.current() // one that begins later is told by then
	s := Steered{Crawling: j != nil, Changed: was.Stopped != now.Stopped || was.Paused != now.Paused, Was: was}
	stops := j != nil && o.Deed == Stop
	switch { // before it is stored: a disk may be slow
	case stops:
		s.Changed = true
		j.stop()
	case j != nil:
		j.heed(e.halt.Now)
	}
	err := e.storeOrders(ctx)
	if stops {
		select {
		case <-j.done:
		case <-ctx.Done():
			err = errors.Join(err, context.Cause(ctx))
		}
	}
	return s, err
}

// steerHost pauses or resumes one host; to stop a host is to pause it.
func (e *Engine) steerHost(ctx context.Context, o Order) (Steered, error) {
	j := e.current()
	before := len(e.frontier.Held())
	err := e.frontier.Hold(ctx, e.opt.Now(), o.Host, o.Deed != Resume)
	if j != nil {
		j.spine().Wake()
	}
	return Steered{Crawling: j != nil, Changed: len(e.frontier.Held()) != before}, err
}

// Status says what this process does.
func (e *Engine) Status(ctx context.Context) (Status, error) {
	counts, asked := e.frontier.Counts()
	_, known := e.frontier.HostTotals()
	index, err := e.index.Stats()
	if err != nil {
		return Status{}, err
	}
	s := Status{
		Version: e.opt.Version, PID: os.Getpid(), Since: e.started, Folder: e.dir,
		Counts: counts, Asked: asked, Known: known - asked, Docs: index.Docs, Waiting: index.Waiting,
	}
	ordered := e.halt.Now()
	s.Stopped, s.Paused = ordered.Stopped, ordered.Paused
	if _, vault, err := e.secrets(); err == nil { // a fault of the file is told by what needs it
		s.Labels = vault.Labels()
	}
	for _, h := range e.frontier.Held() {
		s.Held = append(s.Held, h.Host)
	}
	for _, c := range e.frontier.Closed() {
		s.Closed = append(s.Closed, ClosedOrigin(c))
	}
	trouble, err := e.frontier.Troubles(ctx, crawl.MaxTrouble)
	if err != nil {
		return s, err
	}
	s.Troubled = trouble.Hosts
	for _, t := range trouble.List {
		s.Trouble = append(s.Trouble, verdict.HostTrouble{Origin: t.Origin, Reason: t.Reason, Detail: t.Detail, URL: t.URL, Queued: t.Queued, Until: t.Until})
	}
	j := e.current()
	s.Damage, s.Rendering = e.faults(index.Faults), e.rendered()
	if j != nil {
		s.Crawl = j.status(e.opt.Now())
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	s.Memory = m.Sys - m.HeapReleased
	if o, err := e.recall(); err == nil && o != nil { // likewise
		s.DiskLimit = uint64(max(o.Disk, 0))
	}
	_, s.Disk, err = store.Usage(e.dir)
	return s, err
}

// Remove takes URLs out of the index and keeps them out, or lets them in again.
func (e *Engine) Remove(ctx context.Context, r Removal) (Removed, error) {
	targets, err := e.targets(ctx, r)
	if err != nil {
		return Removed{}, err
	}
	var out Removed
	var gone heirs.Gone
	for _, t := range targets {
		if r.Undo {
			n, err := e.frontier.Restore(ctx, e.opt.Now(), t)
			out.URLs += uint64(n)
			if err != nil {
				return out, err
			}
			if u, perr := weburl.Parse(t.String()); perr == nil && t.Matches(u) { // it names one URL
				if by, still := e.frontier.Removed(u); still {
					out.Still = by
				}
			}
			continue
		}
		if err := e.removeOne(ctx, t, &out, &gone); err != nil {
			return out, err
		}
	}
	if !r.Undo {
		if err := e.ranker.Drop(ctx, e.named(ctx, targets)); err != nil {
			return out, err
		}
	}
	copies, err := gone.Requeue(ctx, e.opt.Now(), e.graph, e.frontier)
	if err != nil {
		return out, err
	}
	if j := e.current(); j != nil && (r.Undo || copies > 0) {
		j.spine().Wake()
	}
	e.opt.Logger.Info("removal", "target", r.Target, "undo", r.Undo, "urls", out.URLs, "documents", out.Documents)
	return out, e.index.Flush()
}

// Removals yields what is kept out.
func (e *Engine) Removals(ctx context.Context) iter.Seq2[KeptOut, error] {
	return func(yield func(KeptOut, error) bool) {
		for _, r := range e.frontier.Removals() {
			if !yield(KeptOut{r.Target.String(), r.Since}, nil) || ctx.Err() != nil {
				return
			}
		}
	}
}

// removeOne takes one target out, between two commits of the crawl under way.
func (e *Engine) removeOne(ctx context.Context, t target.Target, out *Removed, gone *heirs.Gone) error {
	drop := func(ctx context.Context, changes []aranea.IndexChange) error {
		out.Documents += uint64(len(changes))
		gone.Changed(changes)
		return e.indexer.Apply(ctx, changes)
	}
	return e.atRest(ctx, func() error {
		n, err := e.frontier.Remove(ctx, e.opt.Now(), t, drop)
		out.URLs += uint64(n)
		return err
	})
}

// named yields the known URLs that targets name.
func (e *Engine) named(ctx context.Context, targets []target.Target) iter.Seq2[weburl.URL, error] {
	return func(yield func(weburl.URL, error) bool) {
		for _, t := range targets {
			for entry, err := range e.frontier.Select(ctx, frontier.Filter{Target: t}) {
				if !yield(entry.URL, err) || err != nil {
					return
				}
			}
		}
	}
}

// targets reads the target of a removal. Everything is every host that is known.
func (e *Engine) targets(ctx context.Context, r Removal) ([]target.Target, error) {
	if t, err := target.Parse(r.Target); r.Undo && err == nil {
		return []target.Target{t}, nil // whatever is kept out can be let in
	}
	if r.Target != Everything {
		return target.Named(r.Target)
	}
	var all []target.Target
	seen := map[string]bool{}
	for h, err := range e.frontier.Hosts() {
		if err == nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			return nil, err
		}
		if seen[h.Origin.Host()] {
			continue
		}
		seen[h.Origin.Host()] = true
		t, err := target.Parse(h.Origin.Host())
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}
