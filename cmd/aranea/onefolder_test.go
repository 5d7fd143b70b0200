package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/cmd/aranea/command"
	"github.com/aranea-search/aranea/internal/demoweb"
)

// TestOneFolderManyHands starts serve, crawl and explain on one folder in each order, in separate
// processes, sends all questions while they run, kills the owner, and sends the questions again.
// Each answer must be correct, and nothing may be lost.
func TestOneFolderManyHands(t *testing.T) {
	t.Parallel()
	web, err := demoweb.New()
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(web)
	t.Cleanup(srv.Close)
	orders := [][3]string{
		{"serve", "crawl", "explain"}, {"crawl", "serve", "explain"}, {"explain", "crawl", "serve"},
		{"serve", "explain", "crawl"}, {"crawl", "explain", "serve"}, {"explain", "serve", "crawl"},
	}
	if testing.Short() {
		orders = orders[:2] // one for each owner; a complete test run has all of them
	}
	for _, order := range orders {
		t.Run(strings.Join(order[:], "-"), func(t *testing.T) {
			t.Parallel()
			h := &hands{t: t, data: filepath.Join(t.TempDir(), "data"), web: strings.TrimPrefix(srv.URL, "http://")}
			h.prepare()
			for _, verb := range order {
				h.begin(verb)
			}
			h.askAll()
			h.killOwner()
			h.askAll()
			h.finish()
		})
	}
}

// TestRun checks that one process crawls, revisits, and serves, until it is interrupted.
func TestRun(t *testing.T) {
	t.Parallel()
	web, err := demoweb.New()
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(web)
	t.Cleanup(srv.Close)
	h := &hands{t: t, data: filepath.Join(t.TempDir(), "data"), web: strings.TrimPrefix(srv.URL, "http://")}
	cmd := h.command(t.Context(), "run", "--quiet", "--listen", "127.0.0.1:0", "--delay", "0s", "--refresh", "all", "--every", "1s", handsSeed)
	h.startServing(cmd)
	h.until("every page was visited twice", func() bool {
		out, code := h.run("explain", handsSeed)
		return code == command.ExitOK && strings.Contains(out, "visit number 2")
	})
	// A page that was just visited again is found again within a second, and this run visits
	// everything every second.
	h.until("the search page finds them", func() bool {
		_, body := h.fetch("?q=spider")
		return strings.Contains(body, "spiders.test")
	})
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("after an interrupt: %v", err)
	}
}

// hands are the processes that share one folder.
type hands struct {
	t          *testing.T
	data, web  string
	page       string // address of the search page, "" if serve was killed
	crawl      *exec.Cmd
	crawlEnded chan error
	serving    *exec.Cmd
}

// The only site of the test: its start page, a page in the index, a denied page.
const (
	handsSeed   = "http://spiders.test/"
	handsIn     = "http://spiders.test/"
	handsDenied = "http://spiders.test/private/diary.html"
)

// patience is the timeout of every wait of the test, for a machine under load.
const patience = 90 * time.Second

func (h *hands) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, os.Args[0], append(args, "--data", h.data)...)
	cmd.Env = append(os.Environ(), asCommand+"=1", "ARANEA_RESOLVE=*:*:"+h.web, "ARANEA_ALLOW_NET=127.0.0.0/8", "ARANEA_CONTACT=test@example.org")
	return cmd
}

// run runs a command and returns its output and its exit code.
func (h *hands) run(args ...string) (string, int) {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(h.t.Context(), patience)
	defer cancel()
	var out, errs bytes.Buffer
	cmd := h.command(ctx, args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) || ctx.Err() != nil {
		h.t.Fatalf("%v: %v\n%s", args, err, &errs)
	}
	if errs.Len() > 0 {
		h.t.Logf("%v: %s", args, &errs)
	}
	return out.String(), cmd.ProcessState.ExitCode()
}

// prepare creates a folder with a few pages.
func (h *hands) prepare() {
	if out, code := h.run("crawl", "--quiet", "--max-pages", "5", "--delay", "100ms", handsSeed); code != command.ExitOK {
		h.t.Fatalf("first crawl: code %d\n%s", code, out)
	}
}

// begin starts a command and waits until it is working.
func (h *hands) begin(verb string) {
	switch verb {
	case "explain":
		h.explain()
	case "serve":
		h.beginServe()
	case "crawl":
		h.beginCrawl()
	}
}

func (h *hands) beginServe() {
	h.serving = h.command(h.t.Context(), "serve", "--listen", "127.0.0.1:0")
	h.startServing(h.serving)
	h.t.Cleanup(func() {
		_ = h.serving.Process.Kill() // it may have ended already
		_ = h.serving.Wait()
	})
}

// startServing starts a command that serves the search page, and records its address.
func (h *hands) startServing(cmd *exec.Cmd) {
	h.t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		h.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if h.page = regexp.MustCompile(`http://[^/]*/`).FindString(line); h.page == "" {
		h.t.Fatalf("serve said %q, %v", line, err)
	}
}

func (h *hands) beginCrawl() {
	h.crawl, h.crawlEnded = h.command(h.t.Context(), "crawl", "--quiet"), make(chan error, 1)
	if err := h.crawl.Start(); err != nil {
		h.t.Fatal(err)
	}
	go func() { h.crawlEnded <- h.crawl.Wait() }()
	h.until("a crawl is under way", func() bool { return h.status().Crawl != nil })
}

// until waits for a condition.
func (h *hands) until(what string, holds func() bool) {
	h.t.Helper()
	for deadline := time.Now().Add(patience); !holds(); {
		if time.Now().After(deadline) {
			h.t.Fatalf("not within %v: %s", patience, what)
		}
	}
}

type handsStatus struct {
	PID   int
	Crawl *struct {
		Callers int
		Paused  bool
	}
	Docs            int
	Stopped, Paused time.Time
}

func (h *hands) status() (s handsStatus) {
	h.t.Helper()
	out, code := h.run("status", "--json")
	if err := json.Unmarshal([]byte(out), &s); err != nil || code != command.ExitOK {
		h.t.Fatalf("status: code %d, %v\n%s", code, err, out)
	}
	return s
}

func (h *hands) explain() {
	h.t.Helper()
	for u, want := range map[string]struct {
		code int
		text string
	}{
		handsIn:                        {command.ExitOK, "In the index."},
		handsDenied:                    {command.ExitNotIn, "ROBOTS.DENIED"},
		"http://nobody.test/":          {command.ExitUnknown, "not known"},
		"http://spiders.test/private/": {command.ExitUnknown, "ROBOTS.DENIED"},
	} {
		if out, code := h.run("explain", u); code != want.code || !strings.Contains(out, want.text) {
			h.t.Errorf("explain %s: code %d, want %d with %q\n%s", u, code, want.code, want.text, out)
		}
	}
}

// askAll sends every question, by command and by page.
func (h *hands) askAll() {
	h.t.Helper()
	h.explain()
	changed := filepath.Join(h.t.TempDir(), "new.txt")
	if err := os.WriteFile(changed, []byte("User-agent: *\nDisallow: /\n"), 0o600); err != nil {
		h.t.Fatal(err)
	}
	for _, q := range []struct {
		args []string
		code int
		text string
	}{
		{[]string{"search", "spider"}, command.ExitOK, "spiders.test"},
		{[]string{"status"}, command.ExitOK, "Index:"},
		{[]string{"stats"}, command.ExitOK, "INDEX.ADDED"},
		{[]string{"urls", "--reason", "ROBOTS.DENIED"}, command.ExitOK, handsDenied},
		{[]string{"robots", "history", handsSeed}, command.ExitOK, "rules"},
		{[]string{"robots", "diff", "--crawled", handsSeed, changed}, command.ExitInternal, "closed"},
		{[]string{"delete", "http://gone.test/*"}, command.ExitOK, "Nothing in the index or the queue is named by"},
		{[]string{"check"}, command.ExitOK, "Nothing is wrong"},
	} {
		if out, code := h.run(q.args...); code != q.code || !strings.Contains(out, q.text) {
			h.t.Errorf("%v: code %d, want %d with %q\n%s", q.args, code, q.code, q.text, out)
		}
	}
	if h.page == "" {
		return
	}
	for path, text := range map[string]string{
		"?q=spider": "spiders.test", "why?url=" + url.QueryEscape(handsDenied): "ROBOTS.DENIED", "hosts": "spiders.test",
		"status": "index", "api/v1/explain?url=" + url.QueryEscape(handsIn): `"in":true`, "readyz": "",
	} {
		h.get(path, text)
	}
}

// get requests a page. On a machine under load, while the owner changes, a response may ask to
// come again; get repeats the request then.
func (h *hands) get(path, text string) {
	h.t.Helper()
	var status int
	var body string
	h.until("/"+path+" is not busy", func() bool {
		status, body = h.fetch(path)
		return status != http.StatusServiceUnavailable
	})
	if status != http.StatusOK || !strings.Contains(body, text) {
		_, main, _ := strings.Cut(body, "<main")
		h.t.Errorf("/%s: status %d, want %q in\n%.2000s", path, status, text, cmp.Or(main, body))
	}
}

func (h *hands) fetch(path string) (status int, body string) {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(h.t.Context(), patience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, h.page+path, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Fatalf("/%s: %v", path, err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		h.t.Fatalf("/%s: %v", path, err)
	}
	return resp.StatusCode, string(text)
}

// killOwner kills the process that owns the folder.
func (h *hands) killOwner() {
	h.t.Helper()
	pid := h.status().PID
	switch {
	case h.serving != nil && pid == h.serving.Process.Pid:
		h.kill(h.serving)
		h.page = ""
	case h.crawl != nil && pid == h.crawl.Process.Pid:
		h.kill(h.crawl)
	default:
		h.t.Errorf("the owner is process %d: neither serve nor crawl", pid)
	}
}

func (h *hands) kill(cmd *exec.Cmd) {
	h.t.Helper()
	if err := cmd.Process.Kill(); err != nil {
		h.t.Fatal(err)
	}
}

// finish waits for the end of the crawl, or repeats it, and checks that everything is there.
func (h *hands) finish() {
	h.t.Helper()
	select {
	case <-h.crawlEnded:
	case <-time.After(patience):
		h.t.Fatal("the crawl did not end")
	}
	if out, code := h.run("crawl", "--quiet"); code != command.ExitOK {
		h.t.Errorf("last crawl: code %d\n%s", code, out)
	}
	whole := &hands{t: h.t, data: filepath.Join(h.t.TempDir(), "whole"), web: h.web}
	if out, code := whole.run("crawl", "--quiet", "--delay", "0s", handsSeed); code != command.ExitOK {
		h.t.Fatalf("crawl in one go: code %d\n%s", code, out)
	}
	if got, want := h.indexed(), whole.indexed(); got != want {
		h.t.Errorf("in the index:\n%s\nwant\n%s", got, want)
	}
}

// indexed lists the pages in the index by address, or by text for copies: which of two pages with
// the same text is kept depends on the order of visits.
func (h *hands) indexed() string {
	h.t.Helper()
	out, code := h.run("export", "--documents")
	if code != command.ExitOK {
		h.t.Fatalf("export: code %d", code)
	}
	titles := map[string]bool{}
	for line := range strings.Lines(out) {
		var d struct{ Title, Text string }
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			h.t.Fatal(err)
		}
		titles[d.Title+"\n"+d.Text] = true
	}
	return fmt.Sprintf("%d documents, %d texts", strings.Count(out, "\n"), len(titles))
}
