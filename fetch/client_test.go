package fetch

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

func TestRequestOnTheWire(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		request Request
		want    string
	}{
		{"plain", Request{URL: parse(t, "http://a.test/")},
			"GET / HTTP/1.1\r\nHost: a.test\r\nUser-Agent: Aranea/1.0 (+mailto:me@example.org)\r\nAccept: " + DefaultAccept +
				"\r\nAccept-Encoding: gzip, br, zstd\r\nFrom: me@example.org\r\n\r\n"},
		{"conditional, another type, a port", Request{URL: parse(t, "http://a.test:8080/x?y=z"), Accept: "text/plain",
			Validators: aranea.Validators{ETag: `W/"x"`, LastModified: "Mon, 02 Nov 2026 08:00:00 GMT"}},
			"GET /x?y=z HTTP/1.1\r\nHost: a.test:8080\r\nUser-Agent: Aranea/1.0 (+mailto:me@example.org)\r\nAccept: text/plain\r\nAccept-Encoding: gzip, br, zstd\r\n" +
				"From: me@example.org\r\nIf-Modified-Since: Mon, 02 Nov 2026 08:00:00 GMT\r\nIf-None-Match: W/\"x\"\r\n\r\n"},
		{"the tag of a compressed file of Apache", Request{URL: parse(t, "http://a.test/"), Validators: aranea.Validators{ETag: `"1b59-6618-gzip"`}},
			"GET / HTTP/1.1\r\nHost: a.test\r\nUser-Agent: Aranea/1.0 (+mailto:me@example.org)\r\nAccept: " + DefaultAccept +
				"\r\nAccept-Encoding: gzip, br, zstd\r\nFrom: me@example.org\r\nIf-None-Match: \"1b59-6618\", \"1b59-6618-gzip\"\r\n\r\n"},
		{"a part", Request{URL: parse(t, "http://a.test/"), Range: "bytes=0-\r\n99"},
			"GET / HTTP/1.1\r\nHost: a.test\r\nUser-Agent: Aranea/1.0 (+mailto:me@example.org)\r\nAccept: " + DefaultAccept +
				"\r\nAccept-Encoding: identity\r\nFrom: me@example.org\r\nRange: bytes=0-99\r\n\r\n"},
		{"validators that would break the header are left out", Request{URL: parse(t, "http://a.test/"), Accept: "a\r\nb",
			Validators: aranea.Validators{ETag: "\"x\"\r\nCookie: y", LastModified: strings.Repeat("x", aranea.MaxValidator+1)}},
			"GET / HTTP/1.1\r\nHost: a.test\r\nUser-Agent: Aranea/1.0 (+mailto:me@example.org)\r\nAccept: ab\r\nAccept-Encoding: gzip, br, zstd\r\nFrom: me@example.org\r\n\r\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got string
			m := &inMemory{handle: raw(func(c net.Conn, request string) bool {
				got = request
				io.WriteString(c, okAnswer)
				return false
			})}
			tt.request.MaxBody = 100
			c := client(t, m.options(Options{Version: "1.0", Contact: "me@example.org"}))
			f := c.Do(context.Background(), tt.request)
			m.serving.Wait()
			if f.Status != 200 || string(f.Body) != "ok" || f.Failure != 0 || !f.WasSent() || f.Ended.Before(f.Sent) || f.Remote.Addr() != somewhere || f.Proto != "HTTP/1.1" || f.WireBytes != 2 {
				t.Errorf("fetched %s", brief(f))
			}
			if got != tt.want {
				t.Errorf("the request was\n%swant\n%s", got, tt.want)
			}
		})
	}
}

// TestHead: a HEAD request is sent as such, and its answer has no body, whatever length it tells.
func TestHead(t *testing.T) {
	t.Parallel()
	var method string
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		method = r.Method
		w.Header().Set("Content-Length", "5000")
	})
	f := local(t).Do(t.Context(), Request{URL: parse(t, base+"/x"), Head: true, Refusals: true})
	if method != http.MethodHead || f.Status != 200 || f.Failure != aranea.ReasonNone || len(f.Body) > 0 || f.WireBytes != 0 {
		t.Errorf("%s: %s", method, brief(f))
	}
}

// TestTargetAsItIs: the path that was checked against the robots file is the path that is sent,
// even where the library would write it differently.
func TestTargetAsItIs(t *testing.T) {
	t.Parallel()
	for _, target := range []string{
		"/", "/a%2Fb", "/100%-off", "/a|b", "/a%7Cb", "/[x]^y`", "//", "//a.test/x", "//a?b", "///", "/a?", "/?a=b&c=%zz", "/%E2%82%AC", "/a;b=c", "/a:b@c!$&'()*+,", "//100%/|?|",
	} {
		t.Run(target, func(t *testing.T) {
			t.Parallel()
			u := parse(t, "http://a.test"+target)
			var got string
			m := &inMemory{handle: raw(func(c net.Conn, request string) bool {
				got, _, _ = strings.Cut(request, "\r\n")
				io.WriteString(c, okAnswer)
				return false
			})}
			f := client(t, m.options(Options{})).Do(context.Background(), Request{URL: u, MaxBody: 10})
			m.serving.Wait()
			plain, absolute := "GET "+u.Target()+" HTTP/1.1", "GET http://a.test"+u.Target()+" HTTP/1.1"
			if target == "//100%/|?|" { // the one that the library would write differently
				plain = absolute
			}
			if f.Status != 200 || got != plain {
				t.Errorf("sent %q, want %q; %s %s", got, plain, f.Failure, f.Detail)
			}
		})
	}
}

func TestRedirectIsNotFollowed(t *testing.T) {
	t.Parallel()
	addr := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"})
		if r.Header.Get("Cookie") != "" || r.Header.Get("Referer") != "" {
			w.WriteHeader(http.StatusTeapot)
			return
		}
		http.Redirect(w, r, "/elsewhere", http.StatusFound)
	})
	c := local(t)
	for range 2 {
		f := c.Do(context.Background(), page(t, addr))
		if f.Status != 302 || f.Header.Get("Location") != "/elsewhere" || f.Failure != 0 || f.Body != nil {
			t.Errorf("fetched %s", brief(f))
		}
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
		{"HTTP/0.9", "<html><title>old</title></html>", 0, aranea.NetProto, ""},
		{"nothing", "", 0, aranea.NetReset, ""},
		{"half a header", "HTTP/1.1 200 OK\r\nServer: x\r\n", 0, aranea.NetReset, ""},
		{"half a header line", "HTTP/1.1 200 OK\r\nContent-Le", 0, aranea.NetProto, ""},
		{"a status of letters", "HTTP/1.1 abc OK\r\n\r\n", 0, aranea.NetProto, ""},
		{"a header line without colon", "HTTP/1.1 200 OK\r\nnonsense\r\n\r\n", 0, aranea.NetProto, ""},
		{"too long a promise", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort", 200, aranea.BodyBroken, "short"},
		{"too short a promise", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", 200, 0, "ok"},
		{"nonsense length", "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nx", 0, aranea.NetProto, ""},
		{"two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxy", 0, aranea.NetProto, ""},
		{"unknown transfer coding", "HTTP/1.1 200 OK\r\nTransfer-Encoding: martian\r\n\r\nxy", 0, aranea.NetProto, ""},
		{"chunks that are none", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n", 200, aranea.BodyBroken, "hello"},
		{"chunks that end early", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", 200, aranea.BodyBroken, "hello"},
		{"an endless chunk extension", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;" + strings.Repeat("a", 1<<17), 200, aranea.BodyBroken, ""},
		{"many header lines", "HTTP/1.1 200 OK\r\n" + strings.Repeat("X-Filler: "+strings.Repeat("a", 1000)+"\r\n", 400), 0, aranea.BodyHeader, ""},
		{"one header line without end", "HTTP/1.1 200 OK\r\nX: " + strings.Repeat("a", 1<<19), 0, aranea.BodyHeader, ""},
		{"interim answers without end", strings.Repeat("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", 1000), 0, aranea.NetProto, ""},
		{"a few interim answers", strings.Repeat("HTTP/1.1 102 Processing\r\n\r\n", 5) + okAnswer, 200, 0, "ok"},
		{"another protocol", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nbytes", 0, aranea.NetProto, ""},
		{"no length, closed", "HTTP/1.0 200 OK\r\n\r\nall of it", 200, 0, "all of it"},
		{"control characters in the status line", "HTTP/1.1 200 \x1b[31mOK\r\nContent-Length: 1\r\n\r\nx", 200, 0, "x"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := &inMemory{handle: say(tt.answer)}
			f := client(t, m.options(Options{})).Do(context.Background(), page(t, "http://hostile.test/"))
			if f.Status != tt.status || f.Failure != tt.failure || string(f.Body) != tt.body || !f.WasSent() {
				t.Errorf("status %d, %s (%s), body %q; want %d, %s, %q", f.Status, f.Failure, f.Detail, f.Body, tt.status, tt.failure, tt.body)
			}
			if len(f.Detail) > aranea.MaxDetail || strings.ContainsAny(f.Detail, "\x1b\r\n") || (f.Failure != 0) != (f.Detail != "") {
				t.Errorf("detail %q", f.Detail)
			}
			m.serving.Wait()
		})
	}
}

// TestBrokenMidBody: if a connection is reset in the middle of a body, the part received is
// kept.
func TestBrokenMidBody(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	got := make(chan struct{})
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		c.Read(make([]byte, 4096))
		io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart")
		<-got
		c.(*net.TCPConn).SetLinger(0) // a reset instead of an orderly end
		c.Close()
	}()
	r := page(t, "http://"+l.Addr().String())
	r.Limit = func(_ string, most int64) int64 { close(got); return most }
	f := local(t).Do(context.Background(), r)
	if f.Status != 200 || f.Failure != aranea.NetReset || !strings.HasPrefix("part", string(f.Body)) {
		t.Errorf("status %d, %s %s, body %q", f.Status, f.Failure, f.Detail, f.Body)
	}
}

func TestStop(t *testing.T) {
	t.Parallel()
	for _, when := range []string{"before", "at the answer", "in the body"} {
		t.Run(when, func(t *testing.T) {
			t.Parallel()
			started := make(chan struct{})
			addr := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if when == "in the body" {
					io.WriteString(w, strings.Repeat("x", 100_000))
					w.(http.Flusher).Flush()
				}
				close(started)
				<-r.Context().Done()
			})
			ctx, cancel := context.WithCancelCause(context.Background())
			if when == "before" {
				cancel(nil)
			} else {
				go func() {
					<-started
					cancel(io.EOF) // the caller's own cause
				}()
			}
			f := local(t).Do(ctx, page(t, addr))
			if f.Failure != aranea.ScheduleStopped || f.WasSent() != (when != "before") || f.Body != nil || f.Ended.IsZero() {
				t.Errorf("stopped exchange: %s", brief(f))
			}
		})
	}
}

func TestNoURL(t *testing.T) {
	t.Parallel()
	if f := client(t, Options{}).Do(context.Background(), Request{URL: weburl.URL{}}); f.Failure != aranea.ScopeInvalid || f.WasSent() {
		t.Errorf("no URL: %s", brief(f))
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
	if f := local(t).Do(context.Background(), page(t, addr)); f.Failure != aranea.NetDial || f.WasSent() || f.Detail != l.Addr().String()+": connection refused" {
		t.Errorf("a closed port: %s, %q", brief(f), f.Detail)
	}
}

func TestTLS(t *testing.T) {
	t.Parallel()
	s := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(s.Close)
	plain := serve(t, func(http.ResponseWriter, *http.Request) {})
	pool := s.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	host := strings.TrimPrefix(s.URL, "https://")
	tests := []struct {
		name string
		opt  Options
		url  string
		want aranea.Reason
	}{
		{"trusted", Options{RootCAs: pool}, s.URL, 0},
		{"not trusted", Options{}, s.URL, aranea.NetTLS},
		{"another name", Options{RootCAs: pool, Resolve: []string{"*:*:" + host}}, "https://other.test/", aranea.NetTLS},
		{"no TLS there", Options{RootCAs: pool}, strings.Replace(plain, "http:", "https:", 1), aranea.NetTLS},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.opt.AllowNet = loopback
			f := client(t, tt.opt).Do(context.Background(), page(t, tt.url))
			if f.Failure != tt.want || f.WasSent() != (tt.want == 0) {
				t.Errorf("%s %s, sent %v; want %s", f.Failure, f.Detail, f.WasSent(), tt.want)
			}
		})
	}
	m := &inMemory{handle: func(c net.Conn) { c.Read(make([]byte, 10)) }} // closes after the ClientHello
	if f := client(t, m.options(Options{})).Do(context.Background(), page(t, "https://a.test/")); f.Failure != aranea.NetTLS || f.WasSent() {
		t.Errorf("a broken handshake: %s %s, sent %v", f.Failure, f.Detail, f.WasSent())
	}
}

func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	for _, h2 := range []bool{false, true} {
		t.Run(fmt.Sprintf("HTTP/2 %v", h2), func(t *testing.T) {
			t.Parallel()
			s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.URL.Path) }))
			s.EnableHTTP2 = h2
			s.StartTLS()
			t.Cleanup(s.Close)
			c := client(t, Options{AllowNet: loopback, MaxConnsPerHost: 2, RootCAs: s.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs})
			failures := make(chan string, 32)
			for i := range 32 {
				go func() {
					var buf Buffer
					for j := range 10 {
						r := page(t, fmt.Sprintf("%s/%d/%d", s.URL, i, j))
						r.Buffer = &buf
						f := c.Do(context.Background(), r)
						if string(f.Body) != r.URL.Path() || (f.Proto == "HTTP/2.0") != h2 {
							failures <- fmt.Sprintf("%s: %q %s %s %s", r.URL, f.Body, f.Proto, f.Failure, f.Detail)
							return
						}
					}
					failures <- ""
				}()
			}
			for range 32 {
				if s := <-failures; s != "" {
					t.Error(s)
				}
			}
		})
	}
}
