package selector

import (
	"slices"

	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea"
)

// maxOpen is the most open elements of a page that are kept; deeper ones count as part of the
// last one.
const maxOpen = 512

// A Place is what the rules say about a position in a page: the line of the rule, 0 for none,
// and its zone.
type Place struct {
	Line int
	Zone aranea.Zone
}

// A Matcher follows the tags of one page after another and returns which rule applies. Of
// several, the rule of the innermost element applies, and of those for one element the last in
// the file. A Matcher is for one goroutine.
type Matcher struct {
	host  *Host
	open  []element
	over  int      // open elements that are not kept
	sets  []uint64 // of all open elements
	met   []uint64 // by the most recent element
	began uint64   // the scopes that it begins

	selected []int // the lines of the rules that select it
	alike    []int // the children of each open element with each of the names that are counted

	count  map[atom.Atom]int // open elements by tag
	values values
}

// An element is an open element. Its sets of states are those matched by itself, by itself or an
// ancestor, by its last child, and by any of its children.
type element struct {
	tag      atom.Atom
	place    Place
	children int
	scopes   uint64 // those that it and the elements around it began
}

// The sets of an open element.
const (
	ofSelf = iota
	ofLine
	ofLastChild
	ofChildren
	setsOfElement
)

// Reset begins a page of a host. If h is nil, no rule applies.
func (m *Matcher) Reset(h *Host) {
	m.host, m.open, m.over, m.sets, m.alike, m.selected = h, m.open[:0], 0, m.sets[:0], m.alike[:0], m.selected[:0]
	if h == nil {
		m.values.reset(nil)
		return
	}
	m.count = map[atom.Atom]int{0: -1} // the root around all elements does not count
	m.push(0, Place{})
	m.met = append(m.met[:0], make([]uint64, h.words())...)
	m.values.reset(h.keys)
}

// Active reports whether the page has rules.
func (m *Matcher) Active() bool { return m.host != nil }

// Place returns the rule and the zone at the current position.
func (m *Matcher) Place() Place {
	if m.host == nil {
		return Place{}
	}
	return m.open[len(m.open)-1].place
}

// push opens an element.
func (m *Matcher) push(tag atom.Atom, p Place) {
	m.open = append(m.open, element{tag: tag, place: p})
	m.count[tag]++
	for range setsOfElement * m.host.words() {
		m.sets = append(m.sets, 0)
	}
	for range m.host.names {
		m.alike = append(m.alike, 0)
	}
}

// pop closes the open elements from an index on.
func (m *Matcher) pop(from int) {
	for i := range m.open[from:] {
		m.count[m.open[from+i].tag]--
	}
	m.open = m.open[:from]
	m.sets = m.sets[:from*setsOfElement*m.host.words()]
	m.alike = m.alike[:from*len(m.host.names)]
}

// set returns a set of an open element.
func (m *Matcher) set(of, which int) []uint64 {
	n := m.host.words()
	at := (of*setsOfElement + which) * n
	return m.sets[at : at+n]
}

// Selected returns the lines of the rules that select the element of the last start tag, in their
// order. It is valid until the next tag.
func (m *Matcher) Selected() []int { return m.selected }

// TooDeep reports whether elements are open that are not kept.
func (m *Matcher) TooDeep() bool { return m.over > 0 }

// Depth returns the number of open elements that are kept.
func (m *Matcher) Depth() int { return max(len(m.open)-1, 0) }

// Start opens the element of a start tag after closing the elements that the tag closes. It
// reports whether the element is open now: one without content is not, nor one that is too deep.
func (m *Matcher) Start(tag atom.Atom, t Tag) (open bool) {
	if m.host == nil {
		return false
	}
	m.imply(tag)
	around := len(m.open) - 1
	m.open[around].children++
	place := m.open[around].place
	if line, ok := m.meet(t, around); ok {
		place = line
	}
	if isVoid(tag) {
		m.note(around)
		return false
	}
	if len(m.open) >= maxOpen {
		m.over++
		return false
	}
	m.push(tag, place)
	m.note(around)
	m.open[around+1].scopes = m.open[around].scopes | m.began
	self, line, above := m.set(around+1, ofSelf), m.set(around+1, ofLine), m.set(around, ofLine)
	for i, w := range m.met {
		self[i], line[i] = w, w|above[i]
	}
	if m.began != 0 {
		m.leave(line, m.met)
	}
	return true
}

// meet finds the states that a new element in another one matches, and returns the rule that
// selects it.
func (m *Matcher) meet(t Tag, around int) (p Place, selected bool) {
	clear(m.met)
	m.selected, m.began = m.selected[:0], 0
	m.values.begin(t)
	place := m.open[around].children
	alike := m.alike[around*len(m.host.names):][:len(m.host.names)]
	for i, name := range m.host.names {
		if name == string(m.values.name) {
			alike[i]++
		}
	}
	for i, x := range m.host.parts {
		if x.in != 0 && !m.admits(x, around) || !x.first && !has(m.set(around, x.relation.looks()), i-1) || !x.fits(&m.values, place) || x.alike != 0 && x.alike != alike[m.host.counted[i]] {
			continue
		}
		set(m.met, i)
		if x.last {
			r := m.host.rules[m.host.of[i]]
			p, selected = Place{r.line, r.zone}, true
			m.began |= r.begins
			if n := len(m.selected); n == 0 || m.selected[n-1] != r.line {
				m.selected = append(m.selected, r.line)
			}
		}
	}
	return p, selected
}

// looks returns the set of the enclosing element that must contain the preceding part.
func (r relation) looks() int {
	switch r {
	case childOf:
		return ofSelf
	case nextTo:
		return ofLastChild
	case laterThan:
		return ofChildren
	}
	return ofLine
}

// note records the matches of the new element for its later siblings.
func (m *Matcher) note(around int) {
	last, all := m.set(around, ofLastChild), m.set(around, ofChildren)
	copy(last, m.met)
	for i, w := range m.met {
		all[i] |= w
	}
}

// End closes the element of an end tag and the elements inside it.
func (m *Matcher) End(tag atom.Atom) {
	if m.host == nil || isVoid(tag) {
		return
	}
	if m.over > 0 {
		m.over--
		return
	}
	if m.count[tag] == 0 {
		return
	}
	for i := len(m.open) - 1; i > 0; i-- {
		switch open := m.open[i].tag; {
		case open == tag:
			m.pop(i)
			return
		case isCell(open) && !ofTable(tag):
			return // a cell does not close what is around its table
		}
	}
}

// imply closes the elements that a start tag closes (HTML, optional tags).
func (m *Matcher) imply(tag atom.Atom) {
	for i := len(m.open) - 1; i > 0; i-- {
		closed, stops := closes(tag, m.open[i].tag)
		if closed {
			m.pop(i)
		}
		if stops || closed && !ofTable(tag) {
			return
		}
	}
}

// closes reports whether a start tag closes an open element, and whether the search for such elements
// stops at it.
func closes(tag, open atom.Atom) (closed, stops bool) {
	switch tag {
	case atom.Li:
		return open == atom.Li, among(open, atom.Ul, atom.Ol, atom.Menu, atom.Dir, atom.Td, atom.Th)
	case atom.Dt, atom.Dd:
		return among(open, atom.Dt, atom.Dd), among(open, atom.Dl, atom.Td, atom.Th)
	case atom.Td, atom.Th:
		return among(open, atom.Td, atom.Th, atom.Caption), among(open, atom.Tr, atom.Table)
	case atom.Tr:
		return among(open, atom.Tr, atom.Td, atom.Th, atom.Caption), among(open, atom.Tbody, atom.Thead, atom.Tfoot, atom.Table)
	case atom.Tbody, atom.Thead, atom.Tfoot:
		return among(open, atom.Tbody, atom.Thead, atom.Tfoot, atom.Tr, atom.Td, atom.Th, atom.Caption), open == atom.Table
	case atom.Option, atom.Optgroup:
		return open == atom.Option, among(open, atom.Select, atom.Optgroup)
	case atom.A, atom.Button:
		return open == tag, among(open, atom.Td, atom.Th, atom.Table)
	}
	if endsParagraph(tag) {
		return open == atom.P, open != atom.P && !isInline(open)
	}
	return false, true
}

// among reports whether a tag is one of some.
func among(tag atom.Atom, all ...atom.Atom) bool { return slices.Contains(all, tag) }

// endsParagraph reports whether a start tag closes an open p.
func endsParagraph(tag atom.Atom) bool {
	switch tag {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Center, atom.Details, atom.Dialog, atom.Dir, atom.Div, atom.Dl,
		atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Form, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6,
		atom.Header, atom.Hgroup, atom.Hr, atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.P, atom.Pre, atom.Search, atom.Section, atom.Table, atom.Ul:
		return true
	}
	return false
}

// isInline reports whether an element belongs inside a paragraph.
func isInline(tag atom.Atom) bool {
	switch tag {
	case atom.A, atom.Abbr, atom.B, atom.Big, atom.Cite, atom.Code, atom.Em, atom.Font, atom.I, atom.Kbd, atom.Label, atom.Mark, atom.Q,
		atom.S, atom.Samp, atom.Small, atom.Span, atom.Strike, atom.Strong, atom.Sub, atom.Sup, atom.Tt, atom.U, atom.Var:
		return true
	}
	return false
}

func isCell(tag atom.Atom) bool { return tag == atom.Td || tag == atom.Th || tag == atom.Caption }

// ofTable reports whether a tag is part of the structure of a table.
func ofTable(tag atom.Atom) bool {
	switch tag {
	case atom.Table, atom.Tbody, atom.Thead, atom.Tfoot, atom.Tr, atom.Td, atom.Th, atom.Caption:
		return true
	}
	return false
}

// isVoid reports whether elements have no content and no end tag.
func isVoid(tag atom.Atom) bool {
	switch tag {
	case atom.Area, atom.Base, atom.Basefont, atom.Bgsound, atom.Br, atom.Col, atom.Embed, atom.Frame, atom.Hr, atom.Img, atom.Input,
		atom.Keygen, atom.Link, atom.Meta, atom.Param, atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}

func set(s []uint64, i int) { s[i/64] |= 1 << (i % 64) }

func has(s []uint64, i int) bool { return s[i/64]&(1<<(i%64)) != 0 }
