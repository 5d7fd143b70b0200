package domain

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/aranea-search/aranea/analyze"
)

// TestNamed: a word names the sites and hosts whose name it begins, up to a dot or a hyphen.
func TestNamed(t *testing.T) {
	t.Parallel()
	x := filled(t, []string{"moth.org/moth.html", "docs.moth-lang.org/", "moth.a.co.uk/", "mothers.org/", "7.org/", "a.test/moth.org/", "паук.org/", "www.пауки.org/", "müller.org/"})
	snap, err := x.Fresh(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer snap.Close()
	for word, want := range map[string]string{
		"moth": "moth-lang.org moth.a.co.uk moth.org", "mot": "", "docs": "docs.moth-lang.org", "moth-lang": "moth-lang.org", "7": "", "lang": "", "": "", "паук": "xn--80aunr.org", "ПАУК": "xn--80aunr.org", "пау": "", "müller": "xn--mller-kva.org", "muller": "", "xn": "", "a_b": "", "паук сеть": "",
	} {
		form := word
		if tokens := analyze.AnalyzeQuery(word); len(tokens) == 1 {
			form = tokens[0].Form
		}
		terms, err := Named(snap, Word{Form: form, Typed: word})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(terms)
		if got := strings.ReplaceAll(strings.Join(terms, " "), SiteTerm, ""); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

// TestNamedByMany: a word with which too many names begin tells only what is called by it.
func TestNamedByMany(t *testing.T) {
	t.Parallel()
	pages := []string{"moth.org/"}
	for i := range mostLooked {
		pages = append(pages, fmt.Sprintf("moth.h%d.test/", i))
	}
	snap, err := filled(t, pages).Fresh(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer snap.Close()
	terms, err := Named(snap, Word{Form: "moth", Typed: "moth", Called: []string{"docs.tiger.test"}})
	if err != nil || len(terms) != 1 || terms[0] != SiteTerm+"docs.tiger.test" {
		t.Errorf("%q, %v", terms, err)
	}
}
