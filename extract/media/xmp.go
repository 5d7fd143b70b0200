package media

import (
	"bytes"
	"encoding/xml"
	"strings"

	"github.com/aranea-search/aranea"
)

// Limits on XMP data.
const (
	maxXMPDepth  = 64
	maxXMPTokens = 20_000
)

// xmpKinds maps the local names of the XMP properties that are read to their kinds (ISO 16684-1;
// IPTC Photo Metadata).
var xmpKinds = map[string]aranea.ElementKind{
	"title": aranea.ElementTitle, "Headline": aranea.ElementHeading1, "description": aranea.ElementDescription,
	"subject": aranea.ElementKeywords, "creator": aranea.ElementText, "rights": aranea.ElementText, "City": aranea.ElementText,
	"State": aranea.ElementText, "Country": aranea.ElementText, "Location": aranea.ElementText, "PersonInImage": aranea.ElementText,
	"Event": aranea.ElementText, "AltTextAccessibility": aranea.ElementAlt, "ExtDescrAccessibility": aranea.ElementDescription,
}

// xmpDates are the properties with the date when a picture was taken or made.
var xmpDates = map[string]bool{"DateCreated": true, "DateTimeOriginal": true, "CreateDate": true}

// readXMP reads XMP data: RDF in which a property is an element or an attribute, with its value
// as text or as items of a list.
func readXMP(b []byte, t *tags) {
	d := xml.NewDecoder(bytes.NewReader(bytes.TrimRight(b, "\x00")))
	d.Strict, d.CharsetReader = false, nil
	var open []string // the names of the open elements
	var text strings.Builder
	for range maxXMPTokens {
		token, err := d.Token()
		if err != nil || len(open) > maxXMPDepth {
			return
		}
		switch x := token.(type) {
		case xml.StartElement:
			for _, a := range x.Attr {
				xmpProperty(a.Name.Local, a.Value, t)
			}
			text.Reset()
			open = append(open, x.Name.Local)
		case xml.CharData:
			if text.Len()+len(x) <= maxTag {
				text.Write(x)
			}
		case xml.EndElement:
			for i := len(open) - 1; i >= 0 && i >= len(open)-3; i-- { // the property may contain a list and its items
				if xmpProperty(open[i], text.String(), t) {
					break
				}
			}
			text.Reset()
			open = open[:max(len(open)-1, 0)]
		}
	}
}

// xmpProperty adds the value of a property. It reports whether the property is one of those that
// are read.
func xmpProperty(name, value string, t *tags) bool {
	if xmpDates[name] {
		t.dated("XMP "+name, value)
		return true
	}
	kind, ok := xmpKinds[name]
	switch {
	case !ok:
		return false
	case kind == aranea.ElementTitle:
		t.called(value)
	default:
		t.add(kind, value)
	}
	return true
}
