package wire_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/engine/wire"
)

// TestUnknownCall checks that an owner without the route of a call is reported as one of another
// version, and a problem with the same status as what it is.
func TestUnknownCall(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	mux.HandleFunc("/known", func(w http.ResponseWriter, _ *http.Request) {
		wire.Tell(w, &aranea.Error{Op: "explain", Kind: aranea.NotFound, Obj: "a.test"})
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	r := &wire.Remote{HTTP: s.Client(), Root: s.URL + "/", Read: func(p wire.Problem) error { return p.Plain() }}
	for name, want := range map[string]aranea.Kind{"known": aranea.NotFound, "later": aranea.Invalid} {
		_, err := wire.Call[string](t.Context(), r, http.MethodGet, name, nil, nil)
		if aranea.KindOf(err) != want || strings.Contains(err.Error(), "another version") != (want == aranea.Invalid) {
			t.Errorf("%s: %v, want kind %s", name, err, want)
		}
	}
}

// TestNull checks that an answer without a value does not pass for one where all is zero.
func TestNull(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("null")) }))
	t.Cleanup(s.Close)
	r := &wire.Remote{HTTP: s.Client(), Root: s.URL + "/", Read: func(p wire.Problem) error { return p.Plain() }}
	if n, err := wire.Call[int](t.Context(), r, http.MethodGet, "docs", nil, nil); aranea.KindOf(err) != aranea.Internal {
		t.Errorf("a number: %d, %v", n, err)
	}
	if v, err := wire.Call[struct{ A []int }](t.Context(), r, http.MethodGet, "search", nil, nil); aranea.KindOf(err) != aranea.Internal {
		t.Errorf("an object: %+v, %v", v, err)
	}
	if v, err := wire.Call[[]int](t.Context(), r, http.MethodGet, "list", nil, nil); err != nil || len(v) > 0 {
		t.Errorf("an empty list: %v, %v", v, err)
	}
}

// TestTooManyValues checks that an answer that takes a hundred times its bytes in memory is refused while it is read,
// and that commas in texts are no values.
func TestTooManyValues(t *testing.T) {
	t.Parallel()
	many := "[" + strings.Repeat("{},", 1<<19) + "{}]"
	text := `["` + strings.Repeat(`,\",`, 1<<19) + `"]`
	mux := http.NewServeMux()
	for path, answer := range map[string]string{"/many": many, "/text": text, "/lines": text + "\n" + many + "\n" + `{"end":true}` + "\n"} {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(answer)) })
	}
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	r := &wire.Remote{HTTP: s.Client(), Root: s.URL + "/", Read: func(p wire.Problem) error { return p.Plain() }}
	if v, err := wire.Call[[]any](t.Context(), r, http.MethodGet, "many", nil, nil); aranea.KindOf(err) != aranea.Internal || !strings.Contains(err.Error(), "too many values") {
		t.Errorf("%d values, %v", len(v), err)
	}
	if v, err := wire.Call[[]string](t.Context(), r, http.MethodGet, "text", nil, nil); err != nil || len(v) != 1 {
		t.Errorf("a text: %d values, %v", len(v), err)
	}
	lines := 0
	for v, err := range wire.Values[[]any](t.Context(), r, http.MethodGet, "lines", nil, nil) {
		if lines++; lines == 1 && (err != nil || len(v) != 1) || lines == 2 && aranea.KindOf(err) != aranea.Internal {
			t.Errorf("line %d: %d values, %v", lines, len(v), err)
		}
	}
	if lines != 2 {
		t.Errorf("%d lines", lines)
	}
}
