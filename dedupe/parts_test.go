package dedupe

import (
	"slices"
	"testing"

	"github.com/aranea-search/aranea"
)

// TestParts: what a list says does not depend on which items stand beside each other, nor on its headings and labels.
func TestParts(t *testing.T) {
	t.Parallel()
	item := func(i int) block {
		text := article(400)
		return block{kind: aranea.ElementListItem, text: text[100*i : 100*i+90]}
	}
	var all []uint64
	for i := range 10 {
		all = append(all, Parts(pageOf(item(i)), 1000)...)
	}
	list := Parts(pageOf(block{kind: aranea.ElementHeading1, text: "Some of all that there is on this site, for you to choose from"}, item(7), block{kind: aranea.ElementText, text: "Four that are large"}, item(2), item(5), item(9)), 1000)
	if len(list) == 0 || slices.ContainsFunc(list, func(n uint64) bool { return !slices.Contains(all, n) }) {
		t.Errorf("%d runs of a list, not all of which its items have", len(list))
	}
	if n := len(Runs(pageOf(item(7), item(2), item(5), item(9)), 1000)); n <= len(list) {
		t.Errorf("%d runs beyond blocks, %d within", n, len(list))
	}
}

// TestNameWords: the words of the title, the first heading and images name a page.
func TestNameWords(t *testing.T) {
	t.Parallel()
	p := pageOf(block{kind: aranea.ElementTitle, text: "Red shoes 12"}, block{kind: aranea.ElementHeading1, text: "Shoes"}, block{kind: aranea.ElementHeading2, text: "More"}, block{kind: aranea.ElementAlt, text: "A boot"}, block{kind: aranea.ElementText, text: "Text"})
	if got, want := NameWords(p, 100), WordsOf("red shoes shoes a boot", 100); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if n := len(NameWords(p, 3)); n > 3 {
		t.Errorf("%d words, at most 3", n)
	}
}
