package fetch

import (
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
	"testing/synctest"
	"time"

	"github.com/aranea-search/aranea"
)

// tunnel is a forward proxy: it answers http itself and connects every tunnel to the server at
// to.
func tunnel(t testing.TB, to string) (addr string, seen func() []string) {
	var mu sync.Mutex
	var lines []string
	addr = serve(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		lines = append(lines, r.Method+" "+r.RequestURI+" "+r.UserAgent())
		mu.Unlock()
		switch {
		case strings.HasPrefix(r.Host, "locked.test"):
			w.WriteHeader(http.StatusProxyAuthRequired)
		case r.Method != http.MethodConnect:
			fmt.Fprintf(w, "%s|%s", r.Host, r.RequestURI)
		default:
			server, err := net.Dial("tcp", to)
			if err != nil {
				w.WriteHeader(http.StatusBadGateway)
				return
			}
			c, _, err := w.(http.Hijacker).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\n")
			go func() { io.Copy(server, c); server.Close() }()
			io.Copy(c, server)
			c.Close()
		}
	})
	return addr, func() []string { mu.Lock(); defer mu.Unlock(); return lines }
}

func TestProxy(t *testing.T) {
	t.Parallel()
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Host+"|"+r.RequestURI) }))
	t.Cleanup(s.Close)
	addr, seen := tunnel(t, strings.TrimPrefix(s.URL, "https://"))
	deadEnd, _ := tunnel(t, "127.0.0.1:1")
	hangsUp := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		c, _, _ := w.(http.Hijacker).Hijack()
		c.Close()
	})
	closed := httptest.NewServer(nil)
	closed.Close()
	pool := s.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	tests := []struct {
		name, proxy, url string
		want             aranea.Reason
		body             string
		sent             bool
	}{
		{"http", addr, "http://name.test/a?b", 0, "name.test|http://name.test/a?b", true},
		{"http, odd target", addr, "http://name.test//a|?", 0, "name.test|http://name.test//a|?", true},
		{"http, port", addr, "http://name.test:8080/", 0, "name.test:8080|http://name.test:8080/", true},
		{"https", addr, "https://example.com/a?b", 0, "example.com|/a?b", true},
		{"https, wrong certificate", addr, "https://name.test/", aranea.NetTLS, "", false},
		{"credentials asked for http", addr, "http://locked.test/", aranea.NetProxy, "", true},
		{"credentials asked for https", addr, "https://locked.test/", aranea.NetProxy, "", false},
		{"tunnel refused", deadEnd, "https://example.com/", aranea.NetProxy, "", false},
		{"proxy hangs up on a tunnel", hangsUp, "https://example.com/", aranea.NetProxy, "", false},
		{"proxy is not there", closed.URL, "http://name.test/", aranea.NetProxy, "", false},
		{"proxy is not there for https", closed.URL, "https://name.test/", aranea.NetProxy, "", false},
		{"private address", addr, "http://192.168.0.1/", aranea.NetGuard, "", false},
		{"private address, tunnel", addr, "https://[fd00::1]/", aranea.NetGuard, "", false},
		{"mail port", addr, "http://name.test:25/", aranea.NetGuard, "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := client(t, Options{Proxy: tt.proxy, RootCAs: pool, Lookup: func(_ context.Context, host string) ([]netip.Addr, error) {
				t.Errorf("%s was looked up", host)
				return nil, io.EOF
			}})
			f := c.Do(context.Background(), page(t, tt.url))
			if f.Failure != tt.want || string(f.Body) != tt.body || f.WasSent() != tt.sent || (f.Failure != 0 && f.Status != 0) {
				t.Errorf("%s; want %s %q", brief(f), tt.want, tt.body)
			}
		})
	}
	for _, line := range seen() {
		if !strings.HasSuffix(line, " Aranea") || strings.Contains(line, "192.168") || strings.Contains(line, "fd00") {
			t.Errorf("the proxy saw %q", line)
		}
	}
}

// TestProxyByName: the proxy's own name is looked up, and may be private, because the operator
// named it; names of this machine are not requested through it.
func TestProxyByName(t *testing.T) {
	t.Parallel()
	m := &inMemory{handle: say(okAnswer), hosts: map[string][]netip.Addr{"inside.test": {netip.MustParseAddr("10.0.0.1")}}}
	c := client(t, m.options(Options{Proxy: "http://proxy.test:3128"}))
	if f := c.Do(context.Background(), page(t, "http://name.test/")); f.Failure != 0 || fmt.Sprint(m.looked, m.dialed) != "[proxy.test] [93.184.216.34:3128]" {
		t.Errorf("%s; looked up %v, dialed %v", brief(f), m.looked, m.dialed)
	}
	for _, host := range []string{"localhost", "a.localhost", "localhost."} {
		if f := c.Do(context.Background(), page(t, "http://"+host+"/")); f.Failure != aranea.NetGuard {
			t.Errorf("%s: %s", host, brief(f))
		}
	}
	c = client(t, m.options(Options{Proxy: "http://inside.test:3128"}))
	if f := c.Do(context.Background(), page(t, "http://name.test/")); f.Failure != 0 || m.dialed[len(m.dialed)-1] != "10.0.0.1:3128" {
		t.Errorf("a private proxy: %s, dialed %v", brief(f), m.dialed)
	}
	if _, err := c.dialer.dial(context.Background(), "tcp", "inside.test:80"); reasonOf(err) != aranea.NetGuard {
		t.Errorf("another port of the proxy's machine: %v", err)
	}
}

// TestEnvironmentIsIgnored is not parallel because it sets the environment.
func TestEnvironmentIsIgnored(t *testing.T) {
	for _, k := range []string{"HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"} {
		t.Setenv(k, "http://127.0.0.1:1")
	}
	m := &inMemory{handle: say(okAnswer)}
	if f := client(t, m.options(Options{})).Do(context.Background(), page(t, "http://name.test/")); f.Failure != 0 || f.Remote.Addr() != somewhere {
		t.Errorf("fetched %s", brief(f))
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	rules := []string{"*:*:1.1.1.1", "*:8080:1.1.1.2:80", "A.test:*:1.1.1.3", "a.test:443:[2606:4700::1]:8443", "b.test.:80:2606:4700::2", "bücher.test:*:1.1.1.4", "[2606::1]:80:1.1.1.5", "a.test:443:9.9.9.9"}
	tests := map[string]string{
		"http://c.test/": "1.1.1.1:80", "http://c.test:8080/": "1.1.1.2:80", "http://a.test/": "1.1.1.3:80", "http://a.test./": "1.1.1.3:80",
		"https://a.test/": "[2606:4700::1]:8443", "http://b.test/": "[2606:4700::2]:80", "http://b.test:81/": "1.1.1.1:81",
		"http://bücher.test/": "1.1.1.4:80", "http://[2606::1]/": "1.1.1.5:80", "http://10.0.0.1/": "1.1.1.1:80",
	}
	for url, want := range tests {
		m := &inMemory{handle: func(net.Conn) {}}
		client(t, m.options(Options{Resolve: rules})).Do(context.Background(), page(t, url))
		if fmt.Sprint(m.dialed) != "["+want+"]" || len(m.looked) > 0 {
			t.Errorf("%s went to %v, looked up %v; want %s", url, m.dialed, m.looked, want)
		}
	}
}

func FuzzResolve(f *testing.F) {
	for _, s := range []string{"a:1:127.0.0.1", "*:*:[::1]:80", "a:*:::1", "::", "a:b:c", "[::1]:80:1.2.3.4", "a:80:[1.2.3.4]", "*:*:1.2.3.4:0", "ü:1:::"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, rule string) {
		rules, err := parseResolve([]string{rule})
		if err != nil {
			return
		}
		m := rules[0]
		again := m.host
		if strings.Contains(again, ":") {
			again = "[" + again + "]"
		}
		again += ":" + m.port + ":"
		if m.newPort != 0 {
			again += netip.AddrPortFrom(m.addr, m.newPort).String()
		} else {
			again += m.addr.String()
		}
		second, err := parseResolve([]string{again})
		if err != nil || second[0] != m {
			t.Fatalf("%q reads as %+v, and %q as %+v, %v", rule, m, again, second, err)
		}
		if _, ok := mapped(rules, m.host, m.port); !ok {
			t.Fatalf("%q does not match its own host and port", rule)
		}
	})
}

// TestHostsShareTheProxy: the library treats all http hosts behind a proxy as one host; the
// limit for one host must not apply to all of them together.
func TestHostsShareTheProxy(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &inMemory{handle: raw(func(c net.Conn, _ string) bool {
			time.Sleep(10 * time.Second)
			_, err := io.WriteString(c, okAnswer)
			return err == nil
		})}
		c, err := New(m.options(Options{Proxy: "http://proxy.test:3128", MaxConnsPerHost: 1}))
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		done := make(chan aranea.Fetched)
		for i := range 5 {
			go func() { done <- c.Do(context.Background(), page(t, fmt.Sprintf("http://h%d.test/", i))) }()
		}
		for range 5 {
			if f := <-done; f.Failure != 0 {
				t.Error(brief(f))
			}
		}
		if took := time.Since(start); took != 10*time.Second {
			t.Errorf("five hosts took %s", took)
		}
		c.Close()
		m.serving.Wait()
	})
}
