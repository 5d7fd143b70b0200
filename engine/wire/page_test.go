package wire_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/internal/openapi"
)

// A numbered is a value of a list.
type numbered struct {
	N    int    `json:"n"`
	Text string `json:"text,omitempty"`
}

// listing returns an API with two lists of numbers: own, whose call has an offset and a limit, and all,
// whose call has none. Each value has a text of some bytes; from broken on there is an error.
func listing(values, bytes, broken int) http.Handler {
	pages := []openapi.Param{{Name: "after"}, {Name: "limit"}, {Name: "x"}, {Name: "counts", LinesOnly: true}}
	r := wire.NewRoutes("/", map[string]wire.Description{
		"own": {Query: append(pages, openapi.Param{Name: "offset"})}, "all": {Query: pages},
	})
	numbers := func(offset, limit int) iter.Seq2[numbered, error] {
		return wire.Part("own", offset, limit, func(yield func(numbered, error) bool) {
			for n := range values {
				var err error
				if n == broken {
					err = errors.New("the disk failed")
				}
				if !yield(numbered{n, strings.Repeat("x", bytes)}, err) || err != nil {
					return
				}
			}
		})
	}
	wire.List(r, http.MethodGet, "own", func(r *http.Request) ([2]int, error) {
		p := wire.ParamsOf(r)
		return [2]int{p.Number("offset", 0, wire.MaxOffset), p.Number("limit", 0, wire.MaxOffset)}, p.Err()
	}, func(_ context.Context, part [2]int) iter.Seq2[numbered, error] { return numbers(part[0], part[1]) })
	wire.List(r, http.MethodGet, "all", func(*http.Request) (struct{}, error) { return struct{}{}, nil },
		func(context.Context, struct{}) iter.Seq2[numbered, error] { return numbers(0, 0) })
	return r
}

// asked sends a request with a field Accept.
func asked(h http.Handler, target, accept string) *httptest.ResponseRecorder {
	w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, target, nil)
	if accept != "" {
		r.Header.Set("Accept", accept)
	}
	h.ServeHTTP(w, r)
	return w
}

// readPages reads a list page by page and returns the numbers of values on each page.
func readPages(t *testing.T, h http.Handler, path string, v url.Values) (sizes []int) {
	t.Helper()
	next := 0
	for after := "start"; after != ""; {
		v.Set("after", after)
		w := asked(h, path+"?"+v.Encode(), "")
		var page struct {
			Items []numbered
			Next  string
		}
		if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil || w.Code != http.StatusOK || w.Header().Get("Content-Type") != "application/json" || page.Items == nil {
			t.Fatalf("%s: status %d, %v: %.200s", path, w.Code, err, w.Body)
		}
		for _, x := range page.Items {
			if x.N != next {
				t.Fatalf("%s: %d behind %d values", path, x.N, next)
			}
			next++
		}
		sizes, after = append(sizes, len(page.Items)), page.Next
	}
	return sizes
}

// TestPages checks that a list is read page by page, whether or not its call skips itself.
func TestPages(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/own", "/all"} {
		for _, c := range []struct {
			values, bytes int
			limit, want   string
		}{
			{0, 0, "", "[0]"}, {100, 0, "", "[100]"}, {250, 0, "", "[100 100 50]"}, {4, 0, "2", "[2 2]"}, {5, 0, "2", "[2 2 1]"},
			{2500, 0, "1000", "[1000 1000 500]"}, {5, 3 << 20, "", "[2 2 1]"},
		} {
			v := url.Values{"x": {"y"}}
			if c.limit != "" {
				v.Set("limit", c.limit)
			}
			if got := fmt.Sprint(readPages(t, listing(c.values, c.bytes, -1), path, v)); got != c.want {
				t.Errorf("%s: %d values by %q: pages of %s, want %s", path, c.values, c.limit, got, c.want)
			}
		}
	}
}

// TestAccepted checks who gets a page of a list, and who gets lines.
func TestAccepted(t *testing.T) {
	t.Parallel()
	for accept, paged := range map[string]bool{
		"": false, "*/*": false, "application/json": true, "application/json, text/plain, */*": false, "application/x-ndjson": false,
		"application/*": false, "application/x-ndjson;q=0.5, application/json": true, "application/json;q=0, */*": false, "text/html": false,
		"application/x-ndjson, application/json": false, "application/json, */*;q=0.1": true, ",;q=": false,
	} {
		w := asked(listing(3, 0, -1), "/own?limit=2&offset=1", accept)
		want := "{\"n\":1}\n{\"n\":2}\n{\"end\":true}\n"
		if paged {
			want = "{\"items\":[{\"n\":1},{\"n\":2}]}\n"
		}
		if w.Body.String() != want || w.Header().Get("Vary") != "Accept" {
			t.Errorf("%q: %q, %q", accept, w.Body, w.Header())
		}
	}
	if w := asked(listing(3, 0, -1), "/all?limit=2", ""); strings.Count(w.Body.String(), "\n") != 3 {
		t.Errorf("lines with a limit: %q", w.Body)
	}
}

// TestPageFaults checks what is refused, and that an error is the answer instead of half a page.
func TestPageFaults(t *testing.T) {
	t.Parallel()
	var page struct{ Next string }
	if err := json.Unmarshal(asked(listing(9, 0, -1), "/own?after=start&limit=2&x=1", "").Body.Bytes(), &page); err != nil || page.Next == "" {
		t.Fatal(page, err)
	}
	for target, want := range map[string]string{
		"/own?after=start&offset=2":             "do not go together",
		"/own?after=nonsense":                   "no cursor of this version",
		"/own?after=start&limit=1001":           "limit is a number from 0 to 1000",
		"/own?after=start&counts=true":          "counts is for lists of lines",
		"/own?x=2&after=" + page.Next:           "cursor of another list",
		"/all?x=1&after=" + page.Next:           "cursor of another list",
		"/own?x=1&after=" + page.Next[1:]:       "no cursor of this version",
		"/own?after=" + strings.Repeat("A", 99): "no cursor of this version",
	} {
		if w := asked(listing(9, 0, -1), target, ""); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: status %d, %s", target, w.Code, w.Body)
		}
	}
	if w := asked(listing(9, 0, -1), "/own?x=1&limit=3&after="+page.Next, ""); !strings.HasPrefix(w.Body.String(), "{\"items\":[{\"n\":2}") {
		t.Errorf("with another limit: %s", w.Body)
	}
	for _, path := range []string{"/own", "/all"} {
		if w := asked(listing(9, 0, 5), path+"?after=start", ""); w.Code < 500 || w.Header().Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: status %d, %s", path, w.Code, w.Body)
		}
	}
}

// FuzzCursor checks that no text is taken for a cursor of a list that does not begin with its first value
// or later, and that none panics.
func FuzzCursor(f *testing.F) {
	f.Add("start", "5")
	f.Add("AQAAAAAAAAAAAAAAAAAA", "0")
	h := listing(9, 0, -1)
	f.Fuzz(func(t *testing.T, after, limit string) {
		w := asked(h, "/own?"+url.Values{"after": {after}, "limit": {limit}}.Encode(), after)
		if w.Code != http.StatusOK && w.Code != http.StatusBadRequest {
			t.Errorf("status %d, %s", w.Code, w.Body)
		}
	})
}
