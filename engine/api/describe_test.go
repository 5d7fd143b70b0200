package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/engine/api"
	"github.com/aranea-search/aranea/engine/apidoc"
	"github.com/aranea-search/aranea/engine/chains"
	"github.com/aranea-search/aranea/engine/linkcheck"
	"github.com/aranea-search/aranea/engine/service"
	"github.com/aranea-search/aranea/engine/service/servicetest"
	"github.com/aranea-search/aranea/engine/sitemappages"
	"github.com/aranea-search/aranea/linkgraph"
	"github.com/aranea-search/aranea/search"
)

// A description is the part of the description of an API that the test needs.
type description struct {
	Paths map[string]map[string]struct {
		Summary    string
		Parameters []struct {
			Name     string
			Required bool
		}
		Responses map[string]response
	}
	Components struct {
		Schemas   map[string]map[string]any
		Responses map[string]response
	}
}

type response struct {
	Ref     string `json:"$ref"`
	Headers map[string]any
	Content map[string]struct{ Schema map[string]any }
}

// failure checks that an answer to a call that failed is described, with its status, its fields and
// its body, and returns its status.
func (d *description) failure(t *testing.T, path string, w *httptest.ResponseRecorder) string {
	t.Helper()
	status := strconv.Itoa(w.Code)
	r, known := d.Paths[path]["get"].Responses[status]
	if !known {
		t.Errorf("%s: status %s is not described: %s", path, status, w.Body)
		return status
	}
	r = d.Components.Responses[strings.TrimPrefix(r.Ref, "#/components/responses/")]
	v := validator{t: t, path: path + " " + status, schemas: d.Components.Schemas}
	v.lines(w.Body.Bytes(), r.Content[w.Header().Get("Content-Type")].Schema)
	if _, said := r.Headers["Retry-After"]; said != (w.Header().Get("Retry-After") != "") {
		t.Errorf("%s: status %s: Retry-After %q, described %v", path, status, w.Header().Get("Retry-After"), said)
	}
	return status
}

// TestDescriptionOfFailures checks that what the calls really answer when they fail is described,
// and that no call is said to answer what it does not.
func TestDescriptionOfFailures(t *testing.T) {
	t.Parallel()
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	handler := api.Control(e, "test")
	ended, end := context.WithCancel(t.Context())
	end()
	ask := func(ctx context.Context, path, query string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, path+"?"+query, nil))
		return w
	}
	var d description
	if err := json.Unmarshal(ask(t.Context(), api.Root+api.DescriptionName, "").Body.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	for path, methods := range d.Paths {
		op, reads := methods["get"]
		if !reads {
			continue
		}
		query := url.Values{}
		for _, p := range op.Parameters {
			if p.Required {
				query.Set(p.Name, map[string]string{"url": "http://nobody.test/", "origin": "http://nobody.test", "q": "spider"}[p.Name])
			}
		}
		seen := map[string]bool{"200": true, "default": true, "422": true} // see the tests of wire and search
		seen[d.failure(t, path, ask(t.Context(), path, "nonsense=1"))] = true
		for _, w := range []*httptest.ResponseRecorder{ask(t.Context(), path, query.Encode()), ask(ended, path, query.Encode())} {
			if w.Code != http.StatusOK {
				seen[d.failure(t, path, w)] = true
			}
		}
		for status := range op.Responses {
			if !seen[status] && status != "503" && status != "429" { // see the tests of console
				t.Errorf("%s: status %s is described and was not seen", path, status)
			}
		}
	}
}

// TestDescription checks that every call of the control socket is described, with the parameters
// that its caller sends, and that its answers match the description.
func TestDescription(t *testing.T) {
	t.Parallel()
	e := openEngine(t, filepath.Join(t.TempDir(), "data"))
	site := servicetest.NewSite(t)
	if _, err := e.Crawl(t.Context(), servicetest.Settings(site), nil); err != nil {
		t.Fatal(err)
	}
	handler := api.Control(e, "test")
	ask := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		return w
	}
	var d description
	if err := json.Unmarshal(ask(api.Root+api.DescriptionName).Body.Bytes(), &d); err != nil {
		t.Fatal(err)
	}
	one, from := url.Values{"url": {site.String()}}, url.Values{"origin": {string(site.Origin())}}
	questions := map[string]url.Values{
		"search":       api.SearchQuery(&search.Request{Query: "spider", Limit: 2, Offset: 1, After: "goes not with offset", MaxPerSite: 3, Explain: true, Copies: true, Sort: search.ByDate, Facets: true, ExactTotal: true, NoSnippets: true, Typing: true, Access: []string{"wiki"}, Langs: []analyze.Lang{analyze.En}}),
		"facet-values": {"q": {"spider"}, "facet": {"Brand"}, "part": {"a"}, "order": {"name"}, "offset": {"0"}, "limit": {"5"}, "access": {"wiki"}, "lang": {"en"}},
		"complete":     api.CompleteQuery(&search.Request{Query: "spid", Limit: 2, Access: []string{"wiki"}, Langs: []analyze.Lang{analyze.En}}),
		"why":          api.WhyQuery(&search.Request{Query: "spider", Access: []string{"wiki"}, Langs: []analyze.Lang{analyze.En}}, site),
		"explain":      one, "inlinks": one, "host": from, "robots-history": from,
		"urls":      (&service.URLFilter{Reason: "INDEX", Host: site.Host(), State: "done", How: "link", Prefix: site.String(), Status: 200, Offset: 1, Limit: 2, Since: time.Unix(1, 0)}).Query(),
		"hosts":     api.HostQuery(&service.HostFilter{Name: "1", Sort: "queued", Asked: true, Known: true, Offset: 1, Limit: 1}),
		"documents": {"access": {"wiki"}},
		"mirrors":   {"host": {site.Host()}}, "traps": {"host": {site.Host()}}, "templates": {"host": {site.Host()}},
		"links":        api.LinkQuery(&linkgraph.Filter{URL: site, From: true, Offset: 1, Limit: 2}),
		"broken-links": (&linkcheck.Filter{Moved: true, Host: site.Host(), Offset: 1, Limit: 2}).Query(), "unchecked-links": {"host": {site.Host()}},
		"alternate-faults": (&linkcheck.FaultFilter{Host: site.Host(), Faults: []string{linkcheck.NoReturn}, Offset: 1, Limit: 2, WithCounts: true}).Query(), "alternate-counts": {"host": {site.Host()}},
		"sitemap-faults": (&linkcheck.FaultFilter{Host: site.Host(), Faults: []string{linkcheck.Unlisted}, Offset: 1, Limit: 2, WithCounts: true}).Query(), "sitemap-counts": {"host": {site.Host()}},
		"canonical-faults": (&linkcheck.FaultFilter{Host: site.Host(), Faults: []string{linkcheck.OtherHost}, Offset: 1, Limit: 2, WithCounts: true}).Query(), "canonical-counts": {"host": {site.Host()}},
		"chain-faults": (&linkcheck.FaultFilter{Host: site.Host(), Faults: []string{chains.Loop, chains.Long}, Offset: 1, Limit: 2, WithCounts: true}).Query(), "chain-counts": {"host": {site.Host()}},
		"sitemap-pages": (&sitemappages.Filter{Host: site.Host(), Offset: 1, Limit: 2}).Query(),
		"orphan-pages":  (&linkcheck.OrphanFilter{Host: site.Host(), Offset: 1, Limit: 2}).Query(),
	}
	questions["search"].Set("limit", "2") // the alias of n, for scripts
	for _, list := range []string{"urls", "hosts", "links", "broken-links", "orphan-pages", "sitemap-pages", "alternate-faults", "sitemap-faults", "canonical-faults", "chain-faults",
		"robots-history", "documents", "mirrors", "traps", "templates", "removals"} {
		if questions[list] = maps.Clone(questions[list]); questions[list] == nil {
			questions[list] = url.Values{}
		}
		questions[list].Set("after", "start")
		questions[list].Set("limit", "2")
	}
	calls := 0
	for path, methods := range d.Paths {
		calls += len(methods)
		name := strings.TrimPrefix(path, api.Root)
		for method, op := range methods {
			if op.Summary == "" {
				t.Errorf("%s %s is not described in words", method, path)
			}
			if method != "get" {
				continue
			}
			var names []string
			for _, p := range op.Parameters {
				names = append(names, p.Name)
			}
			if slices.Sort(names); !slices.Equal(names, sortedKeys(questions[name])) {
				t.Errorf("%s: parameters %v are described, %v are sent", name, names, sortedKeys(questions[name]))
			}
			questions[name].Del("after")
			v := validator{t: t, path: path, schemas: d.Components.Schemas}
			w := ask(path + "?" + questions[name].Encode())
			kind := w.Header().Get("Content-Type")
			content, ok := op.Responses["200"].Content[kind]
			if w.Code != http.StatusOK || !ok {
				t.Errorf("%s: status %d, %s", path, w.Code, kind)
			}
			v.lines(w.Body.Bytes(), content.Schema)
			if kind == "application/x-ndjson" {
				questions[name].Set("after", "start")
				questions[name].Del("offset")
				questions[name].Del("counts")
				w := ask(path + "?" + questions[name].Encode())
				if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "application/json" {
					t.Errorf("a page of %s: status %d, %s", path, w.Code, w.Body)
				}
				v.lines(w.Body.Bytes(), op.Responses["200"].Content["application/json"].Schema)
			}
		}
	}
	if calls != len(apidoc.Calls()) {
		t.Errorf("%d calls, %d are described in words", calls, len(apidoc.Calls()))
	}
}

func sortedKeys(v url.Values) []string {
	var keys []string
	for k := range v {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// A validator checks values against schemas, as far as descriptions use them, and refuses
// undescribed fields.
type validator struct {
	t       *testing.T
	path    string
	schemas map[string]map[string]any
}

// lines checks each value of an answer except the last line of a list.
func (v *validator) lines(data []byte, schema map[string]any) {
	for line := range bytes.Lines(data) {
		if bytes.HasPrefix(line, []byte(`{"end":`)) {
			continue
		}
		var value any
		if err := json.Unmarshal(line, &value); err != nil {
			v.t.Errorf("%s: %v", v.path, err)
			return
		}
		v.value(v.path, value, schema)
	}
}

func (v *validator) value(at string, value any, schema map[string]any) {
	if ref, ok := schema["$ref"].(string); ok {
		schema = v.schemas[strings.TrimPrefix(ref, "#/components/schemas/")]
	}
	types, ok := schema["type"].([]any)
	if !ok {
		types = []any{schema["type"]}
	}
	is := "null"
	switch x := value.(type) {
	case string:
		is = "string"
	case bool:
		is = "boolean"
	case float64:
		if is = "integer"; x != float64(int64(x)) || slices.Contains(types, "number") {
			is = "number"
		}
	case []any:
		is = "array"
		items, _ := schema["items"].(map[string]any)
		for _, item := range x {
			v.value(at+"[]", item, items)
		}
	case map[string]any:
		is = "object"
		v.object(at, x, schema)
	}
	if !slices.Contains(types, any(is)) {
		v.t.Errorf("%s is of type %s, described as %v", at, is, types)
	}
}

func (v *validator) object(at string, value, schema map[string]any) {
	properties, _ := schema["properties"].(map[string]any)
	more, _ := schema["additionalProperties"].(map[string]any)
	for name, field := range value {
		if s, ok := properties[name].(map[string]any); ok {
			v.value(at+"."+name, field, s)
		} else if more != nil {
			v.value(at+"."+name, field, more)
		} else {
			v.t.Errorf("%s.%s is not described", at, name)
		}
	}
	required, _ := schema["required"].([]any)
	for _, name := range required {
		if _, ok := value[name.(string)]; !ok {
			v.t.Errorf("%s.%s is missing", at, name)
		}
	}
}
