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
	"github.com/aranea-search/aranea/engine/ranking"
	"github.com/aranea-search/aranea/engine/room"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/store"
	"github.com/aranea-search/aranea/weburl"
)

// A Session is a Service on a folder whoever owns it: this process if nobody did
// when it was asked, else the owner behind the control socket. If that owner
// ends, the Session takes over, or finds who did. It is safe for concurrent use.
type Session struct {
	dir string
	opt Options

	open     func(ctx context.Context, dir string, opt Options) (*Engine, error) // Open, but in tests
	room     room.Wait
	recovers atomic.Bool // somebody waits for room

	finding chan struct{} // holds a token while somebody finds out whom to ask

	mu  sync.Mutex
	now partner // whom to ask; nil if that must be found out
	end bool
}

// A partner is an Engine or a Client.
type partner interface {
	Service
	// ordered says what the operator has ordered, whether that could be stored or not.
	ordered(ctx context.Context) (halt.State, error)
	// hold begins a call and keeps the partner from being released before its end,
	// which ends ctx as well. It is false if no call begins any more.
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

// hold needs nothing here: calls through the socket end with their connections.
func (c *Client) hold(ctx context.Context) (context.Context, func(), bool) {
	return ctx, func() {}, true
}

// Join opens the folder for this process, or reaches its owner.
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

// Ordered asks the owner what the operator has ordered for all crawls of the folder.
func (s *Session) Ordered(ctx context.Context) (halt.State, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (halt.State, error) {
		return x.(partner).ordered(ctx) // ask has no others
	})
}

// Failed returns the error of a write after which this process, if it owns the folder,
// writes no more, nil if there was none. It waits for nobody and counts nothing.
func (s *Session) Failed() error {
	s.mu.Lock()
	e, own := s.now.(*Engine)
	s.mu.Unlock()
	if !own {
		return nil
	}
	return cmp.Or(e.index.Failed(), e.frontier.Failed())
}

// Owner reports whether this process owns the folder at this moment, or looks
// into it because nobody can.
func (s *Session) Owner() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch s.now.(type) {
	case *Engine, *looker:
		return true
	}
	return false
}

// Close gives the folder up if this process owns it, when the calls under way
// have ended; those that do not end in time are cut off.
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

// partner returns whom to ask, and finds one if there is none. One caller looks
// for it at a time, without a lock: the others may give up meanwhile.
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

// known returns whom to ask, nil if that is not known.
func (s *Session) known() (partner, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.end {
		return nil, &aranea.Error{Op: "ask owner", Kind: aranea.Canceled, Err: errEnded}
	}
	return s.now, nil
}

// use makes p the one to ask, unless the session was closed meanwhile.
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

// seek tries to own the folder and to reach its owner in turn, because an owner
// may just be beginning or ending.
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

// find tries once. An error with wire.ErrGone in its chain is worth another try.
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
	case owned != nil: // by somebody who does not answer yet, or no longer
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

// ask makes one call, again if the owner was gone. An owner that ends whenever it
// is asked is given up.
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
		if time.Since(begun) > wire.JoinPatience { // it served: a crawl for hours, say
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

// askAll makes one call with many answers. It is made again if the owner was
// gone before the first of them; later that is an error.
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

// Crawl is part of Service. If the owner ends before the crawl does, the crawl
// goes on in the process that takes over.
func (s *Session) Crawl(ctx context.Context, set Settings, watch func(crawl.Progress)) (crawl.Report, error) {
	if set.Wish == "" { // also the next owner is told what was known now
		ordered, err := s.Ordered(ctx)
		if err != nil {
			return crawl.Report{}, err
		}
		set.Wish = ordered.Wish()
	}
	return ask(ctx, s, func(ctx context.Context, x Service) (crawl.Report, error) { return x.Crawl(ctx, set, watch) })
}

// Steer is part of Service.
func (s *Session) Steer(ctx context.Context, o Order) (Steered, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (Steered, error) { return x.Steer(ctx, o) })
}

// Status is part of Service.
func (s *Session) Status(ctx context.Context) (Status, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (Status, error) { return x.Status(ctx) })
}

// Explain is part of Service.
func (s *Session) Explain(ctx context.Context, url string) (trail.Trail, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (trail.Trail, error) { return x.Explain(ctx, url) })
}

// Host is part of Service.
func (s *Session) Host(ctx context.Context, o weburl.Origin) (HostFacts, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (HostFacts, error) { return x.Host(ctx, o) })
}

// RobotsHistory is part of Service.
func (s *Session) RobotsHistory(ctx context.Context, o weburl.Origin) iter.Seq2[RobotsCopy, error] {
	return askAll(ctx, s, func(ctx context.Context, x Service) iter.Seq2[RobotsCopy, error] { return x.RobotsHistory(ctx, o) })
}

// Claim is part of Service.
func (s *Session) Claim(ctx context.Context, o weburl.Origin) (Permit, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (Permit, error) { return x.Claim(ctx, o) })
}

// Identity is part of Service.
func (s *Session) Identity(ctx context.Context) (Identity, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (Identity, error) { return x.Identity(ctx) })
}

// Notify is part of Service.
func (s *Session) Notify(ctx context.Context, n indexnow.Notice) (indexnow.Received, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (indexnow.Received, error) { return x.Notify(ctx, n) })
}

// Prove is part of Service.
func (s *Session) Prove(ctx context.Context, p Proof) (Proven, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (Proven, error) { return x.Prove(ctx, p) })
}

// EndClaim is part of Service.
func (s *Session) EndClaim(ctx context.Context, o weburl.Origin, p Permit, answered time.Time) error {
	_, err := ask(ctx, s, func(ctx context.Context, x Service) (struct{}, error) {
		return struct{}{}, x.EndClaim(ctx, o, p, answered)
	})
	return err
}

// URLs is part of Service.
func (s *Session) URLs(ctx context.Context, f URLFilter) iter.Seq2[URLFacts, error] {
	return askAll(ctx, s, func(ctx context.Context, x Service) iter.Seq2[URLFacts, error] { return x.URLs(ctx, f) })
}

// Hosts is part of Service.
func (s *Session) Hosts(ctx context.Context, f HostFilter) iter.Seq2[HostFacts, error] {
	return askAll(ctx, s, func(ctx context.Context, x Service) iter.Seq2[HostFacts, error] { return x.Hosts(ctx, f) })
}

// Inlinks is part of Service.
func (s *Session) Inlinks(ctx context.Context, u weburl.URL) (linkgraph.Inlinks, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (linkgraph.Inlinks, error) { return x.Inlinks(ctx, u) })
}

// Links is part of Service.
func (s *Session) Links(ctx context.Context, f linkgraph.Filter) iter.Seq2[linkgraph.Link, error] {
	return askAll(ctx, s, func(ctx context.Context, x Service) iter.Seq2[linkgraph.Link, error] { return x.Links(ctx, f) })
}

// Documents is part of Service.
func (s *Session) Documents(ctx context.Context) iter.Seq2[DocumentFacts, error] {
	return askAll(ctx, s, func(ctx context.Context, x Service) iter.Seq2[DocumentFacts, error] { return x.Documents(ctx) })
}

// Stats is part of Service.
func (s *Session) Stats(ctx context.Context) (Stats, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (Stats, error) { return x.Stats(ctx) })
}

// Remove is part of Service.
func (s *Session) Remove(ctx context.Context, r Removal) (Removed, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (Removed, error) { return x.Remove(ctx, r) })
}

// Removals is part of Service.
func (s *Session) Removals(ctx context.Context) iter.Seq2[KeptOut, error] {
	return askAll(ctx, s, func(ctx context.Context, x Service) iter.Seq2[KeptOut, error] { return x.Removals(ctx) })
}

// Check is part of Service.
func (s *Session) Check(ctx context.Context, repair bool) iter.Seq2[Fault, error] {
	return askAll(ctx, s, func(ctx context.Context, x Service) iter.Seq2[Fault, error] { return x.Check(ctx, repair) })
}

// Rank is part of Service.
func (s *Session) Rank(ctx context.Context) (ranking.Ranked, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (ranking.Ranked, error) { return x.Rank(ctx) })
}

// Backup is part of Service.
func (s *Session) Backup(ctx context.Context, dir string) (Copied, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (Copied, error) { return x.Backup(ctx, dir) })
}

// Search is part of Service.
func (s *Session) Search(ctx context.Context, r search.Request) (search.Response, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (search.Response, error) { return x.Search(ctx, r) })
}

// Complete is part of Service.
func (s *Session) Complete(ctx context.Context, r search.Request) (search.Completions, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (search.Completions, error) { return x.Complete(ctx, r) })
}

// Why is part of Service.
func (s *Session) Why(ctx context.Context, r search.Request, u weburl.URL) (search.Explanation, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (search.Explanation, error) { return x.Why(ctx, r, u) })
}

// Docs is part of Service.
func (s *Session) Docs(ctx context.Context) (int, error) {
	return ask(ctx, s, func(ctx context.Context, x Service) (int, error) { return x.Docs(ctx) })
}
