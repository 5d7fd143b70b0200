package fetch

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}

// somewhere is a public address; the tests that use it never connect to it.
var somewhere = netip.MustParseAddr("93.184.216.34")

func parse(t testing.TB, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func client(t testing.TB, o Options) *Client {
	t.Helper()
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// local returns a client that may connect to this machine.
func local(t testing.TB) *Client { return client(t, Options{AllowNet: loopback}) }

func page(t testing.TB, url string) Request {
	return Request{URL: parse(t, url), MaxBody: 1 << 20}
}

func serve(t testing.TB, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

// An inMemory web answers connections without a network. Names that are not in hosts have the
// address somewhere.
type inMemory struct {
	hosts  map[string][]netip.Addr
	handle func(c net.Conn) // serves one connection; it is closed afterwards

	mu      sync.Mutex
	dialed  []string
	looked  []string
	serving sync.WaitGroup
}

func (m *inMemory) options(o Options) Options {
	o.Lookup, o.DialContext = m.lookup, m.dial
	return o
}

func (m *inMemory) lookup(_ context.Context, host string) ([]netip.Addr, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.looked = append(m.looked, host)
	if a, ok := m.hosts[host]; ok {
		return a, nil
	}
	return []netip.Addr{somewhere}, nil
}

func (m *inMemory) dial(_ context.Context, _, address string) (net.Conn, error) {
	m.mu.Lock()
	m.dialed = append(m.dialed, address)
	m.mu.Unlock()
	client, server := net.Pipe()
	m.serving.Go(func() {
		defer server.Close()
		m.handle(server)
	})
	return client, nil
}

// raw returns a handler that calls a function with each request's text up to the empty line; the
// function says whether to continue.
func raw(fn func(c net.Conn, request string) bool) func(net.Conn) {
	return func(c net.Conn) {
		br := bufio.NewReader(c)
		for {
			var b strings.Builder
			for !strings.HasSuffix(b.String(), "\r\n\r\n") {
				line, err := br.ReadString('\n')
				if err != nil {
					return
				}
				b.WriteString(line)
			}
			if !fn(c, b.String()) {
				return
			}
		}
	}
}

// say answers every connection's first request with the text and closes.
func say(answer string) func(net.Conn) {
	return raw(func(c net.Conn, _ string) bool {
		io.WriteString(c, answer)
		return false
	})
}

const okAnswer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Type: text/html\r\n\r\nok"

// brief returns the relevant parts of f in one line.
func brief(f aranea.Fetched) string {
	body := f.Body[:min(len(f.Body), 40)]
	return fmt.Sprintf("status %d %s, sent %v, ttfb %s, %d bytes %q of %d, truncated %v, %s (%s)",
		f.Status, f.Proto, f.WasSent(), f.TTFB, len(f.Body), body, f.WireBytes, f.Truncated, f.Failure, f.Detail)
}
