package fetch

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/fetch/static"
)

// onDiskOf returns a client for whose host a.test a folder answers; its network fails the test.
func onDiskOf(t *testing.T, o Options, files map[string]string) *Client {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var err error
	if o.Folders, err = static.Parse([]string{"https://a.test/docs/=" + dir, "http://b.test/=" + dir}); err != nil {
		t.Fatal(err)
	}
	o.Lookup = func(_ context.Context, host string) ([]netip.Addr, error) {
		t.Errorf("%s was looked up", host)
		return nil, net.ErrClosed
	}
	o.DialContext = func(_ context.Context, _, address string) (net.Conn, error) {
		t.Errorf("a connection to %s was made", address)
		return nil, net.ErrClosed
	}
	return client(t, o)
}

// TestFolderAnswers: what a folder answers for is never asked of the network, whatever the scheme
// is, and neither through a proxy nor at an address that the host has there.
func TestFolderAnswers(t *testing.T) {
	t.Parallel()
	for name, o := range map[string]Options{
		"plain": {}, "behind a proxy": {Proxy: "http://127.0.0.1:3128"}, "with a rule for its address": {Resolve: []string{"*:*:127.0.0.1"}},
	} {
		c := onDiskOf(t, o, map[string]string{"page.html": "<p>text"})
		for _, url := range []string{"https://a.test/docs/page.html", "http://b.test/page"} {
			r := page(t, url)
			r.Address = somewhere
			f := c.Do(t.Context(), r)
			if f.Status != 200 || string(f.Body) != "<p>text" || f.Failure != aranea.ReasonNone || f.Remote.IsValid() || f.Proxied || !f.WasSent() {
				t.Errorf("%s, %s: %+v", name, url, f)
			}
			r.Validators = aranea.Validators{ETag: f.Header.Get("ETag")}
			if f := c.Do(t.Context(), r); f.Status != http.StatusNotModified {
				t.Errorf("%s, %s again: status %d", name, url, f.Status)
			}
			r.Validators, r.Head = aranea.Validators{}, true
			if f := c.Do(t.Context(), r); f.Status != 200 || len(f.Body) > 0 {
				t.Errorf("%s, HEAD of %s: status %d, %d bytes", name, url, f.Status, len(f.Body))
			}
		}
		r := page(t, "https://a.test/docs/")
		if r.LookUp = true; c.Do(t.Context(), r).Failure != aranea.ReasonNone {
			t.Errorf("%s: a look-up failed", name)
		}
	}
}

// TestFolderHasItsHost: of the host of a folder nothing else is asked of the network; its robots
// file, if the folder lies below the root, does not exist.
func TestFolderHasItsHost(t *testing.T) {
	t.Parallel()
	c := onDiskOf(t, Options{}, map[string]string{"robots.txt": "User-agent: *\nDisallow: /"})
	for _, url := range []string{"https://a.test/", "https://a.test/docs-old/", "http://a.test/docs/", "https://a.test:8443/docs/", "https://b.test/"} {
		if f := c.Do(t.Context(), page(t, url)); f.Failure != aranea.ScopeFolder || f.WasSent() {
			t.Errorf("%s: %s, %s", url, f.Failure, f.Detail)
		}
		if c.Refuses(parse(t, url)) == nil {
			t.Errorf("%s is not refused", url)
		}
	}
	if f := c.Do(t.Context(), page(t, "https://a.test/robots.txt")); f.Status != 404 {
		t.Errorf("the robots file of the root: status %d, %s", f.Status, f.Detail)
	}
	if err := c.Refuses(parse(t, "https://a.test/docs/")); err != nil {
		t.Errorf("a URL of the folder is refused: %v", err)
	}
}

// TestFolderHasLimits: bodies from a folder have the limits of all others, and requests their
// instants.
func TestFolderHasLimits(t *testing.T) {
	t.Parallel()
	c := onDiskOf(t, Options{}, map[string]string{"large.html": strings.Repeat("x", 3<<20)})
	r := page(t, "https://a.test/docs/large.html")
	if f := c.Do(t.Context(), r); !f.Truncated || len(f.Body) != 1<<20 {
		t.Errorf("%d bytes, cut %v, %s", len(f.Body), f.Truncated, f.Failure)
	}
	r.SendBefore = time.Now()
	if f := c.Do(t.Context(), r); f.Failure != aranea.ScheduleLate {
		t.Errorf("too late: %s", f.Failure)
	}
}

// TestManyFromFolder: exchanges side by side share connections, and closing the client waits for
// none that is idle.
func TestManyFromFolder(t *testing.T) {
	t.Parallel()
	c := onDiskOf(t, Options{MaxConnsPerHost: 4}, map[string]string{"page.html": "text"})
	var all sync.WaitGroup
	for range 32 {
		all.Go(func() {
			for range 20 {
				if f := c.Do(t.Context(), page(t, "https://a.test/docs/page")); f.Status != 200 {
					t.Errorf("status %d, %s", f.Status, f.Detail)
				}
			}
		})
	}
	all.Wait()
	c.Close()
	if f := c.Do(t.Context(), page(t, "https://a.test/docs/page")); f.Status != 0 {
		t.Errorf("status %d of a closed client", f.Status)
	}
}
