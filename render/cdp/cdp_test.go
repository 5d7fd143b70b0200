package cdp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
)

// A wire is a transport whose other end is the test.
type wire struct {
	in   chan []byte
	out  chan []byte
	shut chan struct{}
}

func newWire() *wire {
	return &wire{in: make(chan []byte, 16), out: make(chan []byte, 16), shut: make(chan struct{})}
}

func (w *wire) Read() ([]byte, error) {
	select {
	case b := <-w.in:
		return b, nil
	case <-w.shut:
		return nil, io.EOF
	}
}

func (w *wire) Write(b []byte) error {
	select {
	case w.out <- bytes.Clone(b):
		return nil
	case <-w.shut:
		return io.ErrClosedPipe
	}
}

func (w *wire) Close() error { close(w.shut); return nil }

// answer reads one command and answers it.
func (w *wire) answer(t *testing.T, result string) message {
	t.Helper()
	var m message
	if err := json.Unmarshal(<-w.out, &m); err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(message{ID: m.ID, Session: m.Session, Result: json.RawMessage(result)})
	if err != nil {
		t.Fatal(err)
	}
	w.in <- b
	return m
}

func TestCallGetsItsAnswer(t *testing.T) {
	w := newWire()
	c := New(w)
	defer c.Close()
	done := make(chan error, 1)
	var got struct{ Product string }
	go func() {
		done <- c.Session("s1").Call(t.Context(), "Browser.getVersion", map[string]any{"a": 1}, &got)
	}()
	m := w.answer(t, `{"product":"Test/1"}`)
	if err := <-done; err != nil || got.Product != "Test/1" {
		t.Errorf("got %+v, %v", got, err)
	}
	if m.Session != "s1" || m.Method != "Browser.getVersion" || string(m.Params) != `{"a":1}` {
		t.Errorf("sent %+v", m)
	}
}

func TestRefusalOfACommand(t *testing.T) {
	w := newWire()
	c := New(w)
	defer c.Close()
	done := make(chan error, 1)
	go func() { done <- c.Session("").Call(t.Context(), "Foo.bar", nil, nil) }()
	<-w.out
	w.in <- []byte(`{"method":"Target.gone"}`)                                    // for an unknown session
	w.in <- []byte(`{"id":99,"result":{}}`)                                       // a response to an unknown command
	w.in <- []byte(`{"id":1,"error":{"code":-32601,"message":"no such method"}}`) // the first command has number 1
	var refused *Error
	if err := <-done; !errors.As(err, &refused) || refused.Code != -32601 || refused.Method != "Foo.bar" {
		t.Errorf("got %v, want the refusal", err)
	}
}

func TestEventsOfASessionComeInOrder(t *testing.T) {
	w := newWire()
	c := New(w)
	defer c.Close()
	s := c.Session("s")
	for _, e := range []string{"A.one", "A.two"} {
		w.in <- []byte(`{"sessionId":"s","method":"` + e + `","params":{"n":1}}`)
	}
	if a, b := <-s.Events(), <-s.Events(); a.Method != "A.one" || b.Method != "A.two" || string(a.Params) != `{"n":1}` {
		t.Errorf("got %v and %v", a, b)
	}
}

func TestEndOfTheConnectionEndsAllThatWaits(t *testing.T) {
	for name, end := range map[string]func(*wire, *Conn){
		"closed here":      func(_ *wire, c *Conn) { c.Close() },
		"closed there":     func(w *wire, _ *Conn) { _ = w.Close() },
		"no JSON":          func(w *wire, _ *Conn) { w.in <- []byte("{") },
		"no message":       func(w *wire, _ *Conn) { w.in <- []byte("{}") },
		"flood of events":  func(w *wire, _ *Conn) { flood(w) },
		"not even an open": func(w *wire, _ *Conn) { w.in <- nil },
	} {
		t.Run(name, func(t *testing.T) {
			w := &wire{in: make(chan []byte), out: make(chan []byte, 1), shut: make(chan struct{})}
			c := New(&once{wire: w})
			s := c.Session("s")
			done := make(chan error, 1)
			go func() { done <- s.Call(t.Context(), "Foo.bar", nil, nil) }()
			<-w.out
			end(w, c)
			if err := <-done; !errors.Is(err, ErrClosed) {
				t.Errorf("the call got %v, want ErrClosed", err)
			}
			<-c.Done()
			for range s.Events() { // the loop ends
			}
			if err := s.Call(t.Context(), "Foo.bar", nil, nil); !errors.Is(err, ErrClosed) {
				t.Errorf("a later call got %v, want ErrClosed", err)
			}
			if _, open := <-c.Session("t").Events(); open {
				t.Error("a later session has events")
			}
		})
	}
}

// once is a wire that may be closed from both ends.
type once struct {
	*wire
	closed bool
}

func (o *once) Close() error {
	if o.closed {
		return nil
	}
	o.closed = true
	select {
	case <-o.shut:
	default:
		close(o.shut)
	}
	return nil
}

func flood(w *wire) {
	for range MaxEvents + 1 {
		select {
		case w.in <- []byte(`{"sessionId":"s","method":"A.b"}`):
		case <-w.shut:
			return
		}
	}
}

func TestCallEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWire()
		c := New(w)
		defer c.Close()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := c.Session("").Call(ctx, "Foo.bar", nil, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v, want the end of the context", err)
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		if len(c.waiting) != 0 {
			t.Errorf("%d calls are remembered", len(c.waiting))
		}
	})
}

func TestBrowserThatReadsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wire{in: make(chan []byte), out: make(chan []byte), shut: make(chan struct{})}
		c := New(w)
		if err := c.Session("").Call(t.Context(), "Foo.bar", nil, nil); !errors.Is(err, ErrClosed) {
			t.Errorf("got %v, want ErrClosed", err)
		}
		<-c.Done()
	})
}

func TestPipe(t *testing.T) {
	long := strings.Repeat("x", 200<<10)
	var out closer
	p := NewPipe(io.NopCloser(strings.NewReader("one\x00"+long+"\x00\x00rest")), &out)
	for _, want := range []string{"one", long, ""} {
		if got, err := p.Read(); err != nil || string(got) != want {
			t.Errorf("got %.20q of %d bytes, %v; want %.20q", got, len(got), err, want)
		}
	}
	if _, err := p.Read(); !errors.Is(err, io.EOF) {
		t.Errorf("a message without an end: %v, want EOF", err)
	}
	if err := errors.Join(p.Write([]byte("out")), p.Close()); err != nil || out.String() != "out\x00" || !out.closed {
		t.Errorf("wrote %q, %v, closed %v", out.String(), err, out.closed)
	}
}

type closer struct {
	bytes.Buffer
	closed bool
}

func (c *closer) Close() error { c.closed = true; return nil }

// endless is a stream without a zero byte.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func TestPipeBoundsAMessage(t *testing.T) {
	p := NewPipe(io.NopCloser(endless{}), new(closer))
	if _, err := p.Read(); !errors.Is(err, errSize) {
		t.Errorf("got %v, want the size", err)
	}
}

func TestSocket(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		_, b, err := c.Read(r.Context())
		if err == nil {
			_ = c.Write(r.Context(), websocket.MessageText, bytes.Replace(b, []byte(`"method":"Foo.bar"`), []byte(`"result":{"n":7}`), 1))
		}
		_, _, _ = c.Read(r.Context()) // until the other end closes
		_ = c.CloseNow()
	}))
	defer server.Close()
	s, err := Dial(t.Context(), "ws"+strings.TrimPrefix(server.URL, "http"))
	if err != nil {
		t.Fatal(err)
	}
	c := New(s)
	defer c.Close()
	var got struct{ N int }
	if err := c.Session("").Call(t.Context(), "Foo.bar", nil, &got); err != nil || got.N != 7 {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := Dial(t.Context(), "ws://127.0.0.1:9/"); err == nil {
		t.Error("nobody is there, and no error")
	}
}

func FuzzMessages(f *testing.F) {
	f.Add([]byte("{\"id\":1,\"result\":{}}\x00{\"method\":\"A.b\",\"params\":{}}\x00"))
	f.Add([]byte("{\"id\":-1,\"error\":null}\x00\x00[]\x00{\"sessionId\":7}\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p := NewPipe(io.NopCloser(bytes.NewReader(data)), new(closer))
		read := 0
		for {
			b, err := p.Read()
			if err != nil {
				break
			}
			read += len(b) + 1
			if m, err := decode(b); err == nil && m.ID == 0 && m.Method == "" {
				t.Errorf("%q is a message", b)
			}
		}
		if read > len(data) {
			t.Errorf("%d bytes of %d were read", read, len(data))
		}
	})
}
