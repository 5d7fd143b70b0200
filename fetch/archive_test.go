package fetch

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch/replay"
)

// captured is when the sites of archived answered.
var captured = time.Date(2015, 3, 4, 5, 6, 7, 0, time.UTC)

// archived returns a client for which an archive answers, with the blocks of some URLs; its network fails
// the test.
func archived(t *testing.T, blocks map[string]string) *Client {
	t.Helper()
	return archivedIn(t, filepath.Join(t.TempDir(), "x.warc"), blocks)
}

// archivedIn is archived with an archive of a name.
func archivedIn(t *testing.T, name string, blocks map[string]string) *Client {
	t.Helper()
	var b strings.Builder
	for u, block := range blocks {
		fmt.Fprintf(&b, "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nWARC-Date: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", u, captured.Format(time.RFC3339), len(block), block)
	}
	if err := os.WriteFile(name, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	a, err := replay.Open(t.Context(), []string{name}, replay.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return client(t, Options{
		Archive: a, Proxy: "http://127.0.0.1:3128",
		Lookup: func(_ context.Context, host string) ([]netip.Addr, error) {
			t.Errorf("%s was looked up", host)
			return nil, net.ErrClosed
		},
		DialContext: func(_ context.Context, _, address string) (net.Conn, error) {
			t.Errorf("a connection to %s was made", address)
			return nil, net.ErrClosed
		},
	})
}

// TestArchiveAnswers: nothing is asked of the network, and what the archive has is answered as a site would,
// with when it did.
func TestArchiveAnswers(t *testing.T) {
	t.Parallel()
	c := archived(t, map[string]string{
		"http://a.test/%zz|?q= x": "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nETag: \"1\"\r\n\r\n<p>text",
		"https://b.test/":         "HTTP/1.1 302 Found\r\nLocation: /x\r\n\r\n",
		"http://127.0.0.1/":       "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nof this machine",
	})
	f := c.Do(t.Context(), page(t, "http://a.test/%zz|?q= x"))
	if f.Status != 200 || string(f.Body) != "<p>text" || f.Header.Get("ETag") != `"1"` || !f.Captured.Equal(captured) || !f.WasSent() || f.Failure != aranea.ReasonNone || f.Proxied || f.Remote.IsValid() {
		t.Errorf("%+v", f)
	}
	if f := c.Do(t.Context(), page(t, "https://b.test/")); f.Status != 302 || f.Header.Get("Location") != "/x" {
		t.Errorf("%+v", f)
	}
	if f := c.Do(t.Context(), page(t, "http://127.0.0.1/")); f.Status != 200 || c.Refuses(parse(t, "http://127.0.0.1/")) != nil {
		t.Errorf("a private address: %+v", f)
	}
	r := page(t, "http://a.test/%zz|?q= x")
	r.Head = true
	if f := c.Do(t.Context(), r); f.Status != 200 || len(f.Body) > 0 {
		t.Errorf("HEAD: status %d, %d bytes", f.Status, len(f.Body))
	}
	r.Head, r.LookUp = false, true
	if f := c.Do(t.Context(), r); f.Failure != aranea.ReasonNone || len(f.Addresses) > 0 {
		t.Errorf("a look-up: %+v", f)
	}
}

// TestArchiveLacks: what the archive does not have was not requested; a robots file that it does not have,
// or only as unavailable, does not exist.
func TestArchiveLacks(t *testing.T) {
	t.Parallel()
	c := archived(t, map[string]string{"http://a.test/": "HTTP/1.1 200 OK\r\n\r\nx", "http://b.test/robots.txt": "HTTP/1.1 503 No\r\n\r\n"})
	if f := c.Do(t.Context(), page(t, "http://a.test/1")); f.Failure != aranea.ScopeArchive || f.WasSent() || f.Status != 0 {
		t.Errorf("%+v", f)
	}
	for name, u := range map[string]string{"missing": "http://a.test/robots.txt", "where another one leads": "http://a.test/rules", "unavailable": "http://b.test/robots.txt"} {
		r := page(t, u)
		r.Robots = true
		if f := c.Do(t.Context(), r); f.Status != 404 || !f.WasSent() || f.Failure != aranea.ReasonNone {
			t.Errorf("robots file, %s: %+v", name, f)
		}
	}
	r := page(t, "http://a.test/")
	if r.Form = (url.Values{"a": {"b"}}); c.Do(t.Context(), r).Failure != aranea.ScopeArchive {
		t.Error("a form has an answer")
	}
}

// TestArchiveHasLimits: bodies from an archive have the limits of all others, and requests their instants.
func TestArchiveHasLimits(t *testing.T) {
	t.Parallel()
	c := archived(t, map[string]string{"http://a.test/": "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + strings.Repeat("x", 3<<20)})
	r := page(t, "http://a.test/")
	if f := c.Do(t.Context(), r); !f.Truncated || len(f.Body) != 1<<20 {
		t.Errorf("%d bytes, cut %v, %s", len(f.Body), f.Truncated, f.Failure)
	}
	r.SendBefore = time.Now()
	if f := c.Do(t.Context(), r); f.Failure != aranea.ScheduleLate {
		t.Errorf("too late: %s", f.Failure)
	}
}

// TestArchiveThatGoes: an archive whose file is gone says nothing of its pages.
func TestArchiveThatGoes(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "x.warc")
	c := archivedIn(t, name, map[string]string{"http://a.test/": "HTTP/1.1 200 OK\r\n\r\nx"})
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if f := c.Do(t.Context(), page(t, "http://a.test/")); f.Status != 0 || f.Failure != aranea.NetReset || !strings.Contains(f.Detail, name) {
		t.Errorf("%+v", f)
	}
}
