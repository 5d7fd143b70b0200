package hint_test

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/hint"
)

// TestSentences: a hint of a search is a sentence with its values, and one of a query its code.
func TestSentences(t *testing.T) {
	t.Parallel()
	for want, h := range map[string]hint.Hint{
		"Only the 64 most frequent words that begin with si were searched.":                 {Code: hint.FewBegin, Value: "si", N: 64},
		"No page of the index is on the host a.test; site:a.test takes subdomains as well.": {Code: hint.NoHost, Value: "a.test"},
		"{n} was searched as it is written.":                                                {Code: hint.AsWritten, Value: "{n}", N: 3},
		"open-quote":                                                                        {Code: "open-quote"},
	} {
		if got := h.String(); got != want {
			t.Errorf("%+v: %q, want %q", h, got, want)
		}
	}
	for _, code := range hint.Codes() {
		if s := (hint.Hint{Code: code, Value: "silk", Kind: "site", N: 1}).String(); strings.ContainsAny(s, "{}") || !strings.HasSuffix(s, ".") {
			t.Errorf("%s: %q", code, s)
		}
	}
}

// TestOfQuery: the hints of a query have codes of their own, with the limits that they name.
func TestOfQuery(t *testing.T) {
	t.Parallel()
	for q, want := range map[string]hint.Hint{
		strings.Repeat("a", query.MaxBytes+1): {Code: "too-long", N: query.MaxBytes},
		`"a b"~500`:                           {Code: "far", Value: "~500", N: query.MaxDistance},
		"title:silk":                          {Code: "unknown-operator-meant", Value: "title:", Kind: "intitle:"},
		"foo:silk":                            {Code: "unknown-operator", Value: "foo:"},
	} {
		hints := query.Parse(q).Hints
		if len(hints) != 1 || hint.OfQuery(hints[0]) != want {
			t.Errorf("%.20s: %+v, want %+v", q, hints, want)
		}
	}
	for code := query.HintTooLong; code.String() != ""; code++ {
		for _, own := range hint.Codes() {
			if own == code.String() {
				t.Errorf("the code %s has two meanings", own)
			}
		}
	}
}
