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

// Causes for which an exchange ends itself.
var (
	errLate      = faultf(aranea.ScheduleLate, "the request could not leave before its instant")
	errWaiting   = errors.New("nothing came yet")
	errConnect   = faultf(aranea.NetTimeout, "no connection in time")
	errUnready   = faultf(aranea.NetTimeout, "no connection took the request in time")
	errElsewhere = faultf(aranea.ScheduleLate, "the connection that was kept leads to another address of the host")
	errRepeat    = faultf(aranea.NetReset, "the connection broke before the answer")
	errRefused   = faultf(aranea.NetReset, "the server ended the connection, or the stream, without processing the request")
	errFirstByte = faultf(aranea.NetTimeout, "no answer in time")
	errIdle      = faultf(aranea.NetTimeout, "the body stopped coming")
	errTotal     = faultf(aranea.NetTimeout, "the exchange took too long")
	errSlow      = faultf(aranea.NetTimeout, "the body came too slowly")
	errInterim   = faultf(aranea.NetProto, "too many interim answers")
	errDone      = errors.New("the exchange is over")
)

// fairChance is the time to connect from which on the host is responsible if the request cannot
// be sent before its instant.
const fairChance = 500 * time.Millisecond

// maxRefused is the number of requests that a connection may refuse between two answers: as many as
// servers commonly let be open at once.
const maxRefused = 100

// maxInterim is the number of 1xx responses that are skipped before an answer.
const maxInterim = 10

// An exchange watches one round trip: it lets the request be sent once and in time, enforces the
// limits of the phases with one timer, and records when things happen. The HTTP library calls it
// from several goroutines.
type exchange struct {
	cancel     context.CancelCauseFunc
	began      time.Time
	sendBefore time.Time // zero for no limit
	end        time.Time // end of the total limit
	firstByte  time.Duration
	total      time.Duration
	bound      netip.Addr    // the only address that the request may go to; invalid for any
	slow       *lane         // for slow exchanges
	patience   time.Duration // how long the phases may last before the exchange counts as slow
	trace      httptrace.ClientTrace
	h2         atomic.Bool // the request is sent over HTTP/2
	gate       *Gate
	spaces     []space         // reserved by the request; the address of the last one is not known before the connection
	stopped    <-chan struct{} // closed when the exchange ends

	mu        sync.Mutex
	timer     *time.Timer
	armed     time.Time  // when timer fires
	deadline  time.Time  // when the phase ends; at or after armed
	cause     error      // the error if the phase ends
	carrier   *conn      // the connection that the request is written to
	departure *departure // of the request, while it is being written
	gated     bool       // it waits at the gate
	passed    time.Time  // when it last passed the gate
	finished  bool
	sent      time.Time // when the first byte was sent
	answered  time.Time // when the first byte of the answer arrived
	dialing   bool      // a connection is being made, or was made, for this exchange
	handshake bool      // TLS had begun on the connection made for this exchange
	connected bool      // a connection was ready for the request
	remote    netip.AddrPort
	interim   int
	refused   bool // the server told that it did not process the request, over a connection that had brought answers
	isSlow    bool // it is in the lane

	patient      time.Time // when the phase ends that patience divides in two
	patientCause error     // the error at that end
}

// begin returns the exchange's context, which the exchange cancels when a limit is reached.
// finish must be called.
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

// toSendLocked starts the phase that ends when the request must have been sent.
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

// expire runs when the timer fires. If the deadline has been moved since, it waits again.
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

// enterSlow makes the exchange a slow one, and reports whether there is room for it.
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

// lateLocked returns the error for a request that was not sent in time. If a connection was
// being made, or took no request, and the host had a fair chance, the host is responsible: that
// counts as a try and makes it rest, whereas our own lateness costs nothing and would be
// repeated forever. The host is not responsible for the time at the gate.
func (e *exchange) lateLocked() error {
	if e.gated || e.sendBefore.Sub(later(e.began, e.passed)) < fairChance {
		return errLate
	}
	return errUnready
}

// within starts a new phase of the given length. The timer is moved only if it would fire too
// late, so that a phase for each read is cheap.
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

// suspend starts a phase in which the exchange waits for us, for at most as long as a whole
// exchange. resume extends the exchange's end by the time that it took and returns that.
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

// hangUp closes the connection of an exchange that ended by a limit. Over HTTP/2 the peer could
// continue to send over a connection that nobody needs. Over HTTP/1 a connection whose answer
// was read to its end may already carry the next exchange, and is left open.
func (e *exchange) hangUp() {
	e.mu.Lock()
	c := e.carrier
	e.mu.Unlock()
	if c == nil || !e.h2.Load() && c.turn.Load() != e {
		return
	}
	_ = c.Close() // other exchanges on it fail and are retried
}

// waitLocked starts a phase in which nothing arrives. Once its patience is over the exchange
// needs room among the slow ones for the rest of it.
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

// gotConn is called when a connection is ready, before the request is written to it. The library
// calls it again when it wants to repeat the request.
func (e *exchange) gotConn(info httptrace.GotConnInfo) {
	c := guarded(info.Conn)
	if c == nil { // not ours: nothing may be sent
		e.cancel(errRepeat)
		_ = info.Conn.Close() // nothing was written
		return
	}
	was := e.sentOverHTTP2()
	if e.bound.IsValid() && c.remote.Addr() != e.bound && !was { // it was kept from an earlier exchange
		e.cancel(errElsewhere)
		_ = info.Conn.Close() // nothing was written
		return
	}
	h2 := c.multiplexed(info.Conn)
	e.h2.Store(h2)
	if !e.carries(c) {
		e.cancel(e.repeats(was))
	} else if h2 {
		// Not when it is written: the connection's lock is held then, and meanwhile the
		// connection neither answers a PING nor receives parts of other answers.
		_ = e.pass(c) // it has ended the exchange, and the library writes nothing
	}
	if !h2 {
		c.turn.Store(e)
	}
}

// sentOverHTTP2 reports whether the request was sent over HTTP/2.
func (e *exchange) sentOverHTTP2() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return !e.sent.IsZero() && e.h2.Load()
}

// repeats returns the error for a request that was sent and that the library wants to repeat. Over
// HTTP/2 it does so only if the server says that it did not process the stream: by GOAWAY with the
// number of an earlier one, or by resetting it with REFUSED_STREAM (RFC 9113 sections 6.8 and 8.7), or with
// PROTOCOL_ERROR, as some servers do that close a connection. A connection that never brought an answer, or
// refuses more in a row than servers have open at once, is broken all the same.
func (e *exchange) repeats(overHTTP2 bool) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !overHTTP2 || e.carrier.spare.Add(-1) < 0 {
		return errRepeat
	}
	e.refused = true
	return errRefused
}

// carries records that the request will be written to c. It returns false if it was already sent
// over another connection.
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

// leave is called right before bytes are written to c over HTTP/1. It says whether they are the
// beginning of the request, and refuses them if it is too late or if the request was sent over
// another connection before.
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

// pass waits at the gate for the instant at which the request may be sent over c. It ends the
// exchange if that is too late.
func (e *exchange) pass(c *conn) error {
	if len(e.spaces) == 0 {
		return nil
	}
	e.departed() // over another connection, which broke before it was written
	e.mu.Lock()
	e.gated = true
	e.toSendLocked() // the host is not responsible for the following time
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

// depart records that the request is sent now. It ends the exchange if it is too late, or if
// another request was sent since this one passed the gate.
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

// departed records that the request was written, or never will be.
func (e *exchange) departed() {
	e.mu.Lock()
	d := e.departure
	e.departure = nil
	e.mu.Unlock()
	if d != nil {
		d.done()
	}
}

// stay reverts leave: nothing of the request was written.
func (e *exchange) stay() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.sent = time.Time{}
}

// writesField is called for each field while a request is being encoded; over HTTP/2 that is
// right before it is written, in the same goroutine.
func (e *exchange) writesField(string, []string) {
	if !e.h2.Load() {
		return
	}
	e.mu.Lock()
	c, sent := e.carrier, !e.sent.IsZero()
	e.mu.Unlock()
	if !sent && e.depart() != nil {
		// The library does not check the context again, so only the loss of the connection
		// prevents the request from being sent.
		_ = c.Close() // nothing of this request was written
	}
}

// wroteFields is called when a request has been encoded; over HTTP/2 it has then been written,
// over HTTP/1 it may still be in a buffer.
func (e *exchange) wroteFields() {
	if e.h2.Load() {
		e.departed()
	}
}

// sendLocked records that the request is sent now, or ends the exchange if it is too late.
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
	if e.carrier != nil {
		e.carrier.spare.Store(maxRefused)
	}
	if errors.Is(e.cause, errWaiting) { // the header may still arrive slowly
		e.withinLocked(now, e.sent.Add(e.firstByte).Sub(now), errFirstByte)
	}
}

// got1xx limits the number of interim responses; the library limits the size of each.
func (e *exchange) got1xx(int, textproto.MIMEHeader) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.interim++; e.interim > maxInterim {
		e.cancel(errInterim)
		return errInterim
	}
	return nil
}

// dialStarts is called when a connection for the exchange is started. It is not called for an
// exchange that waits for one of our connections to become free.
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
