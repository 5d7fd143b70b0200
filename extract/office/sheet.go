package office

import (
	"strconv"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
)

// readSheets reads an XLSX workbook: each sheet's name, and its rows with the
// values of their cells.
func readSheets(p *parcel, b *content.Builder) error {
	const main = "xl/workbook.xml"
	shared := sharedStrings{most: maxSharedBytes}
	_ = walk(p.open("xl/sharedStrings.xml"), b, &shared) // without them cells hold numbers
	book := workbook{}
	err := walk(p.open(main), b, &book)
	targets := p.relationsOf(main, b)
	for _, s := range book.sheets {
		b.Property(aranea.ElementHeading2, s.name)
		w := sheet{b: b, shared: shared.texts}
		if fault := walk(p.open(beside(main, targets[s.id])), b, &w); fault != nil {
			err = fault
		}
	}
	return err
}

// maxSharedBytes bounds the strings that the cells of a workbook share.
const maxSharedBytes = 16 << 20

// maxSheets is how many sheets of a workbook are read.
const maxSheets = 1000

// sharedStrings reads the strings that cells refer to by number.
type sharedStrings struct {
	texts  []string
	most   int
	now    strings.Builder
	isText bool
	spoken bool // how the text is spoken follows
}

var _ walker = (*sharedStrings)(nil)

func (s *sharedStrings) begin(name string, _ attributes) {
	switch name {
	case "si":
		s.now.Reset()
	case "t":
		s.isText = !s.spoken
	case "rPh":
		s.spoken = true
	}
}

func (s *sharedStrings) end(name string) {
	switch name {
	case "si":
		s.texts = append(s.texts, s.now.String())
	case "t":
		s.isText = false
	case "rPh":
		s.spoken = false
	}
}

func (s *sharedStrings) text(t string) {
	if s.isText && s.most > len(t) {
		s.most -= len(t)
		s.now.WriteString(t)
	}
}

// workbook reads the list of sheets.
type workbook struct {
	sheets []struct{ name, id string }
}

var _ walker = (*workbook)(nil)

func (w *workbook) begin(name string, attr attributes) {
	if name != "sheet" || len(w.sheets) >= maxSheets || strings.HasSuffix(attr.get("state"), "idden") {
		return
	}
	w.sheets = append(w.sheets, struct{ name, id string }{attr.get("name"), attr.get("id")})
}

func (w *workbook) end(string)  {}
func (w *workbook) text(string) {}

// sheet reads the rows of a sheet.
type sheet struct {
	b        *content.Builder
	shared   []string
	isShared bool // the cell's value is the number of a shared string
	isValue  bool
	value    strings.Builder
}

var _ walker = (*sheet)(nil)

func (s *sheet) begin(name string, attr attributes) {
	switch name {
	case "row":
		s.b.Block(aranea.ElementCell)
	case "c":
		s.isShared = attr.get("t") == "s"
		s.value.Reset()
	case "v", "t":
		s.isValue = true
	}
}

func (s *sheet) end(name string) {
	switch name {
	case "row":
		s.b.End()
	case "v", "t":
		s.isValue = false
	case "c":
		s.b.Space()
		s.b.Write(s.cell())
	}
}

// cell returns the text of the cell that ends.
func (s *sheet) cell() string {
	value := s.value.String()
	if !s.isShared {
		return value
	}
	if i, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && i >= 0 && i < len(s.shared) {
		return s.shared[i]
	}
	return ""
}

func (s *sheet) text(t string) {
	if s.isValue && s.value.Len() < maxProperty {
		s.value.WriteString(t)
	}
}
