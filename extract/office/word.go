package office

import (
	"cmp"
	"strconv"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
)

// readWord reads a DOCX document: its paragraphs, lists, tables and notes.
func readWord(p *parcel, b *content.Builder) error {
	main := p.mainOf("word/document.xml", b)
	refers := p.relationsOf(main, b)
	styles := wordStyles{levels: map[string]int{}}
	_ = walk(p.open(p.part(refers, toStyles, main, "word/styles.xml")), b, &styles) // without styles there are no headings
	w := word{b: b, styles: styles.levels, links: p.linksOf(main, b)}
	err := walk(p.open(main), b, &w)
	for _, notes := range []string{p.part(refers, toFootnotes, main, "word/footnotes.xml"), p.part(refers, toEndnotes, main, "word/endnotes.xml")} {
		w.links = p.linksOf(notes, b)
		_ = walk(p.open(notes), b, &w) // the text does not depend on them
	}
	return err
}

// wordStyles finds the styles of headings by their names, which programs in all languages write
// in English.
type wordStyles struct {
	id     string
	levels map[string]int // 0 is the title
}

var _ walker = (*wordStyles)(nil)

func (s *wordStyles) begin(name string, attr attributes) {
	switch name {
	case "style":
		s.id = attr.get("styleId")
	case "name":
		style := strings.ToLower(attr.get("val"))
		level, err := strconv.Atoi(strings.TrimPrefix(style, "heading "))
		if style == "title" {
			s.levels[s.id] = 1
		} else if err == nil && level > 0 {
			s.levels[s.id] = level
		}
	}
}

func (s *wordStyles) end(string)  {}
func (s *wordStyles) text(string) {}

// word reads a part of a DOCX document.
type word struct {
	b      *content.Builder
	styles map[string]int
	links  map[string]string

	isText  bool
	heading bool // the paragraph is a heading
	cells   int  // number of enclosing tables
	silent  int  // number of enclosing elements whose text is written elsewhere

	outer   string // target of the enclosing link, "" for none
	alt     string // alternative text of the drawing that is being read
	pressed string // link target of that drawing as far as known
	isShown bool   // the text and the link of the drawing will be written
}

var _ walker = (*word)(nil)

func (w *word) begin(name string, attr attributes) {
	switch name {
	case "p":
		w.heading = false
		w.b.Block(w.around())
	case "pStyle":
		if level, ok := w.styles[attr.get("val")]; ok {
			w.heading = true
			w.b.Block(content.Heading(level))
		}
	case "numPr":
		if !w.heading {
			w.b.Block(aranea.ElementListItem)
		}
	case "tc":
		w.cells++
	case "t":
		w.isText = w.silent == 0
	case "ruby":
		w.b.StartRuby(atom.Ruby)
	case "rt":
		w.b.StartRuby(atom.Rt)
	case "tab", "br", "cr":
		w.b.Space()
	case "r":
		w.b.Bold(false)
	case "b":
		if v := attr.get("val"); v != "0" && v != "false" {
			w.b.Bold(true)
		}
	case "hyperlink":
		if w.silent == 0 {
			w.outer = w.links[attr.get("id")]
			w.b.Link(w.outer)
		}
	case "Fallback", "pPrChange", "moveFrom": // moved text is read at its new position
		w.silent++
	case "drawing", "pict", "object": // it separates words, with or without alternative text
		w.b.Space()
		w.beginDrawing(name, attr)
	default:
		w.beginDrawing(name, attr)
	}
}

// beginDrawing records the properties of a drawing.
func (w *word) beginDrawing(name string, attr attributes) {
	if w.silent > 0 {
		return
	}
	switch name {
	case "drawing":
		w.pressed = ""
	case "docPr":
		w.alt, w.isShown = described(attr), true
	case "hlinkClick": // programs write it for the drawing, the picture in it, or both
		target := w.links[attr.get("id")]
		if target == "" || target == w.pressed {
			return
		}
		if w.pressed = target; !w.isShown {
			w.show("", target)
		}
	}
}

// show writes the alternative text of a drawing with its link. Inside another link, it splits
// that link.
func (w *word) show(alt, target string) {
	if alt == "" && (target == "" || target == w.outer) {
		return
	}
	w.b.Space()
	if target != "" && target != w.outer {
		w.b.Link(target)
	}
	w.b.Write(alt)
	if target != "" && target != w.outer {
		w.b.EndLink()
		w.b.Space()
		w.b.Link(w.outer)
	}
	w.b.Space()
}

// described returns the alternative text of a picture or a drawing.
func described(attr attributes) string { return cmp.Or(attr.get("descr"), attr.get("title")) }

func (w *word) around() aranea.ElementKind {
	if w.cells > 0 {
		return aranea.ElementCell
	}
	return aranea.ElementText
}

func (w *word) end(name string) {
	switch name {
	case "p":
		w.b.End()
	case "tc":
		w.cells = max(w.cells-1, 0)
	case "t":
		w.isText = false
	case "ruby", "rt":
		w.b.EndRuby()
	case "r":
		w.b.Bold(false)
	case "hyperlink":
		if w.silent == 0 {
			w.outer = ""
			w.b.EndLink()
		}
	case "docPr":
		if w.isShown {
			w.isShown = false
			w.show(w.alt, w.pressed)
		}
	case "Fallback", "pPrChange", "moveFrom":
		w.silent = max(w.silent-1, 0)
	}
}

func (w *word) text(s string) {
	if w.isText {
		w.b.Write(s)
	}
}
