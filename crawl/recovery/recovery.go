package recovery

import (
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/weburl"
)

// An Index is asked for what is known of documents.
type Index interface {
	// Has reports whether the document of a URL is in the index.
	Has(id weburl.ID) bool
	// Hidden reports whether that document is kept and not found.
	Hidden(id weburl.ID) bool
	// Later reports whether that document is of a visit later than an instant.
	Later(id weburl.ID, at time.Time) bool
}

// Entries are asked for the twins of pages.
type Entries interface {
	// EntryByID returns the entry of a URL, false if the URL is not known.
	EntryByID(id weburl.ID) (aranea.Entry, bool, error)
}

// Conditions returns the validators that the request for an entry carries. The
// answer that nothing was modified leaves everything as it is, so there are none
// if what is known of the page does not stand: then it is asked for in whole.
func Conditions(e *aranea.Entry, x Index, known Entries) (aranea.Validators, error) {
	none := aranea.Validators{}
	if e.Validators == none || e.Kind != aranea.KindPage {
		return e.Validators, nil
	}
	if stands, err := Stands(e, x, known); err != nil || !stands {
		return none, err
	}
	return e.Validators, nil
}

// Stands reports whether what is known of a visited page stands: its document or that
// of its twin is in the index as its last visit left it, or that visit left it out for
// what the page itself says.
func Stands(e *aranea.Entry, x Index, known Entries) (bool, error) {
	switch {
	case e.Indexed: // a killed process may have taken the document out, hidden it, or put a newer one
		id := e.URL.ID()
		return x.Has(id) && !x.Hidden(id) && !x.Later(id, e.VisitedAt), nil
	case e.Reason == aranea.DupExact:
		twin, found, err := known.EntryByID(e.Twin)
		if err != nil {
			return false, fmt.Errorf("look for the twin of %s: %w", e.URL, err)
		}
		return found && twin.Found() && twin.Fingerprint == e.Fingerprint, nil
	}
	return ownWords(e.Reason), nil
}

// ownWords reports whether a page that is not in the index was left out for what
// its last whole answer said, so that the same answer comes to the same end.
func ownWords(r aranea.Reason) bool {
	switch r {
	case aranea.DirectiveNoIndex, aranea.IndexNoText, aranea.IndexScript, aranea.IndexData, aranea.RenderFailed, aranea.IndexLogin, aranea.BodyType, aranea.HTTPEmpty:
		return true
	}
	return false
}

// DropOrphan lets an outcome take a document out that the index holds although
// the page is not to be in it: a killed process had put it in, and the visit that
// repeats its own came to another end.
func DropOrphan(out *aranea.Outcome, x Index) {
	e := &out.Entry
	if e.Kind != aranea.KindPage || e.Indexed || e.State == aranea.StateQueued || out.Index.Action != aranea.IndexKeep {
		return
	}
	if x.Has(e.URL.ID()) {
		out.Index = aranea.IndexChange{Action: aranea.IndexDelete, URL: e.URL, Version: e.Visits}
	}
}

// Missing returns what the document of an entry needs when its origin is decided
// on anew, besides what a change of the entry itself says; IndexKeep if nothing.
func Missing(e *aranea.Entry, changed bool, x Index) aranea.IndexChange {
	id := e.URL.ID()
	c := aranea.IndexChange{URL: e.URL, Version: e.Visits}
	switch {
	case !changed && e.Found() && x.Hidden(id):
		c.Action = aranea.IndexShow
	case !e.Indexed && e.State == aranea.StateExcluded && x.Has(id):
		c.Action = aranea.IndexDelete
	}
	return c
}
