package console

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/search"
)

// decode reads a JSON object and nothing behind it.
func decode(t *testing.T, data []byte) map[string]any {
	t.Helper()
	var out map[string]any
	d := json.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(&out); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	if d.More() {
		t.Fatalf("more than an object: %s", data)
	}
	return out
}

func keys(m map[string]any) string { return strings.Join(slices.Sorted(maps.Keys(m)), " ") }

// TestAPISearch holds the shape of the answer: programs rely on it.
func TestAPISearch(t *testing.T) {
	t.Parallel()
	h := handler(t, indexOf(t,
		plain("http://a.test/1", "Spider <b>silk</b>", "Silk leaves the spider as a liquid & hardens while it is pulled."),
		plain("http://a.test/2", "Another", "Another page about silk and steel."),
	), nil)
	w := get(t, h, "/api/v1/search?q=silk+%22")
	has(t, w, 200)
	out := decode(t, w.Body.Bytes())
	if keys(out) != "elapsed_ns hints more query results total" || out["total"] != 2.0 || out["more"] != false || out["query"] != "silk" {
		t.Errorf("answer %v", out)
	}
	first := out["results"].([]any)[0].(map[string]any)
	if keys(first) != "fetched lang score snippet spans title url" || first["url"] != "http://a.test/1" || first["title"] != "Spider <b>silk</b>" ||
		first["snippet"] != "Silk leaves the spider as a liquid & hardens while it is pulled." || first["lang"] != "en" || first["score"].(float64) <= 0 {
		t.Errorf("first result %v", first)
	}
	if strings.ContainsAny(w.Body.String(), "<>&") {
		t.Error("markup is not escaped")
	}
	w = get(t, h, "/api/v1/search?q=qwertyuiop")
	if got := strings.TrimSpace(w.Body.String()); got != `{"query":"qwertyuiop","total":0,"more":false,"results":[],"elapsed_ns":0}` {
		t.Errorf("no results: %s", got)
	}
	second := decode(t, get(t, h, "/api/v1/search?q=silk&n=1&offset=1").Body.Bytes())["results"].([]any)
	if len(second) != 1 || second[0].(map[string]any)["url"] != "http://a.test/2" {
		t.Errorf("second result %v", second)
	}
}

// TestAPISearchBounds: what cannot be given is refused, never bent.
func TestAPISearchBounds(t *testing.T) {
	t.Parallel()
	s := &answers{response: search.Response{Total: 1, Results: results(t, 1)}}
	h := handler(t, s, nil)
	for _, ok := range []struct {
		query         string
		limit, offset int
	}{{"q=x", 10, 0}, {"q=x&n=1", 1, 0}, {"q=x&n=100&offset=1000", 100, 1000}, {"q=x&n=&offset=", 10, 0}, {"q=x&offset=%2B7", 10, 7}} {
		if has(t, get(t, h, "/api/v1/search?"+ok.query), 200); s.asked.Limit != ok.limit || s.asked.Offset != ok.offset || s.asked.Query != "x" {
			t.Errorf("%s: asked for %+v", ok.query, s.asked)
		}
	}
	for _, bad := range []string{
		"", "q=", "q=%20", "n=5", "q=x&n=0", "q=x&n=101", "q=x&n=-1", "q=x&n=1e2", "q=x&n=ten", "q=x&n=99999999999999999999", "q=x&offset=-1",
		"q=x&offset=1001", "q=x&offset=0x10", "q=%ff", "q=%zz",
	} {
		w := get(t, h, "/api/v1/search?"+bad)
		checkProblem(t, bad, w.Code, 400, w.Header().Get("Content-Type"), w.Body.Bytes())
	}
}

// checkProblem holds the form of errors (RFC 9457).
func checkProblem(t *testing.T, what string, got, want int, contentType string, body []byte) {
	t.Helper()
	out := decode(t, body)
	if got != want || contentType != "application/problem+json" || keys(out) != "detail status title" || out["status"] != float64(want) || out["title"] == "" || out["detail"] == "" {
		t.Errorf("%s: %d %s %s", what, got, contentType, body)
	}
}

func TestAPIExplain(t *testing.T) {
	t.Parallel()
	h := handler(t, &answers{}, site(t))
	out := decode(t, get(t, h, "/api/v1/explain?url=http://a.test/").Body.Bytes())
	if keys(out) != "events facts in known reason sentence state url" || out["known"] != true || out["in"] != true || out["state"] != "done" || out["reason"] != "INDEX.ADDED" {
		t.Errorf("answer %v", out)
	}
	if e := out["events"].([]any)[0].(map[string]any); keys(e) != "at code text" || e["at"] != "2026-11-20T12:00:00Z" || e["code"] != "HTTP.OK" {
		t.Errorf("event %v", e)
	}
	for _, f := range out["facts"].([]any) {
		if k := keys(f.(map[string]any)); k != "name text" && k != "name text url" {
			t.Errorf("fact %v", f)
		}
	}
	w := get(t, h, "/api/v1/explain?url=c.test")
	if got, want := strings.TrimSpace(w.Body.String()), `{"url":"http://c.test/","known":false,"in":false,"state":"unknown","reason":"NONE",`+
		`"sentence":"This URL is not known: no page that was visited links to it.","facts":[],"events":[]}`; w.Code != 200 || got != want {
		t.Errorf("unknown URL: %d %s", w.Code, got)
	}
	for path, code := range map[string]int{"/api/v1/explain": 400, "/api/v1/explain?url=%20": 400, "/api/v1/explain/x": 404, "/api/": 404} {
		w := get(t, h, path)
		checkProblem(t, path, w.Code, code, w.Header().Get("Content-Type"), w.Body.Bytes())
	}
}

// TestAPIHostile: any text gives an object.
func TestAPIHostile(t *testing.T) {
	t.Parallel()
	var docs []doc
	for i, p := range polyglots {
		docs = append(docs, plain(fmt.Sprintf("http://a.test/%d", i), "needle "+p, p+" needle"))
	}
	h := handler(t, indexOf(t, docs...), newRecords())
	if got := len(decode(t, get(t, h, "/api/v1/search?q=needle&n=100").Body.Bytes())["results"].([]any)); got != len(docs) {
		t.Errorf("%d results", got)
	}
	for _, p := range polyglots {
		for _, path := range []string{"/api/v1/search?q=", "/api/v1/explain?url=", "/api/v1/explain?url=http://a.test/"} {
			w := get(t, h, path+url.QueryEscape(p))
			if decode(t, w.Body.Bytes()); w.Code != 200 && w.Code != 400 {
				t.Errorf("%s%q: status %d", path, p, w.Code)
			}
		}
	}
}
