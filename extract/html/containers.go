package html

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/html/attribute"
	"github.com/aranea-search/aranea/extract/html/lexer"
	"github.com/aranea-search/aranea/extract/selector"
)

// Limits of containers.
const (
	maxContainers = 1024 // of different paths on one page; the content of further ones belongs to the container around it
	maxDepth      = 32   // nested containers; the same for deeper ones
	maxBoxes      = 512  // open tags that are tracked
	maxClasses    = 4    // classes of a container that count
	maxNames      = 4096 // cached between pages
	maxName       = 48   // bytes
	maxLang       = 35   // bytes of a language tag

	// maxRuled is the number of additional containers for rules; beyond it all that one rule
	// names is one container.
	maxRuled = 1024
)

// boxes are the open tags of containers. They need not match the tree of a browser, but must be
// the same for the same markup.
type boxes struct {
	all   []aranea.Container
	open  []box
	known map[uint32]uint16 // path to index
	names map[uint32]string // step to name
	name  []byte

	page  uint32 // number of the page
	memos [memos]memo
}

// memos is the number of start tags cached between pages, as written: most pages of a site, and
// most rows of a table, have the same ones.
const (
	memos   = 256
	maxMemo = 128 // bytes of a start tag
)

// A memo is a start tag with its step, and its last container.
type memo struct {
	raw        []byte
	step       step
	page       uint32 // the container is of this page
	around, at uint16
}

// A step is what a start tag says about its container.
type step struct {
	own  aranea.Zone
	name []byte // distinguishes it from others in the same place
	lang []byte
}

// stepOf returns the step of the current start tag. It is valid until the next call.
func (b *boxes) stepOf(tag atom.Atom, z *lexer.Lexer) step {
	m := markOf(z)
	b.name = m.appendStep(append(b.name[:0], z.Name()...), tag)
	return step{m.zone(tag, tag == atom.Footer && b.inContent()), b.name, m.lang}
}

// hashTag is a hash of a start tag.
func hashTag(s []byte) uint32 {
	h := uint64(len(s))
	for ; len(s) >= 8; s = s[8:] {
		h = (h ^ binary.LittleEndian.Uint64(s)) * 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	for _, c := range s {
		h = (h ^ uint64(c)) * 0x9E3779B97F4A7C15
	}
	return uint32(h >> 32)
}

// A box is an open tag.
type box struct {
	tag   atom.Atom
	at    uint16 // its container
	depth uint8
	over  bool // a paragraph that has ended, although its container continues
}

// reset starts a page with the outermost container.
func (b *boxes) reset() {
	if b.known == nil {
		b.known, b.names = map[uint32]uint16{}, map[uint32]string{}
	}
	if len(b.names) > maxNames {
		clear(b.names)
	}
	clear(b.known)
	b.open = b.open[:0]
	b.page++
	b.all = append(b.all[:0], aranea.Container{Path: hashSeed, Parent: -1, Name: "body"})
}

// here returns the innermost open container.
func (b *boxes) here() box {
	if n := len(b.open); n > 0 {
		return b.open[n-1]
	}
	return box{}
}

// saysLanguage reports whether an element with some classes stands before a block of code, and says which
// language that is in, as generators of documentation show it in a corner of the block. The container says it as
// well, in a class with the prefix that HTML recommends for code.
func (b *boxes) saysLanguage(class []byte) bool {
	if string(class) != "lang" {
		return false
	}
	name := b.all[b.here().at].Name
	return strings.HasPrefix(name, "div.") && strings.Contains(name, ".language-")
}

// start opens the container of a start tag.
func (b *boxes) start(tag atom.Atom, info tagInfo, z *lexer.Lexer) {
	b.imply(tag, info)
	if len(b.open) >= maxBoxes {
		return
	}
	around := b.here()
	if around.depth >= maxDepth {
		b.open = append(b.open, box{tag: tag, at: around.at, depth: around.depth})
		return
	}
	b.open = append(b.open, box{tag: tag, at: b.inside(around.at, tag, z), depth: around.depth + 1})
}

// inside returns the container of a start tag in another container.
func (b *boxes) inside(around uint16, tag atom.Atom, z *lexer.Lexer) uint16 {
	raw := z.Raw()
	if len(raw) > maxMemo || tag == atom.Footer { // what a footer is depends on what is open
		s := b.stepOf(tag, z)
		return b.enter(around, &s)
	}
	m := &b.memos[hashTag(raw)%memos]
	if !bytes.Equal(m.raw, raw) {
		s := b.stepOf(tag, z)
		m.raw = append(m.raw[:0], raw...)
		m.step.own, m.step.name, m.step.lang = s.own, append(m.step.name[:0], s.name...), append(m.step.lang[:0], s.lang...)
		m.page = 0
	}
	if m.page != b.page || m.around != around {
		m.page, m.around, m.at = b.page, around, b.enter(around, &m.step)
	}
	return m.at
}

// enter returns the container of a step in another container.
func (b *boxes) enter(around uint16, s *step) uint16 {
	path := hashOf(b.all[around].Path, s.name)
	if s.own != aranea.ZoneMain { // it differs from others without that
		path = (path ^ uint32(s.own)) * hashPrime
	}
	lang := b.all[around].Lang
	if n := len(s.lang); n > 0 && n <= maxLang && string(s.lang) != lang {
		lang = strings.ToValidUTF8(string(s.lang), "")
		path = hashOf(path, s.lang)
	}
	if at, ok := b.known[path]; ok {
		return at
	}
	if len(b.all) >= maxContainers {
		return around
	}
	named := hashOf(hashSeed, s.name)
	label, ok := b.names[named]
	if !ok {
		label = strings.ToValidUTF8(string(s.name[:min(len(s.name), maxName)]), "")
		b.names[named] = label
	}
	zone := b.all[around].Zone
	if zone == aranea.ZoneMain || s.own == aranea.ZoneAdvertising || s.own == aranea.ZoneHidden {
		zone = s.own
	}
	at := uint16(len(b.all))
	b.all = append(b.all, aranea.Container{Path: path, Parent: int16(around), Zone: zone, Name: label, Lang: lang})
	b.known[path] = at
	return at
}

// ruled returns the container for content of a container that is named by a rule. Properties of
// a page have no zone.
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

// inContent reports whether a footer here belongs to an article, and not to the page.
func (b *boxes) inContent() bool {
	for _, o := range b.open {
		switch o.tag {
		case atom.Article, atom.Main, atom.Section, atom.Blockquote:
			return true
		}
	}
	return false
}

// imply closes what a start tag closes implicitly. Objects, audio, video and buttons stay in a
// paragraph.
func (b *boxes) imply(tag atom.Atom, info tagInfo) {
	if info.class == showing || tag == atom.Button {
		return
	}
	for n := len(b.open); n > 0 && b.open[n-1].tag == atom.P; n-- {
		b.open = b.open[:n-1]
	}
	if info.class != kinded {
		return
	}
	for i := len(b.open) - 1; i >= 0; i-- {
		open := b.open[i].tag
		switch is := tags.of(open); {
		case open == tag, info.group != 0 && info.group == is.group:
			b.open = b.open[:i]
			return
		case is.class == barrier, cell(open):
			return
		}
	}
}

// over ends a paragraph by a start tag that opens no container, such as that of a heading.
func (b *boxes) over() {
	if n := len(b.open); n > 0 && b.open[n-1].tag == atom.P {
		b.open[n-1].over = true
	}
}

// end closes the container of an end tag, and those in it. If it is not open, nothing is closed;
// a cell keeps what is around its table open, and an object the paragraph around it.
func (b *boxes) end(tag atom.Atom) {
	for i := len(b.open) - 1; i >= 0; i-- {
		if b.open[i].tag == tag {
			if !b.open[i].over || i == len(b.open)-1 {
				b.open = b.open[:i]
			}
			return
		}
		if cell(b.open[i].tag) && tag != atom.Table || tag == atom.P && b.open[i].tag == atom.Object {
			return
		}
	}
}

// holds reports whether the container of a tag is open.
func (b *boxes) holds(tag atom.Atom) bool {
	return slices.ContainsFunc(b.open, func(o box) bool { return o.tag == tag })
}

func cell(tag atom.Atom) bool { return tag == atom.Td || tag == atom.Th || tag == atom.Caption }

// A mark is the attributes of a tag that matter for its container.
type mark struct {
	class, id, role, style, lang []byte
	hidden                       bool
}

// markOf returns the mark of the current start tag.
func markOf(z *lexer.Lexer) mark {
	if !z.HasAttributes() {
		return mark{hidden: z.Tag() == atom.Dialog}
	}
	m := mark{
		class: z.Written("class"), id: z.Written("id"), role: z.Written("role"), style: z.Written("style"), lang: first(z.Written("lang"), z.Written("xml:lang")),
		hidden: hasHidden(z) || z.Tag() == atom.Dialog && z.Written("open") == nil, // a script opens it
	}
	if is, closed := attribute.Dialog(m.class, m.role); is && !(z.Tag() == atom.Dialog && !m.hidden) {
		m.hidden = m.hidden || closed || bytes.EqualFold(z.Written("aria-hidden"), []byte("true"))
	}
	return m
}

// appendStep appends what distinguishes a container from others in the same place: its classes,
// or without any its identifier, without numbers. What a post is filed under distinguishes it from
// other posts, but not its place.
func (m *mark) appendStep(dst []byte, tag atom.Atom) []byte {
	classes, post := 0, attribute.IsPost(m.class)
	for class := range bytes.FieldsSeq(m.class) {
		if before := len(dst); classes < maxClasses && !(post && attribute.IsTerm(class)) {
			if dst = attribute.AppendWord(append(dst, '.'), class); len(dst) == before+1 {
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
			if dst = attribute.AppendWord(append(dst, '#'), m.id); len(dst) == before+1 {
				dst = dst[:before]
			}
		}
	}
	return dst
}

// zone returns the zone that the markup gives the container.
func (m *mark) zone(tag atom.Atom, inContent bool) aranea.Zone {
	switch {
	case m.hidden, attribute.Hides(m.style):
		return aranea.ZoneHidden
	case attribute.Advertises(m.class), attribute.Advertises(m.id):
		return aranea.ZoneAdvertising
	case tag == atom.Nav, tag == atom.Button, bytes.EqualFold(m.role, []byte("navigation")), attribute.IsControl(m.class):
		return aranea.ZoneNavigation
	case tag == atom.Footer && !inContent, bytes.EqualFold(m.role, []byte("contentinfo")):
		return aranea.ZoneTemplate
	}
	return aranea.ZoneMain
}

// isHidden reports whether the attributes of a start tag hide its element from those who look at the page.
func isHidden(z *lexer.Lexer, class []byte) bool {
	return hasHidden(z) || attribute.Hides(z.Written("style")) || attribute.IsOnlySpoken(class)
}

// hasHidden reports whether a start tag has the attribute hidden, in a state in which nothing that
// readers do shows the element.
func hasHidden(z *lexer.Lexer) bool {
	hidden := z.Written("hidden")
	return hidden != nil && !bytes.EqualFold(hidden, []byte("until-found"))
}

const (
	hashSeed  = 2166136261
	hashPrime = 16777619
)

// hashOf continues a hash (FNV-1a) with bytes.
func hashOf(h uint32, s []byte) uint32 {
	for _, c := range s {
		h = (h ^ uint32(c)) * hashPrime
	}
	return (h ^ '/') * hashPrime
}

// beside returns the container for a block, in a container, that leads to the pages beside this one.
func (b *boxes) beside(at uint16) uint16 {
	if b.all[at].Rule != 0 || b.all[at].Zone != aranea.ZoneMain {
		return at
	}
	return b.enter(at, &step{own: aranea.ZoneNavigation, name: []byte("rel=next")})
}
