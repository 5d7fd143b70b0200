package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/aranea-search/aranea/cmd/aranea/command"
)

// TestRunTakesNotices checks that a page in a notice to run --indexnow is visited immediately and
// found by its new words, although nothing is due for days, and that a notice with a wrong key
// changes nothing.
func TestRunTakesNotices(t *testing.T) {
	t.Parallel()
	const key = "0123456789abcdef"
	var words atomic.Value
	words.Store("boletes")
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, "<!doctype html><title>Home</title><p>A page about %s in the wood.", words.Load())
	})
	mux.HandleFunc("/new", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "<!doctype html><title>New</title><p>A page about chanterelles, to which nothing links.")
	})
	mux.HandleFunc("/"+key+".txt", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, key) })
	mux.Handle("/", http.NotFoundHandler())
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	h := &hands{t: t, data: filepath.Join(t.TempDir(), "data"), web: strings.TrimPrefix(srv.URL, "http://")}
	cmd := h.command(t.Context(), "run", "--quiet", "--indexnow", "--listen", "127.0.0.1:0", "--delay", "0s", "--every", "1h", "http://own.test/")
	h.startServing(cmd)
	finds := func(query string) func() bool {
		return func() bool {
			_, code := h.run("search", "--json", query)
			return code == command.ExitOK
		}
	}
	h.until("the first crawl is over", func() bool {
		out, code := h.run("status")
		return code == command.ExitOK && finds("boletes")() && strings.Contains(out, "No crawl is under way")
	})
	words.Store("agarics")
	if status, body := h.fetch("indexnow?url=http://own.test/&key=another-key-0123"); status != http.StatusForbidden {
		t.Errorf("a key that the site does not have: %d %s", status, body)
	}
	notice := `{"host": "own.test", "key": "` + key + `", "urlList": ["http://own.test/", "http://own.test/new"]}`
	resp, err := http.Post(h.page+"indexnow", "application/json", strings.NewReader(notice)) //nolint:noctx // the page is ours
	if err != nil {
		t.Fatal(err)
	}
	if err := resp.Body.Close(); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("a notice: %s, %v", resp.Status, err)
	}
	h.until("what was named is found", func() bool { return finds("agarics")() && finds("chanterelles")() })
	if out, code := h.run("explain", "http://own.test/new"); code != command.ExitOK || !strings.Contains(out, "DISCOVER.INDEXNOW") {
		t.Errorf("the new page: code %d\n%s", code, out)
	}
	if out, _ := h.run("explain", "http://own.test/"); !strings.Contains(out, "visit number 2") {
		t.Errorf("the home page:\n%s", out)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("after an interrupt: %v", err)
	}
}
