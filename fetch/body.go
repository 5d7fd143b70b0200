package fetch

import (
	"bufio"
	"compress/flate"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/aranea-search/aranea"
)

// A Buffer holds one body after another. The zero Buffer is ready for use. It
// is used by one goroutine.
type Buffer struct{ b []byte }

// Limits of decoding.
const (
	bombFloor  = 1 << 20 // output bytes before the ratio counts
	bombRatio  = 100     // output bytes for one input byte
	zstdWindow = 8 << 20
	drainBytes = 32 << 10 // read of an unwanted body, to keep the connection
	bufferKeep = 4 << 20  // a larger buffer is not kept for the next body
	readChunk  = 32 << 10
)

// errBomb marks a body that unfolds too far.
var errBomb = errors.New("the body unfolds to more than a hundred times its size")

// errIdle marks a body that stopped coming.
var errIdle = errors.New("the body stopped coming")

// body reads the response's body into out, within the limits.
func (c *Client) body(ctx context.Context, stop context.CancelCauseFunc, resp *http.Response, r Request, out *aranea.Fetched) {
	defer resp.Body.Close() // the body was read or is given up
	wire := &wireReader{r: resp.Body, idle: c.opt.Idle, stop: stop}
	wire.timer = time.AfterFunc(c.opt.Idle, func() { stop(errIdle) })
	defer wire.timer.Stop()
	if !c.wanted(resp, r, out) {
		// A small rest is read so that the connection can be used again.
		_, _ = io.CopyN(io.Discard, wire, drainBytes)
		out.WireBytes = wire.n
		return
	}
	buf := r.Buffer
	if buf == nil {
		buf = new(Buffer)
	}
	dec, release, err := decoder(wire, resp.Header.Get("Content-Encoding"))
	if err == nil {
		out.Body, out.Truncated, err = buf.fill(dec, r.MaxBody, wire)
		release()
	}
	out.WireBytes = wire.n
	if err != nil {
		out.Failure, out.Detail = bodyFailure(ctx, err)
	}
}

// wanted reports whether the body is to be read, and notes a type that is not.
func (c *Client) wanted(resp *http.Response, r Request, out *aranea.Fetched) bool {
	if resp.StatusCode < 200 || resp.StatusCode > 299 || r.MaxBody <= 0 {
		return false
	}
	if r.Wants == nil {
		return true
	}
	declared := resp.Header.Get("Content-Type")
	media, _, err := mime.ParseMediaType(declared)
	if err != nil {
		media, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(declared)), ";")
	}
	if r.Wants(media) {
		return true
	}
	out.Failure, out.Detail = aranea.BodyType, clip(media)
	return false
}

func bodyFailure(ctx context.Context, err error) (aranea.Reason, string) {
	detail := clip(err.Error())
	cause := context.Cause(ctx)
	switch {
	case errors.Is(err, errBomb):
		return aranea.BodyBomb, detail
	case errors.Is(cause, errIdle):
		return aranea.NetTimeout, errIdle.Error()
	case errors.Is(cause, context.DeadlineExceeded), isTimeout(err):
		return aranea.NetTimeout, detail
	case errors.Is(cause, context.Canceled):
		return aranea.ScheduleStopped, "stopped"
	}
	return aranea.BodyBroken, detail
}

// A wireReader counts what comes over the wire and watches that it keeps coming.
type wireReader struct {
	r     io.Reader
	n     uint64
	idle  time.Duration
	stop  context.CancelCauseFunc
	timer *time.Timer
}

func (w *wireReader) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	w.n += uint64(n)
	w.timer.Reset(w.idle)
	return n, err
}

// fill reads dec into the buffer up to limit bytes. It returns what was read
// also with an error.
func (b *Buffer) fill(dec io.Reader, limit int64, wire *wireReader) (body []byte, truncated bool, err error) {
	if cap(b.b) > bufferKeep {
		b.b = nil
	}
	buf := b.b[:0]
	for {
		if len(buf) == cap(buf) {
			buf = append(buf, make([]byte, max(readChunk, len(buf)))...)[:len(buf)]
		}
		n, rerr := dec.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if int64(len(buf)) > limit {
			buf, truncated = buf[:limit], true
			break
		}
		if len(buf) > bombFloor && uint64(len(buf)) > bombRatio*wire.n {
			buf, err = nil, errBomb
			break
		}
		if errors.Is(rerr, io.EOF) {
			break
		}
		if rerr != nil {
			err = rerr
			break
		}
	}
	if buf != nil {
		b.b = buf
	}
	return buf, truncated, err
}

// Decoders are costly to make, so they are pooled.
var (
	gzipPool   = sync.Pool{New: func() any { return new(gzip.Reader) }}
	brotliPool = sync.Pool{New: func() any { return brotli.NewReader(nil) }}
	zstdPool   = sync.Pool{New: func() any {
		d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(zstdWindow), zstd.WithDecoderLowmem(true))
		if err != nil {
			panic("fetch: zstd options: " + err.Error()) // constant options
		}
		return d
	}}
)

// decoder returns a reader of the decoded body and a function that gives its
// parts back. One coding is undone, not more.
func decoder(wire io.Reader, coding string) (io.Reader, func(), error) {
	nothing := func() {}
	switch strings.ToLower(strings.TrimSpace(coding)) {
	case "", "identity":
		return wire, nothing, nil
	case "gzip", "x-gzip":
		z := gzipPool.Get().(*gzip.Reader)
		if err := z.Reset(wire); err != nil {
			return nil, nil, fmt.Errorf("gzip: %w", err)
		}
		return z, func() { gzipPool.Put(z) }, nil
	case "br":
		z := brotliPool.Get().(*brotli.Reader)
		if err := z.Reset(wire); err != nil {
			return nil, nil, fmt.Errorf("brotli: %w", err)
		}
		return z, func() { brotliPool.Put(z) }, nil
	case "zstd":
		z := zstdPool.Get().(*zstd.Decoder)
		if err := z.Reset(wire); err != nil {
			return nil, nil, fmt.Errorf("zstd: %w", err)
		}
		return z, func() { zstdPool.Put(z) }, nil
	case "deflate":
		return deflate(wire)
	}
	return nil, nil, fmt.Errorf("content coding %.40q is not known", coding)
}

// deflate undoes zlib, as the standard says, or raw deflate, as some send.
func deflate(wire io.Reader) (io.Reader, func(), error) {
	br := bufio.NewReader(wire)
	head, err := br.Peek(2)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, nil, fmt.Errorf("deflate: %w", err)
	}
	if len(head) == 2 && head[0]&0x0f == 8 && (uint(head[0])<<8|uint(head[1]))%31 == 0 {
		z, err := zlib.NewReader(br)
		if err != nil {
			return nil, nil, fmt.Errorf("deflate: %w", err)
		}
		return z, func() {}, nil
	}
	return flate.NewReader(br), func() {}, nil
}
