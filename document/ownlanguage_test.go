package document_test

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
)

// TestLanguageBesideMenu: of a page that is mostly menu, its own text tells the language if it
// is the one that is declared, or plain.
func TestLanguageBesideMenu(t *testing.T) {
	t.Parallel()
	const menu = "The home of all our products/What is new on this site/About us and our partners/How to get help with the products/Where you can buy them/Terms of use and privacy"
	const german = "Wir sind ein kleiner Betrieb und machen das alles von Hand."
	const chinese = "爬虫在请求页面之前会先读取规则"
	for _, c := range []struct{ name, declared, likely, own, menu, want string }{
		{"declared", "zh", "", chinese, menu, "zh"},
		{"declared, in the alphabet of the menu", "de", "", german, menu, "de"},
		{"declared, of a site in another language", "de", "en", german, menu, "de"},
		{"not declared, and plain", "", "", strings.Repeat(chinese, 3), menu, "zh"},
		{"declared, and too little text", "de", "", "Wir", menu, "en"},
		{"declared, and the text contradicts it", "fr", "", german, menu, "de"},
		{"declared, and no menu", "fr", "", strings.Repeat(german+" ", 20), "Accueil", "de"},
	} {
		p := aranea.Page{Lang: c.declared}
		add := func(text string, linked bool) {
			start := uint32(len(p.Text))
			p.Text = append(p.Text, text...)
			if end := uint32(len(p.Text)); linked {
				p.Elements = append(p.Elements, aranea.Element{Kind: aranea.ElementAnchor, Start: start, End: end})
			}
			p.Elements = append(p.Elements, aranea.Element{Kind: aranea.ElementText, Start: start, End: uint32(len(p.Text))})
			p.Text = append(p.Text, '\n')
		}
		for item := range strings.SplitSeq(c.menu, "/") {
			add(item, true)
		}
		add(c.own, false)
		if got := document.Language(&p, c.likely); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
