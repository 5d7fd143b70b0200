package render

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// A Page is the answer to render.
type Page struct {
	URL    weburl.URL
	Header aranea.Header
	Body   []byte // decoded from its content coding; not changed
}

// A Request is what the scripts of a page ask for.
type Request struct {
	URL weburl.URL
	// Kind is what it is for, in the browser's words: "Script", "XHR", "Fetch".
	Kind string
	// Origin is the Origin field that the browser would send, "" for none.
	Origin string
}

// A Response is the answer to a Request.
type Response struct {
	Status int
	Header aranea.Header
	Body   []byte // decoded from its content coding
	// Refusal is why the request was not answered; "" if it was.
	Refusal string
	// Saved says that nothing was sent for it: an earlier answer is given again.
	Saved bool
}

// A Source answers the requests of pages. It is safe for concurrent use.
type Source interface {
	Get(ctx context.Context, r Request) Response
}

// An Asked is one request of a page and what came of it.
type Asked struct {
	URL     string
	Status  int
	Bytes   int64
	Refusal string
	Saved   bool
}

// A Result is what a page has become.
type Result struct {
	HTML    []byte // in UTF-8
	Asked   []Asked
	Took    time.Duration
	CPU     time.Duration // processor time of a browser on this machine, on Linux
	Browser string        // its name and version
	// Cut is why the page was taken before it was finished; "" if it was finished.
	Cut string
	// Moved is where the page wanted to go, zero if it stayed.
	Moved weburl.URL
}

// ErrPage is in the chain of an error that is the page's: rendering it again would
// most likely end in the same way. Other errors are the browser's.
var ErrPage = errors.New("the page cannot be rendered")

// Why a page is not rendered, or not to its end.
var (
	errCrashed = fmt.Errorf("%w: it ended its tab", ErrPage)
	errMemory  = fmt.Errorf("%w: the browser took more memory than it may", ErrPage)
	errSize    = fmt.Errorf("%w: what it has become is larger than it may be", ErrPage)
	errStuck   = fmt.Errorf("%w: it did not answer when its time was over", ErrPage)
)

// A Renderer renders pages. It is safe for concurrent use. Close ends its browsers.
type Renderer struct {
	opt   Options
	tabs  chan *tab // those that are free
	begin func(ctx context.Context, o Options) (*browser, error)
}

// A tab renders one page at a time, by a browser of its own, which is started with
// the first.
type tab struct{ browser *browser }

// New returns a Renderer. No browser is started yet.
func New(o Options) (*Renderer, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	return newRenderer(o, open), nil
}

func newRenderer(o Options, begin func(context.Context, Options) (*browser, error)) *Renderer {
	o = o.withDefaults()
	r := &Renderer{opt: o, tabs: make(chan *tab, o.Tabs), begin: begin}
	for range o.Tabs {
		r.tabs <- new(tab)
	}
	return r
}

// Tabs returns how many pages are rendered at once.
func (r *Renderer) Tabs() int { return cap(r.tabs) }

// Reach connects to a browser that runs elsewhere, so that one that is not there is told
// before the first page. One of this machine is started with its first page.
func (r *Renderer) Reach(ctx context.Context) error {
	path, err := r.opt.find()
	if err != nil || path != "" {
		return err
	}
	select {
	case t := <-r.tabs:
		defer func() { r.tabs <- t }()
		if t.browser == nil {
			if t.browser, err = r.begin(ctx, r.opt); err != nil {
				t.browser = nil
			}
		}
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Close ends the browsers, when the pages under way are done.
func (r *Renderer) Close() {
	for range cap(r.tabs) {
		t := <-r.tabs
		t.end()
	}
}

// Render lets a browser make a page of an answer, with what source gives to its
// scripts. It waits for a free tab. An error is the end of ctx, one with ErrPage in
// its chain, or one of the browser.
func (r *Renderer) Render(ctx context.Context, p Page, source Source) (Result, error) {
	var t *tab
	select {
	case t = <-r.tabs:
	case <-ctx.Done():
		return Result{}, context.Cause(ctx)
	}
	defer func() { r.tabs <- t }()
	if err := t.ready(ctx, r); err != nil {
		return Result{}, err
	}
	res, err := t.browser.render(ctx, r.opt, p, source)
	if err != nil {
		t.end()
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
	}
	return res, err
}

// ready makes sure that the tab has a browser that may render another page.
func (t *tab) ready(ctx context.Context, r *Renderer) (err error) {
	if t.browser != nil && (t.browser.pages >= r.opt.Pages || t.browser.gone()) {
		t.end()
	}
	if t.browser == nil {
		t.browser, err = r.begin(ctx, r.opt)
	}
	if err != nil {
		t.browser = nil
		return err
	}
	t.browser.pages++
	return nil
}

// end ends the browser of the tab.
func (t *tab) end() {
	if t.browser != nil {
		t.browser.end()
		t.browser = nil
	}
}
