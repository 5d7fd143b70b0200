package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}

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

func serve(t testing.TB, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

// raw serves each connection with fn, which gets the request as read so far.
func raw(t testing.TB, fn func(c net.Conn, request string)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				buf := make([]byte, 8192)
				for {
					n, err := c.Read(buf)
					if err != nil {
						return
					}
					fn(c, string(buf[:n]))
				}
			}()
		}
	}()
	return "http://" + l.Addr().String()
}

func TestRequestOnTheWire(t *testing.T) {
	t.Parallel()
	var got atomic.Value
	addr := raw(t, func(c net.Conn, request string) {
		got.Store(request)
		io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Type: text/html\r\n\r\nok")
	})
	c := client(t, Options{AllowNet: loopback, Version: "1.0", Contact: "me@example.org"})
	f := c.Do(context.Background(), Request{URL: parse(t, addr+"/a?b=c"), MaxBody: 100, Validators: aranea.Validators{ETag: `"x"`, LastModified: "yesterday"}})
	if f.Status != 200 || string(f.Body) != "ok" || f.Failure != 0 || !f.WasSent() || f.TTFB <= 0 || !f.Remote.IsValid() {
		t.Fatalf("fetched %+v", f)
	}
	req := got.Load().(string)
	for _, want := range []string{
		"GET /a?b=c HTTP/1.1\r\n", "User-Agent: Aranea/1.0 (+mailto:me@example.org)\r\n", "From: me@example.org\r\n",
		"Accept-Encoding: gzip, br, zstd\r\n", "If-None-Match: \"x\"\r\n", "If-Modified-Since: yesterday\r\n",
	} {
		if !strings.Contains(req, want) {
			t.Errorf("the request lacks %q:\n%s", want, req)
		}
	}
	for _, not := range []string{"Content-Length", "Transfer-Encoding", "Cookie", "Referer"} {
		if strings.Contains(req, not) {
			t.Errorf("the request holds %s:\n%s", not, req)
		}
	}
	if !strings.HasSuffix(req, "\r\n\r\n") {
		t.Errorf("the request has a body: %q", req)
	}
}

// TestOneRequestLeaves breaks reused connections after the request was read:
// the library must not repeat it.
func TestOneRequestLeaves(t *testing.T) {
	t.Parallel()
	var requests atomic.Int32
	addr := raw(t, func(c net.Conn, request string) {
		if n := requests.Add(1); n%2 == 1 {
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
			return
		}
		c.Close()
	})
	c := client(t, Options{AllowNet: loopback})
	for i := range int32(6) {
		f := c.Do(context.Background(), Request{URL: parse(t, addr), MaxBody: 100})
		if n := requests.Load(); n != i+1 {
			t.Fatalf("after %d exchanges the server saw %d requests", i+1, n)
		}
		if i%2 == 1 && (f.Failure != aranea.NetReset || !f.WasSent()) {
			t.Errorf("broken exchange: %+v", f)
		}
	}
}

func TestLateRequestIsNotSent(t *testing.T) {
	t.Parallel()
	var requests atomic.Int32
	addr := serve(t, func(http.ResponseWriter, *http.Request) { requests.Add(1) })
	c := client(t, Options{AllowNet: loopback})
	c.Do(context.Background(), Request{URL: parse(t, addr), MaxBody: 10}) // a connection to reuse
	for range 20 {
		f := c.Do(context.Background(), Request{URL: parse(t, addr), MaxBody: 10, SendBefore: time.Now().Add(-time.Millisecond)})
		if f.Failure != aranea.ScheduleLate || f.WasSent() {
			t.Fatalf("late request: %+v", f)
		}
	}
	if n := requests.Load(); n != 1 {
		t.Errorf("the server saw %d requests, want 1", n)
	}
	if f := c.Do(context.Background(), Request{URL: parse(t, addr), MaxBody: 10, SendBefore: time.Now().Add(time.Minute)}); f.Status != 200 {
		t.Errorf("a request in time: %+v", f)
	}
}

func TestRedirectIsNotFollowed(t *testing.T) {
	t.Parallel()
	addr := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/elsewhere", http.StatusFound) })
	f := client(t, Options{AllowNet: loopback}).Do(context.Background(), Request{URL: parse(t, addr), MaxBody: 100})
	if f.Status != 302 || f.Header.Get("Location") != "/elsewhere" || f.Failure != 0 || len(f.Body) != 0 {
		t.Errorf("fetched %+v", f)
	}
}

func compress(t testing.TB, coding string, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	switch coding {
	case "gzip":
		w = gzip.NewWriter(&b)
	case "br":
		w = brotli.NewWriter(&b)
	case "zstd":
		z, err := zstd.NewWriter(&b)
		if err != nil {
			t.Fatal(err)
		}
		w = z
	case "deflate":
		w = zlib.NewWriter(&b)
	default:
		return data
	}
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestContentCodings(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("words and more words ", 500)
	zeros := make([]byte, 50<<20)
	c := client(t, Options{AllowNet: loopback})
	for _, coding := range []string{"", "identity", "gzip", "br", "zstd", "deflate"} {
		t.Run("coding "+coding, func(t *testing.T) {
			t.Parallel()
			plain, bomb := compress(t, coding, []byte(text)), compress(t, coding, zeros)
			addr := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Encoding", coding)
				switch r.URL.Path {
				case "/bomb":
					w.Write(bomb)
				case "/cut":
					w.Write(plain[:len(plain)/2])
				default:
					w.Write(plain)
				}
			})
			get := func(path string, limit int64) aranea.Fetched {
				return c.Do(context.Background(), Request{URL: parse(t, addr+path), MaxBody: limit, Buffer: new(Buffer)})
			}
			if f := get("/", 1<<20); string(f.Body) != text || f.Truncated || f.Failure != 0 {
				t.Errorf("whole body: %d bytes, truncated %v, %s %s", len(f.Body), f.Truncated, f.Failure, f.Detail)
			}
			if f := get("/", 1000); string(f.Body) != text[:1000] || !f.Truncated {
				t.Errorf("limit: %d bytes, truncated %v", len(f.Body), f.Truncated)
			}
			if coding == "" || coding == "identity" {
				return
			}
			if f := get("/bomb", 1<<30); f.Failure != aranea.BodyBomb || len(f.Body) != 0 {
				t.Errorf("bomb: %s, %d bytes", f.Failure, len(f.Body))
			}
			if f := get("/cut", 1<<20); f.Failure != aranea.BodyBroken || !strings.HasPrefix(text, string(f.Body)) {
				t.Errorf("cut body: %s %s, %d bytes", f.Failure, f.Detail, len(f.Body))
			}
		})
	}
	addr := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "martian")
		io.WriteString(w, "?")
	})
	if f := c.Do(context.Background(), Request{URL: parse(t, addr), MaxBody: 100}); f.Failure != aranea.BodyBroken || !strings.Contains(f.Detail, "martian") {
		t.Errorf("unknown coding: %+v", f)
	}
}

func TestHostileAnswers(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, answer string
		status       int
		failure      aranea.Reason
		body         string
	}{
		{"not HTTP", "SSH-2.0-OpenSSH_9.0\r\n", 0, aranea.NetProto, ""},
		{"nothing", "", 0, aranea.NetReset, ""},
		{"too long a promise", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort", 200, aranea.BodyBroken, "short"},
		{"too short a promise", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nlonger", 200, 0, "lo"},
		{"nonsense length", "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nx", 0, aranea.NetProto, ""},
		{"two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxy", 0, aranea.NetProto, ""},
		{"broken chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n", 200, aranea.BodyBroken, "hello"},
		{"endless header", "HTTP/1.1 200 OK\r\n" + strings.Repeat("X-Filler: "+strings.Repeat("a", 1000)+"\r\n", 400), 0, aranea.BodyHeader, ""},
		{"no length, closed", "HTTP/1.0 200 OK\r\n\r\nall of it", 200, 0, "all of it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			addr := raw(t, func(c net.Conn, _ string) {
				io.WriteString(c, tt.answer)
				c.Close()
			})
			f := client(t, Options{AllowNet: loopback}).Do(context.Background(), Request{URL: parse(t, addr), MaxBody: 1 << 20})
			if f.Status != tt.status || f.Failure != tt.failure || string(f.Body) != tt.body {
				t.Errorf("status %d, %s (%s), body %q; want %d, %s, %q", f.Status, f.Failure, f.Detail, f.Body, tt.status, tt.failure, tt.body)
			}
		})
	}
}

// pipe answers every connection in memory with fn.
func pipe(fn func(c net.Conn)) func(context.Context, string, string) (net.Conn, error) {
	return func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go func() {
			defer server.Close()
			buf := make([]byte, 4096)
			if _, err := server.Read(buf); err == nil {
				fn(server)
			}
		}()
		return addressed{client}, nil
	}
}

// addressed gives an in-memory connection an address.
type addressed struct{ net.Conn }

func (addressed) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 80} }

func TestTimeouts(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		answer func(c net.Conn)
		limit  time.Duration
		status int
	}{
		{"no answer", func(c net.Conn) { time.Sleep(time.Hour) }, DefaultFirstByte, 0},
		{"the body stops", func(c net.Conn) {
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx")
			time.Sleep(time.Hour)
		}, DefaultIdle, 200},
		{"a byte now and then", func(c net.Conn) {
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n")
			for range 1000 {
				if _, err := io.WriteString(c, "x"); err != nil {
					return
				}
				time.Sleep(5 * time.Second)
			}
		}, DefaultTotal, 200},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, err := New(Options{DialContext: pipe(tt.answer)})
				if err != nil {
					t.Fatal(err)
				}
				start := time.Now()
				f := c.Do(context.Background(), Request{URL: parse(t, "http://slow.test/"), MaxBody: 1 << 20})
				if f.Failure != aranea.NetTimeout || f.Status != tt.status {
					t.Errorf("status %d, %s %s", f.Status, f.Failure, f.Detail)
				}
				if took := time.Since(start); took > tt.limit+time.Second {
					t.Errorf("took %s, limit %s", took, tt.limit)
				}
				c.Close()
				time.Sleep(2 * time.Hour) // let the server's goroutine end
			})
		})
	}
}

func TestStop(t *testing.T) {
	t.Parallel()
	started := make(chan struct{})
	addr := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		close(started)
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-started
		cancel()
	}()
	if f := client(t, Options{AllowNet: loopback}).Do(ctx, Request{URL: parse(t, addr), MaxBody: 10}); f.Failure != aranea.ScheduleStopped || !f.WasSent() {
		t.Errorf("stopped exchange: %+v", f)
	}
}

func TestUnwantedTypeIsNotRead(t *testing.T) {
	t.Parallel()
	addr := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "video/mp4")
		w.Write(make([]byte, 1<<20))
	})
	wants := func(m string) bool { return strings.HasPrefix(m, "text/") }
	f := client(t, Options{AllowNet: loopback}).Do(context.Background(), Request{URL: parse(t, addr), MaxBody: 1 << 24, Wants: wants})
	if f.Failure != aranea.BodyType || f.WireBytes > drainBytes || f.Detail != "video/mp4" {
		t.Errorf("fetched %s %s, %d bytes", f.Failure, f.Detail, f.WireBytes)
	}
}

func TestGuard(t *testing.T) {
	t.Parallel()
	refused := []string{
		"0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1", "172.31.255.255",
		"192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.1.1.1",
		"240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::7f00:1", "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1",
		"2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "5f00::1", "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1",
	}
	g := guard{}
	for _, s := range refused {
		if g.permits(netip.MustParseAddr(s)) {
			t.Errorf("%s is permitted", s)
		}
		if err := g.control("tcp", net.JoinHostPort(s, "80"), nil); !errors.Is(err, errGuard) {
			t.Errorf("connect to %s: %v", s, err)
		}
	}
	for _, s := range []string{"1.1.1.1", "8.8.8.8", "93.184.216.34", "172.32.0.1", "192.169.0.1", "2606:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8"} {
		if !g.permits(netip.MustParseAddr(s)) {
			t.Errorf("%s is refused", s)
		}
	}
	open := guard{allow: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}}
	for s, want := range map[string]bool{"10.1.2.3": true, "::ffff:10.1.2.3": true, "192.168.1.1": false, "fd00::1": true, "fc00::1": false} {
		if open.permits(netip.MustParseAddr(s)) != want {
			t.Errorf("with openings, %s is %v", s, !want)
		}
	}
	if err := g.control("tcp", "1.1.1.1:25", nil); !errors.Is(err, errPort) {
		t.Errorf("mail port: %v", err)
	}
}

func TestGuardHoldsOnEveryWay(t *testing.T) {
	t.Parallel()
	var hits atomic.Int32
	addr := serve(t, func(http.ResponseWriter, *http.Request) { hits.Add(1) })
	host := strings.TrimPrefix(addr, "http://")
	tests := []struct {
		name string
		opt  Options
		url  string
		want aranea.Reason
	}{
		{"literal address", Options{}, addr, aranea.NetGuard},
		{"a name that means this machine", Options{}, strings.Replace(addr, "127.0.0.1", "localhost", 1), aranea.NetGuard},
		{"a resolve rule", Options{Resolve: []string{"*:*:" + host}}, "http://public.test/", aranea.NetGuard},
		{"a private proxy", Options{Proxy: addr}, "http://public.test/", aranea.NetGuard},
		{"a private target behind a proxy", Options{Proxy: addr, AllowNet: loopback[:1]}, "http://10.0.0.1/", aranea.NetGuard},
		{"hexadecimal spelling", Options{}, strings.Replace(addr, "127.0.0.1", "0x7f000001", 1), aranea.NetGuard},
	}
	for _, tt := range tests {
		f := client(t, tt.opt).Do(context.Background(), Request{URL: parse(t, tt.url), MaxBody: 10})
		if f.Failure != tt.want || f.WasSent() {
			t.Errorf("%s: %s %s, sent %v", tt.name, f.Failure, f.Detail, f.WasSent())
		}
	}
	if n := hits.Load(); n != 0 {
		t.Errorf("%d requests got through", n)
	}
}

func TestProxyAndResolve(t *testing.T) {
	t.Parallel()
	addr := serve(t, func(w http.ResponseWriter, r *http.Request) { fmt.Fprintf(w, "%s|%s", r.Host, r.RequestURI) })
	host := strings.TrimPrefix(addr, "http://")
	proxied := client(t, Options{AllowNet: loopback, Proxy: addr}).Do(context.Background(), Request{URL: parse(t, "http://name.test/a?b"), MaxBody: 100})
	if string(proxied.Body) != "name.test|http://name.test/a?b" {
		t.Errorf("through the proxy: %q, %s %s", proxied.Body, proxied.Failure, proxied.Detail)
	}
	resolved := client(t, Options{AllowNet: loopback, Resolve: []string{"other.test:*:192.0.2.1", "*:80:" + host}}).Do(context.Background(), Request{URL: parse(t, "http://name.test/a"), MaxBody: 100})
	if string(resolved.Body) != "name.test|/a" {
		t.Errorf("by the resolve rule: %q, %s %s", resolved.Body, resolved.Failure, resolved.Detail)
	}
	dead := client(t, Options{AllowNet: loopback, Proxy: "http://127.0.0.1:1"}).Do(context.Background(), Request{URL: parse(t, "http://name.test/"), MaxBody: 100})
	if dead.Failure != aranea.NetProxy && dead.Failure != aranea.NetGuard {
		t.Errorf("a dead proxy: %s %s", dead.Failure, dead.Detail)
	}
}

func TestTLS(t *testing.T) {
	t.Parallel()
	s := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(s.Close)
	if f := client(t, Options{AllowNet: loopback}).Do(context.Background(), Request{URL: parse(t, s.URL), MaxBody: 10}); f.Failure != aranea.NetTLS {
		t.Errorf("an untrusted certificate: %s %s", f.Failure, f.Detail)
	}
}

func TestHTTP2(t *testing.T) {
	t.Parallel()
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		fmt.Fprintf(w, "%s %d", r.Proto, len(body))
	}))
	s.EnableHTTP2 = true
	s.StartTLS()
	t.Cleanup(s.Close)
	c := client(t, Options{AllowNet: loopback})
	c.transport.TLSClientConfig.RootCAs = s.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	if f := c.Do(context.Background(), Request{URL: parse(t, s.URL), MaxBody: 100}); string(f.Body) != "HTTP/2.0 0" || f.Proto != "HTTP/2.0" {
		t.Errorf("%q by %s: %s %s", f.Body, f.Proto, f.Failure, f.Detail)
	}
}

func TestDeadHost(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := "http://" + l.Addr().String()
	l.Close()
	if f := client(t, Options{AllowNet: loopback}).Do(context.Background(), Request{URL: parse(t, addr), MaxBody: 10}); f.Failure != aranea.NetDial || f.WasSent() {
		t.Errorf("a closed port: %+v", f)
	}
	dial := func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "gone.test", IsNotFound: true}}
	}
	if f := client(t, Options{DialContext: dial}).Do(context.Background(), Request{URL: parse(t, "http://gone.test/"), MaxBody: 10}); f.Failure != aranea.NetDNS {
		t.Errorf("a name without address: %+v", f)
	}
}

func TestOptionsValidate(t *testing.T) {
	t.Parallel()
	err := Options{Dial: -1, Proxy: "socks5://x", Resolve: []string{"nonsense"}, Contact: "a\r\nb"}.Validate()
	for _, want := range []string{"timeout is negative", "socks5://x", "nonsense", "control characters"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not mention %q", err, want)
		}
	}
	if aranea.KindOf(err) != aranea.Invalid {
		t.Errorf("kind %s", aranea.KindOf(err))
	}
}

func TestUserAgent(t *testing.T) {
	t.Parallel()
	for want, o := range map[string]Options{
		"Aranea":                                {},
		"Aranea/0.1 (+https://example.org/bot)": {Version: "0.1", Contact: "https://example.org/bot"},
		"DocsBot (Aranea/0.1; +mailto:me@example.org)": {Version: "0.1", Operator: "DocsBot", Contact: "me@example.org"},
	} {
		if got := UserAgent(o); got != want {
			t.Errorf("UserAgent = %q, want %q", got, want)
		}
	}
}

func FuzzResolveRules(f *testing.F) {
	for _, s := range []string{"a:1:127.0.0.1", "*:*:[::1]:80", "a:*:::1", "::", "a:b:c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, rule string) {
		rules, err := parseResolve([]string{rule})
		if err != nil {
			return
		}
		if _, err := netip.ParseAddr(rules[0].addr); err != nil {
			t.Fatalf("%q resolves to %q", rule, rules[0].addr)
		}
	})
}

func FuzzDecode(f *testing.F) {
	for _, coding := range []string{"gzip", "br", "zstd", "deflate"} {
		f.Add(coding, compress(f, coding, []byte("some words")))
	}
	f.Fuzz(func(t *testing.T, coding string, data []byte) {
		wire := &wireReader{r: bytes.NewReader(data), idle: time.Hour, timer: time.NewTimer(time.Hour), stop: func(error) {}}
		dec, release, err := decoder(wire, coding)
		if err != nil {
			return
		}
		defer release()
		const limit = 1 << 20
		if body, _, _ := new(Buffer).fill(dec, limit, wire); len(body) > limit {
			t.Fatalf("%d bytes beyond the limit", len(body))
		}
	})
}

func BenchmarkDo(b *testing.B) {
	page := []byte(strings.Repeat("<p>words and <a href=x>links</a></p>\n", 500))
	addr := serve(b, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Write(page)
	})
	c := client(b, Options{AllowNet: loopback})
	u, buf := parse(b, addr), new(Buffer)
	b.ReportAllocs()
	for b.Loop() {
		if f := c.Do(context.Background(), Request{URL: u, MaxBody: 1 << 20, Buffer: buf}); len(f.Body) != len(page) {
			b.Fatalf("%+v", f)
		}
	}
}
