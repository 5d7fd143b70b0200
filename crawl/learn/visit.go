package learn

import (
	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/trap"
	"github.com/aranea-search/aranea/weburl"
)

// A Visit is what one visit showed.
type Visit struct {
	Entry *aranea.Entry // after the visit
	Page  *aranea.Page  // nil if there was none, or its text is too short to compare hosts
	Whole *aranea.Page  // the page, however short; nil if there was none
	// Links are the links found.
	Links []aranea.Discovery
	// Twin is another URL known to have the same text, zero for none.
	Twin weburl.URL
	// Host is the other origin that the robots file of the entry's origin names in a Host line,
	// "" if none; IsRobots says that the visit was for that file.
	Host     weburl.Origin
	IsRobots bool
	// OtherRules says that the robots file may decide differently from the one before.
	OtherRules bool
	// Status is the HTTP status.
	Status int
}

// Known returns the entry of a URL, false if the URL is not known.
type Known func(weburl.ID) (aranea.Entry, bool, error)

// Leads are URLs worth a visit that no page links to.
type Leads struct {
	Compare []weburl.URL // of origins to compare with the visited one
	Probe   weburl.URL   // made up; zero for none
	// Endless is the folder of the visited page if, by this visit, it became a folder that may
	// be endless, became bounded, or ceased to be either; nil for most.
	Endless *trap.Folder
}

// print returns the fingerprint of the page, zero if there is none.
func (v *Visit) print() aranea.Fingerprint {
	if v.Page == nil {
		return aranea.Fingerprint{}
	}
	return v.Page.Fingerprint
}
