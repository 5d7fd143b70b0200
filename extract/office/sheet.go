package office

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/numberformat"
)

// readSheets reads an XLSX workbook: the name of each sheet, and its rows with the values and
// links of their cells.
func readSheets(p *parcel, b *content.Builder) error {
	main := p.mainOf("xl/workbook.xml", b)
	refers := p.relationsOf(main, b)
	shared := sharedStrings{most: maxSharedBytes}
	_ = walk(p.open(p.part(refers, toStrings, main, "xl/sharedStrings.xml")), b, &shared) // without them cells show indexes
	book := workbook{}
	err := walk(p.open(main), b, &book)
	formats := cellFormats{table: numberformat.Table{From1904: book.from1904}}
	_ = walk(p.open(p.part(refers, toStyles, main, "xl/styles.xml")), b, &formats) // without them dates are numbers
	parts := map[string]string{}
	for _, r := range refers.all {
		parts[r.id] = beside(main, r.target)
	}
	for i, s := range book.sheets {
		b.Sheet(s.name)
		part := parts[s.id]
		if !p.has(part) { // no relation names it
			part = fmt.Sprintf("xl/worksheets/sheet%d.xml", i+1)
		}
		w := sheet{b: b, shared: shared.texts, formats: &formats.table, targets: p.linksOf(part, b)}
		if fault := walk(p.open(part), b, &w); fault != nil {
			err = fault
		}
		w.finish()
	}
	return err
}

// maxSharedBytes limits the strings that the cells of a workbook share.
const maxSharedBytes = 16 << 20

// maxSheets is how many sheets of a workbook are read.
const maxSheets = 1000

// sharedStrings reads the strings that cells refer to by index.
type sharedStrings struct {
	texts  []string
	most   int
	now    strings.Builder
	isText bool
	spoken bool // inside the phonetic text of a string
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

// workbook reads the list of sheets and the epoch from which days are counted.
type workbook struct {
	sheets   []struct{ name, id string }
	from1904 bool
}

var _ walker = (*workbook)(nil)

func (w *workbook) begin(name string, attr attributes) {
	if name == "workbookPr" {
		w.from1904 = isTrue(attr.get("date1904"))
	}
	if name != "sheet" || len(w.sheets) >= maxSheets || strings.HasSuffix(attr.get("state"), "idden") {
		return
	}
	w.sheets = append(w.sheets, struct{ name, id string }{attr.get("name"), attr.get("id")})
}

func (w *workbook) end(string)  {}
func (w *workbook) text(string) {}

func isTrue(value string) bool { return value == "1" || value == "true" }

// cellFormats reads the number formats of cells.
type cellFormats struct {
	table   numberformat.Table
	inCells bool // inside the formats of cells, not those of named styles
}

var _ walker = (*cellFormats)(nil)

func (f *cellFormats) begin(name string, attr attributes) {
	switch name {
	case "numFmt":
		if id, err := strconv.Atoi(attr.get("numFmtId")); err == nil {
			f.table.Define(id, attr.get("formatCode"))
		}
	case "cellXfs":
		f.inCells = true
	case "xf":
		if f.inCells {
			id, _ := strconv.Atoi(attr.get("numFmtId")) // no ID means that of numbers
			f.table.Add(id)
		}
	}
}

func (f *cellFormats) end(name string) {
	if name == "cellXfs" {
		f.inCells = false
	}
}
func (f *cellFormats) text(string) {}
