package document_test

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
)

// TestLanguage: running text tells the language, not the tables, and not the
// beginning of a page alone.
func TestLanguage(t *testing.T) {
	t.Parallel()
	const german = "Der Roboter liest die Regeln der Seite, bevor er eine Seite anfordert, und er wartet."
	const english = "The list of all the options that the program takes, with what they are for, in order."
	for _, c := range []struct {
		name     string
		declared string
		elements []aranea.ElementKind
		texts    []string
		want     string
	}{
		{"nothing", "", nil, nil, "und"},
		{"declared", "sv", nil, nil, "sv"},
		{"one long element", "", []aranea.ElementKind{aranea.ElementText}, []string{strings.Repeat(german+" ", 20)}, "de"},
		{"declared with its region", "de-AT", []aranea.ElementKind{aranea.ElementText}, []string{strings.Repeat(german+" ", 20)}, "de"},
		{"one long element of another language than is declared", "en", []aranea.ElementKind{aranea.ElementText}, []string{strings.Repeat(german+" ", 20)}, "de"},
		{"a long element without spaces", "", []aranea.ElementKind{aranea.ElementText}, []string{strings.Repeat("爬虫在请求页面之前会先读取网站的规则并在两次请求之间等待", 9)}, "zh"},
		{"a title alone", "", []aranea.ElementKind{aranea.ElementTitle}, []string{"Der Weg durch die Seiten und zurück"}, "de"},
		{"tables do not count", "", []aranea.ElementKind{aranea.ElementCell, aranea.ElementText}, []string{strings.Repeat(english+" ", 50), german}, "de"},
		{"tables that hold all there is", "", []aranea.ElementKind{aranea.ElementCell}, []string{strings.Repeat(english+" ", 50)}, "en"},
		{
			"a long beginning in another language", "en",
			[]aranea.ElementKind{aranea.ElementText, aranea.ElementText, aranea.ElementText},
			[]string{english, strings.Repeat(german+" ", 30), strings.Repeat(german+" ", 300)}, "de",
		},
	} {
		p := aranea.Page{Lang: c.declared}
		for i, text := range c.texts {
			start := len(p.Text)
			p.Text = append(p.Text, text...)
			p.Elements = append(p.Elements, aranea.Element{Kind: c.elements[i], Start: uint32(start), End: uint32(len(p.Text))})
			p.Text = append(p.Text, '\n')
		}
		if got := document.Language(&p, ""); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestLanguageOfLists: where there are no sentences, what is expected is confirmed by a few
// words, and another language is told all the same.
func TestLanguageOfLists(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, likely, want string }{
		{"Kräuter und Gewürze/Verzeichnis der Gärten/Häufige Fragen", "de", "de"},
		{"Kräuter und Gewürze/Verzeichnis der Gärten/Häufige Fragen zu unseren Blumen", "en", "de"},
		{"Mint/Sage/Dill", "de", "und"},
	} {
		var p aranea.Page
		for item := range strings.SplitSeq(c.text, "/") {
			start := uint32(len(p.Text))
			p.Text = append(p.Text, item...)
			p.Elements = append(p.Elements, aranea.Element{Kind: aranea.ElementListItem, Start: start, End: uint32(len(p.Text))})
			p.Text = append(p.Text, '\n')
		}
		if got := document.Language(&p, c.likely); got != c.want {
			t.Errorf("%s, %s expected: %s, want %s", c.text, c.likely, got, c.want)
		}
	}
}

// TestLanguageAtTwoPlaces: what is expected is told by the text at two places if that
// confirms it and the words of the others are not plainly of another language, and else by
// the text of all of the page.
func TestLanguageAtTwoPlaces(t *testing.T) {
	t.Parallel()
	const german = "Verzeichnis\nKräutergärten\nHäufige\nFragen\nGewürze\nDer Roboter liest die Regeln der Seite, bevor er eine Seite anfordert, und er wartet."
	const english = "The\nPage\nWhich\nShows\nNothing\nThe list of all the options that the program takes, with what they are for, in order."
	for _, c := range []struct {
		name         string
		least, most  int // sizes of the lines that the page has
		likely, want string
	}{
		{"sentences, confirmed", 60, 999, "de", "de"},
		{"sentences, not confirmed", 60, 999, "fr", "en"},
		{"sentences, nothing expected", 60, 999, "", "en"},
		{"words, in most places of another", 0, 59, "de", "en"},
		{"words, not confirmed", 0, 59, "fr", "en"},
		{"words, nothing expected", 0, 59, "", "en"},
	} {
		var p aranea.Page
		for i := range 40 {
			text := english
			if place := i % 20; place >= 8 && place < 13 {
				text = german
			}
			for line := range strings.SplitSeq(text, "\n") {
				if len(line) < c.least || len(line) > c.most {
					continue
				}
				start := uint32(len(p.Text))
				p.Text = append(p.Text, line...)
				p.Elements = append(p.Elements, aranea.Element{Kind: aranea.ElementListItem, Start: start, End: uint32(len(p.Text))})
				p.Text = append(p.Text, '\n')
			}
		}
		if got := document.Language(&p, c.likely); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestLanguageOfOneLine: the line of a page that has no other is evidence once, though
// two places of the page lie in it.
func TestLanguageOfOneLine(t *testing.T) {
	t.Parallel()
	p := aranea.Page{Text: []byte("answer was being received,\n")}
	p.Elements = []aranea.Element{{Kind: aranea.ElementListItem, End: uint32(len(p.Text) - 1)}}
	if got := document.Language(&p, "de"); got == "de" {
		t.Errorf("%s is %s", p.Text, got)
	}
}
