package console

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/console/places"
	"github.com/aranea-search/aranea/search"
)

// A faulty searcher panics for certain queries.
type faulty struct{ answers }

func (f *faulty) Search(ctx context.Context, r search.Request) (search.Response, error) {
	if strings.HasPrefix(r.Query, "fault") {
		panic("index out of range [3] with length 3: " + r.Query)
	}
	return f.answers.Search(ctx, r)
}

// TestFaults checks that a panic has a response of its own, for people and programs, that it is
// logged once with its stack, and that the next request is answered normally.
func TestFaults(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	api := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { panic("no such page: " + r.URL.Query().Get("q")) })
	s := serverOf(t, &faulty{}, nil, Options{API: api, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	h := s.Handler()
	for range 3 {
		w := get(t, h, "/?q=fault")
		has(t, w, 500, "failed by a fault of the program", "Internal Server Error")
		lacks(t, w, "out of range")
		checkMarkup(t, "/?q=fault", w.Body.String())
		w = get(t, h, "/api/v1/search?q=x")
		has(t, w, 500, `"detail":"This answer failed by a fault of the program; others do not. The log of the server says more."`)
		lacks(t, w, "no such page")
		if kind := w.Header().Get("Content-Type"); kind != "application/problem+json" {
			t.Errorf("type %s", kind)
		}
		has(t, get(t, h, "/?q=silk"), 200, "No pages found")
		has(t, get(t, h, "/feed?q=fault"), 500, "fault of the program")
	}
	if text := log.String(); strings.Count(text, "\n") != 2 || !strings.Contains(text, "fault_test.go") || !strings.Contains(text, "route=/api/v1/") {
		t.Errorf("logged:\n%s", text)
	}
	for range maxRequests {
		if s.requests.Take(netip.Addr{}) != places.Free {
			t.Fatal("a request is under way for ever")
		}
	}
	has(t, get(t, h, "/metrics"), 200, `aranea_http_requests_total{route="/{$}",status="500"} 3`)
}
