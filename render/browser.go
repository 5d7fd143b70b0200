package render

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/aranea-search/aranea/render/cdp"
)

// A browser is a connection to a browser, with its process if this package started it.
type browser struct {
	conn    *cdp.Conn
	process *process // nil if this package did not start it
	name    string
	pages   int           // number of pages that it has rendered or begun to render
	told    time.Duration // processor time that was already attributed to its pages
}

// open starts a browser, or connects to one.
func open(ctx context.Context, o Options) (*browser, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, startLimit, errors.New("the browser did not begin in time"))
	defer cancel()
	path, err := o.find()
	if err != nil {
		return nil, err
	}
	if path == "" {
		t, err := cdp.Dial(ctx, o.Browser)
		if err != nil {
			return nil, err
		}
		return greet(ctx, t, nil)
	}
	p, err := startProcess(path)
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", path, err)
	}
	return greet(ctx, p.pipe, p)
}

// greet identifies the browser at the other end of a transport.
func greet(ctx context.Context, t cdp.Transport, p *process) (*browser, error) {
	b := &browser{conn: cdp.New(t), process: p}
	var version struct {
		Product string `json:"product"`
	}
	if err := b.conn.Session("").Call(ctx, "Browser.getVersion", nil, &version); err != nil {
		said := ""
		b.end()
		if p != nil {
			said = p.said.String()
		}
		return nil, fmt.Errorf("the browser does not answer: %w %s", err, said)
	}
	b.name = cmp.Or(nameOf(version.Product), "a browser")
	return b, nil
}

// maxName is the maximum length of a browser's name in bytes.
const maxName = 60

// nameOf returns the name that a browser reports, without unusual characters.
func nameOf(product string) string {
	name := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1
		}
		return r
	}, product)
	return name[:min(len(name), maxName)]
}

// gone reports whether the connection has ended.
func (b *browser) gone() bool {
	select {
	case <-b.conn.Done():
		return true
	default:
		return false
	}
}

// end closes the connection, and kills the process with all its children.
func (b *browser) end() {
	b.conn.Close()
	if b.process != nil {
		b.process.end()
	}
}

// memory returns the memory of the browser in bytes, or 0 if unknown.
func (b *browser) memory() int64 {
	if b.process == nil {
		return 0
	}
	return b.process.memory()
}

// spent returns the processor time of the browser since the previous call, or 0 if unknown. The
// time of the first page includes the start of the browser.
func (b *browser) spent() time.Duration {
	if b.process == nil {
		return 0
	}
	now := max(b.process.spent(), b.told) // the time of a killed child is lost
	last := b.told
	b.told = now
	return now - last
}

// render renders one page.
func (b *browser) render(ctx context.Context, o Options, p Page, source Source) (Result, error) {
	began := time.Now()
	hard, cancel := context.WithTimeoutCause(ctx, o.Time+lastLimit, errStuck)
	defer cancel()
	v := &view{browser: b, opt: o, page: p, source: source, answers: make(chan Asked, o.Requests), free: make(chan struct{}, atOnce)}
	err := v.run(hard)
	v.result.Took, v.result.Browser, v.result.CPU = time.Since(began), b.name, b.spent()
	switch {
	case err != nil && ctx.Err() == nil && hard.Err() != nil:
		err = context.Cause(hard)
	case errors.Is(err, cdp.ErrClosed):
		err = fmt.Errorf("%w: %w", errCrashed, err)
	}
	return v.result, err
}
