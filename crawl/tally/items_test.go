package tally

import (
	"testing"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/pageitem"
)

// TestItems: web pages are counted, with what they have; documents of other formats cannot have any.
func TestItems(t *testing.T) {
	t.Parallel()
	var one Tally
	visit := func(page *aranea.Page) { one.Add(&aranea.Entry{}, page, &aranea.Outcome{}) }
	visit(nil)
	visit(&aranea.Page{Format: "pdf"})
	if got := one.Counts().Items; got.Read || got.Had != nil {
		t.Errorf("without a web page: %+v", got)
	}
	quote := pageitem.Item{Kind: "quote", Fields: pageitem.Fields{{Name: "text", Values: []string{"x"}}}}
	visit(&aranea.Page{Format: "html"})
	before := one.Counts().Items
	visit(&aranea.Page{Format: "html", Items: pageitem.List{All: []pageitem.Item{quote, {Kind: "job"}, quote}}})
	if !before.Read || len(before.Had) != 0 {
		t.Errorf("a page without items: %+v", before)
	}
	got := before.Add(one.Counts().Items)
	for name, want := range map[pageitem.Name]bool{{Kind: "quote"}: true, {Kind: "quote", Field: "text"}: true, {Kind: "job"}: true, {Kind: "job", Field: "text"}: false, {Kind: "text"}: false} {
		if got.Had.Has(name) != want || len(got.Had) != 3 {
			t.Errorf("%v: not %t in %v", name, want, got.Had)
		}
	}
}
