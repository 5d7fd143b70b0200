package document_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
)

// TestPackLanguages: what a log keeps of the languages of a page makes the same document
// of it, and what does not fit the page harms nothing.
func TestPackLanguages(t *testing.T) {
	t.Parallel()
	page := func(lang, told string, langs ...string) *aranea.Page {
		p := &aranea.Page{Lang: lang, Told: told, Containers: []aranea.Container{{Parent: -1}}}
		for _, l := range langs {
			start := uint32(len(p.Text))
			p.Text = append(p.Text, "Häuser houses maisons\n"...)
			p.Elements = append(p.Elements, aranea.Element{Kind: aranea.ElementBold, Start: start, End: start + 7},
				aranea.Element{Container: uint16(len(p.Containers)), Start: start, End: uint32(len(p.Text)) - 1})
			p.Containers = append(p.Containers, aranea.Container{Lang: l})
		}
		return p
	}
	for _, tt := range []struct {
		name string
		page *aranea.Page
		want string
	}{
		{"declared", page("de-AT", "", "", "de"), "de-AT"},
		{"nothing", page("", "", ""), ""},
		{"told", page("", "en", "", "en-GB"), "\nen"},
		{"parts", page("en", "", "", "de", "fr", "de-AT", "de"), "en\n\nde 23 92\nfr 46\nde-AT 69"},
		{"parts of a page that was told", page("en", "de", "en", "de"), "en\nde\nen 0"},
		{"what is hardly a language", page("two\nlines", "", "de oder so", "x"), "two lines\n\nde 0"},
	} {
		packed := document.PackLanguages(tt.page)
		if packed != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, packed, tt.want)
		}
		got := &aranea.Page{Lang: packed, Text: tt.page.Text, Elements: slices.Clone(tt.page.Elements)}
		for i := range got.Elements {
			got.Elements[i].Container = 0
		}
		if document.UnpackLanguages(got); made(got) != made(tt.page) {
			t.Errorf("%s: %s, want %s", tt.name, made(got), made(tt.page))
		}
	}
	for _, wrong := range []string{"\n", "en\n\n", "en\nde\nfr", "en\n\nfr 0 x 7 23", "\n\nfr 99 0 -1 99999999999", "\n\n 1 2\nde 23"} {
		p := page("", "", "", "")
		p.Lang, p.Containers, p.Elements[1].Container, p.Elements[3].Container = wrong, nil, 0, 0
		document.UnpackLanguages(p)
		made(p)
		for _, e := range p.Elements {
			if len(p.Containers) > 0 && int(e.Container) >= len(p.Containers) {
				t.Errorf("%q: an element in container %d of %d", wrong, e.Container, len(p.Containers))
			}
		}
	}
}

// made shows the language of a page and its words with their stems.
func made(p *aranea.Page) string {
	d := document.NewMaker(0).Of(&aranea.IndexChange{Action: aranea.IndexPut, Page: p})
	out := d.Record.Lang
	for _, w := range d.Words() {
		out += fmt.Sprintf(" %d:%s/%s", w.Pos, w.Word.Form(), w.Word.Stem())
	}
	return out
}
