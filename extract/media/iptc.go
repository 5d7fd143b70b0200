package media

import (
	"encoding/binary"
	"strings"

	"github.com/aranea-search/aranea"
)

// iptcResource is the Photoshop resource with IPTC data.
const iptcResource = 0x0404

// readResources finds IPTC data among the image resources of Photoshop.
func readResources(b []byte, t *tags) {
	for len(b) >= 12 && string(b[:4]) == "8BIM" {
		id := binary.BigEndian.Uint16(b[4:])
		name := uint64(b[6]) + 1
		_, b = cutAt(b, 6+name+name&1)
		if len(b) < 4 {
			return
		}
		n := uint64(binary.BigEndian.Uint32(b))
		data, rest := cutAt(b[4:], n)
		if id == iptcResource {
			readIPTC(data, t)
		}
		_, b = cutAt(rest, n&1)
	}
}

// The datasets of the application record that are read (IPTC IIM 4.2).
const (
	iptcTitle     = 5
	iptcKeyword   = 25
	iptcDate      = 55
	iptcByline    = 80
	iptcCity      = 90
	iptcPlace     = 92
	iptcState     = 95
	iptcCountry   = 101
	iptcHeadline  = 105
	iptcCredit    = 110
	iptcCopyright = 116
	iptcCaption   = 120
)

// readIPTC reads IPTC data.
func readIPTC(b []byte, t *tags) {
	var keywords []string
	for len(b) >= 5 && b[0] == 0x1C {
		record, set, n := b[1], b[2], uint64(binary.BigEndian.Uint16(b[3:]))
		if n >= 1<<15 { // an extended length, for data that is not text
			break
		}
		data, rest := cutAt(b[5:], n)
		b = rest
		if record != 2 {
			continue
		}
		switch text := legacy(data); set {
		case iptcTitle:
			t.called(text)
		case iptcKeyword:
			keywords = append(keywords, text)
		case iptcDate:
			t.dated("IPTC Date Created", text)
		case iptcByline, iptcCity, iptcPlace, iptcState, iptcCountry, iptcCredit, iptcCopyright:
			t.add(aranea.ElementText, text)
		case iptcHeadline:
			t.add(aranea.ElementHeading1, text)
		case iptcCaption:
			t.add(aranea.ElementDescription, text)
		}
	}
	t.add(aranea.ElementKeywords, strings.Join(keywords, ", "))
}
