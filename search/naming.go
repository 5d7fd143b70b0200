package search

import (
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/search/condition"
	"github.com/aranea-search/aranea/search/domain"
	"github.com/aranea-search/aranea/search/term"
)

// sitesOf returns the terms of the sites that a word, given by its form and as it was typed, names for
// a searcher from whom guard hides pages, if it is not nil. Where they would be too many, only those
// with pages that the searcher may see count, so that nobody learns of others by what a word does not
// name.
func sitesOf(snap *index.Snapshot, terms *term.Opener, guard *condition.Condition, form, typed string) ([]string, error) {
	sites, err := domain.Named(snap, form, typed)
	if err != nil || len(sites) <= domain.MostNamed {
		return sites, err
	}
	var open []string
	for _, site := range sites {
		is, err := guard.Shows(snap, terms, site)
		if err != nil {
			return nil, err
		}
		if is {
			open = append(open, site)
		}
		if len(open) > domain.MostNamed {
			return nil, nil
		}
	}
	return open, nil
}
