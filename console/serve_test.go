package console

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea/console/csvexport"
	"github.com/aranea-search/aranea/console/listen"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/trail"
	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/weburl"
)

// pipes is a listener in memory.
type pipes struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func newPipes() *pipes { return &pipes{conns: make(chan net.Conn), done: make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.done) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080} }

func (p *pipes) dial(context.Context, string, string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case p.conns <- far:
		return near, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

// serving starts a server on pipes, in a synctest bubble in which every goroutine has to end.
// stop ends the server and returns the result of Serve.
func serving(t *testing.T, s Searcher, test func(t *testing.T, p *pipes, stop func() error)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		srv, err := New(parts{s, newRecords()}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		p, done := newPipes(), make(chan error, 1)
		go func() { done <- srv.Serve(ctx, p) }()
		stop := sync.OnceValue(func() error {
			cancel()
			return <-done
		})
		test(t, p, stop)
		if err := stop(); err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
}

// held is a searcher whose searches end when they are released.
type held struct {
	entered, release chan struct{}
	running          atomic.Int32
}

func (h *held) Complete(context.Context, search.Request) (search.Completions, error) {
	return search.Completions{}, nil
}
func (h *held) Search(ctx context.Context, _ search.Request) (search.Response, error) {
	h.running.Add(1)
	defer h.running.Add(-1)
	close(h.entered)
	select {
	case <-h.release:
		return search.Response{}, nil
	case <-ctx.Done():
		return search.Response{}, ctx.Err()
	}
}
func (h *held) Docs(context.Context) (int, error) { return 0, nil }
func (h *held) Why(context.Context, search.Request, weburl.URL) (search.Explanation, error) {
	return search.Explanation{}, nil
}

// TestServeFinishesRequests checks that a request that is running when the server is stopped is
// answered, and that Serve returns after it.
func TestServeFinishesRequests(t *testing.T) {
	t.Parallel()
	h := &held{}
	serving(t, h, func(t *testing.T, p *pipes, stop func() error) {
		h.entered, h.release = make(chan struct{}), make(chan struct{})
		client := &http.Client{Transport: &http.Transport{DialContext: p.dial}}
		answer := make(chan string, 1)
		go func() {
			resp, err := client.Get("http://localhost/?q=x")
			if err != nil {
				answer <- err.Error()
				return
			}
			defer resp.Body.Close()
			body, err := io.ReadAll(resp.Body)
			answer <- fmt.Sprint(resp.StatusCode, err, strings.Contains(string(body), "No pages found."))
		}()
		<-h.entered
		stopped := make(chan error, 1)
		go func() { stopped <- stop() }()
		synctest.Wait()
		select {
		case err := <-stopped:
			t.Errorf("Serve returned before the request: %v", err)
		default:
		}
		close(h.release)
		if got := <-answer; got != "200 <nil> true" {
			t.Errorf("answer %s", got)
		}
		if err := <-stopped; err != nil || h.running.Load() != 0 {
			t.Errorf("%v, %d searches run", err, h.running.Load())
		}
		if _, err := client.Get("http://localhost/"); err == nil {
			t.Error("the server answers after its end")
		}
		client.CloseIdleConnections()
	})
}

// TestServeCallsOff checks that a request that does not end in time is canceled, and has ended
// when Serve returns, so that the index may be closed.
func TestServeCallsOff(t *testing.T) {
	t.Parallel()
	h := &held{}
	serving(t, h, func(t *testing.T, p *pipes, stop func() error) {
		h.entered, h.release = make(chan struct{}), make(chan struct{})
		client := &http.Client{Transport: &http.Transport{DialContext: p.dial}}
		got := make(chan error, 1)
		go func() {
			resp, err := client.Get("http://localhost/?q=x")
			if err == nil {
				resp.Body.Close()
			}
			got <- err
		}()
		<-h.entered
		start := time.Now()
		if err := stop(); err != nil {
			t.Errorf("Serve: %v", err)
		}
		if took := time.Since(start); took != listen.Grace || h.running.Load() != 0 {
			t.Errorf("stopped after %s with %d searches running", took, h.running.Load())
		}
		<-got
		client.CloseIdleConnections()
	})
}

// TestServeEndsSearches checks that a search has a timeout of its own.
func TestServeEndsSearches(t *testing.T) {
	t.Parallel()
	serving(t, patient{}, func(t *testing.T, p *pipes, stop func() error) {
		client := &http.Client{Transport: &http.Transport{DialContext: p.dial}}
		start := time.Now()
		resp, err := client.Get("http://localhost/?q=x")
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if took := time.Since(start); resp.StatusCode != 503 || took != searchTimeout {
			t.Errorf("status %d after %s", resp.StatusCode, took)
		}
		client.CloseIdleConnections()
	})
}

// cut is a service whose list of URLs ends with an error.
type cut struct{ parts }

func (c cut) URLs(ctx context.Context, f service.URLFilter) iter.Seq2[service.URLFacts, error] {
	return func(yield func(service.URLFacts, error) bool) {
		for range 2 * csvexport.Flush {
			if !yield(service.URLFacts{URL: "http://a.test/"}, nil) {
				return
			}
		}
		yield(service.URLFacts{}, errDisk)
	}
}

// TestCutListIsNotWhole checks that a list that ends with an error is not mistaken for a complete
// one, and that the request is counted.
func TestCutListIsNotWhole(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv, err := New(cut{parts{&answers{}, newRecords()}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		p, done := newPipes(), make(chan error, 1)
		go func() { done <- srv.Serve(ctx, p) }()
		client := &http.Client{Transport: &http.Transport{DialContext: p.dial}}
		resp, err := client.Get("http://localhost/urls.csv")
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if n := strings.Count(string(body), "http://a.test/"); err == nil || n == 0 {
			t.Errorf("%d rows, %v", n, err)
		}
		has(t, get(t, srv.Handler(), "/metrics"), 200, `aranea_http_requests_total{route="/urls.csv",status="200"} 1`)
		client.CloseIdleConnections()
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

// mad is a service that panics.
type mad struct{ parts }

func (mad) Explain(context.Context, string) (trail.Trail, error) { panic("an invariant is broken") }

// TestServerLogIsBounded checks that a panic is answered and logged once, like the messages of
// net/http.
func TestServerLogIsBounded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var text bytes.Buffer
		srv, err := New(mad{parts{&answers{}, newRecords()}}, Options{Logger: slog.New(slog.NewTextHandler(&text, nil))})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		p, done := newPipes(), make(chan error, 1)
		go func() { done <- srv.Serve(ctx, p) }()
		client := &http.Client{Transport: &http.Transport{DialContext: p.dial}}
		for range 3 {
			resp, err := client.Get("http://localhost/why?url=http://a.test/")
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if resp.StatusCode != http.StatusInternalServerError {
				t.Errorf("status %d", resp.StatusCode)
			}
			fmt.Fprintln(srv.journal, "http: Accept error: too many open files")
		}
		client.CloseIdleConnections()
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if got := text.String(); strings.Count(got, "\n") != 2 || !strings.Contains(got, "an invariant is broken") || !strings.Contains(got, "too many open files") {
			t.Errorf("the log: %s", got)
		}
	})
}

// brokenListener fails.
type brokenListener struct{ *pipes }

func (brokenListener) Accept() (net.Conn, error) { return nil, errDisk }

func TestServeReportsTheListener(t *testing.T) {
	t.Parallel()
	srv, err := New(parts{&answers{}, newRecords()}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := srv.Serve(context.Background(), brokenListener{newPipes()}); !errors.Is(err, errDisk) {
		t.Errorf("Serve: %v", err)
	}
}

// TestServeBounds checks that clients that are slow, or send too long a header or an unexpected
// body, are disconnected.
func TestServeBounds(t *testing.T) {
	t.Parallel()
	const host = "Host: localhost\r\n"
	tests := []struct {
		name, head string
		body       int64 // bytes that the client tries to send
		status     int   // 0 if the connection ends without an answer
		within     time.Duration
	}{
		{"nothing is said", "", 0, 0, listen.ReadHeaderTimeout},
		{"half a header", "GET / HTTP/1.1\r\n" + host, 0, 0, listen.ReadHeaderTimeout},
		{"a large header", "GET / HTTP/1.1\r\n" + host + "X: " + strings.Repeat("x", listen.MaxHeaderBytes+8<<10) + "\r\n\r\n", 0, 431, time.Second},
		{"a long query", "GET /?q=" + strings.Repeat("x", listen.MaxHeaderBytes+8<<10) + " HTTP/1.1\r\n" + host + "\r\n", 0, 431, time.Second},
		{"a large body", "POST / HTTP/1.1\r\n" + host + "Content-Length: 1000000000\r\n\r\n", 1e9, 405, listen.ReadTimeout},
		{"a large body of a search", "GET /?q=x HTTP/1.1\r\n" + host + "Content-Length: 1000000000\r\n\r\n", 1e9, 200, listen.ReadTimeout},
		{"a body that does not come", "GET /?q=x HTTP/1.1\r\n" + host + "Content-Length: 1000\r\n\r\n", 0, 200, listen.ReadTimeout},
		{"not HTTP", "hello\r\n\r\n", 0, 400, time.Second},
		{"no host", "GET / HTTP/1.1\r\n\r\n", 0, 400, time.Second},
		{"old protocol without a host", "GET / HTTP/1.0\r\n\r\n", 0, 421, time.Second},
		{"absolute form with another host", "GET http://evil.test/ HTTP/1.1\r\n" + host + "\r\n", 0, 421, listen.IdleTimeout},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			serving(t, &answers{}, func(t *testing.T, p *pipes, stop func() error) {
				c, err := p.dial(context.Background(), "", "")
				if err != nil {
					t.Fatal(err)
				}
				defer c.Close()
				sent := make(chan int64, 1)
				go func() {
					_, _ = io.WriteString(c, tt.head) // the server may close the connection
					n, _ := io.Copy(c, io.LimitReader(zeros{}, tt.body))
					sent <- n
				}()
				start := time.Now()
				status := 0
				r := bufio.NewReader(c)
				if resp, err := http.ReadResponse(r, nil); err == nil {
					status = resp.StatusCode
					_, _ = io.Copy(io.Discard, resp.Body)
				}
				_, _ = io.Copy(io.Discard, r) // until the server closes the connection
				if took := time.Since(start); status != tt.status || took > tt.within {
					t.Errorf("status %d after %s, want %d within %s", status, took, tt.status, tt.within)
				}
				c.Close()
				if n := <-sent; n > 1<<20 {
					t.Errorf("the server read %d bytes", n)
				}
			})
		})
	}
}

// zeros is an endless body.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) { return len(b), nil }
