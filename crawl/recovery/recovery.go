package recovery

import (
	"fmt"
	"time"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/dedupe"
	"github.com/aranea-search/aranea/dedupe/version"
	"github.com/aranea-search/aranea/weburl"
)

// An Index answers questions about documents.
type Index interface {
	// Has reports whether the document of a URL is in the index.
	Has(id weburl.ID) bool
	// Hidden reports whether that document is kept but not found.
	Hidden(id weburl.ID) bool
	// Later reports whether that document is from a visit later than an instant.
	Later(id weburl.ID, at time.Time) bool
	// Sketch returns the sketch of the text of that document, 0 if it has none, or can only be found with
	// a secret.
	Sketch(id weburl.ID) uint64
}

// Entries looks up the twins of pages.
type Entries interface {
	// EntryByID returns the entry of a URL, false if the URL is not known.
	EntryByID(id weburl.ID) (aranea.Entry, bool, error)
}

// Copies decides which of two pages with the same text is in the index.
type Copies interface {
	// GivesWay returns why a page that is in the index gives way to another one, "" if it does
	// not.
	GivesWay(page *aranea.Entry, to weburl.URL) (why string, err error)
}

// Conditions returns the validators to send with the request for an entry. A "not modified"
// answer leaves everything as it is, so there are none if the document of the page is not as its
// entry says, or the page that it calls canonical is found meanwhile: then the page is requested in
// full.
func Conditions(e *aranea.Entry, x Index, known Entries, copies Copies) (aranea.Validators, error) {
	none := aranea.Validators{}
	if e.Validators == none || e.Kind != aranea.KindPage {
		return e.Validators, nil
	}
	if stands, err := Stands(e, x, known, copies); err != nil || !stands {
		return none, err
	}
	if yields, err := mayYield(e, x, known); err != nil || yields {
		return none, err
	}
	return e.Validators, nil
}

// Stands reports whether the state of a visited page is consistent: its document or that of its
// twin is in the index as its last visit left it, or that visit left it out because of what the
// page itself says. A twin that gives way to the page now does not count.
func Stands(e *aranea.Entry, x Index, known Entries, copies Copies) (bool, error) {
	switch {
	case e.Indexed: // a killed process may have deleted or hidden the document, or put a newer one
		id := e.URL.ID()
		return x.Has(id) && !x.Hidden(id) && !x.Later(id, e.VisitedAt), nil
	case e.Reason == aranea.DupExact:
		twin, found, err := known.EntryByID(e.Twin)
		if err != nil {
			return false, fmt.Errorf("look for the twin of %s: %w", e.URL, err)
		}
		if !found || !twin.Found() || twin.Fingerprint != e.Fingerprint {
			return false, nil
		}
		why, err := copies.GivesWay(&twin, e.URL)
		return why == "" || e.Target != "", err // what calls another page canonical takes no place
	}
	return ownWords(e.Reason), nil
}

// mayYield reports whether a page in the index may give way to the one that it called canonical at its last
// visit, because that is found now: as crawl.yields decides by a full answer, as far as that can be told without.
func mayYield(e *aranea.Entry, x Index, known Entries) (bool, error) {
	to, is := another(e)
	if !is {
		return false, nil
	}
	canonical, there, err := known.EntryByID(to.ID())
	if err != nil {
		return false, fmt.Errorf("look for %s, the canonical URL of %s: %w", to, e.URL, err)
	}
	switch {
	case !there || !canonical.Found():
		return false, nil
	case to.Path() == e.URL.Path():
		return true, nil
	case to.Origin() != e.URL.Origin():
		return false, nil
	}
	_, _, versions := version.SamePage(e.URL, to)
	return !versions && dedupe.BearsOut(x.Sketch(e.URL.ID()), x.Sketch(to.ID())), nil
}

// another returns the other page of its site that a page in the index called canonical, if it did.
func another(e *aranea.Entry) (to weburl.URL, is bool) {
	if !e.Indexed || e.Target == "" {
		return to, false
	}
	to, err := weburl.Parse(e.Target)
	return to, err == nil && to != e.URL && to.Origin().Site() == e.URL.Origin().Site()
}

// ownWords reports whether a page that is not indexed was left out because of its last full
// answer, so that the same answer leads to the same result.
func ownWords(r aranea.Reason) bool {
	switch r {
	case aranea.DirectiveNoIndex, aranea.ScopeNoIndex, aranea.IndexNoText, aranea.IndexScript, aranea.IndexData, aranea.RenderFailed, aranea.IndexLogin, aranea.BodyType, aranea.HTTPEmpty:
		return true
	}
	return false
}

// DropOrphan makes an outcome delete a document that the index has although the page is not to
// be indexed: a killed process had put it in, and the repeated visit ended differently.
func DropOrphan(out *aranea.Outcome, x Index) {
	e := &out.Entry
	if e.Kind != aranea.KindPage || e.Indexed || e.State == aranea.StateQueued || out.Index.Action != aranea.IndexKeep {
		return
	}
	if x.Has(e.URL.ID()) {
		out.Index = aranea.IndexChange{Action: aranea.IndexDelete, URL: e.URL, Version: e.Visits}
	}
}

// Missing returns the change that the document of an entry needs when its origin is redecided,
// in addition to what the change of the entry itself implies; IndexKeep if none.
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
