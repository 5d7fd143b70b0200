package main

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/cmd/aranea/command"
)

// TestRunTellsPatterns checks that run tells which pages left the index because of changed patterns,
// also if it made no request; and that it warns of no other command, when it has only begun.
func TestRunTellsPatterns(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `<!doctype html><title>Home</title><p>A page about boletes in the wood. <a href="/tag/x">More</a>`)
	})
	mux.HandleFunc("/tag/x", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "<!doctype html><title>Tag</title><p>A page about chanterelles, which is to leave.")
	})
	mux.Handle("/", http.NotFoundHandler())
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	h := &hands{t: t, data: filepath.Join(t.TempDir(), "data"), web: strings.TrimPrefix(srv.URL, "http://")}
	if out, code := h.run("crawl", "--quiet", "--delay", "0s", "http://own.test/"); code != command.ExitOK {
		t.Fatalf("code %d\n%s", code, out)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := h.command(ctx, "run", "--listen", "127.0.0.1:0", "--delay", "0s", "--every", "1h", "--exclude", "/tag/")
	var warned strings.Builder
	cmd.Stderr = &warned
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := make(chan string)
	go func() {
		for lines := bufio.NewScanner(out); lines.Scan(); {
			said <- lines.Text()
		}
		close(said)
	}()
	all := ""
	for line := range said {
		if all += line + "\n"; !strings.Contains(line, "left the index, because the patterns") {
			continue
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
	}
	if err := cmd.Wait(); err != nil || !strings.Contains(all, "  0 requests, 1 page in the index") || !strings.Contains(all, "\n1 page left the index") {
		t.Errorf("%v\n%s", err, all)
	}
	if strings.Contains(warned.String(), "another command") {
		t.Errorf("run warns: %s", warned.String())
	}
}
