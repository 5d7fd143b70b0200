package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
)

// copiedField is a header field of answers from a copy of the folder of a node: when it was made, in the form of
// RFC 3339.
const copiedField = "Aranea-Copied"

// How soon a node that is away is asked again whether it is there, beside what its standby is asked.
const (
	firstAgain   = 500 * time.Millisecond
	longestAgain = 10 * time.Second
)

// leastShare is how long a node is waited for at least before its standby is asked in its place. It is half of
// what the caller waits; of one that waits less than twice as long, the node has all the time.
const leastShare = time.Second

// onlyNode are the calls that a standby does not answer in the place of its node: besides those that change
// something, what is true of the node alone.
var onlyNode = map[string]bool{
	helloCall: true, "orders": true, "verify": true, momentCall: true, momentFilesCall: true, momentPartCall: true, momentSumsCall: true, momentEndCall: true,
	receiveCall: true, turnsCall: true, referCall: true, "prove": true, "notify": true, "steer": true, "remove": true,
}

// A pair makes requests to a node, and to its standby while the node is away. It is safe for concurrent use.
type pair struct {
	node, standby *node
	log           *slog.Logger

	base context.Context // of what the node is asked beside
	end  context.CancelFunc
	busy sync.WaitGroup

	mu     sync.Mutex
	away   error              // why the node does not answer, nil if it does
	there  context.Context    // of requests to the node; ends when it is found away
	leave  context.CancelFunc // ends there
	trying bool               // the node is being asked whether it is there
	next   time.Time          // when that is asked again
	wait   time.Duration      // from then to the next time
}

func newPair(n, standby *node, log *slog.Logger) *pair {
	p := &pair{node: n, standby: standby, log: log}
	if p.log == nil {
		p.log = slog.New(slog.DiscardHandler)
	}
	p.base, p.end = context.WithCancel(context.Background())
	p.there, p.leave = context.WithCancel(p.base)
	return p
}

// close ends what the node is asked beside.
func (p *pair) close() {
	p.mu.Lock()
	p.end()
	p.mu.Unlock()
	p.busy.Wait()
}

// RoundTrip implements http.RoundTripper. What only reads is asked at the standby if the node is away, or lets
// the caller wait too long; if the standby has no answer either, the error is about the node.
func (p *pair) RoundTrip(r *http.Request) (*http.Response, error) {
	if onlyNode[strings.TrimPrefix(r.URL.Path, apiRoot)] {
		return p.node.RoundTrip(r)
	}
	if away := p.isAway(); away != nil {
		return p.instead(r, away)
	}
	resp, err := p.ask(r)
	if err == nil || r.Context().Err() != nil || aranea.KindOf(err) != aranea.Transient {
		return resp, err
	}
	return p.instead(r, err)
}

// isAway returns why the node does not answer, nil if it does as far as that is known. Now and then it has the
// node asked beside, so that nobody waits for one that is away.
func (p *pair) isAway() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.away != nil && !time.Now().Before(p.next) {
		p.try()
	}
	return p.away
}

// whenAway calls end when the node is found away, unless stop is called before.
func (p *pair) whenAway(end func()) (stop func() bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return context.AfterFunc(p.there, end)
}

// try asks the node beside whether it is there. The caller has the lock.
func (p *pair) try() {
	if p.trying || p.base.Err() != nil {
		return
	}
	p.trying = true
	p.busy.Go(func() { p.tried(p.greet(p.base)) })
}

// greet asks the node whether it is there.
func (p *pair) greet(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, dialPatience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.node.root+apiRoot+helloCall, http.NoBody)
	if err != nil {
		return err
	}
	resp, err := p.node.RoundTrip(r)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// tried notes whether the node is there, as it was asked beside. What hangs at one that is not ends.
func (p *pair) tried(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.trying = false
	switch {
	case err == nil:
		p.present()
	case p.base.Err() == nil:
		p.absent(p.away)
		p.leave()
	}
}

// absent notes that the node does not answer. The caller has the lock.
func (p *pair) absent(why error) {
	if p.away == nil {
		p.log.Warn("a node does not answer; its standby answers in its place", "node", p.node.name, "standby", p.standby.name, "error", why)
	}
	p.away = why
	p.wait = min(max(2*p.wait, firstAgain), longestAgain)
	p.next = time.Now().Add(p.wait)
}

// present notes that the node answers. The caller has the lock.
func (p *pair) present() {
	if p.away == nil {
		return
	}
	p.away, p.wait = nil, 0
	if p.there.Err() != nil {
		p.there, p.leave = context.WithCancel(p.base)
	}
	p.log.Info("a node is there again, and answers itself", "node", p.node.name)
}

// ask makes a request to the node. It gives up when the node is found away, or after its share of the time
// that the caller waits; then the node is asked beside whether it is there at all.
func (p *pair) ask(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(r.Context())
	unbind := p.whenAway(func() { cancel(errSlow) })
	end := func() { unbind(); cancel(nil) }
	late := time.AfterFunc(shareOf(ctx), func() { cancel(errSlow) })
	resp, err := p.node.RoundTrip(r.WithContext(ctx))
	late.Stop()
	if err == nil {
		resp.Body = &closing{resp.Body, end}
		return resp, nil
	}
	slow := errors.Is(context.Cause(ctx), errSlow)
	end()
	if slow {
		err = p.node.fault(aranea.Transient, errSlow)
	}
	if r.Context().Err() == nil && aranea.KindOf(err) == aranea.Transient {
		p.doubt(err, slow)
	}
	return nil, err
}

// doubt notes that a request to the node got no answer. One that was only slow is asked at once whether it is
// there: until that is known, what it answers already goes on.
func (p *pair) doubt(why error, slow bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.away != nil || p.base.Err() != nil {
		return
	}
	p.absent(why)
	if slow {
		p.try()
	} else {
		p.leave()
	}
}

// shareOf returns how long a node is waited for, of what a caller waits.
func shareOf(ctx context.Context) time.Duration {
	if deadline, ok := ctx.Deadline(); ok {
		if half := time.Until(deadline) / 2; half >= leastShare {
			return half
		}
	}
	return nodeWalkTime + 2*dialPatience // longer than any node works
}

// instead makes a request to the standby of a node that is away.
func (p *pair) instead(r *http.Request, away error) (*http.Response, error) {
	again, err := again(r)
	if err != nil {
		return nil, err
	}
	resp, err := p.standby.RoundTrip(again)
	switch {
	case err != nil && r.Context().Err() != nil:
		return nil, err
	case err != nil:
		p.log.Debug("the standby of a node that is away does not answer", "standby", p.standby.name, "error", err)
		return nil, away
	case resp.Header.Get(copiedField) == "": // it has no copy, or is none
		p.log.Debug("the standby of a node that is away has no copy", "standby", p.standby.name)
		return nil, errors.Join(away, resp.Body.Close())
	}
	return resp, nil
}

// again returns a request with its body from the beginning.
func again(r *http.Request) (*http.Request, error) {
	out := r.Clone(r.Context())
	if r.GetBody == nil {
		return out, nil
	}
	var err error
	out.Body, err = r.GetBody()
	return out, err
}

// CloseIdleConnections closes connections that are not in use.
func (p *pair) CloseIdleConnections() {
	p.node.CloseIdleConnections()
	p.standby.CloseIdleConnections()
}
