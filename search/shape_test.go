package search

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/search/score"
	"github.com/aranea-search/aranea/weburl"
)

// TestShapesTravel: what one process writes another reads, and the public names
// are those of docs/http-api.md.
func TestShapesTravel(t *testing.T) {
	t.Parallel()
	u, err := weburl.Parse("http://a.test/1")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name  string
		value any
		want  string
	}{
		{"request", &Request{Query: "silk", Limit: 5, Langs: []analyze.Lang{analyze.Ru, analyze.En}},
			`{"query":"silk","limit":5,"langs":["ru","en"]}`},
		{"response without results", &Response{Query: "silk", Results: []Result{}},
			`{"query":"silk","total":0,"more":false,"results":[],"elapsed_ns":0}`},
		{"result", &Result{URL: u, Title: "T", Snippet: "a b", Spans: []Span{{Text: "a "}, {Text: "b", Marked: true}}, Score: 1.5, Lang: "en",
			FetchedAt: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), Why: score.Parts{{Name: "word b", Value: 1.25}, {Name: "depth", Value: -0.25}}},
			`{"url":"http://a.test/1","title":"T","snippet":"a b","spans":[{"text":"a "},{"text":"b","marked":true}],"score":1.5,"lang":"en",` +
				`"fetched":"2026-11-20T12:00:00Z","why":{"word b":1.25,"depth":-0.25}}`},
		{"explanation", &Explanation{Query: "q", URL: u, Indexed: true, Missing: []string{"silk"}},
			`{"query":"q","url":"http://a.test/1","indexed":true,"matches":false,"missing":["silk"],"score":0}`},
	}
	for _, tt := range tests {
		got, err := json.Marshal(tt.value)
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: %s, %v; want %s", tt.name, got, err, tt.want)
		}
		back := reflect.New(reflect.TypeOf(tt.value).Elem())
		if err := json.Unmarshal(got, back.Interface()); err != nil || !reflect.DeepEqual(back.Interface(), tt.value) {
			t.Errorf("%s read back: %+v, %v", tt.name, back.Elem(), err)
		}
	}
}

// TestLabel: results that are no web pages are named as what they are.
func TestLabel(t *testing.T) {
	t.Parallel()
	for format, want := range map[string]string{"html": "", "": "", "pdf": "PDF", "odt": "ODT"} {
		if got := (&Result{Format: format}).Label(); got != want {
			t.Errorf("%q is shown as %q, want %q", format, got, want)
		}
	}
}
