package office

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
)

// readSlides reads a PPTX presentation slide by slide, and its notes.
func readSlides(p *parcel, b *content.Builder) error {
	var first error
	for _, part := range p.slides(b) {
		s := slide{b: b, links: p.linksOf(part, b)}
		if err := walk(p.open(part), b, &s); err != nil && first == nil {
			first = err
		}
	}
	return first
}

// slides returns the parts of the slides in the order of the show, followed by those of their
// notes. Where the lists are missing, it returns the parts with the usual names.
func (p *parcel) slides(b *content.Builder) []string {
	main := p.mainOf("ppt/presentation.xml", b)
	parts := map[string]string{}
	for _, r := range p.relationsOf(main, b).all {
		if name := beside(main, r.target); strings.HasSuffix(r.kind, toSlide) && p.has(name) {
			parts[r.id] = name
		}
	}
	show := slideShow{parts: parts}
	_ = walk(p.open(main), b, &show)
	if len(show.order) == 0 || p.cut {
		return slices.Concat(p.numbered("ppt/slides/slide"), p.numbered("ppt/notesSlides/notesSlide"))
	}
	all := show.order
	for _, slide := range show.order {
		if notes := p.part(p.relationsOf(slide, b), toSlideNotes, slide, ""); notes != "" {
			all = append(all, notes)
		}
	}
	return all
}

// slideShow reads the order of the slides.
type slideShow struct {
	parts map[string]string
	order []string
}

var _ walker = (*slideShow)(nil)

func (s *slideShow) begin(name string, attr attributes) {
	if name != "sldId" {
		return
	}
	for _, a := range attr {
		if part := s.parts[a.Value]; part != "" && a.Name.Space != "" { // the other id attribute is not a relation
			s.order = append(s.order, part)
			delete(s.parts, a.Value)
			return
		}
	}
}
func (s *slideShow) end(string)  {}
func (s *slideShow) text(string) {}

// numbered returns the parts with names of a prefix, a number and .xml, in the order of their
// numbers.
func (p *parcel) numbered(prefix string) []string {
	type part struct {
		name string
		n    int
	}
	var parts []part
	for _, name := range p.names {
		digits, ok := strings.CutPrefix(strings.TrimSuffix(strings.ToLower(name), ".xml"), strings.ToLower(prefix))
		if n, err := strconv.Atoi(digits); ok && err == nil {
			parts = append(parts, part{name, n})
		}
	}
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(a.n, b.n) })
	out := make([]string, len(parts))
	for i := range parts {
		out[i] = parts[i].name
	}
	return out
}

// slide reads a slide.
type slide struct {
	b        *content.Builder
	links    map[string]string
	shape    string // the link target of the shape
	alt      string // the alternative text of the shape
	inShape  bool   // inside the element with these two
	wordless bool   // the link of the shape has no text so far
	isLink   bool   // the run is a link
	isTitle  bool   // the shape is the title of the slide
	isText   bool
	isField  bool // inside a field that programs fill in, such as the slide number
}

var _ walker = (*slide)(nil)

func (s *slide) begin(name string, attr attributes) {
	switch name {
	case "sp":
		s.isTitle = false
	case "cNvPr":
		s.alt, s.shape, s.inShape = described(attr), "", true
	case "ph":
		kind := attr.get("type")
		s.isTitle = kind == "title" || kind == "ctrTitle"
	case "p":
		kind := aranea.ElementText
		if s.isTitle {
			kind = aranea.ElementHeading2
		}
		s.b.Block(kind)
		s.b.Link(s.shape)
		s.wordless = false
	case "t":
		s.isText = !s.isField
	case "fld":
		s.isField = true
	case "rPr":
		s.b.Bold(attr.get("b") == "1")
	case "hlinkClick":
		s.press(s.links[attr.get("id")])
	case "br", "tab":
		s.b.Space()
	}
}

// press records the link target of a click on a shape or on a part of its text.
func (s *slide) press(target string) {
	if s.inShape {
		s.shape = target
		return
	}
	s.b.Link(target)
	s.isLink = true
}

// said writes the alternative text of a shape, which is the text of its link.
func (s *slide) said() {
	s.inShape, s.wordless = false, s.shape != "" && s.alt == ""
	if s.alt != "" {
		s.b.Block(aranea.ElementAlt)
		s.b.Link(s.shape)
		s.b.Write(s.alt)
		s.b.End()
	}
}

// endShape ends a shape. Its link has no text if the shape has none.
func (s *slide) endShape() {
	if s.wordless {
		s.b.Link(s.shape)
		s.b.End()
	}
	s.shape, s.wordless = "", false
}

func (s *slide) end(name string) {
	switch name {
	case "cNvPr":
		s.said()
	case "sp", "pic", "cxnSp", "graphicFrame":
		s.endShape()
	case "p":
		s.b.End()
	case "r":
		s.b.Bold(false)
		if s.isLink {
			s.b.EndLink()
			s.isLink = false
		}
	case "t":
		s.isText = false
	case "fld":
		s.isField = false
	}
}

func (s *slide) text(t string) {
	if s.isText {
		s.b.Write(t)
	}
}
