package lint

import (
	"strings"

	"github.com/aranea-search/aranea/robotstxt"
	"github.com/aranea-search/aranea/robotstxt/internal/enum"
)

// A LocationFault is the reason why a file at an address is not a robots file.
type LocationFault uint8

// The faults. The zero fault means none.
const (
	LocationOK     LocationFault = 0
	LocationBadURL LocationFault = 1 // not an absolute http or https URL
	LocationCase   LocationFault = 2 // "/Robots.txt": the name must be in lower case
	LocationFolder LocationFault = 3 // "/folder/robots.txt": only the root counts
	LocationName   LocationFault = 4 // a different name
)

var locationFaultNames = [...]string{"ok", "bad-url", "case", "folder", "name"}

// String returns the code of the fault.
func (f LocationFault) String() string {
	return enum.Name(locationFaultNames[:], uint8(f), "location-fault")
}

// CheckLocation returns whether robots look for their file at url.
func CheckLocation(url string) LocationFault {
	_, target, ok := robotstxt.SplitURL(url)
	path, _, _ := strings.Cut(target, "?")
	switch {
	case !ok:
		return LocationBadURL
	case path == "/robots.txt":
		return LocationOK
	case strings.EqualFold(path, "/robots.txt"):
		return LocationCase
	case strings.HasSuffix(strings.ToLower(path), "/robots.txt"):
		return LocationFolder
	}
	return LocationName
}
