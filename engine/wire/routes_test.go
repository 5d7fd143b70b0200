package wire_test

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/engine/wire"
	"github.com/aranea-search/aranea/internal/openapi"
)

// A tap records how much of an answer is sent at once, and how many values are made before they
// are sent.
type tap struct {
	*httptest.ResponseRecorder
	made, sent  int // number of values
	most, ahead int // bytes sent at once, values made and not sent
	writes      int
}

func (p *tap) Write(b []byte) (int, error) {
	p.writes++
	p.sent += strings.Count(string(b), "\n")
	p.most, p.ahead = max(p.most, len(b)), max(p.ahead, p.made-p.sent)
	return len(b), nil
}

// TestListStreams checks that a list of any length is sent as it is made, in parts of limited
// size, and that a caller who disconnects ends it.
func TestListStreams(t *testing.T) {
	t.Parallel()
	const values = 300_000
	p := &tap{ResponseRecorder: httptest.NewRecorder()}
	r := wire.NewRoutes("/api/", nil)
	type value struct {
		N    int    `json:"n"`
		Text string `json:"text"`
	}
	wire.List(r, http.MethodGet, "many", func(*http.Request) (int, error) { return values, nil },
		func(_ context.Context, n int) iter.Seq2[value, error] {
			return func(yield func(value, error) bool) {
				for i := range n {
					if p.made++; !yield(value{i, "http://a.test/some/page.html"}, nil) {
						return
					}
				}
			}
		})
	r.ServeHTTP(p, httptest.NewRequest(http.MethodGet, "/api/many", nil))
	if p.sent != values+1 { // includes the last line
		t.Errorf("%d lines of %d values", p.sent, values)
	}
	if p.most > 64<<10 || p.ahead > 2000 || p.writes < 100 {
		t.Errorf("%d bytes at once, %d values ahead, %d writes", p.most, p.ahead, p.writes)
	}
}

// TestListFails checks that an error before the first value is the answer itself, and that a
// later one is the last line.
func TestListFails(t *testing.T) {
	t.Parallel()
	for good, want := range []string{`{"title":"Internal Server Error","status":500,"detail":"broken","kind":"internal"}` + "\n",
		"0\n" + `{"problem":{"title":"Internal Server Error","status":500,"detail":"broken","kind":"internal"}}` + "\n"} {
		r := wire.NewRoutes("/api/", nil)
		wire.List(r, http.MethodGet, "few", func(*http.Request) (int, error) { return good, nil },
			func(_ context.Context, n int) iter.Seq2[int, error] {
				return func(yield func(int, error) bool) {
					for i := range n {
						if !yield(i, nil) {
							return
						}
					}
					yield(0, errors.New("broken"))
				}
			})
		w := httptest.NewRecorder()
		r.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/api/few", nil))
		if w.Body.String() != want {
			t.Errorf("after %d values: %s", good, w.Body)
		}
	}
}

// TestUnknownParameters checks that an unknown parameter is refused with its name and the known
// ones, instead of being ignored silently.
func TestUnknownParameters(t *testing.T) {
	t.Parallel()
	r := wire.NewRoutes("/api/", map[string]wire.Description{
		"find": {Query: []openapi.Param{{Name: "q"}, {Name: "n"}}}, "POST rank": {},
	})
	wire.One(r, http.MethodGet, "find", func(*http.Request) (int, error) { return 0, nil }, func(context.Context, int) (int, error) { return 7, nil })
	wire.One(r, http.MethodPost, "rank", func(*http.Request) (int, error) { return 0, nil }, func(context.Context, int) (int, error) { return 8, nil })
	for _, tt := range []struct {
		method, target string
		status         int
		detail         string
	}{
		{http.MethodGet, "/api/find", 200, "7"},
		{http.MethodGet, "/api/find?q=a&q=b&n=3", 200, "7"},
		{http.MethodGet, "/api/find?q=a&query=b", 400, `there is no parameter \"query\"; there are q, n`},
		{http.MethodGet, "/api/find?N=3", 400, `there is no parameter \"N\"`},
		{http.MethodPost, "/api/rank?now=1", 400, `there is no parameter \"now\"; the call has none`},
		{http.MethodPost, "/api/rank", 200, "8"},
	} {
		w := httptest.NewRecorder()
		r.ServeHTTP(w, httptest.NewRequest(tt.method, tt.target, nil))
		if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.detail) {
			t.Errorf("%s %s: %d %s", tt.method, tt.target, w.Code, w.Body)
		}
	}
}
