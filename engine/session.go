package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl"
	"github.com/aranea-search/aranea/engine/halt"
	"github.com/aranea-search/aranea/engine/indexnow"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/ranking"
	"github.com/aranea-search/aranea/engine/room"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A Session is a Service on a folder whoever owns it: this process if nobody else did when it
// was asked, or else the owner behind the control socket. If that owner ends, the Session takes
// over, or finds the new owner. It is safe for concurrent use.
type Session struct {
	dir string
	opt Options

	open     func(ctx context.Context, dir string, opt Options) (*Engine, error) // Open except in tests
	room     room.Wait
	recovers atomic.Bool // a caller waits for room

	finding chan struct{} // holds a token while a caller looks for the partner

	mu  sync.Mutex
	now partner // the current partner, nil if it must be found
	end bool
}

// A partner is an Engine or a Client.
type partner interface {
	Service
	bond
}

// A bond is how a Session deals with a partner.
type bond interface {
	// ordered returns the operator's orders, even if they could not be stored.
	ordered(ctx context.Context) (halt.State, error)
	// hold begins a call. It keeps the partner from being released before the call ends, and
	// held ends when the partner must close. ok is false if no more calls may begin.
	hold(ctx context.Context) (held context.Context, end func(), ok bool)
	release() error
}

var (
	_ Service = (*Session)(nil)
	_ partner = (*Engine)(nil)
	_ partner = (*Client)(nil)
	_ partner = (*looker)(nil)
	_ partner = (*damaged)(nil)
)

func (e *Engine) release() error { return e.Close() }
func (c *Client) release() error { c.Close(); return nil }

// hold does nothing: calls through the socket end with their connections.
func (c *Client) hold(ctx context.Context) (context.Context, func(), bool) {
	return ctx, func() {}, true
}

// Join opens the folder in this process, or connects to its owner.
func Join(ctx context.Context, dir string, opt Options) (*Session, error) {
	s := newSession(dir, opt)
	if _, err := s.partner(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

func newSession(dir string, opt Options) *Session {
	return &Session{dir: dir, opt: opt, open: Open, room: room.Wait{Dir: dir, Free: store.Free, Every: room.Again}, finding: make(chan struct{}, 1)}
}

// Logger returns the logger of the session's options.
func (s *Session) Logger() *slog.Logger { return s.opt.withDefaults().Logger }

// Ordered returns the operator's orders for all crawls of the folder from the owner.
func (s *Session) Ordered(ctx context.Context) (halt.State, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (halt.State, error) {
		return x.(partner).ordered(ctx) // ask passes nothing else
	})
}

// Failed returns the write error after which this process, if it owns the folder, writes no
// more, or nil if there was none. It does not block.
func (s *Session) Failed() error {
	s.mu.Lock()
	e, own := s.now.(*Engine)
	s.mu.Unlock()
	if !own {
		return nil
	}
	return cmp.Or(e.index.Failed(), e.frontier.Failed())
}

// Owner reports whether this process currently owns the folder, or has it open read-only because
// nobody can own it.
func (s *Session) Owner() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch s.now.(type) {
	case *Engine, *looker:
		return true
	}
	return false
}

// Close closes the folder if this process owns it, after the calls in progress have ended; those
// that do not end in time are canceled.
func (s *Session) Close() error {
	s.mu.Lock()
	p := s.now
	s.now, s.end = nil, true
	s.mu.Unlock()
	if p == nil {
		return nil
	}
	return p.release()
}

// partner returns the current partner, and finds one if there is none. One caller at a time
// looks for it, without holding the lock, so that the others may stop waiting.
func (s *Session) partner(ctx context.Context) (partner, error) {
	if p, err := s.known(); p != nil || err != nil {
		return p, err
	}
	select {
	case s.finding <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	defer func() { <-s.finding }()
	if p, err := s.known(); p != nil || err != nil {
		return p, err
	}
	p, err := s.seek(ctx)
	if err != nil {
		return nil, err
	}
	return s.use(p)
}

// known returns the current partner, or nil if it must be found.
func (s *Session) known() (partner, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.end {
		return nil, &aranea.Error{Op: "ask owner", Kind: aranea.Canceled, Err: errEnded}
	}
	return s.now, nil
}

// use makes p the current partner, unless the session was closed in the meantime.
func (s *Session) use(p partner) (partner, error) {
	s.mu.Lock()
	ended := s.end
	if !ended {
		s.now = p
	}
	s.mu.Unlock()
	if !ended {
		return p, nil
	}
	return nil, &aranea.Error{Op: "ask owner", Kind: aranea.Canceled, Err: errors.Join(errEnded, p.release())}
}

// seek tries in turn to own the folder and to reach its owner, because an owner may just be
// starting or ending.
func (s *Session) seek(ctx context.Context) (partner, error) {
	patience := wire.NewPatience()
	for {
		p, err := s.find(ctx)
		if !errors.Is(err, wire.ErrGone) {
			return p, err
		}
		if out := patience.Wait(ctx); out != nil {
			return nil, &aranea.Error{Op: "ask owner", Kind: aranea.Denied, Obj: s.dir, Err: fmt.Errorf("%w: %w", out, err)}
		}
	}
}

var errEnded = errors.New("the session is closed")

// find tries once. An error that wraps wire.ErrGone is worth another try.
func (s *Session) find(ctx context.Context) (partner, error) {
	e, err := s.open(ctx, s.dir, s.opt)
	if err == nil {
		return e, nil
	}
	patient := s.opt.Create && !s.opt.Recovers && !s.recovers.Load()
	if unwritable(err, patient) {
		l, err := look(ctx, s.dir, s.opt, err)
		if err != nil {
			return nil, err
		}
		return l, nil
	}
	if mayBeSearched(err, s.opt) {
		d, err := searchDamaged(s.dir, s.opt, err)
		if err != nil {
			return nil, err
		}
		return d, nil
	}
	if !store.InUse(err) {
		return nil, err
	}
	c, err := Dial(ctx, s.dir)
	if err == nil {
		return c, nil
	}
	if !s.recovers.Load() && !s.room.Full() {
		return nil, err
	}
	l, owned := look(ctx, s.dir, s.opt, store.ReadByAnother(s.dir))
	switch {
	case owned != nil: // by a process that does not answer yet, or no longer
		return nil, err
	case patient:
		return nil, errors.Join(l.cause, l.release())
	}
	return l, nil
}

// drop forgets a partner that is gone.
func (s *Session) drop(p partner) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now == p {
		s.now = nil
	}
}

// ask makes one call, and repeats it if the owner is gone. It gives up if owners keep ending as
// soon as they are called.
func ask[Out any](ctx context.Context, s *Session, f func(context.Context, Service) (Out, error)) (Out, error) {
	patience := wire.NewPatience()
	for {
		p, err := s.partner(ctx)
		if err != nil {
			var zero Out
			return zero, err
		}
		begun := time.Now()
		out, err := askOnce(ctx, p, f)
		if !errors.Is(err, wire.ErrGone) {
			return out, err
		}
		s.drop(p)
		if time.Since(begun) > wire.JoinPatience { // the owner served for a while, such as a crawl of hours
			patience = wire.NewPatience()
		}
		if patience.Wait(ctx) != nil {
			return out, err
		}
	}
}

// askOnce makes one call to one partner.
func askOnce[Out any](ctx context.Context, p partner, f func(context.Context, Service) (Out, error)) (out Out, err error) {
	held, end, ok := p.hold(ctx)
	if !ok {
		return out, wire.Gone(errClosing)
	}
	defer end()
	return f(held, p)
}

// askAll makes one call with many answers. It repeats the call if the owner was gone before the
// first answer; later that is an error.
func askAll[Out any](ctx context.Context, s *Session, f func(context.Context, Service) iter.Seq2[Out, error]) iter.Seq2[Out, error] {
	return func(yield func(Out, error) bool) {
		patience := wire.NewPatience()
		for {
			p, err := s.partner(ctx)
			if err != nil {
				wire.None[Out](err)(yield)
				return
			}
			if !wire.Relay(allOf(ctx, p, f), func() bool {
				s.drop(p)
				return patience.Wait(ctx) == nil
			}, yield) {
				return
			}
		}
	}
}

// allOf makes one call with many answers to one partner.
func allOf[Out any](ctx context.Context, p partner, f func(context.Context, Service) iter.Seq2[Out, error]) iter.Seq2[Out, error] {
	return func(yield func(Out, error) bool) {
		held, end, ok := p.hold(ctx)
		if !ok {
			wire.None[Out](wire.Gone(errClosing))(yield)
			return
		}
		defer end()
		f(held, p)(yield)
	}
}

// Crawl implements Service. If the owner ends before the crawl, the crawl goes on in the process
// that takes over.
func (s *Session) Crawl(ctx context.Context, set Settings, watch func(crawl.Progress)) (crawl.Report, error) {
	if set.Wish == "" { // so that the next owner, too, knows which orders were known now
		ordered, err := s.Ordered(ctx)
		if err != nil {
			return crawl.Report{}, err
		}
		set.Wish = ordered.Wish()
	}
	return ask(ctx, s, func(ctx context.Context, x Service) (crawl.Report, error) { return x.Crawl(ctx, set, watch) })
}

// Steer implements Service.
func (s *Session) Steer(ctx context.Context, o Order) (Steered, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (Steered, error) { return x.Steer(ctx, o) })
}

// Status implements Service.
func (s *Session) Status(ctx context.Context) (Status, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (Status, error) { return x.Status(ctx) })
}

// Explain implements Service.
func (s *Session) Explain(ctx context.Context, url string) (trail.Trail, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (trail.Trail, error) { return x.Explain(ctx, url) })
}

// Host implements Service.
func (s *Session) Host(ctx context.Context, o weburl.Origin) (HostFacts, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (HostFacts, error) { return x.Host(ctx, o) })
}

// RobotsHistory implements Service.
func (s *Session) RobotsHistory(ctx context.Context, o weburl.Origin) iter.Seq2[RobotsCopy, error] {
	return askAll(ctx, s, func(ctx context.Context, x Service) iter.Seq2[RobotsCopy, error] { return x.RobotsHistory(ctx, o) })
}

// Claim implements Service.
func (s *Session) Claim(ctx context.Context, o weburl.Origin) (Permit, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (Permit, error) { return x.Claim(ctx, o) })
}

// Identity implements Service.
func (s *Session) Identity(ctx context.Context) (Identity, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (Identity, error) { return x.Identity(ctx) })
}

// Notify implements Service.
func (s *Session) Notify(ctx context.Context, n indexnow.Notice) (indexnow.Received, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (indexnow.Received, error) { return x.Notify(ctx, n) })
}

// Prove implements Service.
func (s *Session) Prove(ctx context.Context, p Proof) (Proven, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (Proven, error) { return x.Prove(ctx, p) })
}

// EndClaim implements Service.
func (s *Session) EndClaim(ctx context.Context, o weburl.Origin, p Permit, answered time.Time) error {
	_, err := ask(ctx, s, func(ctx context.Context, x Service) (struct{}, error) {
		return struct{}{}, x.EndClaim(ctx, o, p, answered)
	})
	return err
}

// URLs implements Service.
func (s *Session) URLs(ctx context.Context, f URLFilter) iter.Seq2[URLFacts, error] {
	return askAll(ctx, s, func(ctx context.Context, x Service) iter.Seq2[URLFacts, error] { return x.URLs(ctx, f) })
}

// Hosts implements Service.
func (s *Session) Hosts(ctx context.Context, f HostFilter) iter.Seq2[HostFacts, error] {
	return askAll(ctx, s, func(ctx context.Context, x Service) iter.Seq2[HostFacts, error] { return x.Hosts(ctx, f) })
}

// Inlinks implements Service.
func (s *Session) Inlinks(ctx context.Context, u weburl.URL) (linkgraph.Inlinks, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (linkgraph.Inlinks, error) { return x.Inlinks(ctx, u) })
}

// Links implements Service.
func (s *Session) Links(ctx context.Context, f linkgraph.Filter) iter.Seq2[linkgraph.Link, error] {
	return askAll(ctx, s, func(ctx context.Context, x Service) iter.Seq2[linkgraph.Link, error] { return x.Links(ctx, f) })
}

// CheckedLinks implements Service.
func (s *Session) CheckedLinks(ctx context.Context, f linkcheck.Filter) iter.Seq2[linkcheck.Link, error] {
	return askAll(ctx, s, func(ctx context.Context, x Service) iter.Seq2[linkcheck.Link, error] { return x.CheckedLinks(ctx, f) })
}

// OrphanPages implements Service.
func (s *Session) OrphanPages(ctx context.Context, f linkcheck.OrphanFilter) iter.Seq2[linkcheck.Orphan, error] {
	return askAll(ctx, s, func(ctx context.Context, x Service) iter.Seq2[linkcheck.Orphan, error] { return x.OrphanPages(ctx, f) })
}

// UncheckedLinks implements Service.
func (s *Session) UncheckedLinks(ctx context.Context, host string) (linkcheck.Unchecked, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (linkcheck.Unchecked, error) { return x.UncheckedLinks(ctx, host) })
}

// AlternateFaults implements Service.
func (s *Session) AlternateFaults(ctx context.Context, f linkcheck.AlternateFilter) iter.Seq2[linkcheck.AlternateFault, error] {
	return askAll(ctx, s, func(ctx context.Context, x Service) iter.Seq2[linkcheck.AlternateFault, error] {
		return x.AlternateFaults(ctx, f)
	})
}

// CountAlternates implements Service.
func (s *Session) CountAlternates(ctx context.Context, host string) (linkcheck.AlternateCounts, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (linkcheck.AlternateCounts, error) {
		return x.CountAlternates(ctx, host)
	})
}

// Documents implements Service.
func (s *Session) Documents(ctx context.Context) iter.Seq2[DocumentFacts, error] {
	return askAll(ctx, s, func(ctx context.Context, x Service) iter.Seq2[DocumentFacts, error] { return x.Documents(ctx) })
}

// Stats implements Service.
func (s *Session) Stats(ctx context.Context) (Stats, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (Stats, error) { return x.Stats(ctx) })
}

// Remove implements Service.
func (s *Session) Remove(ctx context.Context, r Removal) (Removed, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (Removed, error) { return x.Remove(ctx, r) })
}

// Removals implements Service.
func (s *Session) Removals(ctx context.Context) iter.Seq2[KeptOut, error] {
	return askAll(ctx, s, func(ctx context.Context, x Service) iter.Seq2[KeptOut, error] { return x.Removals(ctx) })
}

// Check implements Service.
func (s *Session) Check(ctx context.Context, repair bool) iter.Seq2[Fault, error] {
	return askAll(ctx, s, func(ctx context.Context, x Service) iter.Seq2[Fault, error] { return x.Check(ctx, repair) })
}

// Rank implements Service.
func (s *Session) Rank(ctx context.Context) (ranking.Ranked, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (ranking.Ranked, error) { return x.Rank(ctx) })
}

// Backup implements Service.
func (s *Session) Backup(ctx context.Context, dir string) (Copied, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (Copied, error) { return x.Backup(ctx, dir) })
}

// Search implements Service.
func (s *Session) Search(ctx context.Context, r search.Request) (search.Response, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (search.Response, error) { return x.Search(ctx, r) })
}

// Complete implements Service.
func (s *Session) Complete(ctx context.Context, r search.Request) (search.Completions, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (search.Completions, error) { return x.Complete(ctx, r) })
}

// Why implements Service.
func (s *Session) Why(ctx context.Context, r search.Request, u weburl.URL) (search.Explanation, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (search.Explanation, error) { return x.Why(ctx, r, u) })
}

// Docs implements Service.
func (s *Session) Docs(ctx context.Context) (int, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (int, error) { return x.Docs(ctx) })
}
