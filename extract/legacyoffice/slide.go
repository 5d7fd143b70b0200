package legacyoffice

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
	atomString      = 0x0FBA // words (instance 0), target (1), or place in it (3) of a link
	boxPressed      = 0x0FF2 // action of a press; with instance 1 of the pointer over it
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

// readSlides reads the texts of slides and notes, titles as headings, and their links. The
// targets of links are stored separately, before or after the slides.
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

// A show reads the records of a presentation.
type show struct {
	b       *content.Builder
	targets targets[int] // the targets of its links, by their numbers
	now     passage
	title   bool            // the next text is a title
	link    string          // target of the last press action
	shape   string          // target of the current shape
	drawn   drawn           // description of that shape
	seen    map[string]bool // texts that were written: a presentation stores some of them twice
	kept    int             // total bytes of them
}

// maxSeen limits the bytes of texts that are remembered, maxSpans the links in one of them.
const (
	maxSeen  = 4 << 20
	maxSpans = 10_000
)

// A passage is a text whose links, which are stored after it, have not been read yet.
type passage struct {
	units []uint16 // of UTF-16
	title bool
	links []span
}

// A span is a part of a text that is a link.
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
		case kind == boxPressed && head>>4 != 0: // the action of the pointer over it
		case head&0xF == isBox:
			if depth < maxNesting {
				s.box(kind, body, depth+1)
			}
		default:
			s.atom(kind, head>>4, body)
		}
	}
}

// box reads the records within a record. The link of a shape comes before its text.
func (s *show) box(kind int, body view, depth int) {
	switch kind {
	case boxShape:
		s.write()
		s.shape, s.drawn = "", drawn{}
		s.walk(body, depth)
		s.write()
		s.drawn.target = s.shape // of a shape without a text, for example a picture
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

// atom handles a record that contains no others.
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
		if at := body.u32(0); at < len(s.now.units) { // filled in by the program
			s.now.units[at] = ' '
		}
	}
}

// readTargets reads the targets of the links of the presentation ([MS-PPT] 2.10.16).
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

// text writes the previous text, and starts another one.
func (s *show) text(units []uint16) {
	s.write()
	s.now = passage{units: units, title: s.title}
	s.title = false
}

// write writes the paragraphs of the current text, unless it was written already.
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
		if len(key) <= maxSeen { // otherwise it is not remembered
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

// paragraph writes a part of a text with its links, which are ordered, and returns those that
// continue after it.
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

// pages are the code pages by the numbers used in properties.
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
