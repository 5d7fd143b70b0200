package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aranea-search/aranea/cmd/aranea/command"
)

// A slowSite has a home page, and a page whose response waits for the gate to open.
type slowSite struct {
	requests atomic.Int64
	asked    chan struct{} // receives when the slow page is requested; has room for one
	gate     chan struct{}
}

func (s *slowSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.requests.Add(1)
	switch r.URL.Path {
	case "/":
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<title>Home</title><p>Words of silk. <a href=/slow>slow</a>")
	case "/slow":
		select {
		case s.asked <- struct{}{}:
		default:
		}
		select {
		case <-s.gate:
		case <-r.Context().Done():
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<title>Slow</title><p>Words of wool.")
	default:
		http.NotFound(w, r)
	}
}

// twoHands starts a crawl of a slow site in one process, and joins it from another.
func twoHands(t *testing.T) (h *hands, site *slowSite, owner, joined *process) {
	t.Helper()
	site = &slowSite{asked: make(chan struct{}, 1), gate: make(chan struct{})}
	srv := httptest.NewServer(site)
	t.Cleanup(srv.Close)
	h = &hands{t: t, data: filepath.Join(t.TempDir(), "data"), web: strings.TrimPrefix(srv.URL, "http://")}
	owner = h.start("crawl", "--quiet", "--delay", "0s", "http://slow.test/")
	<-site.asked
	joined = h.start("crawl", "--quiet")
	h.until("two processes wait for the crawl", func() bool { s := h.status(); return s.Crawl != nil && s.Crawl.Callers == 2 })
	return h, site, owner, joined
}

// A process is a running command.
type process struct {
	*exec.Cmd
	said  *bytes.Buffer // standard error, available when it has ended
	ended chan struct{}
}

// start starts a command, which is killed when the test ends.
func (h *hands) start(args ...string) *process {
	h.t.Helper()
	p := &process{Cmd: h.command(h.t.Context(), args...), said: new(bytes.Buffer), ended: make(chan struct{})}
	p.Stderr = p.said
	if err := p.Start(); err != nil {
		h.t.Fatal(err)
	}
	go func() {
		defer close(p.ended)
		_ = p.Wait() // its exit code is read later
	}()
	return p
}

// code waits for the end of a process and returns its exit code.
func (p *process) code(t *testing.T) int {
	t.Helper()
	select {
	case <-p.ended:
	case <-time.After(patience):
		t.Fatalf("%v did not end", p.Args)
	}
	return p.ProcessState.ExitCode()
}

// TestStopLasts checks that after an order to stop, no process that waited for the crawl starts
// it again, whenever the owner of the folder is killed, and that a crawl that is started later
// continues.
func TestStopLasts(t *testing.T) {
	t.Parallel()
	for _, when := range []string{"before it is ordered", "while it is obeyed", "when it was answered"} {
		t.Run(when, func(t *testing.T) {
			t.Parallel()
			h, site, owner, joined := twoHands(t)
			if when == "before it is ordered" {
				h.kill(owner.Cmd)
			}
			order := h.start("stop")
			h.until("the order is stored", func() bool { return !h.status().Stopped.IsZero() })
			switch when {
			case "while it is obeyed":
				h.kill(owner.Cmd)
			case "when it was answered":
				close(site.gate)
				_ = order.code(t)
				_ = owner.Process.Kill() // it may have ended already
			}
			if code := order.code(t); code != command.ExitOK {
				t.Errorf("stop ends with %d\n%s", code, order.said)
			}
			if code := joined.code(t); code != command.ExitPartial {
				t.Errorf("who joined ends with %d\n%s", code, joined.said)
			}
			_ = owner.code(t)
			if when != "when it was answered" {
				close(site.gate)
			}
			asked := site.requests.Load()
			if s := h.status(); s.Crawl != nil || s.Stopped.IsZero() || site.requests.Load() != asked {
				t.Errorf("after it: %+v, %d requests more", s, site.requests.Load()-asked)
			}
			h.goesOn()
		})
	}
}

// goesOn starts a crawl after a stop.
func (h *hands) goesOn() {
	h.t.Helper()
	later := h.start("crawl", "--quiet")
	if code := later.code(h.t); code != command.ExitOK || !strings.Contains(later.said.String(), "were stopped on") {
		h.t.Errorf("a later crawl ends with %d\n%s", code, later.said)
	}
	if s := h.status(); !s.Stopped.IsZero() || s.Docs != 2 {
		h.t.Errorf("after a later crawl: %+v", s)
	}
}

// TestPauseLasts checks that a pause applies to the process that takes the folder over from a
// killed owner, and to crawls that start later, and that searches are answered.
func TestPauseLasts(t *testing.T) {
	t.Parallel()
	h, site, owner, joined := twoHands(t)
	if out, code := h.run("pause"); code != command.ExitOK || !strings.Contains(out, "aranea resume --data") {
		t.Errorf("pause: code %d, %s", code, out)
	}
	h.kill(owner.Cmd)
	_ = owner.code(t)
	close(site.gate)
	paused := func(p *process) func() bool {
		return func() bool { s := h.status(); return s.PID == p.Process.Pid && s.Crawl != nil && s.Crawl.Paused }
	}
	h.until("who joined has a crawl that is paused", paused(joined))
	asked := site.requests.Load()
	h.kill(joined.Cmd)
	_ = joined.code(t)
	if out, _ := h.run("status"); !strings.Contains(out, "\nThe last crawl, begun on ") || !strings.Contains(out, ", broke off: its process ended before it;") {
		t.Errorf("of a crawl whose processes were killed: %s", out)
	}
	anew := h.start("crawl", "--quiet")
	h.until("a crawl that begins anew is paused", paused(anew))
	if out, code := h.run("search", "silk"); code != command.ExitOK || !strings.Contains(out, "slow.test") {
		t.Errorf("search: code %d, %s", code, out)
	}
	if _, code := h.run("inspect", "http://slow.test/"); code != command.ExitUsage {
		t.Errorf("inspect: code %d", code)
	}
	if s := h.status(); s.Paused.IsZero() || site.requests.Load() != asked {
		t.Errorf("%+v, %d requests while it is paused", s, site.requests.Load()-asked)
	}
	if out, code := h.run("resume"); code != command.ExitOK || out != "The crawl is resumed.\n" {
		t.Errorf("resume: code %d, %s", code, out)
	}
	if code := anew.code(t); code != command.ExitOK || !strings.Contains(anew.said.String(), "are paused since") {
		t.Errorf("the crawl ends with %d\n%s", code, anew.said)
	}
	if s := h.status(); s.Docs != 2 || !s.Paused.IsZero() {
		t.Errorf("after it: %+v", s)
	}
}

// TestRunStaysStopped checks that a stopped run starts no crawl until it is resumed, even if it
// is killed and started again.
func TestRunStaysStopped(t *testing.T) {
	t.Parallel()
	site := &slowSite{asked: make(chan struct{}, 1), gate: make(chan struct{})}
	close(site.gate)
	srv := httptest.NewServer(site)
	t.Cleanup(srv.Close)
	h := &hands{t: t, data: filepath.Join(t.TempDir(), "data"), web: strings.TrimPrefix(srv.URL, "http://")}
	begin := func() (cmd *exec.Cmd, said *bufio.Reader) {
		cmd = h.command(t.Context(), "run", "--quiet", "--listen", "127.0.0.1:0", "--delay", "0s", "--refresh", "all", "--every", "1s", "http://slow.test/")
		errs, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		h.startServing(cmd)
		return cmd, bufio.NewReader(errs)
	}
	first, _ := begin()
	<-site.asked
	if out, code := h.run("stop"); code != command.ExitOK || !strings.Contains(out, "aranea run begins none until aranea resume --data") {
		t.Errorf("stop: code %d, %s", code, out)
	}
	asked := site.requests.Load()
	h.kill(first)
	_ = first.Wait() // it was killed
	second, said := begin()
	if line, err := said.ReadString('\n'); err != nil || !strings.Contains(line, "none begins here until aranea resume --data") {
		t.Errorf("started anew it says %q, %v", line, err)
	}
	begun := time.Now()
	h.until("its next crawl would be due", func() bool {
		if s := h.status(); s.Crawl != nil || s.Stopped.IsZero() {
			t.Errorf("stopped, and %+v", s)
		}
		return time.Since(begun) > 2*time.Second
	})
	if status, body := h.fetch("?q=silk"); status != http.StatusOK || site.requests.Load() != asked {
		t.Errorf("the search page answers %d, %d requests more\n%s", status, site.requests.Load()-asked, body)
	}
	if out, code := h.run("resume"); code != command.ExitOK || !strings.Contains(out, "Crawls may begin again") {
		t.Errorf("resume: code %d, %s", code, out)
	}
	h.until("it crawls again", func() bool { return site.requests.Load() > asked })
	h.kill(second)
	var ended *exec.ExitError
	if err := second.Wait(); !errors.As(err, &ended) {
		t.Errorf("killed: %v", err)
	}
}
