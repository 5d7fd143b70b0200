package legacy

import (
	"cmp"
	"fmt"
	"slices"
	"unicode/utf16"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
)

// Records of a presentation ([MS-PPT] 2.13.24).
const (
	atomTextKind    = 0x0F9F
	atomTextWide    = 0x0FA0
	atomTextBytes   = 0x0FA8
	boxMaster       = 0x03F8
	boxHandout      = 0x0FC9
	boxList         = 0x0FF0 // the texts of slides; those of masters have instance 1
	boxDocument     = 0x03E8
	boxObjects      = 0x0409
	boxLink         = 0x0FD7
	atomLinkNumber  = 0x0FD3
	atomString      = 0x0FBA // of a link the words (instance 0), the target (1), a place in it (3)
	boxPressed      = 0x0FF2 // what becomes of a press; with instance 1 of the pointer over it
	atomPressed     = 0x0FF3
	atomPressedText = 0x0FDF
	boxShape        = 0xF004
	boxClient       = 0xF011
	atomNumber      = 0x0FD8
	atomDate        = 0x0FF7
	atomAnyDate     = 0x0FF8
	atomHeader      = 0x0FF9
	atomFooter      = 0x0FFA
	atomOwnDate     = 0x1015
	atomHead        = 8
	isBox           = 0xF
	maxNesting      = 32
	cryptToken      = 0xF3D1C4DF
)

// readSlides reads the texts of slides and notes, titles as headings, and their links.
// Where links lead stands apart, in front of the slides or behind them.
func readSlides(b *content.Builder, streams map[string][]byte) error {
	stream := view(streams["PowerPoint Document"])
	if len(stream) < atomHead {
		return fmt.Errorf("%w: no presentation of PowerPoint 97 or later", content.ErrDamaged)
	}
	if view(streams["Current User"]).u32(12) == cryptToken {
		return content.ErrEncrypted
	}
	s := show{b: b, seen: map[string]bool{}}
	s.readTargets(stream, 0)
	s.walk(stream, 0)
	s.write()
	return nil
}

// A show takes the records of a presentation.
type show struct {
	b       *content.Builder
	targets targets[int] // where its links lead, by their numbers
	now     passage
	title   bool            // the next text is a title
	link    string          // where what was pressed last leads
	shape   string          // where the shape that is read leads
	drawn   drawn           // what is said of that shape
	seen    map[string]bool // texts that came: a presentation keeps some of them twice
	kept    int             // bytes of them
}

// maxSeen bounds the texts that are remembered, maxSpans the links in one of them.
const (
	maxSeen  = 4 << 20
	maxSpans = 10_000
)

// A passage is a text whose links, which stand behind it, are to come.
type passage struct {
	units []uint16 // of UTF-16
	title bool
	links []span
}

// A span is what of a text is a link.
type span struct {
	from, to int // units
	target   string
}

// walk reads records, and those within them.
func (s *show) walk(v view, depth int) {
	for at := 0; at+atomHead <= len(v) && !s.b.Full(); {
		head, kind, size := v.u16(at), v.u16(at+2), v.u32(at+4)
		body := v.part(at+atomHead, size)
		at += atomHead + size
		switch {
		case kind == boxMaster || kind == boxHandout || kind == boxList && head>>4 == 1:
		case kind == boxPressed && head>>4 != 0: // what the pointer is over
		case head&0xF == isBox:
			if depth < maxNesting {
				s.box(kind, body, depth+1)
			}
		default:
			s.atom(kind, head>>4, body)
		}
	}
}

// box reads the records within a record. A shape that is a link comes before its text.
func (s *show) box(kind int, body view, depth int) {
	switch kind {
	case boxShape:
		s.write()
		s.shape, s.drawn = "", drawn{}
		s.walk(body, depth)
		s.write()
		s.drawn.target = s.shape // of one without a text, a picture for example
		s.drawn.write(s.b)
		s.shape, s.drawn = "", drawn{}
	case boxClient:
		s.link = ""
		s.walk(body, depth)
		s.shape, s.link = s.link, ""
	default:
		s.walk(body, depth)
	}
}

// atom takes a record that holds no others.
func (s *show) atom(kind, instance int, body view) {
	switch kind {
	case atomTextKind:
		s.title = body.u32(0) == 0 || body.u32(0) == 6
	case atomTextWide:
		s.text(units(body))
	case atomTextBytes:
		wide := make([]uint16, len(body))
		for i, c := range body {
			wide[i] = uint16(c)
		}
		s.text(wide)
	case atomPressed:
		const number, leadsTo, toURL, toFile = 4, 12, 8, 10
		s.link = ""
		if len(body) > leadsTo && body[leadsTo] >= toURL && body[leadsTo] <= toFile {
			s.link = s.targets.to[body.u32(number)]
		}
	case atomPressedText:
		if from, to := body.u32(0), body.u32(4); instance == 0 && s.link != "" && from < to && len(s.now.links) < maxSpans {
			s.now.links = append(s.now.links, span{from, to, s.link})
		}
		s.link = ""
	case atomProperties, atomProperties2, atomProperties3:
		s.drawn.take(body, instance)
	case atomNumber, atomDate, atomAnyDate, atomHeader, atomFooter, atomOwnDate:
		if at := body.u32(0); at < len(s.now.units) { // what the program fills in
			s.now.units[at] = ' '
		}
	}
}

// readTargets notes where the links of the presentation lead ([MS-PPT] 2.10.16).
func (s *show) readTargets(v view, depth int) {
	number, path := 0, ""
	for at := 0; at+atomHead <= len(v); {
		head, kind, size := v.u16(at), v.u16(at+2), v.u32(at+4)
		body := v.part(at+atomHead, size)
		at += atomHead + size
		switch {
		case head&0xF == isBox && (kind == boxDocument || kind == boxObjects || kind == boxLink) && depth < maxNesting:
			s.readTargets(body, depth+1)
		case kind == atomLinkNumber:
			number = body.u32(0)
		case kind == atomString && head>>4 == 1:
			path = relativePath(utf16Text(body))
		}
	}
	if number != 0 {
		s.targets.put(number, path)
	}
}

// text ends the text before, and takes another one.
func (s *show) text(units []uint16) {
	s.write()
	s.now = passage{units: units, title: s.title}
	s.title = false
}

// write writes the paragraphs of the text that is kept, unless it came already.
func (s *show) write() {
	p := s.now
	s.now = passage{}
	if len(p.units) == 0 {
		return
	}
	if s.shape != "" && len(p.links) == 0 {
		p.links = []span{{0, len(p.units), s.shape}}
	}
	s.shape = ""
	key := []byte(string(utf16.Decode(p.units)))
	for _, l := range p.links {
		if len(key) <= maxSeen { // else it is not remembered
			key = append(append(key, 0), l.target...)
		}
	}
	if s.seen[string(key)] {
		return
	}
	if s.kept += len(key); s.kept <= maxSeen {
		s.seen[string(key)] = true
	}
	kind := aranea.ElementText
	if p.title {
		kind = aranea.ElementHeading2
	}
	slices.SortStableFunc(p.links, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	start := 0
	for i := 0; i <= len(p.units); i++ {
		if i == len(p.units) || p.units[i] == '\r' || p.units[i] == '\v' {
			s.b.Block(kind)
			p.links = s.paragraph(p.units, start, i, p.links)
			s.b.End()
			start = i + 1
		}
	}
}

// paragraph writes a part of a text with the links in it, which are in their order, and
// returns those that are not yet at their end.
func (s *show) paragraph(units []uint16, start, end int, links []span) []span {
	for len(links) > 0 && links[0].from < end {
		l := links[0]
		from, to := max(l.from, start), min(l.to, end)
		if from < to {
			s.b.Write(string(utf16.Decode(units[start:from])))
			s.b.Link(l.target)
			s.b.Write(string(utf16.Decode(units[from:to])))
			s.b.EndLink()
			start = to
		}
		if l.to > end {
			break
		}
		links = links[1:]
	}
	s.b.Write(string(utf16.Decode(units[start:end])))
	return links
}

// pages are the code pages by the numbers that properties name.
var pages = map[int]string{
	932: "shift_jis", 936: "gb18030", 949: "euc-kr", 950: "big5", 1250: "windows-1250", 1251: "windows-1251", 1253: "windows-1253",
	1254: "windows-1254", 1255: "windows-1255", 1256: "windows-1256", 1257: "windows-1257", 1258: "windows-1258", 874: "windows-874",
}

// textIn decodes the text of a property.
func textIn(page int, v view) string {
	for len(v) > 0 && v[len(v)-1] == 0 {
		v = v[:len(v)-1]
	}
	switch page {
	case 65001:
		return string(v)
	case 1200:
		return utf16Text(v)
	}
	if enc, err := htmlindex.Get(pages[page]); err == nil {
		if text, err := enc.NewDecoder().Bytes(v); err == nil {
			return string(text)
		}
	}
	return westernText(v)
}
