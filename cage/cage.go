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
	formats map[string]*group // groups of plugins by name
	breaker breaker
}

// A group is the set of workers that read the same formats.
type group struct {
	name  string
	hello frame.Hello   // the plugin's description of itself
	slots chan struct{} // holds a token for each worker that may run
	mu    sync.Mutex
	idle  []*worker // the one used last is at the end
	done  bool      // the cage is closed
}

// New returns a Cage. It starts no process before there is work.
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

// Plugins returns the descriptions of the plugins.
func (c *Cage) Plugins() []frame.Hello {
	out := make([]frame.Hello, 0, len(c.opt.Plugins))
	for _, p := range c.opt.Plugins {
		out = append(out, p.Hello)
	}
	return out
}

// Reader returns the reader of a built-in format with its version, or "" if there is none.
func (*Cage) Reader(format string) string { return readerOf(format) }

// groupOf returns the group that reads a format, or nil if there is none.
func (c *Cage) groupOf(format string) *group {
	if g := c.groups[groupOf(format)]; g != nil {
		return g
	}
	return c.formats[format]
}

// Close ends the idle workers; busy workers end after their documents.
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

// Errors that concern a document and not the cage.
var (
	errSkipped = errors.New("documents of its host and format ended their readers too often")
	errClosed  = errors.New("reading has ended")
)

// Turn is part of extract.Outside: at most as many documents have their turn as there may be
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
	case <-stop: // both were ready
		<-g.slots
		return nil, extract.ErrStopped
	default:
		return func() { <-g.slots }, nil
	}
}

// Read reads a document of a host; the caller must have its Turn. The error is content.ErrDamaged
// or content.ErrEncrypted because of the document, content.ErrKilled if its reader was killed,
// content.ErrSkipped if it was not read because other documents of its host killed readers, or
// the error of the context. The document has whatever was read before the fault.
func (c *Cage) Read(ctx context.Context, host string, j frame.Job, body []byte) (content.Document, error) {
	g := c.groupOf(j.Format)
	if g == nil {
		return content.Document{}, fmt.Errorf("%w: nobody reads %q", content.ErrDamaged, j.Format)
	}
	key := j.Format + " " + host
	if c.breaker.open(key, time.Now()) {
		return content.Document{}, fmt.Errorf("%w: %w", content.ErrSkipped, errSkipped)
	}
	deadline := c.deadlineOf(g, j.Format)
	j.Seconds = int((longest * deadline).Seconds())
	var r content.Document
	var err error
	// A worker may be killed from outside, or damaged by an earlier document, which is not a
	// fault of this document: so it is read a second time by a new worker.
	for try := range 2 {
		r, err = c.attempt(ctx, g, deadline, j, body, try > 0)
		if !errors.Is(err, content.ErrKilled) || errors.Is(err, errLate) {
			break
		}
	}
	if g.hello.Name != "" {
		r.Reader = g.hello.Reader()
	}
	if errors.Is(err, content.ErrKilled) {
		c.breaker.killed(key, time.Now())
	}
	return r, err
}

// deadlineOf returns the maximum processor time for a document of a format: what the plugin that
// reads it asks for, or that of the options.
func (c *Cage) deadlineOf(g *group, format string) time.Duration {
	if g.hello.Seconds > 0 {
		return time.Duration(g.hello.Seconds) * time.Second
	}
	return c.opt.deadlineOf(format)
}

// attempt reads a document with one worker.
func (c *Cage) attempt(ctx context.Context, g *group, deadline time.Duration, j frame.Job, body []byte, fresh bool) (content.Document, error) {
	w, err := c.take(ctx, g, fresh)
	if err != nil {
		return content.Document{}, err
	}
	r, err := w.read(ctx, deadline, j, body)
	if w.broken || w.documents >= c.opt.Documents {
		w.end()
		return r, err
	}
	g.give(w, c.opt.Idle)
	return r, err
}

// take returns an idle worker, or starts one.
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

// give returns a worker to the group. The worker ends when it is idle for too long.
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

// retire ends a worker if it is still idle.
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
