package office

import (
	"strconv"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
)

// readOpenDocument reads an OpenDocument text, presentation or spreadsheet.
func readOpenDocument(format string, p *parcel, b *content.Builder) error {
	lock := encryption{}
	_ = walk(p.open("META-INF/manifest.xml"), b, &lock) // without it nothing is encrypted
	if lock.found {
		return content.ErrEncrypted
	}
	o := openDocument{b: b, bold: map[string]bool{}, dates: newCellDates()}
	if format == "ods" {
		_ = walk(p.open("styles.xml"), b, &o.dates) // without it dates are written in full
	}
	err := walk(p.open("content.xml"), b, &o)
	if o.noted {
		notes := openDocument{b: b, bold: o.bold, notes: true}
		_ = walk(p.open("content.xml"), b, &notes) // the first pass returned the same error
	}
	return err
}

// encryption looks for encrypted parts in a manifest.
type encryption struct{ found bool }

var _ walker = (*encryption)(nil)

func (e *encryption) begin(name string, _ attributes) {
	if name == "encryption-data" {
		e.found = true
	}
}
func (e *encryption) end(string)  {}
func (e *encryption) text(string) {}

// openDocument reads content.xml.
type openDocument struct {
	b     *content.Builder
	style string          // the automatic style that is being defined
	bold  map[string]bool // by name of automatic style

	body    bool
	items   int // number of enclosing list items
	cells   int // number of enclosing table cells
	rows    int // number of enclosing spreadsheet rows
	isTitle bool
	isSheet bool
	silent  int // number of enclosing elements with text that is not the document's or is written elsewhere
	noted   bool
	notes   bool // the second pass, which writes only the notes, after the text, so that they do not split sentences
	dates   cellDates
}

var _ walker = (*openDocument)(nil)

// maxStyles is the most styles of a document that are kept.
const maxStyles = 10_000

func (o *openDocument) begin(name string, attr attributes) {
	o.dates.begin(name, attr)
	if o.beginsAround(name, attr) || !o.body || o.silent > 0 {
		return
	}
	switch name {
	case "h":
		level, _ := strconv.Atoi(attr.get("outline-level")) // no level counts as the first
		o.b.Block(content.Heading(level))
	case "p":
		if o.rows == 0 {
			o.b.Block(o.around())
		}
		o.b.Space()
	case "span":
		o.b.Bold(o.bold[attr.get("style-name")])
	case "a":
		o.b.Link(fromPackage(attr.get("href")))
	case "event-listener": // of a shape in a presentation
		if attr.get("action") == "show" {
			o.b.Link(fromPackage(attr.get("href")))
			o.b.EndLink()
		}
	case "ruby":
		o.b.StartRuby(atom.Ruby)
	case "ruby-text":
		o.b.StartRuby(atom.Rt)
	case "s", "tab", "line-break", "title", "desc": // an alternative text is separate from the word beside it
		o.b.Space()
	}
}

// fromPackage resolves a reference inside a package relative to the document: a path that begins
// with .. leads out of the package to a file beside it; other relative paths name parts of the
// package (OpenDocument 1.2, part 3, section 3.7) and are not links.
func fromPackage(ref string) string {
	ref = strings.TrimSpace(ref)
	if beside, ok := strings.CutPrefix(ref, "../"); ok {
		return beside
	}
	if content.IsAbsolute(ref) || strings.HasPrefix(ref, "/") {
		return ref
	}
	return ""
}

// beginsAround records the element around the text. It reports whether the element contains no
// text itself.
func (o *openDocument) beginsAround(name string, attr attributes) bool {
	switch name {
	case "style":
		o.style = attr.get("name")
	case "text-properties":
		if attr.get("font-weight") == "bold" && len(o.bold) < maxStyles {
			o.bold[o.style] = true
		}
	case "body":
		o.body = !o.notes
	case "note-body":
		if o.noted = true; o.notes {
			o.body = true
		} else {
			o.silent++
		}
	case "spreadsheet":
		o.isSheet = true
	case "tracked-changes", "annotation", "note-citation", "image": // the mark of a note stands above a word; image holds the fallback of a picture
		o.silent++
	case "list-item":
		o.items++
	case "table-cell":
		o.cells++
		o.b.Space()
		if o.isSheet {
			o.b.Write(o.dates.cell(attr))
		}
	case "table-row":
		if o.isSheet {
			o.rows++
			o.b.Block(aranea.ElementCell)
		}
	case "table":
		if o.isSheet {
			o.b.Sheet(attr.get("name"))
		}
	case "frame":
		o.isTitle = attr.get("class") == "title"
		o.b.Space() // it separates words
	default:
		return false
	}
	return true
}

func (o *openDocument) around() aranea.ElementKind {
	switch {
	case o.isTitle:
		return aranea.ElementHeading2
	case o.cells > 0:
		return aranea.ElementCell
	case o.items > 0:
		return aranea.ElementListItem
	}
	return aranea.ElementText
}

func (o *openDocument) end(name string) {
	o.dates.end(name)
	if !o.endsAround(name) && o.silent == 0 {
		o.endsText(name)
	}
}

// endsText ends an element that contains text.
func (o *openDocument) endsText(name string) {
	switch name {
	case "h":
		o.b.End()
	case "p":
		if o.rows == 0 {
			o.b.End()
		}
	case "span":
		o.b.Bold(false)
	case "a":
		o.b.EndLink()
	case "ruby", "ruby-text":
		o.b.EndRuby()
	case "title", "desc":
		o.b.Space()
	}
}

// endsAround ends an element that beginsAround handles, and reports whether it is one.
func (o *openDocument) endsAround(name string) bool {
	switch name {
	case "frame":
		o.isTitle = false
		o.b.Space()
	case "note-body":
		if o.notes {
			o.body = false
		} else {
			o.silent = max(o.silent-1, 0)
		}
	case "tracked-changes", "annotation", "note-citation", "image":
		o.silent = max(o.silent-1, 0)
	case "list-item":
		o.items = max(o.items-1, 0)
	case "table-cell":
		o.cells = max(o.cells-1, 0)
	case "table-row":
		o.rows = max(o.rows-1, 0)
		o.b.End()
	default:
		return false
	}
	return true
}

func (o *openDocument) text(s string) {
	if o.body && o.silent == 0 && !o.dates.told {
		o.b.Write(s)
	}
}
