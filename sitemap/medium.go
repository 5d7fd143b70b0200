package sitemap

import (
	"cmp"
	"encoding/xml"
	"strconv"
	"strings"
)

// A Medium is a file that is attached to an item of a feed, such as a podcast episode, a picture
// or a document, or that a page of a sitemap shows.
type Medium struct {
	// URL is the URL as written, without surrounding whitespace.
	URL string
	// Type is the media type in lower case, without parameters. If only the group is known, it is
	// "image/*", "audio/*" or "video/*"; if nothing is known, it is "".
	Type string
	// Title is the title according to a sitemap, followed by the description, or "". In feeds the
	// title is that of the item.
	Title string
}

// Maximum numbers of media of one entry; further ones are left out.
const (
	MaxMedia = 16   // of an item of a feed
	MaxShown = 1000 // of a page in a sitemap, according to the image extension
)

// leastSide is the minimum width and height of a picture in pixels; a smaller one is an ornament.
const leastSide = 48

// MediumOf returns the file in the attributes of an element of a feed, and whether there is one:
// enclosure (RSS 2.0), link with rel="enclosure" (RFC 4287), content and thumbnail (Media RSS),
// image (podcasts in iTunes' namespace). Prefixes are ignored.
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

// attribute returns the value of an attribute, ignoring its prefix and case, without surrounding
// whitespace; "" if there is none.
func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if strings.EqualFold(a.Name.Local, name) {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// pixels returns a width or height; an unknown one is not small.
func pixels(side string) int {
	n, err := strconv.Atoi(side)
	if err != nil {
		return leastSide
	}
	return cmp.Or(n, leastSide)
}
