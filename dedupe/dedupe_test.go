package dedupe

import (
	"strings"
	"testing"

	"github.com/aranea-search/aranea"
)

func page(text string, kind aranea.ElementKind) *aranea.Page {
	return &aranea.Page{Text: []byte(text), Elements: []aranea.Element{{Kind: kind, End: uint32(len(text))}}}
}

func TestOf(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("the same words again ", 10)
	a, b := Of(page(long, aranea.ElementText)), Of(page(long, aranea.ElementText))
	if a != b || a.IsZero() {
		t.Error("copies have different fingerprints")
	}
	if Of(page(long+"x", aranea.ElementText)) == a {
		t.Error("different texts share a fingerprint")
	}
	if Of(page(long, aranea.ElementCell)) == a {
		t.Error("different elements share a fingerprint")
	}
	if !Of(page("short", aranea.ElementText)).IsZero() {
		t.Error("a nearly empty page has a fingerprint")
	}
	linked := page(long, aranea.ElementText)
	linked.Elements = append(linked.Elements, aranea.Element{Kind: aranea.ElementAnchor, End: 3})
	if Of(linked) != a {
		t.Error("a link inside the text changes the fingerprint")
	}
}

func BenchmarkOf(b *testing.B) {
	p := page(strings.Repeat("the same words again ", 400), aranea.ElementText)
	b.SetBytes(int64(len(p.Text)))
	for b.Loop() {
		Of(p)
	}
}
