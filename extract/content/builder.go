package content

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/ruby"
	"github.com/aranea-search/aranea/internal/show"
)

// A Builder collects a document block by block. Whitespace is collapsed, invalid UTF-8 is
// repaired, and nothing is kept beyond the limits. Its zero value keeps nothing.
type Builder struct {
	limits Limits
	r      Document
	kind   aranea.ElementKind
	start  int // where the open block begins
	open   bool
	space  bool // whitespace was written after the last word
	zone   aranea.Zone
	link   span
	bold   span
	target string
	ruby   ruby.Annotations // of the open block
}

// A span is an open part of the open block.
type span struct {
	on bool
	at int
}

// New returns a Builder.
func New(l Limits) *Builder { return &Builder{limits: l} }

// Full reports whether a limit has been reached, so that reading on is useless.
func (b *Builder) Full() bool { return b.r.Limited }

// Block ends the open block and begins another.
func (b *Builder) Block(kind aranea.ElementKind) {
	b.End()
	if len(b.r.Elements) >= b.limits.Elements {
		b.r.Limited = true
		return
	}
	b.kind, b.start, b.open, b.space = kind, len(b.r.Text), true, false
}

// Zone ends the open block if it has another zone, and sets the zone of the blocks that follow.
func (b *Builder) Zone(z aranea.Zone) {
	if z != b.zone {
		b.End()
		b.zone = z
	}
}

// Mark returns a place in the document, for Relabel: what follows comes after it.
func (b *Builder) Mark() int {
	b.End()
	return len(b.r.Elements)
}

// Relabel asks for the zone of each block after a place, in their order, by its text and its zone.
// The text is only valid during the call.
func (b *Builder) Relabel(from int, zone func(text []byte, now aranea.Zone) aranea.Zone) {
	b.End()
	for i := from; i < len(b.r.Elements); i++ {
		if e := &b.r.Elements[i]; e.Kind.IsBlock() {
			e.Zone = zone(b.r.Text[e.Start:e.End], e.Zone)
		}
	}
}

// End ends the open block. A block without text is dropped. Its ruby annotations follow as its
// alternative text.
func (b *Builder) End() {
	b.close()
	if text := string(b.ruby.Take()); text != "" {
		b.Block(aranea.ElementAlt)
		b.Write(text)
		b.close()
	}
}

// close ends the open block.
func (b *Builder) close() {
	if !b.open {
		return
	}
	b.Bold(false)
	b.EndLink()
	b.open = false
	if end := len(b.r.Text); end > b.start {
		b.r.Elements = append(b.r.Elements, aranea.Element{Kind: b.kind, Zone: b.zone, Start: uint32(b.start), End: uint32(end)})
		b.r.Text = append(b.r.Text, '\n')
	}
}

// StartRuby begins a ruby element of HTML, or a part of one: atom.Ruby, atom.Rb, atom.Rt,
// atom.Rtc, atom.Rp. What is written in the last three is not part of the words of the block.
func (b *Builder) StartRuby(tag atom.Atom) { b.ruby.Start(tag, len(b.r.Text)) }

// EndRuby ends a ruby element, or the open part of one.
func (b *Builder) EndRuby() { b.ruby.End(len(b.r.Text)) }

// Property adds a separate block for a property of a document: a title, a description, keywords.
// It ends the open block. A title or a description that a program wrote, such as Document1, is none.
func (b *Builder) Property(kind aranea.ElementKind, text string) {
	if (kind == aranea.ElementTitle || kind == aranea.ElementDescription) && isPlaceholder(kind, text) {
		b.End()
		return
	}
	zone := b.zone
	b.Zone(aranea.ZoneMain) // what a document says of itself has no zone
	b.Block(kind)
	b.Write(show.Clip(text, b.limits.Title))
	b.Zone(zone)
	b.End()
}

// Lang sets the language that the document declares.
func (b *Builder) Lang(tag string) {
	if tag = strings.TrimSpace(tag); b.r.Lang == "" && len(tag) <= 35 && utf8.ValidString(tag) {
		b.r.Lang = tag
	}
}

// Write adds text to the open block, and begins a text block if none is open.
func (b *Builder) Write(text string) {
	switch {
	case b.r.Limited:
		return
	case b.ruby.Open():
		if b.r.Limited = len(b.r.Text)+b.ruby.Len()+len(text) > b.limits.Text; !b.r.Limited {
			b.ruby.Add([]byte(text))
		}
		return
	case !b.open:
		b.Block(aranea.ElementText)
	}
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		switch {
		case isSpace(r):
			b.space = true
		case r < ' ' || r == 0x7F: // control characters are not text
		case !b.put(r):
			return
		}
		text = text[n:]
	}
}

// put adds one character, and the space before it. It reports whether there was room.
func (b *Builder) put(r rune) bool {
	if len(b.r.Text)+utf8.UTFMax+2 > b.limits.Text {
		b.r.Limited = true
		return false
	}
	if b.space && len(b.r.Text) > b.start {
		b.r.Text = append(b.r.Text, ' ')
	}
	b.space = false
	b.r.Text = utf8.AppendRune(b.r.Text, r)
	return true
}

// Space separates what follows from what was written.
func (b *Builder) Space() { b.space = true }

// Bold begins or ends bold text in the open block.
func (b *Builder) Bold(on bool) {
	switch {
	case on == b.bold.on || !b.open:
	case on:
		b.bold = span{true, len(b.r.Text)}
	default:
		b.mark(aranea.ElementBold, b.bold)
		b.bold = span{}
	}
}

// Link begins the text of a link in the open block, ending an open link.
func (b *Builder) Link(target string) {
	b.EndLink()
	if target = strings.TrimSpace(target); target == "" || len(target) > b.limits.Attribute || !utf8.ValidString(target) {
		return
	}
	if !b.open {
		b.Block(aranea.ElementText)
	}
	b.link, b.target = span{true, len(b.r.Text)}, target
}

// Last returns where the last ended block begins and ends.
func (b *Builder) Last() (start, end uint32) {
	for i := len(b.r.Elements) - 1; i >= 0; i-- {
		if e := b.r.Elements[i]; e.Kind.IsBlock() {
			return e.Start, e.End
		}
	}
	return 0, 0
}

// Here returns the length of the text.
func (b *Builder) Here() uint32 { return uint32(len(b.r.Text)) }

// Shows adds a reference with a part of the text as its words, which it may share with other
// references, such as that to a picture.
func (b *Builder) Shows(target string, how aranea.How, start, end uint32) {
	target = strings.TrimSpace(target)
	switch {
	case target == "" || len(target) > b.limits.Attribute || !utf8.ValidString(target):
	case len(b.r.Links) >= b.limits.Links:
		b.r.Limited = true
	default:
		if start < end && b.r.Text[start] == ' ' {
			start++
		}
		b.r.Links = append(b.r.Links, Link{target, how, start, end})
	}
}

// EndLink ends the open link, if there is one.
func (b *Builder) EndLink() {
	if !b.link.on {
		return
	}
	start, end := b.mark(aranea.ElementAnchor, b.link)
	b.link = span{}
	if len(b.r.Links) >= b.limits.Links {
		b.r.Limited = true
		return
	}
	b.r.Links = append(b.r.Links, Link{b.target, aranea.HowAnchor, start, end})
}

// mark adds a span that ends here, and returns its ends.
func (b *Builder) mark(kind aranea.ElementKind, s span) (start, end uint32) {
	from, to := s.at, len(b.r.Text)
	if from < to && b.r.Text[from] == ' ' {
		from++
	}
	if from < to { // the block itself comes after its spans
		if len(b.r.Elements) >= b.limits.Elements-1 {
			b.r.Limited = true
		} else {
			b.r.Elements = append(b.r.Elements, aranea.Element{Kind: kind, Start: uint32(from), End: uint32(to)})
		}
	}
	return uint32(from), uint32(to)
}

// Document ends the open block and returns the document. The Builder must not be used again.
func (b *Builder) Document(reader string) Document {
	b.End()
	b.r.Reader = reader
	b.r.Text = slices.Clip(b.r.Text)
	return b.r
}

func isSpace(r rune) bool {
	switch r {
	case ' ', '\t', '\n', '\r', '\f', '\v', 0x85, 0xA0, 0x2028, 0x2029, 0xFEFF:
		return true
	}
	return false
}
