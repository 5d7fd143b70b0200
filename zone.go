package aranea

import "fmt"

// A Zone says what part a block of a page plays on its site: whether it says what the page is
// about, or what every page of the site says.
type Zone uint8

// The zones. The zero zone is what the page is about. The numbers are part of the
// index format.
const (
	ZoneMain        Zone = 0
	ZoneTemplate    Zone = 1 // what many pages of the site have in common
	ZoneNavigation  Zone = 2 // links that lead through the site
	ZoneLinks       Zone = 3 // links that differ from page to page
	ZoneAdvertising Zone = 4
	ZoneHidden      Zone = 5 // what a browser does not show at first, and what a mail quotes
)

// Zones is the number of zones.
const Zones = 6

var zoneNames = [Zones]string{"main", "template", "navigation", "links", "advertising", "hidden"}

// String returns the zone's name, for example "navigation".
func (z Zone) String() string {
	if int(z) < len(zoneNames) {
		return zoneNames[z]
	}
	return fmt.Sprintf("zone(%d)", uint8(z))
}

// A Container is an element of a web page's markup that holds blocks, together with
// all others of the page that have the same path.
type Container struct {
	// Path is a hash of the names and classes of the container and of all containers
	// around it.
	Path   uint32
	Parent int16  // the index of the enclosing container in Page.Containers, -1 for none
	Zone   Zone   // what the markup calls it or an enclosing container; ZoneMain for nothing
	Name   string // its own part of the path, for example "div.sidebar"
	Lang   string // the language that the markup declares for it, "" for none
	Rule   int    // the line of the operator's rule for its zone, 0 for none
}
