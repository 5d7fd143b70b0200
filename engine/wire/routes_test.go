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
)

// A tap notes how much of an answer comes at once, and how far ahead of it the
// values were made.
type tap struct {
	*httptest.ResponseRecorder
	made, sent  int // values
	most, ahead int // bytes at once, values made and not sent
	writes      int
}

func (p *tap) Write(b []byte) (int, error) {
	p.writes++
	p.sent += strings.Count(string(b), "\n")
	p.most, p.ahead = max(p.most, len(b)), max(p.ahead, p.made-p.sent)
	return len(b), nil
}

// TestListStreams: a list of any length is sent as it is made, in pieces of one
// size, and a caller who hangs up ends it.
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
	if p.sent != values+1 { // and the last line
		t.Errorf("%d lines of %d values", p.sent, values)
	}
	if p.most > 64<<10 || p.ahead > 2000 || p.writes < 100 {
		t.Errorf("%d bytes at once, %d values ahead, %d writes", p.most, p.ahead, p.writes)
	}
}

// TestListFails: an error before the first value is the answer itself, a later one
// its last line.
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
