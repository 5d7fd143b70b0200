package learn

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
)

// A Visit is what one visit showed.
type Visit struct {
	Entry *aranea.Entry // as it is after the visit
	Page  *aranea.Page  // nil if there was none, or its text is too short to compare hosts by
	Whole *aranea.Page  // the page, however short; nil if there was none
	// Links are what it named.
	Links []aranea.Discovery
	// Twin is another URL that is known to have the same text, zero if none is.
	Twin weburl.URL
	// Host is the other origin that the robots file of the entry's origin names in
	// a Host line, "" if none; IsRobots says that the visit was for that file.
	Host     weburl.Origin
	IsRobots bool
	// OtherRules says that the robots file may decide otherwise than the one before.
	OtherRules bool
	// Status is that of the answer.
	Status int
}

// Known answers what is known of a URL.
type Known func(weburl.ID) (aranea.Entry, bool, error)

// Leads are URLs that nobody has linked to and that are worth a visit.
type Leads struct {
	Compare []weburl.URL // of origins with which the visited one is compared
	Probe   weburl.URL   // made up; zero for none
	// Endless is the folder of the visited page if it is taken for one that may have no
	// end since this visit, is bounded, or is so no longer; nil for most.
	Endless *trap.Folder
}

// print returns the fingerprint of the page, zero if there is none.
func (v *Visit) print() aranea.Fingerprint {
	if v.Page == nil {
		return aranea.Fingerprint{}
	}
	return v.Page.Fingerprint
}
