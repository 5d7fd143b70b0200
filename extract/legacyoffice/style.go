package legacyoffice

import (
	"slices"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
)

// Offsets and sizes of the formatting of paragraphs and characters in Word ([MS-DOC] 2.5.6, and
// STSH, STD, PlcBteChpx, ChpxFkp, PlcBtePapx, PapxFkp).
const (
	fibStyles       = 0xA2
	fibCharacters   = 0xFA
	fibParagraphs   = 0x0102
	pageBytes       = 512 // of a formatting page
	pageNumber      = 1<<22 - 1
	paragraphEntry  = 13
	characterEntry  = 1
	styleKinds      = 4 // bits of its kind, after which its base follows
	styleParts      = 6 // offset of the number of parts of its properties
	noStyle         = 0xFFF
	styleParagraph  = 1
	styleCharacter  = 2
	styleTitle      = 62
	headingLevels   = 9
	maxBases        = 10      // length of a chain of base styles
	maxRuns         = 1 << 20 // parts of a text with a property that is read
	maxBold         = 10_000  // bold parts of a text, so that room is left for its other elements
	leastStyleBytes = 10
)

// Properties that are read ([MS-DOC] 2.6), by the numbers of their modifiers.
const (
	setStyle          = 0x4600 // of the paragraph
	setCell           = 0x2416 // the paragraph is in a table
	setLevel          = 0x2640 // in the outline, from 0; 9 is running text
	setList           = 0x460B // 0 for none
	setCharacterStyle = 0x4A30
	setBold           = 0x0835 // 1 or opposite of the style, or 0 or as in the style
	setDeleted        = 0x0800 // the text is marked as deleted
	setTable          = 0xD608
	setTabs           = 0xC615
	listNoLonger      = 0xF801
	oppositeOfStyle   = 0x81
	asStyle           = 0x80
)

// A look is the part of the formatting of a text that is read.
type look struct {
	level int // of a heading, 0 for none
	item  bool
	cell  bool
	bold  bool
	// deleted says that the text is marked as deleted until somebody accepts that.
	deleted bool
}

// kind returns the element kind of a paragraph.
func (l look) kind() aranea.ElementKind {
	switch {
	case l.level > 0:
		return content.Heading(l.level)
	case l.item:
		return aranea.ElementListItem
	case l.cell:
		return aranea.ElementCell
	}
	return aranea.ElementText
}

// styles are the looks of the styles of a document, by number.
type styles []look

// of returns the look of a style.
func (s styles) of(number int) look {
	if number >= len(s) {
		return look{}
	}
	return s[number]
}

// A style is a style without what it inherits.
type style struct {
	kind, number int // number is that of a built-in style
	base         int
	paragraph    view // modifiers
	character    view
}

// readStyles reads the table of styles ([MS-DOC] STSH). If it is cut, the styles before the cut
// are read.
func readStyles(v view) styles {
	at := 2 + v.u16(0)
	count, fixed := min(v.u16(2), noStyle), v.u16(4)
	var all []style
	for range count {
		size := v.u16(at)
		if at+2 > len(v) {
			break
		}
		all = append(all, styleOf(v.part(at+2, size), fixed))
		at += 2 + size + size%2
	}
	out, done := make(styles, len(all)), make([]bool, len(all))
	for i := range all {
		out.resolve(all, done, i)
	}
	return out
}

// resolve computes the look of a style, including its base styles, each style once.
func (s styles) resolve(all []style, done []bool, number int) {
	var chain []int
	for number < len(all) && !done[number] && len(chain) < maxBases {
		chain = append(chain, number)
		number = all[number].base
	}
	for _, i := range slices.Backward(chain) {
		l := s.of(all[i].base)
		switch st := all[i]; {
		case st.kind == styleCharacter:
			l.apply(st.character, nil)
		case st.number >= 1 && st.number <= headingLevels:
			l.level = st.number
			l.apply(st.paragraph, nil)
		case st.number == styleTitle:
			l.level = 1
			l.apply(st.paragraph, nil)
		default:
			l.apply(st.paragraph, nil)
		}
		s[i], done[i] = l, true
	}
}

// styleOf reads a style; fixed is the number of bytes before its name.
func styleOf(v view, fixed int) style {
	if len(v) < leastStyleBytes {
		return style{base: noStyle}
	}
	s := style{kind: v.u16(2) & 0xF, number: v.u16(0) & noStyle, base: v.u16(2) >> styleKinds}
	at := fixed + 2 + 2*v.u16(fixed) + 2
	next := func() view {
		size := v.u16(at)
		part := v.whole(at+2, size)
		at += 2 + size + size%2
		return part
	}
	switch s.kind {
	case styleParagraph:
		if p := next(); len(p) > 2 {
			s.paragraph = p[2:] // after its number
		}
	case styleCharacter:
		s.character = next()
	}
	return s
}

// apply applies modifiers. Those that name a style apply its look.
func (l *look) apply(modifiers view, s styles) {
	for at := 0; at+2 < len(modifiers); {
		name := modifiers.u16(at)
		value := modifiers[at+2:]
		at += 2 + operandBytes(name, value)
		switch name {
		case setStyle, setCharacterStyle:
			if number := value.u16(0); number < len(s) {
				cell := l.cell
				*l = s[number]
				l.cell = l.cell || cell
			}
		case setCell:
			l.cell = value[0] != 0
		case setLevel:
			if l.level = int(value[0]) + 1; l.level > headingLevels {
				l.level = 0
			}
		case setList:
			list := value.u16(0)
			l.item = list != 0 && list != listNoLonger
		case setDeleted:
			l.deleted = value[0] == 1
		case setBold:
			l.bold = value[0] == 1 || value[0] == oppositeOfStyle || value[0] == asStyle && l.bold
		}
	}
}

// operandBytes returns the length of the operand of a modifier ([MS-DOC] 2.2.5.1).
func operandBytes(name int, value view) int {
	const variable = 6
	switch size := name >> 13; {
	case name == setTable:
		return 1 + value.u16(0)
	case name == setTabs && value[0] == 0xFF: // its length is that of two lists
		removed := 4 * int(value.part(1, 1).byte())
		return 2 + removed + 1 + 3*int(value.part(2+removed, 1).byte())
	case size == variable:
		return 1 + int(value[0])
	default:
		return [...]int{1, 1, 2, 4, 2, 2, variable, 3}[size]
	}
}

// byte returns the first byte, 0 if there is none.
func (v view) byte() byte {
	if len(v) == 0 {
		return 0
	}
	return v[0]
}

// A run is a range of bytes of the text stream with its look.
type run struct {
	from, to int
	look     look
}

// runs are ordered; text between them has no look that is read.
type runs []run

// at returns the run that contains a byte, or the gap between two.
func (r runs) at(place int) run {
	i, _ := slices.BinarySearchFunc(r, place, func(one run, at int) int {
		if one.to <= at {
			return -1
		}
		return 1
	})
	before := 0
	if i > 0 {
		before = r[i-1].to
	}
	switch {
	case i == len(r):
		return run{from: before, to: max(place+1, maxStream)}
	case r[i].from > place:
		return run{from: before, to: r[i].from}
	}
	return r[i]
}

// readRuns reads the formatting pages listed in a table, of paragraphs or of characters
// ([MS-DOC] PlcBtePapx and PlcBteChpx). Unordered entries are dropped.
func readRuns(main, table view, entry int, s styles) runs {
	var out runs
	n := (len(table) - 4) / 8
	for i := range min(max(n, 0), len(main)/pageBytes) { // each page is listed once
		page := main.whole(pageBytes*(table.u32(4*(n+1)+4*i)&pageNumber), pageBytes)
		if page == nil {
			continue
		}
		count := int(page[pageBytes-1])
		if 4*(count+1)+entry*count >= pageBytes {
			continue
		}
		for j := range count {
			r := run{from: page.u32(4 * j), to: page.u32(4*j + 4)}
			if last := len(out) - 1; r.from >= r.to || r.to > len(main) || last >= 0 && r.from < out[last].to {
				continue
			}
			place := 2 * int(page[4*(count+1)+entry*j])
			if r.look = lookOf(page, place, entry, s); place > 0 && r.look != (look{}) && len(out) < maxRuns {
				out = append(out, r)
			}
		}
	}
	return out
}

// lookOf reads the properties at an offset of a formatting page.
func lookOf(page view, at, entry int, s styles) look {
	size := int(page.part(at, 1).byte())
	if at++; entry == characterEntry {
		var l look
		l.apply(page.part(at, size), s)
		return l
	}
	if size = 2*size - 1; size < 0 {
		size = 2 * int(page.part(at, 1).byte())
		at++
	}
	properties := page.part(at, size)
	if len(properties) < 2 {
		return look{}
	}
	l := s.of(properties.u16(0))
	l.apply(properties[2:], s)
	return l
}
