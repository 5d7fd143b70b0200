package console

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/search"
	"github.com/aranea-search/aranea/search/autocomplete"
)

// TestSuggest checks that the field and browsers get completions as OpenSearch suggestions,
// without characters that could be markup or change the text direction.
func TestSuggest(t *testing.T) {
	t.Parallel()
	s := &answers{completions: search.Completions{Completions: []autocomplete.Completion{{Text: "spider <b>silk"}, {Text: "spider\u202e web", Title: true}}}}
	w := get(t, handler(t, s, nil), "/suggest?q=spider+")
	var out []any
	if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil || len(out) != 2 || out[0] != "spider " {
		t.Fatalf("%s: %v", w.Body, err)
	}
	if texts := out[1].([]any); len(texts) != 2 || texts[0] != "spider <b>silk" || strings.ContainsRune(texts[1].(string), '\u202e') {
		t.Errorf("texts %q", out[1])
	}
	if strings.Contains(w.Body.String(), "<b>") || w.Header().Get("Content-Type") != "application/x-suggestions+json; charset=utf-8" {
		t.Errorf("%s as %s", w.Body, w.Header().Get("Content-Type"))
	}
	if s.asked.Query != "spider " || len(s.asked.Access) != 0 {
		t.Errorf("asked %+v", s.asked)
	}
	real := handler(t, indexOf(t, plain("http://a.test/x", "Spider silk", "A page about silk and threads.")), newRecords())
	has(t, get(t, real, "/suggest?q=thr"), 200, `["thr",["threads"]]`)
	has(t, get(t, real, "/suggest"), 200, `["",[]]`)
}

// TestScript checks that pages use only the one script, from this server, and contain nothing
// that would run without it.
func TestScript(t *testing.T) {
	t.Parallel()
	h := handler(t, &answers{}, nil)
	home := get(t, h, "/")
	_, rest, ok := strings.Cut(home.Body.String(), `<script src="`)
	path, _, _ := strings.Cut(rest, `"`)
	if !ok || strings.Count(home.Body.String(), "<script") != 1 {
		t.Fatalf("scripts of %s", home.Body)
	}
	w := get(t, h, path)
	has(t, w, 200, "combobox", "aria-activedescendant")
	if w.Header().Get("Content-Type") != "text/javascript; charset=utf-8" || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
		t.Errorf("the script comes as %v", w.Header())
	}
	for _, unsafe := range []string{"innerHTML", "eval(", "document.write"} {
		lacks(t, w, unsafe)
	}
}
