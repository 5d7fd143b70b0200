package tally

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/internal/pageitem"
)

// Items says what the web pages of a run had of the records that the operator wants.
type Items struct {
	Read bool           // whether there was any web page
	Had  pageitem.Names // the kinds, and the fields with a value
}

// Add returns the sum of both.
func (i Items) Add(o Items) Items { return Items{i.Read || o.Read, i.Had.Add(o.Had)} }

// count counts the page of a visit, nil if there is none.
func (i *Items) count(page *aranea.Page) {
	if page != nil && page.Format == "html" {
		*i = Items{true, i.Had.With(&page.Items)}
	}
}
