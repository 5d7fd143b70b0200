package html

import (
	"bytes"
	"strconv"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/html/lexer"
	"github.com/aranea-search/aranea/extract/selector"
)

// Limits of containers.
const (
	maxContainers = 1024 // of different paths on one page; what is in further ones counts for the one around it
	maxDepth      = 32   // containers in each other; what is in deeper ones likewise
	maxBoxes      = 512  // open tags that are remembered
	maxClasses    = 4    // of a container that count
	maxNames      = 4096 // that are remembered from page to page
	maxName       = 48   // bytes
	maxLang       = 35   // bytes of the name of a language

	// maxRuled is how many there are besides for what rules say; from there on all that
	// one rule names is one container.
	maxRuled = 1024
)

// boxes are the open tags of containers. They need not be what a browser makes of
// the page, but the same for the same markup.
type boxes struct {
	all   []aranea.Container
	open  []box
	known map[uint32]uint16 // path to place
	names map[uint32]string // step to name
	step  []byte
}

// A box is an open tag.
type box struct {
	tag   atom.Atom
	at    uint16 // its container
	depth uint8
}

// reset starts a page with the container that holds everything.
func (b *boxes) reset() {
	if b.known == nil {
		b.known, b.names = map[uint32]uint16{}, map[uint32]string{}
	}
	if len(b.names) > maxNames {
		clear(b.names)
	}
	clear(b.known)
	b.open = b.open[:0]
	b.all = append(b.all[:0], aranea.Container{Path: hashSeed, Parent: -1, Name: "body"})
}

// here returns the innermost open container.
func (b *boxes) here() box {
	if n := len(b.open); n > 0 {
		return b.open[n-1]
	}
	return box{}
}

// boxed reports whether a tag opens a container.
func boxed(tag atom.Atom) bool {
	switch tag {
	case atom.Html, atom.Body, atom.Head, atom.Hr, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Noscript, atom.Noframes,
		atom.Frameset, atom.Tr, atom.Tbody, atom.Thead, atom.Tfoot, atom.Button, atom.Summary, atom.Hgroup:
		return false
	}
	switch tags.of(tag).class {
	case block, kinded, barrier:
		return true
	}
	return false
}

// start opens the container of a start tag.
func (b *boxes) start(tag atom.Atom, name []byte, z *lexer.Lexer) {
	if !boxed(tag) {
		return
	}
	b.imply(tag)
	if len(b.open) >= maxBoxes {
		return
	}
	around := b.here()
	if around.depth >= maxDepth {
		b.open = append(b.open, box{tag, around.at, around.depth})
		return
	}
	m := markOf(z)
	b.open = append(b.open, box{tag, b.enter(around.at, tag, name, &m), around.depth + 1})
}

// enter returns the container of a step from another one.
func (b *boxes) enter(around uint16, tag atom.Atom, name []byte, m *mark) uint16 {
	own := m.zone(tag, b.inContent())
	b.step = m.appendStep(append(b.step[:0], name...), tag)
	path := hashOf(b.all[around].Path, b.step)
	if own != aranea.ZoneMain { // it is not the same as others without
		path = (path ^ uint32(own)) * hashPrime
	}
	lang := b.all[around].Lang
	if n := len(m.lang); n > 0 && n <= maxLang && string(m.lang) != lang {
		lang = strings.ToValidUTF8(string(m.lang), "")
		path = hashOf(path, m.lang)
	}
	if at, ok := b.known[path]; ok {
		return at
	}
	if len(b.all) >= maxContainers {
		return around
	}
	step := hashOf(hashSeed, b.step)
	label, ok := b.names[step]
	if !ok {
		label = strings.ToValidUTF8(string(b.step[:min(len(b.step), maxName)]), "")
		b.names[step] = label
	}
	zone := b.all[around].Zone
	if zone == aranea.ZoneMain || own == aranea.ZoneAdvertising || own == aranea.ZoneHidden {
		zone = own
	}
	at := uint16(len(b.all))
	b.all = append(b.all, aranea.Container{Path: path, Parent: int16(around), Zone: zone, Name: label, Lang: lang})
	b.known[path] = at
	return at
}

// ruled returns the container of what stands in a container and is named by a rule.
// What a page says of itself has no zone.
func (b *boxes) ruled(at uint16, kind aranea.ElementKind, p selector.Place) uint16 {
	switch kind {
	case aranea.ElementTitle, aranea.ElementDescription, aranea.ElementKeywords:
		return at
	}
	if p.Line == 0 {
		return at
	}
	if len(b.all) >= maxContainers+maxRuled {
		at = 0
	}
	name := "rule " + strconv.Itoa(p.Line)
	path := hashOf(b.all[at].Path, []byte(name))
	if known, ok := b.known[path]; ok {
		return known
	}
	b.all = append(b.all, aranea.Container{Path: path, Parent: int16(at), Zone: p.Zone, Name: name, Lang: b.all[at].Lang, Rule: p.Line})
	b.known[path] = uint16(len(b.all) - 1)
	return uint16(len(b.all) - 1)
}

// inContent reports whether what a footer closes here is an article, and not the
// page.
func (b *boxes) inContent() bool {
	for _, o := range b.open {
		switch o.tag {
		case atom.Article, atom.Main, atom.Section, atom.Blockquote:
			return true
		}
	}
	return false
}

// imply closes what a start tag closes.
func (b *boxes) imply(tag atom.Atom) {
	for n := len(b.open); n > 0 && b.open[n-1].tag == atom.P; n-- {
		b.open = b.open[:n-1]
	}
	for i := len(b.open) - 1; i >= 0; i-- {
		switch open := b.open[i].tag; {
		case sameGroup(open, tag) && tags.of(tag).class == kinded:
			b.open = b.open[:i]
			return
		case tags.of(open).class == barrier, cell(open):
			return
		}
	}
}

// end closes the container of an end tag, and those in it. One that is not open
// closes nothing; a cell keeps what is around its table open.
func (b *boxes) end(tag atom.Atom) {
	if !boxed(tag) {
		return
	}
	for i := len(b.open) - 1; i >= 0; i-- {
		if b.open[i].tag == tag {
			b.open = b.open[:i]
			return
		}
		if cell(b.open[i].tag) && tag != atom.Table {
			return
		}
	}
}

func cell(tag atom.Atom) bool { return tag == atom.Td || tag == atom.Th || tag == atom.Caption }

// A mark is what the attributes of a tag say about its place on the page.
type mark struct {
	class, id, role, style, lang []byte
	hidden                       bool
}

// markOf returns what a start tag says of its container.
func markOf(z *lexer.Lexer) mark {
	if !z.HasAttributes() {
		return mark{}
	}
	hidden := z.Written("hidden")
	return mark{
		class: z.Written("class"), id: z.Written("id"), role: z.Written("role"), style: z.Written("style"), lang: first(z.Written("lang"), z.Written("xml:lang")),
		hidden: hidden != nil && !bytes.EqualFold(hidden, []byte("until-found")),
	}
}

// appendStep appends what tells a container from others in the same place: its
// classes, or if it has none its identifier, without numbers.
func (m *mark) appendStep(dst []byte, tag atom.Atom) []byte {
	classes := 0
	for class := range bytes.FieldsSeq(m.class) {
		if before := len(dst); classes < maxClasses {
			if dst = appendWord(append(dst, '.'), class); len(dst) == before+1 {
				dst = dst[:before]
				continue
			}
			classes++
		}
	}
	if classes > 0 || len(m.id) == 0 {
		return dst
	}
	switch tag {
	case atom.Div, atom.Ul, atom.Ol, atom.Dl, atom.Table, atom.Td, atom.Nav, atom.Aside, atom.Header, atom.Footer, atom.Form, atom.Main:
		if before := len(dst); !bytes.ContainsAny(m.id, "0123456789") {
			if dst = appendWord(append(dst, '#'), m.id); len(dst) == before+1 {
				dst = dst[:before]
			}
		}
	}
	return dst
}

// appendWord appends a class as far as it has no digit: what a program counts or
// makes up changes from page to page.
func appendWord(dst, word []byte) []byte {
	if i := bytes.IndexAny(word, "0123456789"); i >= 0 {
		word = bytes.TrimRight(word[:i], "-_")
	}
	return append(dst, word[:min(len(word), 32)]...)
}

// zone returns what the markup calls the container.
func (m *mark) zone(tag atom.Atom, inContent bool) aranea.Zone {
	switch {
	case m.hidden, hides(m.style):
		return aranea.ZoneHidden
	case advertises(m.class), advertises(m.id):
		return aranea.ZoneAdvertising
	case tag == atom.Nav, bytes.EqualFold(m.role, []byte("navigation")):
		return aranea.ZoneNavigation
	case tag == atom.Footer && !inContent, bytes.EqualFold(m.role, []byte("contentinfo")):
		return aranea.ZoneTemplate
	}
	return aranea.ZoneMain
}

// hides reports whether a style keeps its element from being shown.
func hides(style []byte) bool {
	if !bytes.Contains(style, []byte("none")) && !bytes.Contains(style, []byte("hidden")) {
		return false
	}
	for declaration := range bytes.SplitSeq(style, []byte(";")) {
		name, value, _ := bytes.Cut(declaration, []byte(":"))
		value, _, _ = bytes.Cut(value, []byte("!"))
		switch name, value = bytes.TrimSpace(name), bytes.TrimSpace(value); string(name) {
		case "display":
			if string(value) == "none" {
				return true
			}
		case "visibility":
			if string(value) == "hidden" {
				return true
			}
		}
	}
	return false
}

// advertises reports whether a class or an identifier calls its element an
// advertisement.
func advertises(s []byte) bool {
	if !bytes.Contains(s, []byte("ad")) && !bytes.Contains(s, []byte("spons")) {
		return false
	}
	for word := range bytes.FieldsFuncSeq(s, func(r rune) bool { return r == ' ' || r == '-' || r == '_' || r == '\t' || r == '\n' }) {
		switch string(word) {
		case "ad", "ads", "advert", "adverts", "advertisement", "advertising", "adsbygoogle", "adsense", "sponsored":
			return true
		}
	}
	return false
}

const (
	hashSeed  = 2166136261
	hashPrime = 16777619
)

// hashOf continues a hash (FNV-1a) over bytes.
func hashOf(h uint32, s []byte) uint32 {
	for _, c := range s {
		h = (h ^ uint32(c)) * hashPrime
	}
	return (h ^ '/') * hashPrime
}
