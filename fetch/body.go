package fetch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/aranea-search/aranea"
)

// Limits of reading a body.
const (
	// DrainLimit is the size in bytes up to which an unwanted body is read, so that its
	// connection can be reused.
	DrainLimit = 64 << 10
	// drainTime limits the time for reading an unwanted body.
	drainTime = 3 * time.Second

	mostBody   = 1 << 40   // bytes; a larger MaxBody is reduced to this
	bombFloor  = 1 << 20   // output bytes before the ratio counts
	bombRatio  = 100       // output bytes per input byte
	wireSlack  = 64 << 10  // input bytes beyond the output limit, for inefficient codings
	firstRoom  = 32 << 10  // bytes allocated for a body of unknown length
	mostRoom   = 1 << 20   // bytes allocated at once for a body of declared length
	largeRoom  = 4 << 20   // bytes allocated at once for a large body
	firstShare = 8<<20 + 1 // bytes of the budget that a body takes at once: those of a page, and one more to detect a cut
	bufferBase = 1 << 20   // bytes that a buffer may have outside of the budget
	pooledRoom = 256 << 10 // maximum size in bytes of memory that is kept for other bodies
	emptyReads = 100       // consecutive reads without a byte
)

// Errors of reading a body.
var (
	errBomb = errors.New("the body unfolds to more than a hundred times its size")
	errWire = errors.New("the coded body is longer than any body within the limit")
	errRoom = errors.New("other large bodies had the memory")
)

// A Buffer holds one body after another. The zero Buffer is ready for use. It is used by one
// goroutine at a time. Its memory comes from a pool shared by all buffers of a client: a body
// has it until the buffer is released or used for the next exchange. A large body also takes
// from the client's memory budget.
type Buffer struct {
	b    []byte
	home *sync.Pool // pool to which b returns, of *[]byte
	free func()     // returns what the buffer took of a budget; nil if it took nothing
}

// Release ends the use of the last body, whose memory is then reused.
func (b *Buffer) Release() {
	room := b.b
	b.b = nil
	if free := b.free; free != nil {
		b.free = nil
		free()
		return
	}
	b.keep(room)
}

// keep returns memory to the pool for other bodies.
func (b *Buffer) keep(room []byte) {
	if n := cap(room); b.home != nil && n >= firstRoom && n <= pooledRoom {
		b.home.Put(&room)
	}
}

// receive reads the response's body into out, within the limits.
func (c *Client) receive(ctx context.Context, e *exchange, resp *http.Response, r *Request, out *aranea.Fetched) {
	limit, media := min(r.MaxBody, mostBody), mediaType(resp.Header.Get("Content-Type"))
	if r.Limit != nil && limit > 0 {
		limit = min(r.Limit(media, limit), mostBody)
	}
	w := &wire{
		ctx: ctx, r: resp.Body, e: e, idle: c.opt.Idle, rate: c.opt.MinRate,
		limit: max(limit, 0) + max(limit, 0)/8 + wireSlack, memory: c.memory,
	}
	if r.Spacing.Behind > 0 { // otherwise many requests at once go to one host
		w.from = r
	}
	if r.Buffer != nil { // otherwise nobody says when the body is no longer used
		w.rooms = &c.rooms
	}
	if r.Refusals && media == "text/html" && isRefusal(resp.StatusCode) {
		c.receiveRefusal(w, resp, r, out)
		return
	}
	if resp.StatusCode > 299 || r.MaxBody <= 0 || resp.Body == http.NoBody {
		w.drain(resp.ContentLength, true)
		out.WireBytes = w.n
		return
	}
	if limit <= 0 {
		fail(out, aranea.BodyType, cmp.Or(media, "no type is declared"))
		w.drain(resp.ContentLength, false)
		out.WireBytes = w.n
		return
	}
	buf := r.Buffer
	if buf == nil {
		buf = new(Buffer)
		defer buf.Release() // the caller has the body, and cannot say when it is done with it
	}
	w.start()
	body, truncated, err := c.decode(w, resp, buf, limit)
	out.Body, out.Truncated, out.WireBytes, out.Size = body, truncated, w.n, uint64(len(body))
	if errors.Is(err, errRoom) {
		out.Truncated, out.Detail, err = true, fmt.Sprintf("cut at %d bytes: %s", len(body), err), nil
	}
	if err != nil {
		reason, detail := bodyFault(ctx, w, err)
		if reason == aranea.ScheduleStopped || reason == aranea.ScheduleRoom || reason == aranea.BodyBomb {
			out.Body = nil
		}
		fail(out, reason, detail)
	}
}

// MaxRefusal is the number of bytes of the body of a refusal that are read.
const MaxRefusal = 16 << 10

func isRefusal(status int) bool {
	return status == http.StatusForbidden || status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable
}

// receiveRefusal reads the beginning of the body of a refusal. Errors in it do not matter: the
// status is the result of the request.
func (c *Client) receiveRefusal(w *wire, resp *http.Response, r *Request, out *aranea.Fetched) {
	buf := r.Buffer
	if buf == nil {
		buf = new(Buffer)
		defer buf.Release()
	}
	w.limit = MaxRefusal + wireSlack
	w.start()
	body, _, err := c.decode(w, resp, buf, MaxRefusal)
	if err == nil {
		out.Body = body
	}
	out.WireBytes = w.n
}

// decode decodes the content coding and fills buf.
func (c *Client) decode(w *wire, resp *http.Response, buf *Buffer, limit int64) (body []byte, truncated bool, err error) {
	dec, release, err := c.decoders.open(resp.Header["Content-Encoding"], w)
	if err != nil {
		return nil, false, err
	}
	if dec == nil {
		return buf.fill(w, limit, resp.ContentLength, w)
	}
	body, truncated, err = unfold(buf, dec, release, limit, w)
	if err == nil && !truncated && !w.eof {
		// What follows the coded stream is read so that the connection can be reused.
		w.discard()
	}
	return body, truncated, err
}

// unfold fills buf from a decoder and releases the decoder. One that panics has met bytes that
// it cannot decode; it is not reused.
func unfold(buf *Buffer, dec io.Reader, release func(), limit int64, w *wire) (body []byte, truncated bool, err error) {
	defer func() {
		if p := recover(); p != nil {
			body, truncated, err = nil, false, fmt.Errorf("the decoder gave up: %v", p)
			return
		}
		release()
	}()
	return buf.fill(dec, limit, -1, w)
}

// mediaType returns the media type of a Content-Type field in lower case, without parameters.
func mediaType(declared string) string {
	media, _, err := mime.ParseMediaType(declared)
	if err != nil {
		media, _, _ = strings.Cut(declared, ";")
		media = strings.ToLower(strings.TrimSpace(media))
	}
	return media
}

// bodyFault converts an error of reading the body to a reason.
func bodyFault(ctx context.Context, w *wire, err error) (aranea.Reason, string) {
	if reason, detail, ok := ended(ctx); ok {
		return reason, detail
	}
	switch {
	case errors.Is(err, errBomb):
		return aranea.BodyBomb, err.Error()
	case w.err == nil: // the bytes arrived, but do not match their coding
		return aranea.BodyBroken, err.Error()
	case isTimeout(w.err):
		return aranea.NetTimeout, w.err.Error()
	case errors.Is(w.err, io.ErrUnexpectedEOF):
		return aranea.BodyBroken, "the body ended early"
	case isBroken(w.err):
		return aranea.NetReset, w.err.Error()
	}
	return aranea.BodyBroken, w.err.Error()
}

// A wire reads the body as received: it counts and limits the bytes, and checks the rate.
type wire struct {
	ctx   context.Context // of the exchange; lives as long as the wire
	r     io.Reader
	e     *exchange
	idle  time.Duration
	rate  int64  // bytes per second
	limit int64  // bytes
	n     uint64 // bytes read so far
	eof   bool   // everything was read
	err   error  // the error that ended reading, if it was not the end of the body

	windowStart time.Time
	windowBytes uint64

	began  time.Time
	memory *budget  // for large bodies
	from   *Request // whose site has a limited share of those waiting for memory; nil for hosts without a delay
	rooms  *sync.Pool
}

// start begins the first window of the rate.
func (w *wire) start() {
	now := time.Now()
	w.began, w.windowStart = now, now
	w.e.within(now, w.idle, errIdle)
}

// Read reads from the connection and extends the idle limit.
func (w *wire) Read(p []byte) (int, error) {
	if w.n >= uint64(w.limit) {
		return 0, errWire
	}
	n, err := w.r.Read(p)
	w.n += uint64(n)
	if err != nil {
		if w.eof = errors.Is(err, io.EOF) && w.ctx.Err() == nil; w.eof {
			return n, io.EOF
		}
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF // the caller's cause for stopping, passed on by the library
		}
		w.err = err
		return n, err
	}
	now := time.Now()
	if span := now.Sub(w.windowStart); span >= RateWindow {
		if float64(w.n-w.windowBytes) < float64(w.rate)*span.Seconds() {
			w.e.cancel(errSlow)
			return n, errSlow
		}
		w.windowStart, w.windowBytes = now, w.n
	}
	if now.Sub(w.began) > w.e.patience && !w.e.enterSlow() {
		w.e.cancel(errCrowded)
		return n, errCrowded
	}
	w.e.within(now, w.idle, errIdle)
	return n, nil
}

// take waits until the budget has room for a large body, and ends the exchange if too many of
// its site are already waiting. The peer is not responsible for that time, so the exchange's
// limits are extended by it.
func (w *wire) take(bytes int64) (free func(), err error) {
	resume := w.e.suspend()
	site := ""
	if w.from != nil {
		site = w.from.URL.Origin().Site()
	}
	free, err = w.memory.take(w.ctx, site, bytes)
	waited := resume()
	w.began = w.began.Add(waited)
	w.windowStart, w.windowBytes = time.Now(), w.n
	w.e.within(w.windowStart, w.idle, errIdle)
	if err != nil {
		w.e.cancel(err) // if it is not that of the context
		w.err = err
	}
	return free, err
}

// drain reads a small unwanted body, which is cheaper for both sides than a new connection. A
// body that is long, or of unknown length unless unknown is set, is not read: closing it closes
// the connection.
func (w *wire) drain(length int64, unknown bool) {
	if length == 0 || length > DrainLimit || length < 0 && !unknown {
		return
	}
	w.start()
	w.discard()
}

// discard reads a small remainder in a short time. A failure only costs the connection.
func (w *wire) discard() {
	w.e.endWithin(drainTime)
	_, _ = io.Copy(io.Discard, io.LimitReader(w, DrainLimit+1))
}

// fill reads src up to limit bytes. room is the expected length, negative if unknown. What was
// read is returned even with an error.
func (b *Buffer) fill(src io.Reader, limit, room int64, w *wire) (body []byte, truncated bool, err error) {
	b.Release()
	b.home = w.rooms
	// One byte more than the limit distinguishes a cut body from a complete one, and one more
	// than the declared length lets the last read see the end.
	most := limit + 1
	if room >= 0 {
		most = min(room, limit) + 1
	}
	first, share := int64(firstRoom), int64(firstShare)
	if room >= 0 {
		first = min(most, mostRoom)
	}
	if room >= 0 && w.from == nil { // the operator's own host says how long the body is
		share = max(share, most)
	}
	if err := b.grow(first, most, share, w); err != nil {
		return nil, false, err
	}
	for empty := 0; ; {
		if len(b.b) == cap(b.b) {
			if int64(len(b.b)) >= most {
				most = limit + 1 // longer than declared
			}
			if err := b.grow(2*int64(len(b.b)), most, share, w); err != nil {
				return b.b, false, err
			}
		}
		n, err := src.Read(b.b[len(b.b):int(min(int64(cap(b.b)), limit+1))])
		b.b = b.b[:len(b.b)+n]
		switch {
		case int64(len(b.b)) > limit:
			return b.b[:limit], true, nil
		case len(b.b) > bombFloor && uint64(len(b.b)) > bombRatio*w.n:
			return nil, false, errBomb
		case errors.Is(err, io.EOF):
			return b.b, false, nil
		case errors.Is(err, errWire):
			return b.b, true, nil
		case err != nil:
			return b.b, false, err
		}
		if empty++; n > 0 {
			empty = 0
		} else if empty >= emptyReads {
			return b.b, false, io.ErrNoProgress
		}
	}
}

// grow makes room for want bytes. Beyond what a buffer may have by itself it waits once for its
// share of the budget: a body that waited for more could deadlock with others that wait for it.
// A body longer than that share gets more as it arrives, or errRoom. The share of a body of declared
// length is all of it where no stranger could take the budget so, on a host without a delay.
func (b *Buffer) grow(want, most, share int64, w *wire) error {
	want = max(want, min(firstRoom, most))
	if want > bufferBase && int64(len(b.b)) < bufferBase {
		want = min(most, bufferBase)
	}
	if int64(cap(b.b)) >= want && int64(cap(b.b)) > int64(len(b.b)) {
		return nil
	}
	if want > bufferBase {
		if b.free == nil {
			free, err := w.take(min(most, share))
			if err != nil {
				return err
			}
			b.free = free
		}
		want = min(most, max(want, largeRoom))
		if room := max(int64(cap(b.b)), share); want > room {
			want = min(most, room+largeRoom)
			more, ok := w.memory.add(want - room)
			if !ok {
				return errRoom
			}
			first := b.free
			b.free = func() { first(); more() }
		}
	}
	before := b.b
	b.b = append(b.room(want), before...)
	b.keep(before)
	return nil
}

// room returns memory for at least want bytes.
func (b *Buffer) room(want int64) []byte {
	if b.home != nil && want <= pooledRoom {
		if kept, ok := b.home.Get().(*[]byte); ok && int64(cap(*kept)) >= want {
			return (*kept)[:0]
		}
		want = max(want, firstRoom)
	}
	return make([]byte, 0, want)
}

var _ io.Reader = (*wire)(nil)
