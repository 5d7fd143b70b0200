package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/console/operators"
)

// set sends the form of settings, confirms what it asks, and returns the answer.
func (b *browser) set(form url.Values) (int, string) {
	b.t.Helper()
	code, text := b.send("settings", form)
	if asked := regexp.MustCompile(`name="sure" value="([0-9a-f]+)"`).FindStringSubmatch(text); len(asked) > 0 {
		form.Set("sure", asked[1])
		code, text = b.send("settings", form)
	}
	return code, text
}

// TestSetup checks that "aranea run" waits in an empty folder until an operator begins the first crawl
// in a browser, that the crawls of run follow what is changed there, and that what the command line names
// stays.
func TestSetup(t *testing.T) {
	t.Parallel()
	site := http.NewServeMux()
	for path, text := range map[string]string{
		"/{$}": `<title>Home</title><p>Boletes. <a href="/old">old</a> <a href="/deep">deep</a>`, "/old": "<title>Old</title><p>Chanterelles.", "/deep": "<title>Deep</title><p>Morels.",
	} {
		site.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<!doctype html>"+text) })
	}
	srv := httptest.NewServer(site)
	t.Cleanup(srv.Close)
	file := filepath.Join(t.TempDir(), "operators")
	const password = "correct horse battery"
	if _, err := operators.Write(file, "anna", password); err != nil {
		t.Fatal(err)
	}
	h := &hands{t: t, data: filepath.Join(t.TempDir(), "data"), web: strings.TrimPrefix(srv.URL, "http://")}
	cmd := h.command(t.Context(), "run", "--quiet", "--every", "1s", "--host-delay", "own.test=0s", "--listen", "127.0.0.1:0", "--operators", file)
	h.startServing(cmd)
	b := &browser{t: t, page: h.page}
	if code, text := b.send("signin", url.Values{"name": {"anna"}, "password": {password}}); code != http.StatusSeeOther {
		t.Fatalf("sign-in: %d\n%s", code, text)
	}
	if code, text := b.set(url.Values{"seeds": {"http://own.test/\nnot a url"}}); code != http.StatusBadRequest || !strings.Contains(text, "line 2 is not a URL") {
		t.Errorf("%d\n%s", code, text)
	}
	if code, text := b.set(url.Values{"seeds": {"http://own.test/"}, "contact": {"other@example.org"}, "host-delay": {"own.test=9s"}, "depth": {"5"}}); code != http.StatusSeeOther {
		t.Fatalf("the first crawl: %d\n%s", code, text)
	}
	finds := func(word string) bool {
		_, code := h.run("search", word)
		return code == command.ExitOK
	}
	h.until("what was set up is crawled", func() bool { return finds("boletes") && finds("morels") && finds("chanterelles") })
	if code, text := b.set(url.Values{"exclude": {"/old"}}); code != http.StatusSeeOther {
		t.Fatalf("another setting: %d\n%s", code, text)
	}
	h.until("what is left out has left the index", func() bool { return !finds("chanterelles") })
	h.until("run has crawled with it", func() bool { return h.status().Crawl == nil })
	if finds("chanterelles") || !finds("morels") {
		t.Error("run went back to what was before")
	}
	options, err := os.ReadFile(filepath.Join(h.data, "options.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"contact": "test@example.org"`, `"own.test=0s"`, `"depth": 5`, `"/old"`} {
		if !strings.Contains(string(options), want) {
			t.Errorf("the folder lacks %s:\n%s", want, options)
		}
	}
	b.order("1 URL will be visited", "visit", "urls", "http://second.test/deep")
	b.order("is a seed no longer", "drop", "target", "http://second.test/deep")
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("after an interrupt: %v", err)
	}
}
