package sitemap

import (
	"cmp"
	"encoding/xml"
	"strconv"
	"strings"
)

// A Medium is a file that an item of a feed brings along: the sound of a podcast, a
// picture, a document.
type Medium struct {
	// URL is as it was written, without whitespace around it.
	URL string
	// Type is its media type in lower case, without parameters. Where no more than its
	// group is said, it is "image/*", "audio/*" or "video/*"; "" if nothing is.
	Type string
}

// MaxMedia is how many media of one item are kept; further ones are left out.
const MaxMedia = 16

// leastSide is the width and height in pixels of the smallest picture; what is declared to
// be less is an ornament.
const leastSide = 48

// MediumOf returns the file that an element of a feed names by its attributes, and whether
// it names one: enclosure (RSS 2.0), link with rel="enclosure" (RFC 4287), content and
// thumbnail (Media RSS), image (podcasts in iTunes' namespace). Prefixes are not looked at.
func MediumOf(e xml.StartElement) (Medium, bool) {
	value := map[string]string{}
	for _, a := range e.Attr {
		value[strings.ToLower(a.Name.Local)] = strings.TrimSpace(a.Value)
	}
	var m Medium
	switch strings.ToLower(e.Name.Local) {
	case "enclosure", "content":
		m = Medium{value["url"], value["type"]}
		if group := value["medium"]; m.Type == "" && (group == "image" || group == "audio" || group == "video") {
			m.Type = group + "/*"
		}
	case "link":
		if strings.EqualFold(value["rel"], "enclosure") {
			m = Medium{value["href"], value["type"]}
		}
	case "thumbnail":
		m = Medium{value["url"], "image/*"}
	case "image":
		m = Medium{value["href"], "image/*"}
	}
	media, _, _ := strings.Cut(m.Type, ";")
	m.Type = strings.ToLower(strings.TrimSpace(media))
	isSmall := strings.HasPrefix(m.Type, "image/") && min(pixels(value["width"]), pixels(value["height"])) < leastSide
	return m, m.URL != "" && len(m.URL) <= MaxLoc && !isSmall
}

// pixels returns a width or height; one that is not said is not small.
func pixels(side string) int {
	n, err := strconv.Atoi(side)
	if err != nil {
		return leastSide
	}
	return cmp.Or(n, leastSide)
}
