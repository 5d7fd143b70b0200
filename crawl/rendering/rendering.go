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
	"github.com/aranea-search/aranea/archive/recorder"
	"github.com/aranea-search/aranea/crawl/claims"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/frontier"
	"github.com/aranea-search/aranea/internal/show"
	"github.com/aranea-search/aranea/render"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/scope/partition"
	"github.com/aranea-search/aranea/weburl"
)

// A Renderer renders the answer for a page with a browser. It is safe for concurrent use.
type Renderer interface {
	Render(ctx context.Context, p render.Page, s render.Source) (render.Result, error)
	// Tabs returns the number of pages rendered at once.
	Tabs() int
}

// A Fetcher makes one exchange. It is safe for concurrent use.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) aranea.Fetched
}

// A Clock knows the robots files of origins, and when their hosts may be asked. It is safe for
// concurrent use.
type Clock interface {
	// Robots returns the newest robots copy of an origin, false if there is none.
	Robots(o weburl.Origin) (acquire.Copy, bool, error)
	// Recheck queues the robots files of origins.
	Recheck(ctx context.Context, origins []weburl.Origin) error
	// Requests outside of the queue are claimed.
	claims.Clock
}

// A Recorder archives exchanges. It is safe for concurrent use. An error ends the crawl.
type Recorder interface {
	Record(x *archive.Exchange) error
}

var (
	_ Recorder = (*recorder.Set)(nil)
	_ Clock    = (*frontier.Frontier)(nil)
	_ Fetcher  = (*fetch.Client)(nil)
	_ Renderer = (*render.Renderer)(nil)
)

// Options say what is rendered. All fields are required unless stated otherwise.
type Options struct {
	Renderer Renderer
	Clock    Clock
	Fetcher  Fetcher
	// Hosts are the host names all of whose pages are rendered. Without any, pages of every host
	// are rendered if they have no content without scripts.
	Hosts []string
	// Agents and Dialect say how robots files are read.
	Agents  []dialect.AgentToken
	Dialect dialect.Dialect
	Now     func() time.Time
	// Partition is the only one whose sites are asked for what pages need; the zero one is the whole web.
	Partition partition.Partition
	// Recorder archives the exchanges; may be nil.
	Recorder Recorder
	// Told is called with each rendered page and all requests made for it. It must return at
	// once. May be nil.
	Told func(u weburl.URL, r Rendered)
}

// Check returns the faults of the browser and of the hosts named for rendering. An empty browser
// means that there is none.
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

// Again reports whether a visit that was made without a browser would end differently with one
// that renders the pages of hosts, or those of all hosts if hosts is empty.
func Again(e *aranea.Entry, hosts []string) bool {
	if len(hosts) > 0 {
		return e.MediaType == "text/html" && slices.Contains(hosts, e.URL.Host())
	}
	return e.Reason == aranea.IndexScript || e.Reason == aranea.IndexData || e.Reason == aranea.RenderFailed
}

// A Rendered is the result of rendering a page, with its cost.
type Rendered struct {
	render.Result
	Requests, Bytes uint64 // sent and received for it
	Refused         int    // requests that were not answered
	// Failure says why there is no rendered page; "" if there is one.
	Failure string
}

// Detail says in a few words how the page was rendered, or why it was not.
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

// A Cost is the total cost of rendering so far.
type Cost struct {
	Pages    uint64        `json:"pages"`    // rendered
	Failed   uint64        `json:"failed"`   // not rendered
	Requests uint64        `json:"requests"` // sent for the pages
	Bytes    uint64        `json:"bytes"`    // received for the pages
	Saved    uint64        `json:"saved"`    // requests served from an earlier answer
	Refused  uint64        `json:"refused"`  // requests that were not answered
	Took     time.Duration `json:"took_ns"`  // wall time of browsers
	CPU      time.Duration `json:"cpu_ns"`   // processor time of browsers on this machine, 0 if unknown
}

// UnmarshalJSON reads a cost, including one stored by an earlier version, in which durations had
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

// New returns a Room with the given options.
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

// Wants reports whether the page of an exchange is to be rendered: a complete web page of a host
// that is rendered, or one without content unless scripts run, that asks neither not to be
// indexed nor that robots follow none of its links.
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

// Cost returns the total cost so far.
func (r *Room) Cost() Cost {
	if r == nil {
		return Cost{}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.cost
}

// Committed notifies waiting requests of a commit: robots files may have arrived.
func (r *Room) Committed() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	close(r.came)
	r.came = make(chan struct{})
}

// next returns a channel that is closed at the next commit.
func (r *Room) next() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.came
}

// A Visit is a visit whose page is rendered. Its host is free.
type Visit struct {
	Lease   *aranea.Lease
	Fetched *aranea.Fetched
	NoCopy  bool   // the owner allows no copy of the page to be kept
	Wake    func() // called when there may be more to lease
}

// Render renders the page of a visit. An error means that ctx has ended, or that state could not
// be read or written; faults of the page or the browser are in Rendered.Failure.
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

// failure returns one line that says why there is no page.
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

// HeaderOf returns the header of a rendered page: that of the answer, except for the fields on
// how the bytes of the body are coded.
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
