package server

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/bench/realweb/site"
)

// start serves a web of one page and returns its address and a function that
// stops it and returns the log.
func start(t *testing.T, f Faults) (string, func() string) {
	t.Helper()
	dir := t.TempDir()
	for name, body := range map[string]string{
		"hosts.tsv": "a.test\ten\tutf-8\tnone\t1\n", "moved.tsv": "",
		"a.test/index.html": "<title>home</title>",
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	web, err := site.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var logged bytes.Buffer
	s := &Server{Web: web, Log: NewLog(&logged), Faults: f}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	return l.Addr().String(), func() string {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Serve: %v", err)
		}
		if err := s.Log.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
		return logged.String()
	}
}

func send(t *testing.T, addr, request string) string {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, request); err != nil {
		t.Fatal(err)
	}
	b, _ := io.ReadAll(c) //nolint:errcheck // a cut answer is what some cases want
	return string(b)
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	addr, stop := start(t, Faults{})
	for _, tt := range []struct{ name, request, line, body string }{
		{"origin form", "GET / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n", "HTTP/1.1 200 OK", "<title>home</title>"},
		{"absolute form wins over Host", "GET http://A.test:80/index.html HTTP/1.1\r\nHost: other\r\nConnection: close\r\n\r\n", "HTTP/1.1 200 OK", "<title>home</title>"},
		{"absolute form without a path", "GET http://a.test HTTP/1.0\r\n\r\n", "HTTP/1.1 200 OK", "<title>home</title>"},
		{"head has no body", "HEAD / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n", "HTTP/1.1 200 OK", ""},
		{"tunnel refused", "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n", "HTTP/1.1 405 Method Not Allowed", ""},
		{"unknown host through the proxy", "GET http://z.test/ HTTP/1.0\r\n\r\n", "HTTP/1.1 502 Status", ""},
		{"target that is no URL", "GET /%zz HTTP/1.0\r\nHost: a.test\r\n\r\n", "HTTP/1.1 404 Not Found", "not found\n"},
		{"body refused", "GET / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 3\r\n\r\nabc", "HTTP/1.1 400 Bad Request", ""},
		{"garbage", "hello\r\n\r\n", "HTTP/1.1 400 Bad Request", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := send(t, addr, tt.request)
			line, _, _ := strings.Cut(got, "\r\n")
			_, body, _ := strings.Cut(got, "\r\n\r\n")
			if line != tt.line || body != tt.body {
				t.Errorf("answer %q with body %q, want %q with %q", line, body, tt.line, tt.body)
			}
		})
	}
	logged := stop()
	if n := strings.Count(logged, "\n"); n != 9 {
		t.Errorf("log has %d lines, want 9:\n%s", n, logged)
	}
	if !strings.Contains(logged, "\ta.test\tGET\t/%zz\t404\t10\t\n") {
		t.Errorf("log lacks the target as it was sent:\n%s", logged)
	}
}

func TestKeepsConnectionAndValidates(t *testing.T) {
	t.Parallel()
	addr, stop := start(t, Faults{})
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	r := bufio.NewReader(c)
	var tag string
	for _, want := range []int{200, 304} {
		fmt.Fprintf(c, "GET / HTTP/1.1\r\nHost: a.test\r\nUser-Agent: Aranea/1\tx\r\nIf-None-Match: %s\r\n\r\n", tag)
		resp, err := http.ReadResponse(r, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			t.Fatal(err)
		}
		if resp.StatusCode != want {
			t.Errorf("status %d, want %d", resp.StatusCode, want)
		}
		tag = resp.Header.Get("ETag")
	}
	c.Close()
	if logged := stop(); strings.Count(logged, "Aranea/1%09x\n") != 2 {
		t.Errorf("log:\n%s", logged)
	}
}

func TestFaults(t *testing.T) {
	t.Parallel()
	const get = "GET / HTTP/1.0\r\nHost: a.test\r\n\r\n"
	t.Run("failing host", func(t *testing.T) {
		addr, stop := start(t, Faults{FailHosts: map[string]bool{"a.test": true}, Status: 429})
		if got := send(t, addr, get); !strings.HasPrefix(got, "HTTP/1.1 429 ") {
			t.Errorf("answer %q", got)
		}
		stop()
	})
	t.Run("every second request", func(t *testing.T) {
		addr, stop := start(t, Faults{FailEvery: 2})
		first, second := send(t, addr, get), send(t, addr, get)
		if !strings.HasPrefix(first, "HTTP/1.1 200 ") || !strings.HasPrefix(second, "HTTP/1.1 503 ") {
			t.Errorf("answers %q, %q", first, second)
		}
		stop()
	})
	t.Run("body cut in the middle", func(t *testing.T) {
		addr, stop := start(t, Faults{CutHosts: map[string]bool{"a.test": true}})
		got := send(t, addr, get)
		if !strings.Contains(got, "Content-Length: 19\r\n") || !strings.HasSuffix(got, "\r\n\r\n<title>ho") {
			t.Errorf("answer %q", got)
		}
		stop()
	})
	t.Run("host that never answers ends with the server", func(t *testing.T) {
		addr, stop := start(t, Faults{HangHosts: map[string]bool{"a.test": true}})
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(c, get)
		// The stop closes the connection, so the read ends without an answer.
		gone := make(chan int64, 1)
		go func() { n, _ := io.Copy(io.Discard, c); gone <- n }()
		stop()
		if n := <-gone; n != 0 {
			t.Errorf("%d bytes answered", n)
		}
		c.Close()
	})
}
