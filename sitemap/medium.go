package sitemap

import (
	"cmp"
	"encoding/xml"
	"strconv"
	"strings"
)

// A Medium is a file that an item of a feed brings along, such as the sound of a podcast, a
// picture or a document, or that a sitemap says a page shows.
type Medium struct {
	// URL is as it was written, without whitespace around it.
	URL string
	// Type is its media type in lower case, without parameters. Where no more than its
	// group is said, it is "image/*", "audio/*" or "video/*"; "" if nothing is.
	Type string
	// Title is what a sitemap says of it: its title, with what describes it behind that; ""
	// if it says nothing. In feeds the title is that of the item.
	Title string
}

// How many media are kept of one entry; further ones are left out.
const (
	MaxMedia = 16   // of an item of a feed
	MaxShown = 1000 // of a page in a sitemap, as the extension for images has it
)

// leastSide is the width and height in pixels of the smallest picture; what is declared to
// be less is an ornament.
const leastSide = 48

// MediumOf returns the file that an element of a feed names by its attributes, and whether
// it names one: enclosure (RSS 2.0), link with rel="enclosure" (RFC 4287), content and
// thumbnail (Media RSS), image (podcasts in iTunes' namespace). Prefixes are not looked at.
func MediumOf(e xml.StartElement) (Medium, bool) {
	var m Medium
	switch strings.ToLower(e.Name.Local) {
	case "enclosure", "content":
		m = Medium{URL: attribute(e, "url"), Type: attribute(e, "type")}
		if group := attribute(e, "medium"); m.Type == "" && (group == "image" || group == "audio" || group == "video") {
			m.Type = group + "/*"
		}
	case "link":
		if strings.EqualFold(attribute(e, "rel"), "enclosure") {
			m = Medium{URL: attribute(e, "href"), Type: attribute(e, "type")}
		}
	case "thumbnail":
		m = Medium{URL: attribute(e, "url"), Type: "image/*"}
	case "image":
		m = Medium{URL: attribute(e, "href"), Type: "image/*"}
	}
	if m.URL == "" || len(m.URL) > MaxLoc {
		return Medium{}, false
	}
	media, _, _ := strings.Cut(m.Type, ";")
	m.Type = strings.ToLower(strings.TrimSpace(media))
	isSmall := strings.HasPrefix(m.Type, "image/") && min(pixels(attribute(e, "width")), pixels(attribute(e, "height"))) < leastSide
	return m, !isSmall
}

// attribute returns the value of an attribute, whatever its prefix and its capitals, without
// whitespace around it; "" if there is none.
func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if strings.EqualFold(a.Name.Local, name) {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// pixels returns a width or height; one that is not said is not small.
func pixels(side string) int {
	n, err := strconv.Atoi(side)
	if err != nil {
		return leastSide
	}
	return cmp.Or(n, leastSide)
}
