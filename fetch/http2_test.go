package fetch

import (
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"github.com/aranea-search/aranea"
)

// h2Server serves one HTTP/2 connection and answers the n-th request, from 1, by calling answer.
// It records the HEADERS and DATA that it received.
type h2Server struct {
	tls     *tls.Config
	answer  func(fr *http2.Framer, stream uint32, n int) bool
	headers atomic.Int32
	pongs   []time.Time // when answers to a PING arrived
	fields  [][]hpack.HeaderField
	faults  []string
}

func (s *h2Server) handle(c net.Conn) {
	tc := tls.Server(c, s.tls)
	preface := make([]byte, len(http2.ClientPreface))
	if _, err := io.ReadFull(tc, preface); err != nil {
		return
	}
	fr := http2.NewFramer(tc, tc)
	fr.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	out := make(chan func() bool, 10) // a pipe must be read while it is written
	go func() {
		for f := range out {
			if !f() {
				tc.Close()
			}
		}
	}()
	defer close(out)
	out <- func() bool { return fr.WriteSettings() == nil }
	for {
		f, err := fr.ReadFrame()
		if err != nil {
			return
		}
		switch f := f.(type) {
		case *http2.SettingsFrame:
			if !f.IsAck() {
				out <- func() bool { return fr.WriteSettingsAck() == nil }
			}
		case *http2.PingFrame:
			s.pongs = append(s.pongs, time.Now())
		case *http2.DataFrame:
			s.faults = append(s.faults, "a DATA frame came")
		case *http2.MetaHeadersFrame:
			if !f.StreamEnded() {
				s.faults = append(s.faults, "HEADERS do not end the stream")
			}
			s.fields = append(s.fields, slices.Clone(f.Fields))
			n, id := int(s.headers.Add(1)), f.StreamID
			out <- func() bool { return s.answer(fr, id, n) }
		}
	}
}

func h2Answer(fr *http2.Framer, stream uint32) bool {
	var b bytes.Buffer
	e := hpack.NewEncoder(&b)
	e.WriteField(hpack.HeaderField{Name: ":status", Value: "200"})
	e.WriteField(hpack.HeaderField{Name: "content-type", Value: "text/html"})
	return fr.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: b.Bytes(), EndHeaders: true}) == nil &&
		fr.WriteData(stream, true, []byte("ok")) == nil
}

// certified returns the server's and the client's side of a trusted TLS connection.
func certified(t testing.TB) (*tls.Config, Options) {
	s := httptest.NewUnstartedServer(nil)
	s.EnableHTTP2 = true
	s.StartTLS()
	t.Cleanup(s.Close)
	return s.TLS, Options{RootCAs: s.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs}
}

// TestOneRequestLeavesHTTP2: the library would repeat a request on another stream or connection
// when the server says that it did not process it. The server saw it nevertheless.
func TestOneRequestLeavesHTTP2(t *testing.T) {
	t.Parallel()
	serverTLS, o := certified(t)
	tests := []struct {
		name        string
		unprocessed bool
		refuse      func(fr *http2.Framer, stream uint32) bool
	}{
		{"refused stream", true, func(fr *http2.Framer, id uint32) bool {
			return fr.WriteRSTStream(id, http2.ErrCodeRefusedStream) == nil
		}},
		{"protocol error", true, func(fr *http2.Framer, id uint32) bool { return fr.WriteRSTStream(id, http2.ErrCodeProtocol) == nil }},
		{"going away", true, func(fr *http2.Framer, id uint32) bool { return fr.WriteGoAway(id-2, http2.ErrCodeNo, nil) == nil }},
		{"going away with it", false, func(fr *http2.Framer, id uint32) bool {
			return fr.WriteGoAway(id, http2.ErrCodeNo, nil) == nil && false
		}},
		{"canceled", false, func(fr *http2.Framer, id uint32) bool { return fr.WriteRSTStream(id, http2.ErrCodeCancel) == nil }},
		{"closed", false, func(*http2.Framer, uint32) bool { return false }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := &h2Server{tls: serverTLS, answer: func(fr *http2.Framer, id uint32, n int) bool {
				if n == 1 {
					return h2Answer(fr, id)
				}
				return tt.refuse(fr, id)
			}}
			m := &inMemory{handle: s.handle}
			c := client(t, m.options(o))
			if f := c.Do(context.Background(), page(t, "https://example.com/a?b")); string(f.Body) != "ok" || f.Proto != "HTTP/2.0" || !f.WasSent() {
				t.Fatalf("first exchange: %s", brief(f))
			}
			f := c.Do(context.Background(), page(t, "https://example.com/c"))
			if f.Status != 0 || f.Failure != aranea.NetReset && f.Failure != aranea.NetProto || !f.WasSent() {
				t.Errorf("refused exchange: %s %s, sent %v", f.Failure, f.Detail, f.WasSent())
			}
			if f.Unprocessed != tt.unprocessed || f.Unprocessed && f.Failure != aranea.NetReset {
				t.Errorf("counts as not processed: %t (%s %s)", f.Unprocessed, f.Failure, f.Detail)
			}
			c.Close()
			if n := s.headers.Load(); n != 2 {
				t.Errorf("the server saw %d requests, want 2", n)
			}
		})
	}
}

// TestRefusedFromTheFirst: a connection that never brought an answer and refuses its streams is broken,
// so that a server that refuses every stream is none that ends connections.
func TestRefusedFromTheFirst(t *testing.T) {
	t.Parallel()
	serverTLS, o := certified(t)
	s := &h2Server{tls: serverTLS, answer: func(fr *http2.Framer, id uint32, _ int) bool {
		return fr.WriteRSTStream(id, http2.ErrCodeRefusedStream) == nil
	}}
	m := &inMemory{handle: s.handle}
	c := client(t, m.options(o))
	f := c.Do(context.Background(), page(t, "https://example.com/"))
	c.Close()
	if f.Failure != aranea.NetReset || f.Unprocessed || !f.WasSent() || s.headers.Load() != 1 {
		t.Errorf("%s, not processed: %t, %d requests", brief(f), f.Unprocessed, s.headers.Load())
	}
}

func TestRequestOnTheWireHTTP2(t *testing.T) {
	t.Parallel()
	serverTLS, o := certified(t)
	s := &h2Server{tls: serverTLS, answer: func(fr *http2.Framer, id uint32, _ int) bool { return h2Answer(fr, id) }}
	m := &inMemory{handle: s.handle}
	c := client(t, m.options(o))
	f := c.Do(context.Background(), page(t, "https://example.com//100%?|"))
	if f.Failure != 0 || f.TTFB <= 0 {
		t.Errorf("fetched %s", brief(f))
	}
	if len(s.faults) > 0 || len(s.fields) != 1 {
		t.Fatalf("%d requests, %v", len(s.fields), s.faults)
	}
	got := map[string]string{}
	for _, h := range s.fields[0] {
		got[h.Name] = h.Value
	}
	want := map[string]string{
		":method": "GET", ":scheme": "https", ":authority": "example.com", ":path": "//100%?|",
		"user-agent": "Aranea", "accept": DefaultAccept, "accept-encoding": acceptEncoding,
	}
	for k, v := range want {
		if got[k] != v {
			t.Errorf("%s is %q, want %q", k, got[k], v)
		}
	}
	if len(got) != len(want) {
		t.Errorf("fields %v", got)
	}
}

// TestBrokenHTTP2 covers answers that end badly.
func TestBrokenHTTP2(t *testing.T) {
	t.Parallel()
	serverTLS, o := certified(t)
	head := func(fields ...string) []byte {
		var b bytes.Buffer
		e := hpack.NewEncoder(&b)
		for i := 0; i < len(fields); i += 2 {
			e.WriteField(hpack.HeaderField{Name: fields[i], Value: fields[i+1]})
		}
		return b.Bytes()
	}
	write := func(fr *http2.Framer, id uint32, block []byte) bool {
		return fr.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: block, EndHeaders: true}) == nil
	}
	ok := head(":status", "200")
	tests := []struct {
		name    string
		answer  func(fr *http2.Framer, id uint32) bool
		status  int
		failure aranea.Reason
		body    string
	}{
		{"reset in the body", func(fr *http2.Framer, id uint32) bool {
			return write(fr, id, ok) && fr.WriteData(id, false, []byte("part")) == nil && fr.WriteRSTStream(id, http2.ErrCodeInternal) == nil
		}, 200, aranea.NetReset, "part"},
		{"closed in the body", func(fr *http2.Framer, id uint32) bool {
			return write(fr, id, ok) && fr.WriteData(id, false, []byte("part")) == nil && false
		}, 200, aranea.BodyBroken, "part"},
		{"shorter than declared", func(fr *http2.Framer, id uint32) bool {
			return write(fr, id, head(":status", "200", "content-length", "9")) && fr.WriteData(id, true, []byte("part")) == nil
		}, 200, aranea.BodyBroken, "part"},
		{"no status", func(fr *http2.Framer, id uint32) bool { return write(fr, id, head("a", "b")) }, 0, aranea.NetProto, ""},
		{"body without header", func(fr *http2.Framer, id uint32) bool { return fr.WriteData(id, true, []byte("x")) == nil }, 0, aranea.NetProto, ""},
		{"a broken header block", func(fr *http2.Framer, id uint32) bool {
			return write(fr, id, []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff})
		}, 0, aranea.NetProto, ""},
		{"a large header", func(fr *http2.Framer, id uint32) bool {
			fields := []string{":status", "200"}
			for range 100 {
				fields = append(fields, "x", strings.Repeat("Z", 4000))
			}
			block := head(fields...)
			for done, first := 0, true; done < len(block); first = false {
				part := block[done:min(done+16_000, len(block))]
				done += len(part)
				var err error
				if first {
					err = fr.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: part, EndHeaders: done == len(block)})
				} else {
					err = fr.WriteContinuation(id, done == len(block), part)
				}
				if err != nil {
					return false
				}
			}
			return true
		}, 0, aranea.BodyHeader, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := &h2Server{tls: serverTLS, answer: func(fr *http2.Framer, id uint32, _ int) bool { return tt.answer(fr, id) }}
			m := &inMemory{handle: s.handle}
			f := client(t, m.options(o)).Do(context.Background(), page(t, "https://example.com/"))
			if f.Status != tt.status || f.Failure != tt.failure || string(f.Body) != tt.body || !f.WasSent() {
				t.Errorf("%s; want %d, %s, %q", brief(f), tt.status, tt.failure, tt.body)
			}
		})
	}
}
