package document

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

// TestLanguageOfElements: an element is stemmed by the language that its markup
// declares, unless its text speaks clearly against it.
func TestLanguageOfElements(t *testing.T) {
	t.Parallel()
	const english = "The weavers of the garden were spinning their remarkable webs every night, and nobody was watching them."
	const german = "Die Spinnen haben in der Nacht ihre Netze gesponnen, und die Weberinnen der Gärten wurden dabei von niemandem gesehen."
	for _, tt := range []struct{ declared, text, want string }{
		{"de", german, "\x01degart"},
		{"de-CH", "Gärten", "\x01degart"},
		{"", german, "\x01ennetz"},
		{"xx", german, "\x01ennetz"},
		{"en", german, "\x01ennetz"},
		{"de", english, "\x01enweaver"},
	} {
		c := change(t, "http://a.test/", "text:"+english, "text:"+english+" again", "text:"+tt.text)
		c.Page.Lang = "en"
		c.Page.Containers = []aranea.Container{{Parent: -1}, {Path: 1, Lang: tt.declared}}
		c.Page.Elements[len(c.Page.Elements)-1].Container = 1
		d := NewMaker(0).Of(c)
		last := d.Record.Elements[len(d.Record.Elements)-1]
		var stems []string
		for _, w := range d.Words() {
			if w.Pos >= last.First && w.Word.Stem() != "" {
				stems = append(stems, w.Word.Stem())
			}
		}
		if got := strings.Join(stems, " "); !strings.Contains(got, tt.want) {
			t.Errorf("declared %q, %.20q: stems %q, want %q", tt.declared, tt.text, got, tt.want)
		}
		if d.Record.Lang != "en" {
			t.Errorf("the page is %s", d.Record.Lang)
		}
	}
}
