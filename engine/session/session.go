package session

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/diskspace"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/store"
)

// Options configure a Session: the owner that it becomes if the folder has none.
type Options = engine.Options

// A Session is a Service on a folder whoever owns it: this process if nobody else did when it
// was asked, or else the owner behind the control socket. If that owner ends, the Session takes
// over, or finds the new owner. It is safe for concurrent use.
type Session struct {
	dir string
	opt Options

	open     func(ctx context.Context, dir string, opt Options) (*engine.Engine, error) // Open except in tests
	room     diskspace.Wait
	recovers atomic.Bool // a caller waits for room

	finding chan struct{} // holds a token while a caller looks for the partner

	mu  sync.Mutex
	now partner // the current partner, nil if it must be found
	end bool
}

// A partner answers the calls of a Session.
type partner interface {
	service.Service
	// Hold begins a call. It keeps the partner from being closed before the call ends, and held
	// ends when the partner must close. ok is false if no more calls may begin.
	Hold(ctx context.Context) (held context.Context, end func(), ok bool)
	Close() error
}

var (
	_ service.Service = (*Session)(nil)
	_ partner         = (*engine.Engine)(nil)
	_ partner         = (*engine.Looker)(nil)
	_ partner         = caller{}
	_ partner         = (*damaged)(nil)
)

// A caller is the partner that calls the owner in another process.
type caller struct{ *api.Client }

// Hold does nothing: calls through the socket end with their connections.
func (caller) Hold(ctx context.Context) (context.Context, func(), bool) {
	return ctx, func() {}, true
}

// Close closes idle connections.
func (c caller) Close() error {
	c.Client.Close()
	return nil
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
	return &Session{dir: dir, opt: opt, open: engine.Open, room: diskspace.Wait{Dir: dir, Free: store.Free, Every: diskspace.Again}, finding: make(chan struct{}, 1)}
}

// Logger returns the logger of the session's options.
func (s *Session) Logger() *slog.Logger { return s.opt.WithDefaults().Logger }

// Failed returns the write error after which this process, if it owns the folder, writes no
// more, or nil if there was none. It does not block.
func (s *Session) Failed() error {
	s.mu.Lock()
	e, own := s.now.(*engine.Engine)
	s.mu.Unlock()
	if !own {
		return nil
	}
	return e.Failed()
}

// look opens the folder read-only, because of a cause.
func (s *Session) look(ctx context.Context, cause error) (*engine.Looker, error) {
	l, err := engine.Look(ctx, s.dir, s.opt, cause)
	if err == nil {
		s.Logger().Info("the folder cannot be written and is only looked into", "folder", s.dir, "error", cause)
	}
	return l, err
}

// Owner reports whether this process currently owns the folder, or has it open read-only because
// nobody can own it.
func (s *Session) Owner() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch s.now.(type) {
	case *engine.Engine, *engine.Looker:
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
	return p.Close()
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
	return nil, &aranea.Error{Op: "ask owner", Kind: aranea.Canceled, Err: errors.Join(errEnded, p.Close())}
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
		l, err := s.look(ctx, err)
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
	c, err := api.Dial(ctx, s.dir)
	if err == nil {
		return caller{c}, nil
	}
	if !s.recovers.Load() && !s.room.Full() {
		return nil, err
	}
	read := store.ReadByAnother(s.dir)
	l, owned := s.look(ctx, read)
	switch {
	case owned != nil: // by a process that does not answer yet, or no longer
		return nil, err
	case patient:
		return nil, errors.Join(read, l.Close())
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
