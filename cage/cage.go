package cage

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/frame"
)

// A Cage reads documents in worker processes. It is safe for concurrent use.
type Cage struct {
	opt     Options
	groups  map[string]*group
	formats map[string]*group // those of plugins, by their names
	breaker breaker
}

// A group is the workers that read the same formats.
type group struct {
	name  string
	hello frame.Hello   // what its plugin says of itself
	slots chan struct{} // holds a token for each worker that may run
	mu    sync.Mutex
	idle  []*worker // the one that worked last is at the end
	done  bool      // the cage is closed
}

// New returns a Cage. No process is started before there is work.
func New(o Options) (*Cage, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o = o.withDefaults()
	c := &Cage{opt: o, groups: map[string]*group{}, formats: map[string]*group{}, breaker: newBreaker(o.Kills, o.Rest)}
	for _, name := range []string{GroupDocuments, GroupPDF} {
		c.groups[name] = &group{name: name, slots: make(chan struct{}, o.Workers)}
	}
	for _, p := range o.Plugins {
		g := &group{name: pluginGroup + p.Path, hello: p.Hello, slots: make(chan struct{}, o.Workers)}
		c.groups[g.name] = g
		for _, f := range p.Hello.Formats {
			c.formats[f.Name] = g
		}
	}
	return c, nil
}

// Plugins returns what the plugins say of themselves.
func (c *Cage) Plugins() []frame.Hello {
	out := make([]frame.Hello, 0, len(c.opt.Plugins))
	for _, p := range c.opt.Plugins {
		out = append(out, p.Hello)
	}
	return out
}

// Reader returns what reads a format that is built in, with its version; "" if nobody does.
func (*Cage) Reader(format string) string { return readerOf(format) }

// groupOf returns the group that reads a format, nil if nobody does.
func (c *Cage) groupOf(format string) *group {
	if g := c.groups[groupOf(format)]; g != nil {
		return g
	}
	return c.formats[format]
}

// Close ends the workers that have no work; others end with theirs.
func (c *Cage) Close() {
	for _, g := range c.groups {
		g.mu.Lock()
		idle := g.idle
		g.idle, g.done = nil, true
		g.mu.Unlock()
		for _, w := range idle {
			w.end()
		}
	}
}

// Errors that mark a document and not the cage.
var (
	errSkipped = errors.New("documents of its host and format ended their readers too often")
	errClosed  = errors.New("reading has ended")
)

// Turn is part of extract.Outside: as many documents have their turn as there may be
// workers for their format.
func (c *Cage) Turn(ctx context.Context, stop <-chan struct{}, format string) (end func(), err error) {
	g := c.groupOf(format)
	if g == nil {
		return func() {}, nil
	}
	select {
	case g.slots <- struct{}{}:
	case <-stop:
		return nil, extract.ErrStopped
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	select {
	case <-stop: // both had come
		<-g.slots
		return nil, extract.ErrStopped
	default:
		return func() { <-g.slots }, nil
	}
}

// Read reads a document that came from a host, and whose Turn it is. The error is
// content.ErrDamaged or content.ErrEncrypted for what the document is,
// content.ErrKilled if it ended its reader, content.ErrSkipped if it was not read
// because others of its host did, and that of the context if that ended. What was
// read before a fault of the document stands in the document.
func (c *Cage) Read(ctx context.Context, host string, j frame.Job, body []byte) (content.Document, error) {
	g := c.groupOf(j.Format)
	if g == nil {
		return content.Document{}, fmt.Errorf("%w: nobody reads %q", content.ErrDamaged, j.Format)
	}
	key := j.Format + " " + host
	if c.breaker.open(key, time.Now()) {
		return content.Document{}, fmt.Errorf("%w: %w", content.ErrSkipped, errSkipped)
	}
	j.Seconds = int((longest * c.opt.Deadline).Seconds())
	var r content.Document
	var err error
	// A worker that is killed from outside, or that an earlier document hurt, is
	// no fault of this one: it has a second try with a worker of its own.
	for try := range 2 {
		r, err = c.attempt(ctx, g, j, body, try > 0)
		if !errors.Is(err, content.ErrKilled) || errors.Is(err, errLate) {
			break
		}
	}
	if g.hello.Name != "" {
		r.Reader = g.hello.Name + " " + g.hello.Version
	}
	if errors.Is(err, content.ErrKilled) {
		c.breaker.killed(key, time.Now())
	}
	return r, err
}

// attempt reads a document with one worker.
func (c *Cage) attempt(ctx context.Context, g *group, j frame.Job, body []byte, fresh bool) (content.Document, error) {
	w, err := c.take(ctx, g, fresh)
	if err != nil {
		return content.Document{}, err
	}
	r, err := w.read(ctx, c.opt.Deadline, j, body)
	if w.broken || w.documents >= c.opt.Documents {
		w.end()
		return r, err
	}
	g.give(w, c.opt.Idle)
	return r, err
}

// take returns a worker that has nothing to do, or starts one.
func (c *Cage) take(ctx context.Context, g *group, fresh bool) (*worker, error) {
	g.mu.Lock()
	if g.done {
		g.mu.Unlock()
		return nil, errClosed
	}
	if n := len(g.idle); n > 0 && !fresh {
		w := g.idle[n-1]
		g.idle = g.idle[:n-1]
		g.mu.Unlock()
		w.rest.Stop()
		return w, nil
	}
	g.mu.Unlock()
	return start(ctx, c.opt, g.name)
}

// give takes a worker back, which ends when there is nothing to do for long.
func (g *group) give(w *worker, idle time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.done {
		w.kill()
		return
	}
	g.idle = append(g.idle, w)
	w.rest = time.AfterFunc(idle, func() { g.retire(w) })
}

// retire ends a worker that is still idle.
func (g *group) retire(w *worker) {
	g.mu.Lock()
	found := false
	for i := range g.idle {
		if found = g.idle[i] == w; found {
			g.idle = append(g.idle[:i], g.idle[i+1:]...)
			break
		}
	}
	g.mu.Unlock()
	if found {
		w.end()
	}
}

var _ extract.Outside = (*Cage)(nil)
