package render

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// A Page is the response to render.
type Page struct {
	URL    weburl.URL
	Header aranea.Header
	Body   []byte // decoded from its content coding; not modified
}

// A Request is a request of the scripts of a page.
type Request struct {
	URL weburl.URL
	// Kind is the purpose in the browser's terms: "Script", "XHR", "Fetch".
	Kind string
	// Origin is the Origin field that the browser would send, or "".
	Origin string
}

// A Response is the answer to a Request.
type Response struct {
	Status int
	Header aranea.Header
	Body   []byte // decoded from its content coding
	// Refusal is why the request was refused; "" if it was answered.
	Refusal string
	// Saved is true if nothing was sent because an earlier response is used again.
	Saved bool
}

// A Source answers the requests of pages. It is safe for concurrent use.
type Source interface {
	Get(ctx context.Context, r Request) Response
}

// An Asked is one request of a page and its outcome.
type Asked struct {
	URL     string
	Status  int
	Bytes   int64
	Refusal string
	Saved   bool
}

// A Result is the outcome of rendering a page.
type Result struct {
	HTML    []byte // in UTF-8
	Asked   []Asked
	Took    time.Duration
	CPU     time.Duration // processor time of a browser on this machine, on Linux
	Browser string        // name and version of the browser
	// Cut is why the page was taken before it was finished, or "".
	Cut string
	// Moved is where the page tried to navigate, zero if it did not.
	Moved weburl.URL
}

// ErrPage is in the chain of an error caused by the page: rendering it again would most likely
// fail in the same way. Other errors are caused by the browser.
var ErrPage = errors.New("the page cannot be rendered")

// Why a page is not rendered, or not completely.
var (
	errCrashed = fmt.Errorf("%w: it ended its tab", ErrPage)
	errMemory  = fmt.Errorf("%w: the browser took more memory than it may", ErrPage)
	errSize    = fmt.Errorf("%w: what it has become is larger than it may be", ErrPage)
	errStuck   = fmt.Errorf("%w: it did not answer when its time was over", ErrPage)
)

// A Renderer renders pages. It is safe for concurrent use. Close ends its browsers.
type Renderer struct {
	opt   Options
	tabs  chan *tab // the free tabs
	begin func(ctx context.Context, o Options) (*browser, error)
}

// A tab renders one page at a time, in a browser of its own, which is started with the first
// page.
type tab struct{ browser *browser }

// New returns a Renderer. It starts no browser yet.
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

// Tabs returns how many pages are rendered concurrently.
func (r *Renderer) Tabs() int { return cap(r.tabs) }

// Reach connects to a browser at a URL, so that an unreachable browser is reported before the
// first page. A local browser is started with its first page.
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

// Close ends the browsers when the current pages are done.
func (r *Renderer) Close() {
	for range cap(r.tabs) {
		t := <-r.tabs
		t.end()
	}
}

// Render renders a page in a browser, with source answering the requests of its scripts. It waits
// for a free tab. An error is that of ctx, has ErrPage in its chain, or is an error of the
// browser.
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

// ready makes sure that the tab has a browser that may render one more page.
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
