package search

import (
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/index"
)

// TestStartPageAsked: who asks what a site is gets its start page, whatever that says, but for a page that is called as
// the question is; and what stands for it in the language of the question, if the start page is in another.
func TestStartPageAsked(t *testing.T) {
	t.Parallel()
	s := build(t, append(namedSheets(),
		sheet{"http://lamp.test/", "en", "Welcome", "Hello to you"},
		sheet{"http://lamp.test/history", "en", "Lamp", "The lamp, and what a lamp was before there was a lamp"},
		sheet{"http://lamp.test/docs", "en", "Docs", "What is in the docs"},
		sheet{"http://wick.test/", "en", "Welcome", "Hello to you"},
		sheet{"http://wick.test/about", "en", "What is Wick?", "Wick is a thread"},
	)...)
	place(t, s, "http://lamp.test/de/start/", "de", 1, "Guten Tag und herzlich willkommen auf dieser Seite")
	place(t, s, "http://lamp.test/de/legal", "de", 1, "Wer für den Inhalt dieser Seite verantwortlich ist")
	place(t, s, "http://lamp.test/de/start/far/", "de", 2, "Eine andere Seite, die es auch noch auf Deutsch gibt")
	place(t, s, "http://lamp.test/fr/page/far/", "fr", 3, "Une page qui est trop loin de la page de garde")
	place(t, s, "http://lamp.test/x", "", 1, "4711")
	place(t, s, "http://en.wax.test/", "en", 0, "All of the chapters are in this list of them")
	place(t, s, "http://pt.wax.test/", "en", 0, "And these are all of the chapters of the other one")
	place(t, s, "http://pt.wax.test/legal", "pt", 1, "Quem responde pelo conteúdo desta página e das outras")
	place(t, s, "http://cord.test/", "en", 0, "All of the languages are in this list of them")
	place(t, s, "http://cord.test/pt/", "en", 1, "And these are all of the chapters of the other one")
	place(t, s, "http://cord.test/pt/legal", "pt", 2, "Quem responde pelo conteúdo desta página e das outras")
	for q, want := range map[string]string{
		"what is lamp": "http://lamp.test/", "lamp what is it": "http://lamp.test/", "lamp とは": "http://lamp.test/", "что такое lamp": "http://lamp.test/", "lamp nedir": "http://lamp.test/",
		"was ist lamp": "http://lamp.test/de/start/", "c'est quoi lamp": "http://lamp.test/",
		"o que é wax": "http://pt.wax.test/", "what is wax": "http://en.wax.test/", "o que é cord": "http://cord.test/pt/",
		"what is wick": "http://wick.test/about", "was ist wick": "http://wick.test/",
		"lamp": "http://lamp.test/history", "how to lamp": "http://lamp.test/history", `what is "lamp"`: "http://lamp.test/history", "what is docs": "http://lamp.test/docs",
	} {
		r, err := s.Search(t.Context(), Request{Query: q, Explain: true})
		if err != nil || len(r.Results) == 0 || r.Results[0].URL.String() != want {
			t.Errorf("%s: %v %v, want %s", q, urls(r), err, want)
			continue
		}
		first := r.Results[0]
		why, err := s.Why(t.Context(), Request{Query: q}, first.URL)
		if d := why.Score - first.Score; err != nil || len(why.Missing) > 0 || d > 1e-9 || d < -1e-9 {
			t.Errorf("%s alone: %+v, %v", q, why, err)
		}
	}
}

// place adds a page so many links away from a seed.
func place(t *testing.T, s *Searcher, url, lang string, depth uint16, text string) {
	t.Helper()
	x, _ := s.src.(*index.Index)
	u := address(t, url)
	p := &aranea.Page{URL: u, Lang: lang, Text: []byte(text + "\n"), Elements: []aranea.Element{{Kind: aranea.ElementText, End: uint32(len(text))}}}
	if err := x.Apply(t.Context(), []aranea.IndexChange{{Action: aranea.IndexPut, URL: u, Depth: depth, Page: p}}); err != nil {
		t.Fatal(err)
	}
}
