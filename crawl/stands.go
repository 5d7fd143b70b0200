package crawl

import (
	"fmt"

	"github.com/aranea-search/aranea"
)

// conditions returns the validators that the request for an entry carries. The
// answer that nothing was modified leaves everything as it is, so there are none
// if what is known of the page does not stand: then it is asked for in whole.
func (c *Crawler) conditions(e *aranea.Entry) (aranea.Validators, error) {
	none := aranea.Validators{}
	if e.Validators == none || e.Kind != aranea.KindPage {
		return e.Validators, nil
	}
	var stands bool
	switch {
	case e.Indexed: // a killed process may have taken the document out, or hidden it
		id := e.URL.ID()
		stands = c.indexer.Has(id) && !c.indexer.Hidden(id)
	case e.Reason == aranea.DupExact:
		twin, found, err := c.frontier.EntryByID(e.Twin)
		if err != nil {
			return none, fmt.Errorf("look for the twin of %s: %w", e.URL, err)
		}
		stands = found && twin.Found() && twin.Fingerprint == e.Fingerprint
	default:
		stands = ownWords(e.Reason)
	}
	if !stands {
		return none, nil
	}
	return e.Validators, nil
}

// ownWords reports whether a page that is not in the index was left out for what
// its last whole answer said, so that the same answer comes to the same end.
func ownWords(r aranea.Reason) bool {
	switch r {
	case aranea.DirectiveNoIndex, aranea.IndexNoText, aranea.IndexScript, aranea.IndexLogin, aranea.BodyType, aranea.HTTPEmpty:
		return true
	}
	return false
}
