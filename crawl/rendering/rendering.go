package rendering

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/archive"
	"github.com/aranea-search/aranea/archive/keep"
	"github.com/aranea-search/aranea/crawl/claims"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/render"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/weburl"
)

// A Renderer makes of an answer what a browser makes of it. It is safe for
// concurrent use.
type Renderer interface {
	Render(ctx context.Context, p render.Page, s render.Source) (render.Result, error)
	// Tabs returns how many pages it renders at once.
	Tabs() int
}

// A Fetcher makes one exchange. It is safe for concurrent use.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) aranea.Fetched
}

// A Clock knows the robots files of origins and when their hosts may be asked. It
// is safe for concurrent use.
type Clock interface {
	// Robots returns the newest robots copy of an origin, false if there is none.
	Robots(o weburl.Origin) (acquire.Copy, bool, error)
	// Recheck queues the robots files of origins.
	Recheck(ctx context.Context, origins []weburl.Origin) error
	// Requests outside of the queue are claimed.
	claims.Clock
}

// A Recorder keeps what was exchanged, for others than this crawl. It is safe for
// concurrent use. An error ends the crawl.
type Recorder interface {
	Record(x *archive.Exchange) error
}

var (
	_ Recorder = (*keep.Set)(nil)
	_ Clock    = (*frontier.Frontier)(nil)
	_ Fetcher  = (*fetch.Client)(nil)
	_ Renderer = (*render.Renderer)(nil)
)

// Options say what is rendered. All fields but Hosts and Told are needed.
type Options struct {
	Renderer Renderer
	Clock    Clock
	Fetcher  Fetcher
	// Hosts are the host names whose pages are rendered, all of them. With none,
	// the pages of every host are rendered that have nothing of their own but
	// scripts.
	Hosts []string
	// Agents and Dialect are how robots files are read.
	Agents  []dialect.AgentToken
	Dialect dialect.Dialect
	Now     func() time.Time
	// Recorder keeps what was exchanged; may be nil.
	Recorder Recorder
	// Told is told of each page with all that it asked for. It must return at
	// once. May be nil.
	Told func(u weburl.URL, r Rendered)
}

// Check returns what is wrong with the browser and the hosts that are named for
// rendering; without a browser there is none.
func Check(browser string, hosts []string) []error {
	if browser == "" {
		if len(hosts) > 0 {
			return []error{errors.New("hosts are to be rendered, and there is no browser to do it")}
		}
		return nil
	}
	var faults []error
	if err := (render.Options{Browser: browser}).Validate(); err != nil {
		faults = append(faults, err)
	}
	for _, h := range hosts {
		if o, err := weburl.ParseOrigin("http://" + h); err != nil || o.Host() != h {
			faults = append(faults, errors.New("a host to render is a name alone, in lower case and without a port: "+h))
		}
	}
	return faults
}

// Again reports whether a page that was visited without a browser would come to
// another end with one that renders the pages of some hosts, or of all with none.
func Again(e *aranea.Entry, hosts []string) bool {
	if len(hosts) > 0 {
		return e.MediaType == "text/html" && slices.Contains(hosts, e.URL.Host())
	}
	return e.Reason == aranea.IndexScript || e.Reason == aranea.IndexData || e.Reason == aranea.RenderFailed
}

// A Rendered value says what became of a page and what that cost.
type Rendered struct {
	render.Result
	Requests, Bytes uint64 // that were sent for it, and that came
	Refused         int    // requests that were not answered
	// Failure is why there is no rendered page; "" if there is one.
	Failure string
}

// Detail tells in a few words how the page was rendered, or why it was not.
func (r *Rendered) Detail() string {
	if r.Failure != "" {
		return r.Failure
	}
	s := fmt.Sprintf("by %s in %.1f s, %s", r.Browser, r.Took.Seconds(), show.Count(r.Requests, "request"))
	if r.Refused > 0 {
		s += fmt.Sprintf(", %d refused (%s)", r.Refused, r.refusal())
	}
	if r.Cut != "" {
		s += ", cut " + r.Cut
	}
	return s
}

// refusal returns the first refusal.
func (r *Rendered) refusal() string {
	for _, a := range r.Asked {
		if a.Refusal != "" {
			return show.Line(a.URL) + ": " + a.Refusal
		}
	}
	return ""
}

// A Cost is what the rendering of pages took so far.
type Cost struct {
	Pages    uint64        `json:"pages"`    // that were rendered
	Failed   uint64        `json:"failed"`   // that were not
	Requests uint64        `json:"requests"` // that were sent for them
	Bytes    uint64        `json:"bytes"`    // that came for them
	Saved    uint64        `json:"saved"`    // requests that an earlier answer served
	Refused  uint64        `json:"refused"`  // requests that were not answered
	Took     time.Duration `json:"took_ns"`  // of a browser
	CPU      time.Duration `json:"cpu_ns"`   // processor time of browsers on this machine, 0 where it is not known
}

// UnmarshalJSON reads a cost, also one that a former program stored, whose durations had
// other names.
func (c *Cost) UnmarshalJSON(data []byte) error {
	type plain Cost
	var former struct {
		Took time.Duration `json:"took"`
		CPU  time.Duration `json:"cpu"`
	}
	if err := json.Unmarshal(data, &former); err != nil {
		return err
	}
	*c = Cost{Took: former.Took, CPU: former.CPU}
	return json.Unmarshal(data, (*plain)(c))
}

// Add returns the sum of two costs.
func (c Cost) Add(o Cost) Cost {
	return Cost{
		Pages: c.Pages + o.Pages, Failed: c.Failed + o.Failed, Requests: c.Requests + o.Requests, Bytes: c.Bytes + o.Bytes,
		Saved: c.Saved + o.Saved, Refused: c.Refused + o.Refused, Took: c.Took + o.Took, CPU: c.CPU + o.CPU,
	}
}

// A Room renders the pages of a crawl. It is safe for concurrent use. A nil Room
// renders nothing.
type Room struct {
	opt   Options
	hosts map[string]bool
	saved answers
	turns turns

	mu   sync.Mutex
	cost Cost
	came chan struct{} // closed when visits are committed
}

// New returns a Room.
func New(o Options) *Room {
	r := &Room{opt: o, hosts: map[string]bool{}, came: make(chan struct{}), saved: answers{have: map[saveKey]savedAnswer{}}, turns: turns{held: map[string]chan struct{}{}}}
	for _, h := range o.Hosts {
		r.hosts[h] = true
	}
	return r
}

// Tabs returns how many pages are rendered at once.
func (r *Room) Tabs() int {
	if r == nil {
		return 0
	}
	return r.opt.Renderer.Tabs()
}

// Wants reports whether the page of an exchange is to be rendered: a whole web
// page, of a host that is rendered or with nothing but scripts, that asks neither to
// stay out of the index nor that robots go nowhere from it.
func (r *Room) Wants(f *aranea.Fetched, p *aranea.Page) bool {
	if r == nil || p == nil || p.Format != "html" || f.Truncated || f.Failure != aranea.ReasonNone || !p.Refresh.IsZero() {
		return false
	}
	if !p.Directives.NoIndex().Allowed || !p.Directives.Follow().Allowed {
		return false
	}
	if len(r.hosts) > 0 {
		return r.hosts[f.URL.Host()]
	}
	return p.NeedsScript
}

// Cost returns what was spent so far.
func (r *Room) Cost() Cost {
	if r == nil {
		return Cost{}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.cost
}

// Committed tells that visits are committed: robots files may have come.
func (r *Room) Committed() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	close(r.came)
	r.came = make(chan struct{})
}

// next returns what is closed when visits are committed.
func (r *Room) next() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.came
}

// A Visit is one whose page is rendered. Its host is free.
type Visit struct {
	Lease   *aranea.Lease
	Fetched *aranea.Fetched
	NoCopy  bool   // the owner lets no copy be kept of the page
	Wake    func() // is called when there may be more to lease
}

// Render renders the page of a visit. An error is the end of ctx, or that state could not be read
// or written; what is wrong with the page or the browser is the Rendered's Failure.
func (r *Room) Render(ctx context.Context, v Visit) (Rendered, error) {
	s, f := &source{room: r, visit: v, page: v.Fetched}, v.Fetched
	result, err := r.opt.Renderer.Render(ctx, render.Page{URL: f.URL, Header: f.Header, Body: f.Body}, s)
	if ctx.Err() != nil {
		return Rendered{}, context.Cause(ctx)
	}
	if broken := s.fault(); broken != nil {
		return Rendered{}, broken
	}
	out := Rendered{Result: result, Requests: s.sent.Load(), Bytes: s.bytes.Load()}
	if err != nil {
		out.Failure = failure(err)
	}
	for _, a := range result.Asked {
		if a.Refusal != "" {
			out.Refused++
		}
	}
	r.count(&out)
	if r.opt.Told != nil {
		r.opt.Told(f.URL, out)
	}
	return out, nil
}

// failure says in one line why there is no page.
func failure(err error) string {
	text := show.Line(err.Error())
	if !errors.Is(err, render.ErrPage) {
		text = "the browser failed: " + text
	}
	return show.Clip(text, aranea.MaxDetail)
}

func (r *Room) count(out *Rendered) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if out.Failure != "" {
		r.cost.Failed++
	} else {
		r.cost.Pages++
	}
	for _, a := range out.Asked {
		if a.Saved {
			r.cost.Saved++
		}
	}
	r.cost.Requests += out.Requests
	r.cost.Bytes += out.Bytes
	r.cost.Refused += uint64(out.Refused)
	r.cost.Took += out.Took
	r.cost.CPU += out.CPU
}

// HeaderOf returns the header of a rendered page: that of the answer, but for what
// says how the bytes of the body are to be read.
func HeaderOf(f *aranea.Fetched) aranea.Header {
	h := aranea.Header{"Content-Type": {"text/html; charset=utf-8"}}
	for name, values := range f.Header {
		switch http.CanonicalHeaderKey(name) {
		case "Content-Type", "Content-Encoding", "Content-Length":
		default:
			h[name] = values
		}
	}
	return h
}
