package wire

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// broken panics at once, after the first part of an answer, or with http.ErrAbortHandler.
func broken(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Length", "1000")
	w.Header().Set("Etag", `"a"`)
	switch r.URL.Path {
	case "/whole":
		w.Header().Del("Content-Length")
		_, _ = io.WriteString(w, "whole")
		return
	case "/begun":
		_, _ = io.WriteString(w, "begun")
		_ = http.NewResponseController(w).Flush()
	case "/abort":
		panic(http.ErrAbortHandler)
	}
	panic("index out of range: " + r.URL.Path)
}

// ask returns the status, body and header of an answer, with status 0 for an aborted one.
func ask(t *testing.T, url string) (int, string, http.Header) {
	t.Helper()
	q, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	a, err := http.DefaultClient.Do(q)
	if err != nil {
		return 0, "", nil
	}
	defer a.Body.Close()
	body, err := io.ReadAll(a.Body)
	if err != nil {
		return 0, string(body), nil
	}
	return a.StatusCode, string(body), a.Header
}

// TestRecovered checks that a panic results in an answer with status 500 and one line in the
// log, and that an answer that has begun is aborted.
func TestRecovered(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := httptest.NewServer(Recovered(http.HandlerFunc(broken), FaultsTo(slog.New(slog.NewTextHandler(&log, nil)))))
	for _, tt := range []struct {
		path string
		code int
		body string
	}{
		{"/whole", 200, "whole"},
		{"/once", 500, `"detail":"a fault of the program; the log of the process that has the data folder says more","kind":"internal","op":"answer"`},
		{"/once", 500, `"status":500`},
		{"/begun", 0, "begun"},
		{"/abort", 0, ""},
		{"/whole", 200, "whole"},
	} {
		code, body, h := ask(t, s.URL+tt.path)
		if code != tt.code || !strings.Contains(body, tt.body) {
			t.Errorf("%s: status %d, %s", tt.path, code, body)
		}
		if code == 500 && (h.Get("Etag") != "" || h.Get("Content-Type") != "application/problem+json" || h.Get("Cache-Control") != "no-store") {
			t.Errorf("%s: %v", tt.path, h)
		}
	}
	s.Close() // ends writes to the log
	text := log.String()
	if strings.Count(text, "index out of range: /once") != 1 || strings.Count(text, "index out of range: /begun") != 1 || strings.Count(text, "\n") != 2 {
		t.Errorf("logged:\n%s", text)
	}
	if !strings.Contains(text, "fault_test.go") {
		t.Errorf("the stack does not lead to the fault:\n%s", text)
	}
}

// TestFaultsAreBounded checks that a client that finds many faults does not fill the log.
func TestFaultsAreBounded(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	tell := FaultsTo(slog.New(slog.NewTextHandler(&log, nil)))
	for i := range 2 * maxFaults {
		tell(httptest.NewRecorder(), httptest.NewRequestWithContext(context.Background(), http.MethodGet, "/", http.NoBody), Fault{Cause: strings.Repeat("x", i)})
	}
	if n := strings.Count(log.String(), "\n"); n != maxFaults {
		t.Errorf("%d lines, want %d", n, maxFaults)
	}
}
