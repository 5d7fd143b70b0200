package rendering

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/archive"
	"github.com/aranea-search/aranea/crawl/claims"
	"github.com/aranea-search/aranea/extract"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/render"
	"github.com/aranea-search/aranea/robotsmeta"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/weburl"
)

// maxAnswer is the maximum size in bytes of an answer for a script; larger ones are refused.
const maxAnswer = 8 << 20

// defaultPatience is the maximum time that a request waits for its host if its page has no
// deadline.
const defaultPatience = 30 * time.Second

// A source answers the requests of one page. It is safe for concurrent use.
type source struct {
	room  *Room
	visit Visit
	page  *aranea.Fetched // of the visit

	sent, bytes atomic.Uint64
	mu          sync.Mutex
	broken      error // state could not be read or written
}

func refusal(format string, args ...any) render.Response {
	return render.Response{Refusal: fmt.Sprintf(format, args...)}
}

// fault returns the error that ends the crawl, if there was one.
func (s *source) fault() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.broken
}

// fails records an error of state and refuses the request.
func (s *source) fails(err error) render.Response {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.broken = cmp.Or(s.broken, err)
	return refusal("the crawl ends")
}

// Get answers a request, if the robots file of its origin and the rate of its host permit.
func (s *source) Get(ctx context.Context, r render.Request) render.Response {
	if by := s.room.opt.Partition.Elsewhere(r.URL.Origin()); by != "" {
		return refusal("%s", by)
	}
	why, err := s.forbidden(ctx, r.URL)
	switch {
	case ctx.Err() != nil:
		return refusal("the time of the page is over")
	case err != nil:
		return s.fails(err)
	case why != "":
		return refusal("%s", why)
	}
	q, shared := s.request(r)
	if a, ok := s.room.saved.get(r, s.room.opt.Now()); ok && shared {
		return a
	}
	// One request to a host at a time: otherwise the claims of others would be computed from the
	// last instant at which the previous one may be sent.
	done, err := s.room.turns.take(ctx, r.URL.Host())
	if err != nil {
		return refusal("the time of the page is over")
	}
	defer done()
	if a, ok := s.room.saved.get(r, s.room.opt.Now()); ok && shared { // another page has requested it meanwhile
		return a
	}
	f, why, err := s.ask(ctx, q)
	switch {
	case err != nil && ctx.Err() == nil:
		return s.fails(err)
	case err != nil || why != "":
		return refusal("%s", cmp.Or(why, "the time of the page is over"))
	}
	a := s.answer(&f)
	if shared {
		s.room.saved.put(r, a, s.room.opt.Now())
	}
	return a
}

// request returns the exchange for a request, and whether its answer is the same for all pages.
// The secret of a page is sent to its own origin only: otherwise a page could publish what was
// meant for a few.
func (s *source) request(r render.Request) (q fetch.Request, shared bool) {
	q = fetch.Request{URL: r.URL, MaxBody: maxAnswer, Accept: "*/*"}
	own := r.URL.Origin() == s.page.URL.Origin()
	if r.URL.Host() == s.page.URL.Host() {
		q.Address = s.visit.Lease.Route.Address
	}
	if own && s.page.Access != "" {
		return q, false
	}
	q.Fields = http.Header{}
	if r.Origin != "" && !own {
		q.Fields.Set("Origin", string(s.page.URL.Origin()))
	}
	return q, true
}

// forbidden returns why a request must not be sent, "" if it may. If the robots file of its
// origin is not known, it waits for that.
func (s *source) forbidden(ctx context.Context, u weburl.URL) (string, error) {
	o := u.Origin()
	for first := true; ; first = false {
		came := s.room.next() // before looking
		now := s.room.opt.Now()
		c, found, err := s.room.opt.Clock.Robots(o)
		if err != nil {
			return "", fmt.Errorf("read robots copy of %s: %w", o, err)
		}
		if found && (c.Expires.After(now) || o == s.page.URL.Origin()) {
			a := c.Access(s.room.opt.Dialect, string(o), s.room.opt.Agents...)
			d := a.Decide(u.Target())
			switch m := a.Matcher(); {
			case d.Verdict == robotstxt.Deny:
				return "closed by robots.txt", nil
			case d.Verdict != robotstxt.Allow:
				return "its robots.txt is unavailable", nil
			case m != nil && m.NextAllowed(time.Time{}, now).After(now):
				return "closed by robots.txt at this hour", nil
			}
			return "", nil
		}
		if first {
			if err := s.room.opt.Clock.Recheck(ctx, []weburl.Origin{o}); err != nil {
				return "", fmt.Errorf("queue the robots file of %s: %w", o, err)
			}
			s.visit.Wake()
		}
		select {
		case <-came:
		case <-ctx.Done():
			return "its robots.txt did not come in time", nil
		}
	}
}

// ask makes an exchange when its host may be asked; why says why it did not.
func (s *source) ask(ctx context.Context, q fetch.Request) (f aranea.Fetched, why string, err error) {
	o, clock := q.URL.Origin(), s.room.opt.Clock
	until, limited := ctx.Deadline()
	if !limited {
		until = s.room.opt.Now().Add(defaultPatience)
	}
	c, err := claims.Desk{Clock: clock, LookUp: claims.By(s.room.opt.Fetcher), Now: s.room.opt.Now}.Claim(ctx, o, until)
	switch {
	case aranea.KindOf(err) == aranea.Denied:
		return f, "the operator holds its host", nil
	case aranea.KindOf(err) == aranea.Canceled:
		return f, "", context.Cause(ctx)
	case err != nil:
		return f, "", fmt.Errorf("claim a request to %s: %w", o, err)
	case c.Route.Failure != aranea.ReasonNone:
		return f, "its host has no address: " + c.Route.Detail, nil
	case c.SendBefore.IsZero():
		return f, "its host may not be asked in time", nil
	}
	now := s.room.opt.Now()
	if s.waitUntil(ctx, c.SendAfter) {
		q.Spacing, q.Address = c.Spacing, c.Route.Address
		q.SendBefore = now.Add(c.SendBefore.Sub(now)) // on the clock of this process
		f = s.room.opt.Fetcher.Do(ctx, q)
	}
	var answered time.Time
	if f.WasSent() {
		answered = schedule.DelayFrom(&f, s.room.opt.Now())
		s.sent.Add(1)
		s.bytes.Add(f.WireBytes)
	}
	if err := clock.EndClaim(context.WithoutCancel(ctx), o, c.SendBefore, answered); err != nil {
		return f, "", fmt.Errorf("end a claim to %s: %w", o, err)
	}
	s.record(&f)
	return f, "", ctx.Err()
}

// record passes an exchange to the recorder.
func (s *source) record(f *aranea.Fetched) {
	x := &archive.Exchange{Fetched: f, Role: archive.Embedded, Depth: s.visit.Lease.Entry.Depth, Via: s.page.URL.String(), NoCopy: s.visit.NoCopy}
	if s.room.opt.Recorder == nil || !x.Happened() {
		return
	}
	if !x.NoCopy {
		agents := make([]string, len(s.room.opt.Agents))
		for i, a := range s.room.opt.Agents {
			agents[i] = string(a)
		}
		r := robotsmeta.NewReader(agents...)
		extract.Fields(r, f.Header)
		x.NoCopy = !r.Directives().Archive().Allowed
	}
	if err := s.room.opt.Recorder.Record(x); err != nil {
		s.fails(fmt.Errorf("keep the exchange for %s: %w", f.URL, err))
	}
}

// waitUntil waits for an instant, and reports whether it came before the end of ctx.
func (s *source) waitUntil(ctx context.Context, at time.Time) bool {
	t := time.NewTimer(max(at.Sub(s.room.opt.Now()), 0))
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// answer converts what was fetched to an answer for the page. Content of a private network is
// not given to a page from outside, which could publish it.
func (s *source) answer(f *aranea.Fetched) render.Response {
	inside := func(x *aranea.Fetched) bool {
		return x.Remote.IsValid() && !x.Proxied && (x.Remote.Addr().IsPrivate() || x.Remote.Addr().IsLoopback() || x.Remote.Addr().IsLinkLocalUnicast())
	}
	switch {
	case f.Status == 0:
		return refusal("%s %s", f.Failure, f.Detail)
	case f.Failure != aranea.ReasonNone:
		return refusal("its answer broke: %s", f.Failure)
	case f.Truncated:
		return refusal("its answer is larger than %d bytes", maxAnswer)
	case f.Access != "" && f.Access != s.page.Access:
		return refusal("it needs another secret than the page")
	case inside(f) && !inside(s.page):
		return refusal("it lies in a private network, and the page does not")
	}
	return render.Response{Status: f.Status, Header: f.Header, Body: f.Body}
}

// turns lets one caller at a time send requests to a host.
type turns struct {
	mu   sync.Mutex
	held map[string]chan struct{} // by host name, closed when the turn ends
}

// take waits for the turn of a host; done ends it.
func (t *turns) take(ctx context.Context, host string) (done func(), err error) {
	for {
		t.mu.Lock()
		held, busy := t.held[host]
		if !busy {
			mine := make(chan struct{})
			t.held[host] = mine
			t.mu.Unlock()
			return func() {
				t.mu.Lock()
				defer t.mu.Unlock()
				delete(t.held, host)
				close(mine)
			}, nil
		}
		t.mu.Unlock()
		select {
		case <-held:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}
