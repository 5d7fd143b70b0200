package main

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/console/operators"
)

// A browser is an operator's: it keeps the cookie of the page.
type browser struct {
	t            *testing.T
	page, cookie string
}

// send sends a form, and returns the status and the page that answers.
func (b *browser) send(path string, form url.Values) (int, string) {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodPost, b.page+path, strings.NewReader(form.Encode()))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Cookie", b.cookie)
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, c := range resp.Cookies() {
		b.cookie = c.Name + "=" + c.Value
	}
	return resp.StatusCode, string(text)
}

// order gives an order, of which the answer has a text.
func (b *browser) order(want, deed string, fields ...string) {
	b.t.Helper()
	form := url.Values{"deed": {deed}, "sure": {"yes"}}
	for i := 0; i+1 < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	if code, text := b.send("orders", form); !strings.Contains(text, want) {
		b.t.Errorf("%s %v: %d, want %q\n%s", deed, fields, code, want, text)
	}
}

// TestOperators checks that an operator who has signed in crawls, deletes, steers and edits lists from a
// browser as from the command line, that an order needs a first crawl, and that who is no operator any more is out.
func TestOperators(t *testing.T) {
	t.Parallel()
	site := http.NewServeMux()
	site.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "<!doctype html><title>Home</title><p>Boletes in the wood.")
	})
	site.HandleFunc("/new", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "<!doctype html><title>New</title><p>Chanterelles, to which nothing links.")
	})
	srv := httptest.NewServer(site)
	t.Cleanup(srv.Close)
	file := filepath.Join(t.TempDir(), "operators")
	const password = "correct horse battery"
	if _, err := operators.Write(file, "anna", password); err != nil {
		t.Fatal(err)
	}
	h := &hands{t: t, data: filepath.Join(t.TempDir(), "data"), web: strings.TrimPrefix(srv.URL, "http://")}
	cmd := h.command(t.Context(), "serve", "--listen", "127.0.0.1:0", "--operators", file)
	h.startServing(cmd)
	b := &browser{t: t, page: h.page}
	if code, text := b.send("signin", url.Values{"name": {"anna"}, "password": {password}}); code != http.StatusSeeOther || b.cookie == "" {
		t.Fatalf("sign-in: %d\n%s", code, text)
	}
	b.order("there was no crawl in this folder", "visit", "urls", "http://own.test/new")
	if out, code := h.run("crawl", "--quiet", "--delay", "0s", "http://own.test/"); code != command.ExitOK {
		t.Fatalf("the first crawl: %d\n%s", code, out)
	}
	finds := func(word string) bool {
		_, code := h.run("search", word)
		return code == command.ExitOK
	}
	b.order("1 URL will be visited", "visit", "urls", "http://own.test/new")
	h.until("what was added is found", func() bool { return finds("chanterelles") })
	b.order("1 page out of the index", "delete", "target", "http://own.test/new")
	if finds("chanterelles") {
		t.Error("what was deleted is found")
	}
	b.order("let in again", "admit", "target", "http://own.test/new")
	b.order("under way", "due")
	h.until("what was let in is found", func() bool { return finds("chanterelles") })
	empty := sha256.Sum256(nil)
	list := url.Values{"before": {hex.EncodeToString(empty[:8])}, "text": {"girolles, chanterelles"}}
	if code, text := b.send("synonyms", list); code != http.StatusOK || !strings.Contains(text, "Saved") {
		t.Errorf("a list of synonyms: %d\n%s", code, text)
	}
	h.until("a synonym is found", func() bool { return finds("girolles") })
	b.order("No request leaves", "pause")
	if h.status().Paused.IsZero() {
		t.Error("it does not say that crawls are paused")
	}
	b.order("neither paused nor stopped", "resume")
	b.order("No request to own.test", "pause", "target", "own.test")
	if _, err := operators.Write(file, "anna", "another horse battery"); err != nil {
		t.Fatal(err)
	}
	h.until("who has another password is signed out", func() bool {
		code, _ := b.send("orders", url.Values{"deed": {"pause"}})
		return code == http.StatusForbidden
	})
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("after an interrupt: %v", err)
	}
}
