package fetch

import (
	"cmp"
	"context"
	"errors"
	"net/http/httptrace"
	"net/netip"
	"net/textproto"
	"sync"
	"sync/atomic"
	"time"

	"github.com/aranea-search/aranea"
)

// What ends an exchange from within.
var (
	errLate      = faultf(aranea.ScheduleLate, "the request could not leave before its instant")
	errWaiting   = errors.New("nothing came yet")
	errConnect   = faultf(aranea.NetTimeout, "no connection in time")
	errUnready   = faultf(aranea.NetTimeout, "no connection took the request in time")
	errElsewhere = faultf(aranea.ScheduleLate, "the connection that was kept leads to another address of the host")
	errRepeat    = faultf(aranea.NetReset, "the connection broke before the answer")
	errFirstByte = faultf(aranea.NetTimeout, "no answer in time")
	errIdle      = faultf(aranea.NetTimeout, "the body stopped coming")
	errTotal     = faultf(aranea.NetTimeout, "the exchange took too long")
	errSlow      = faultf(aranea.NetTimeout, "the body came too slowly")
	errInterim   = faultf(aranea.NetProto, "too many interim answers")
	errDone      = errors.New("the exchange is over")
)

// fairChance is the time to connect from which on it is the host's failure and
// not ours if the request cannot leave before its instant.
const fairChance = 500 * time.Millisecond

// maxInterim is the number of 1xx responses that are skipped before an answer.
const maxInterim = 10

// An exchange watches one round trip: it lets the request leave once and in
// time, keeps the phases' limits with one timer, and notes when things happen.
// The HTTP library calls it from several goroutines.
type exchange struct {
	cancel     context.CancelCauseFunc
	began      time.Time
	sendBefore time.Time // zero for no bound
	end        time.Time // the total limit
	firstByte  time.Duration
	total      time.Duration
	bound      netip.Addr    // the only address that the request may go to; invalid for any
	slow       *lane         // of the exchanges that last long
	patience   time.Duration // how long the phases last before the exchange is one of those
	trace      httptrace.ClientTrace
	h2         atomic.Bool // the request goes over HTTP/2
	gate       *Gate
	spaces     []space         // what the request keeps from others; the address of the last is not known before the connection
	stopped    <-chan struct{} // closed when the exchange ends

	mu        sync.Mutex
	timer     *time.Timer
	armed     time.Time  // when timer fires
	deadline  time.Time  // when the phase ends; at or after armed
	cause     error      // what the end of the phase means
	carrier   *conn      // the connection that the request is written to
	departure *departure // of the request, while it is being written
	gated     bool       // it waits at the gate
	passed    time.Time  // when it had gone through the gate last
	finished  bool
	sent      time.Time // when the first byte left
	answered  time.Time // when the first byte of the answer came
	dialing   bool      // a connection is being made, or was made, for this exchange
	handshake bool      // TLS had begun on the connection made for this exchange
	connected bool      // a connection was ready for the request
	remote    netip.AddrPort
	interim   int
	isSlow    bool // it is in the lane

	patient      time.Time // when the phase ends that patience cuts in two
	patientCause error     // what that end means
}

// begin returns the exchange's context, which the exchange cancels when a limit
// is reached. end must be called.
func begin(ctx context.Context, o *Options, slow *lane, r *Request) (*exchange, context.Context) {
	now, secure := time.Now(), r.URL.Scheme() == "https"
	e := &exchange{began: now, sendBefore: r.SendBefore, end: now.Add(o.Total), firstByte: o.FirstByte, total: o.Total, slow: slow, patience: cmp.Or(r.Patience, SlowAfter)}
	ctx, e.cancel = context.WithCancelCause(ctx)
	e.gate, e.spaces, e.stopped = o.Gate, r.spaces(o), ctx.Done()
	e.trace.DNSStart = e.dialStarts
	e.trace.GotConn = e.gotConn
	e.trace.GotFirstResponseByte = e.gotFirstByte
	e.trace.Got1xxResponse = e.got1xx
	if secure {
		e.trace.TLSHandshakeStart = e.handshakeStarts
		e.trace.WroteHeaderField = e.writesField
		e.trace.WroteHeaders = e.wroteFields
	}
	e.toSendLocked()
	if by := now.Add(r.Connect); r.Connect > 0 && by.Before(e.deadline) {
		e.deadline, e.cause = by, errConnect
	}
	e.armed = e.deadline
	e.mu.Lock() // a timer that fires at once must find itself
	e.timer = time.AfterFunc(e.armed.Sub(now), e.expire)
	e.mu.Unlock()
	return e, httptrace.WithClientTrace(ctx, &e.trace)
}

// toSendLocked gives the exchange the phase that ends when the request must have left.
func (e *exchange) toSendLocked() {
	e.deadline, e.cause = e.end, errTotal
	if !e.sendBefore.IsZero() && e.sendBefore.Before(e.end) {
		e.deadline, e.cause = e.sendBefore, errLate
	}
}

// finish ends the watch and releases what the exchange holds.
func (e *exchange) finish() {
	defer e.departed()
	e.mu.Lock()
	e.finished = true
	e.timer.Stop()
	if e.carrier != nil {
		e.carrier.end()
	}
	if e.isSlow {
		e.slow.leave()
	}
	e.mu.Unlock()
	e.cancel(errDone)
}

// expire runs when the timer fires. A deadline that was moved since is waited
// for.
func (e *exchange) expire() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if left := time.Until(e.deadline); left > 0 {
		e.armed = e.deadline
		e.timer.Reset(left)
		return
	}
	switch {
	case errors.Is(e.cause, errConnect) && !e.dialing && !e.connected: // it waits for us
		e.toSendLocked()
		e.armed = e.deadline
		e.timer.Reset(time.Until(e.deadline))
	case errors.Is(e.cause, errLate) && (e.dialing || e.connected):
		e.cancel(e.lateLocked())
	case !errors.Is(e.cause, errWaiting):
		e.cancel(e.cause)
	case e.enterSlowLocked():
		now := time.Now()
		e.withinLocked(now, e.patient.Sub(now), e.patientCause)
		e.armed = e.deadline
		e.timer.Reset(e.deadline.Sub(now))
	case errors.Is(e.patientCause, errMemory): // it waits for us, not for the peer
		e.cancel(errMemory)
	default:
		e.cancel(errCrowded)
	}
}

// enterSlow makes the exchange one of those that last long, and reports whether
// there is room for it.
func (e *exchange) enterSlow() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.enterSlowLocked()
}

func (e *exchange) enterSlowLocked() bool {
	if !e.isSlow {
		e.isSlow = e.slow.enter()
	}
	return e.isSlow
}

// lateLocked returns whose fault it is that the request did not leave. If a
// connection was being made, or took no request, and the host had a fair chance,
// it is the host's: that counts as a try and brings rest, where our own lateness
// costs nothing and would be asked for again for ever. Nor is it the host's what
// was waited for at the gate.
func (e *exchange) lateLocked() error {
	if e.gated || e.sendBefore.Sub(later(e.began, e.passed)) < fairChance {
		return errLate
	}
	return errUnready
}

// within gives the exchange a new phase of the given length. The timer is moved
// only if it would fire too late, so that a phase for each read is cheap.
func (e *exchange) within(now time.Time, limit time.Duration, cause error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.withinLocked(now, limit, cause)
}

func (e *exchange) withinLocked(now time.Time, limit time.Duration, cause error) {
	e.deadline, e.cause = now.Add(limit), cause
	if e.end.Before(e.deadline) {
		e.deadline, e.cause = e.end, errTotal
	}
	if e.deadline.Before(e.armed) {
		e.armed = e.deadline
		e.timer.Reset(e.deadline.Sub(now))
	}
}

// suspend gives the exchange a phase in which it waits for us, at most as long
// again as a whole exchange. resume moves the exchange's end by the time it took and returns that.
func (e *exchange) suspend() (resume func() time.Duration) {
	start := time.Now()
	e.mu.Lock()
	defer e.mu.Unlock()
	end := e.end
	e.end = end.Add(e.total)
	e.waitLocked(start, e.total, errMemory)
	return func() time.Duration {
		e.mu.Lock()
		defer e.mu.Unlock()
		waited := time.Since(start)
		e.end = end.Add(waited)
		return waited
	}
}

// hangUp closes the connection of an exchange that ended by a limit. Over HTTP/2
// the peer could go on sending to a connection that nobody needs. Over HTTP/1 a
// connection whose answer was read to its end may carry the next exchange by now, to
// which nothing happens.
func (e *exchange) hangUp() {
	e.mu.Lock()
	c := e.carrier
	e.mu.Unlock()
	if c == nil || !e.h2.Load() && c.turn.Load() != e {
		return
	}
	_ = c.Close() // whatever else it carries fails and is tried again
}

// waitLocked gives the exchange a phase in which nothing comes. Once its patience
// is over it needs room among the slow ones for the rest of it.
func (e *exchange) waitLocked(now time.Time, limit time.Duration, cause error) {
	if e.isSlow || limit <= e.patience {
		e.withinLocked(now, limit, cause)
		return
	}
	e.patient, e.patientCause = now.Add(limit), cause
	e.withinLocked(now, e.patience, errWaiting)
}

// endWithin moves the end of the whole exchange to now+limit, if that is sooner.
func (e *exchange) endWithin(limit time.Duration) {
	now := time.Now()
	e.mu.Lock()
	defer e.mu.Unlock()
	if end := now.Add(limit); end.Before(e.end) {
		e.end = end
	}
	e.withinLocked(now, limit, errIdle)
}

// gotConn is called when a connection is ready, before the request is written to
// it. The library comes here again when it wants to repeat the request.
func (e *exchange) gotConn(info httptrace.GotConnInfo) {
	c := guarded(info.Conn)
	if c == nil { // not ours: nothing may leave
		e.cancel(errRepeat)
		_ = info.Conn.Close() // nothing was written
		return
	}
	if e.bound.IsValid() && c.remote.Addr() != e.bound { // it was kept from another time
		e.cancel(errElsewhere)
		_ = info.Conn.Close() // nothing was written
		return
	}
	h2 := c.multiplexed(info.Conn)
	e.h2.Store(h2)
	if !e.carries(c) {
		e.cancel(errRepeat)
	} else if h2 {
		// Not when it is written: the connection's lock is held then, and without it the
		// connection answers no PING and takes no part of another answer.
		_ = e.pass(c) // it has ended the exchange, and the library writes nothing
	}
	if !h2 {
		c.turn.Store(e)
	}
}

// carries notes that the request will be written to c. It reports false if it has left
// over a connection before.
func (e *exchange) carries(c *conn) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.sent.IsZero() {
		return false
	}
	e.remote, e.connected, e.carrier = c.remote, true, c
	c.begin()
	return true
}

// leave is called right before bytes are written to c over HTTP/1. It says
// whether they open the request, and refuses them if it is too late or if the
// request left over another connection before.
func (e *exchange) leave(c *conn) (opening bool, err error) {
	e.mu.Lock()
	carrier, sent := e.carrier, !e.sent.IsZero()
	e.mu.Unlock()
	switch {
	case c != carrier:
		return false, errRepeat
	case sent:
		return false, nil
	}
	if err := e.pass(c); err != nil {
		return true, err
	}
	return true, e.depart()
}

// pass waits at the gate for the instant at which the request may leave over c. It ends
// the exchange if that is too late.
func (e *exchange) pass(c *conn) error {
	if len(e.spaces) == 0 {
		return nil
	}
	e.departed() // over another connection, which broke before it was written
	e.mu.Lock()
	e.gated = true
	e.toSendLocked() // what comes now is no time of the host's
	e.mu.Unlock()
	d := e.gate.enter(e.stopped, e.sendBefore, via(e.spaces, c.remote.Addr()))
	if d == nil {
		e.cancel(errLate)
		return errLate
	}
	e.mu.Lock()
	e.departure, e.gated, e.passed = d, false, time.Now()
	over := e.finished
	e.mu.Unlock()
	if over {
		e.departed()
	}
	return nil
}

// depart notes that the request leaves now. It ends the exchange if it is too late, or
// if the request was so long on the way from the gate that another one has left.
func (e *exchange) depart() error {
	e.mu.Lock()
	d := e.departure
	err := errLate
	if len(e.spaces) == 0 || d != nil && d.renew() {
		err = e.sendLocked()
	} else {
		e.cancel(errLate)
	}
	over := e.finished
	e.mu.Unlock()
	if err != nil || over {
		e.departed()
	}
	return err
}

// departed notes that the request was written, or never will be.
func (e *exchange) departed() {
	e.mu.Lock()
	d := e.departure
	e.departure = nil
	e.mu.Unlock()
	if d != nil {
		d.done()
	}
}

// stay takes leave back: nothing of the request was written.
func (e *exchange) stay() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.sent = time.Time{}
}

// writesField is called for each field while a request is being encoded, which
// over HTTP/2 is right before it is written, in the same goroutine.
func (e *exchange) writesField(string, []string) {
	if !e.h2.Load() {
		return
	}
	e.mu.Lock()
	c, sent := e.carrier, !e.sent.IsZero()
	e.mu.Unlock()
	if !sent && e.depart() != nil {
		// The library has looked at the context for the last time, so only the
		// loss of the connection keeps the request from leaving.
		_ = c.Close() // nothing of this request was written
	}
}

// wroteFields is called when a request is encoded, which over HTTP/2 is when it was
// written; over HTTP/1 it may still lie in a buffer.
func (e *exchange) wroteFields() {
	if e.h2.Load() {
		e.departed()
	}
}

// sendLocked notes that the request leaves now, or ends the exchange if now is
// too late.
func (e *exchange) sendLocked() error {
	now := time.Now()
	if !e.sendBefore.IsZero() && !now.Before(e.sendBefore) {
		late := errLate
		if e.dialing {
			late = e.lateLocked()
		}
		e.cancel(late)
		return late
	}
	e.sent = now
	e.waitLocked(now, e.firstByte, errFirstByte)
	return nil
}

func (e *exchange) gotFirstByte() {
	now := time.Now()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.answered.IsZero() {
		e.answered = now
	}
	if errors.Is(e.cause, errWaiting) { // the header may come as slowly as it may
		e.withinLocked(now, e.sent.Add(e.firstByte).Sub(now), errFirstByte)
	}
}

// got1xx bounds the interim answers, whose sizes the library then bounds one by
// one.
func (e *exchange) got1xx(int, textproto.MIMEHeader) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.interim++; e.interim > maxInterim {
		e.cancel(errInterim)
		return errInterim
	}
	return nil
}

// dialStarts is called when a connection begins to be made for the exchange. One
// that waits for a connection of ours to become free is not called so.
func (e *exchange) dialStarts(httptrace.DNSStartInfo) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.dialing = true
}

func (e *exchange) handshakeStarts() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.handshake = true
}
