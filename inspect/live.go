package inspect

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch"
	"github.com/aranea-search/aranea/fetch/credentials"
	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/acquire"
	"github.com/aranea-search/aranea/robotstxt/dialect"
	"github.com/aranea-search/aranea/schedule"
	"github.com/aranea-search/aranea/weburl"
)

// A Fetcher makes one exchange. It is safe for concurrent use.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) aranea.Fetched
}

// A Clock permits single requests at the pace of their hosts. It is safe for concurrent use.
type Clock interface {
	// Claim returns a permit with the time of one request to the origin. The time is reserved:
	// nobody else gets a time that is closer to it than the host's delay. If it is further away
	// than Patience, nothing is reserved and the error is that of NotBefore.
	Claim(ctx context.Context, o weburl.Origin) (Permit, error)
	// EndClaim sets the time from which the delay counts: when the request of a permit had
	// arrived, or the end of the rest that the answer asks for; zero if the request was not sent.
	EndClaim(ctx context.Context, o weburl.Origin, p Permit, answered time.Time) error
}

// Patience is the maximum time for which a question waits for a host.
const Patience = time.Minute

// patientLook is the interval at which a patient caller asks for a permit again.
const patientLook = 20 * time.Second

var errNotBefore = errors.New("the host may not be asked before")

// NotBefore returns the error, of kind limit, for a question that would have to wait for the host
// of an origin until the given time.
func NotBefore(o weburl.Origin, at time.Time) error {
	return &aranea.Error{Op: "claim", Kind: aranea.Limit, Obj: o.Host(), Err: fmt.Errorf("%w %s", errNotBefore, at.UTC().Format("2006-01-02 15:04:05 MST"))}
}

// A Permit permits one request.
type Permit struct {
	At         time.Time `json:"at"`          // when the request may be sent
	SendBefore time.Time `json:"send_before"` // when it must have been sent; zero for no limit
	// Spacing is the required distance from other requests of the process.
	Spacing aranea.Spacing `json:"spacing"`
	// Address is the only address for the request; invalid means any address of the name.
	Address netip.Addr `json:"address"`
	// Unfound says why the host has no address; then nothing is permitted or reserved. It is not
	// passed to processes that ask on the operator's behalf.
	Unfound aranea.Route `json:"-"`
}

// A Pace is a Clock that keeps its times in memory, with one delay for all host names. It is for
// use without a data folder.
type Pace struct {
	delay time.Duration
	now   func() time.Time

	mu   sync.Mutex
	next map[string]time.Time // by host name
}

// maxPaced is how many host names a Pace remembers before it removes those whose delay is over.
const maxPaced = 10_000

// NewPace returns a Pace with the given delay between two requests to a host name.
func NewPace(delay time.Duration, now func() time.Time) *Pace {
	return &Pace{delay: delay, now: now, next: map[string]time.Time{}}
}

// Claim implements Clock.
func (p *Pace) Claim(_ context.Context, o weburl.Origin) (Permit, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if len(p.next) >= maxPaced {
		for host, at := range p.next {
			if !at.After(now) {
				delete(p.next, host)
			}
		}
	}
	at := now
	if next := p.next[o.Host()]; next.After(at) {
		at = next
	}
	if at.Sub(now) > Patience {
		return Permit{At: at}, NotBefore(o, at)
	}
	p.next[o.Host()] = at.Add(p.delay)
	return Permit{At: at}, nil
}

// EndClaim implements Clock.
func (p *Pace) EndClaim(_ context.Context, o weburl.Origin, _ Permit, answered time.Time) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if next := answered.Add(p.delay); next.After(p.next[o.Host()]) {
		p.next[o.Host()] = next
	}
	return nil
}

// A Live sends requests to live sites. It is safe for concurrent use if Refuse is.
type Live struct {
	Fetcher Fetcher
	Clock   Clock
	// Refuse returns why a URL must not be requested, or nil if it may. It is called again when
	// the request is about to be sent, because the wait may have been long. A nil Refuse refuses
	// nothing.
	Refuse func(u weburl.URL) error
	Now    func() time.Time
	// Patient waits for a host however long its delay or its rest is, and not only for Patience.
	// Several consecutive requests, as for a login, would otherwise fail after the first at a
	// host with a longer delay.
	Patient bool
	// File says that Ask is for robots files, and not for logins.
	File bool
}

// An Exchange is one request with its answer.
type Exchange struct {
	aranea.Fetched
	Waited time.Duration // for the permit
}

// Ask makes one exchange of a login, or for a robots file, when a request to its host is permitted, with the header
// fields of the request and no others of a secret. An error means that no request was sent.
func (l *Live) Ask(ctx context.Context, a credentials.Ask) (aranea.Fetched, error) {
	if a.Fields == nil {
		a.Fields = http.Header{}
	}
	r := fetch.Request{URL: a.URL, MaxBody: credentials.MaxLoginPage, Form: a.Form, Fields: a.Fields, Certificate: a.Certificate, Robots: l.File}
	if l.File {
		r.MaxBody = robotstxt.MaxBody
	}
	e, err := l.ask(ctx, r)
	return e.Fetched, err
}

// ask makes one request when a request to its host is permitted.
func (l *Live) ask(ctx context.Context, r fetch.Request) (Exchange, error) {
	if err := l.refused(r.URL); err != nil {
		return Exchange{}, err
	}
	permit, err := l.Clock.Claim(ctx, r.URL.Origin())
	for l.Patient && errors.Is(err, errNotBefore) && sleep(ctx, patientLook) == nil {
		permit, err = l.Clock.Claim(ctx, r.URL.Origin())
	}
	if err != nil {
		return Exchange{}, fmt.Errorf("ask %s: %w", r.URL.Origin(), err)
	}
	if why := permit.Unfound; why.Failure != aranea.ReasonNone {
		return Exchange{Fetched: aranea.Fetched{URL: r.URL, Failure: why.Failure, Detail: why.Detail, Ended: l.Now()}}, nil
	}
	wait, err := l.waitFor(ctx, permit)
	if err == nil {
		err = l.refused(r.URL)
	}
	if err != nil {
		return Exchange{}, errors.Join(err, l.Clock.EndClaim(context.WithoutCancel(ctx), r.URL.Origin(), permit, time.Time{}))
	}
	r.SendBefore, r.Spacing, r.Address = permit.SendBefore, permit.Spacing, permit.Address
	e := Exchange{l.Fetcher.Do(ctx, r), wait}
	var answered time.Time
	if e.WasSent() {
		answered = schedule.DelayFrom(&e.Fetched, l.Now())
	}
	if err := l.Clock.EndClaim(context.WithoutCancel(ctx), r.URL.Origin(), permit, answered); err != nil {
		return Exchange{}, fmt.Errorf("ask %s: %w", r.URL.Origin(), err)
	}
	return e, nil
}

func (l *Live) refused(u weburl.URL) error {
	if l.Refuse == nil {
		return nil
	}
	return l.Refuse(u)
}

// waitFor waits until the request of a permit may be sent, and returns the time that it waited.
func (l *Live) waitFor(ctx context.Context, p Permit) (time.Duration, error) {
	wait := p.At.Sub(l.Now())
	if wait <= 0 {
		return 0, nil
	}
	if err := sleep(ctx, wait); err != nil {
		return 0, err
	}
	return wait, nil
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A Found is a robots file with the requests that led to it.
type Found struct {
	acquire.Copy
	URL  string     // that answered last
	Hops []Exchange // all requests, including the last one, without bodies
}

// Redirects returns the number of redirects.
func (f *Found) Redirects() int { return max(len(f.Hops)-1, 0) }

// Robots requests a robots file and follows its redirects, like a crawl. The copy has the
// interpretation of the response; an error means that no request was sent.
func (l *Live) Robots(ctx context.Context, u weburl.URL, d dialect.Dialect) (Found, error) {
	var found Found
	for {
		e, err := l.ask(ctx, fetch.Request{URL: u, MaxBody: robotstxt.MaxBody, Robots: true})
		if err != nil {
			return Found{}, err
		}
		f := &e.Fetched
		target, _ := u.Resolve(f.Header.Get("Location"))
		got := acquire.FetchOfBytes(f.Status, f.Header, f.Body)
		got.Truncated, got.Broken = f.Truncated, f.Status != 0 && f.Failure != aranea.ReasonNone
		got.Location, got.Hops = f.Header.Get("Location") != "" && !target.IsZero(), len(found.Hops)
		got.Detail = answerDetail(f, got.Location, len(found.Hops))
		c, step := acquire.Next(d, acquire.Copy{}, got, l.Now())
		f.Body = nil // the copy has it
		found.Hops = append(found.Hops, e)
		if step != acquire.StepFollow {
			found.Copy, found.URL = c, u.String()
			return found, ctx.Err()
		}
		u = target
	}
}

// answerDetail describes what was wrong with a response, or returns "".
func answerDetail(f *aranea.Fetched, leads bool, hops int) string {
	redirects := f.Status >= http.StatusMultipleChoices && f.Status < http.StatusBadRequest
	switch {
	case f.Failure != aranea.ReasonNone:
		return strings.TrimSpace(f.Failure.String() + " " + f.Detail)
	case redirects && !leads:
		return fmt.Sprintf("a redirect to %q, which is no usable URL", f.Header.Get("Location"))
	case redirects && hops >= acquire.MaxHops:
		return fmt.Sprintf("a redirect again after %d of them", hops)
	}
	return ""
}
