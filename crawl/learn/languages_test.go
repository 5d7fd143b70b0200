package learn_test

import (
	"fmt"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/crawl/learn"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/learned"
	"github.com/aranea-search/aranea/store/memstore"
	"github.com/aranea-search/aranea/weburl"
)

// TestCharsetOfSite: the usual charset is that of the first visits to pages that are not in
// UTF-8, and it survives a restart.
func TestCharsetOfSite(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	l, err := learn.New(learned.New(kv))
	if err != nil {
		t.Fatal(err)
	}
	const origin = weburl.Origin("http://a.test")
	for i, name := range []string{"utf-8", "windows-1250", "utf-8", "windows-1250", "windows-1250", "windows-1250", "windows-1250"} {
		if got, err := l.Charset(origin); got != "" || err != nil {
			t.Errorf("after %d pages %q, %v", i, got, err)
		}
		u, err := weburl.Parse(fmt.Sprint(origin, "/", i))
		if err != nil {
			t.Fatal(err)
		}
		for version := range uint32(3) {
			if err := l.Language(&aranea.IndexChange{URL: u, Version: version + 1, Page: &aranea.Page{URL: u, Lang: "hr", Charset: name}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := l.Flush(true); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got, err := l.Charset(origin); got != "windows-1250" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
		if l, err = learn.New(learned.New(kv)); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLanguageOfSite: once enough pages of a site are known, a page whose language cannot be
// detected gets the language of its site; what its text or markup says takes precedence, and
// what was learned survives a restart.
func TestLanguageOfSite(t *testing.T) {
	t.Parallel()
	kv := memstore.New()
	l, err := learn.New(learned.New(kv))
	if err != nil {
		t.Fatal(err)
	}
	const names, german = "Qxz Zrtl Vkqw", "Der Schiffer fuhr am Abend über den breiten Fluss, und niemand wusste, wohin er wollte."
	visit := func(version uint32, path, declared, text string) string {
		u, err := weburl.Parse("http://a.test/" + path)
		if err != nil {
			t.Fatal(err)
		}
		p := &aranea.Page{URL: u, Lang: declared, Text: []byte(text), Elements: []aranea.Element{{End: uint32(len(text))}}}
		if err := l.Language(&aranea.IndexChange{Action: aranea.IndexPut, URL: u, Version: version, Page: p}); err != nil {
			t.Fatal(err)
		}
		return document.Language(p, "")
	}
	see := func(path, declared, text string) string { return visit(1, path, declared, text) }
	see("a", "", german)
	for version := range uint32(20) { // it is one page of its site, however often it is read
		visit(2+version, "a", "", german)
	}
	for i, tt := range []struct{ declared, text, want string }{
		{"", names, "und"}, {"", german, "de"}, {"de-AT", german, "de"}, {"", german, "de"},
		{"", names, "und"}, {"", german, "de"}, {"", names, "de"}, {"sv", names, "sv"},
		{"", "The boatman crossed the wide river in the evening, and nobody knew where he wanted to go.", "en"}, {"", "Лодочник", "ru"},
	} {
		if got := see(string(rune('b'+i)), tt.declared, tt.text); got != tt.want {
			t.Errorf("page %d, %q: %s, want %s", i, tt.text, got, tt.want)
		}
	}
	for i := range 12 {
		see(fmt.Sprintf("more/%d", i), "", german)
	}
	if err := l.Flush(true); err != nil {
		t.Fatal(err)
	}
	if l, err = learn.New(learned.New(kv)); err != nil {
		t.Fatal(err)
	}
	if got := see("later", "", names); got != "de" {
		t.Errorf("in the next process: %s", got)
	}
	u, err := weburl.Parse("http://r.test/a.png")
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if err := l.Language(&aranea.IndexChange{URL: u, Version: 1, Page: &aranea.Page{URL: u, Lang: "ru"}}); err != nil {
			t.Fatal(err)
		}
	}
	const facts = "PNG image, 484 × 316 pixels"
	p := &aranea.Page{URL: u, Format: "image", Text: []byte(facts), Elements: []aranea.Element{{End: uint32(len(facts))}}}
	if err := l.Language(&aranea.IndexChange{URL: u, Page: p}); err != nil || document.Language(p, "") != "ru" {
		t.Errorf("a picture: %s, %v", document.Language(p, ""), err)
	}
}
