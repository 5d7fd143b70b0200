package office

import (
	"strconv"
	"strings"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/extract/content"
	"github.com/aranea-search/aranea/extract/numberformat"
)

// Limits on the cells of a sheet that are kept until its links, which follow all cells, have
// been read. Once a limit is reached, the kept cells are written without their links.
const (
	maxKeptCells = 100_000
	maxKeptBytes = 4 << 20
	maxFormula   = 4 << 10 // bytes of a formula that are read
)

// A cell is a cell that has been read.
type cell struct {
	ref    string // such as "B7"
	text   string
	target string // the link target of its formula, "" for none
	first  bool   // it is the first of a row
}

// sheet reads the rows of a sheet. If the sheet has links, it keeps the cells until the links
// have been read.
type sheet struct {
	b       *content.Builder
	shared  []string
	formats *numberformat.Table
	targets map[string]string // link targets by relation ID; emptied if cells are not kept
	links   map[string]string // link targets by cell reference
	linked  []string          // the keys of links, in the order of the file
	kept    []cell
	bytes   int // of the texts in kept

	now       cell
	newRow    bool
	kind      string // type of the cell's value: "s" for the index of a shared string, "" or "n" for a number
	format    string // the index of its cell format
	isValue   bool
	isFormula bool // inside the formula of the cell
	value     strings.Builder
	formula   strings.Builder
}

var _ walker = (*sheet)(nil)

func (s *sheet) begin(name string, attr attributes) {
	switch name {
	case "row":
		s.newRow = true
	case "c":
		s.kind, s.format = attr.get("t"), attr.get("s")
		s.now = cell{ref: attr.get("r"), first: s.newRow}
		s.newRow = false
		s.value.Reset()
		s.formula.Reset()
	case "v", "t":
		s.isValue = true
	case "f":
		s.isFormula = true
	case "hyperlink":
		s.link(attr.get("ref"), s.targets[attr.get("id")])
	}
}

// link records the target of the first cell of a range.
func (s *sheet) link(cells, target string) {
	first, _, _ := strings.Cut(cells, ":")
	if target == "" || len(s.links) >= maxRelations {
		return
	}
	if s.links == nil {
		s.links = map[string]string{}
	}
	if s.links[first] == "" {
		s.linked = append(s.linked, first)
	}
	s.links[first] = target
}

func (s *sheet) end(name string) {
	switch name {
	case "v", "t":
		s.isValue = false
	case "f":
		s.isFormula = false
	case "c":
		s.now.text, s.now.target = s.said(), formulaTarget(s.formula.String())
		s.put(s.now)
	}
}

// said returns the text of the cell that ends.
func (s *sheet) said() string {
	value := s.value.String()
	switch s.kind {
	case "s":
		if i, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && i >= 0 && i < len(s.shared) {
			return s.shared[i]
		}
		return ""
	case "d": // ISO 8601
		date, clock, _ := strings.Cut(value, "T")
		return strings.TrimSuffix(date+" "+clock, " 00:00:00")
	case "", "n":
		format, _ := strconv.Atoi(s.format) // no format means the first one
		if days, err := strconv.ParseFloat(strings.TrimSpace(value), 64); err == nil {
			if date, ok := s.formats.Date(format, days); ok {
				return date
			}
		}
	}
	return value
}

// formulaTarget returns the target of a formula that is a link to a literal URL.
func formulaTarget(formula string) string {
	rest, is := strings.CutPrefix(strings.TrimSpace(formula), `HYPERLINK("`)
	target, behind, _ := strings.Cut(rest, `"`)
	if behind = strings.TrimSpace(behind); !is || !strings.HasPrefix(behind, ",") && behind != ")" {
		return "" // not a link, or a URL that is composed
	}
	return target
}

// put keeps or writes a cell.
func (s *sheet) put(c cell) {
	if len(s.targets) == 0 {
		s.write(&c)
		return
	}
	s.kept = append(s.kept, c)
	s.bytes += len(c.text) + len(c.target)
	if len(s.kept) >= maxKeptCells || s.bytes >= maxKeptBytes {
		s.writeKept()
		s.targets = nil
	}
}

// writeKept writes the kept cells.
func (s *sheet) writeKept() {
	for i := range s.kept {
		s.write(&s.kept[i])
	}
	s.kept, s.bytes = nil, 0
}

// finish writes what was kept until the end of the sheet: its cells, and the links of cells that
// are not in the sheet, which have no text.
func (s *sheet) finish() {
	s.writeKept()
	if len(s.targets) == 0 {
		return
	}
	for _, ref := range s.linked {
		if to := s.links[ref]; to != "" {
			s.b.Link(to)
			s.b.EndLink()
		}
	}
	s.b.End()
}

// write writes a cell with its link.
func (s *sheet) write(c *cell) {
	if c.first {
		s.b.Block(aranea.ElementCell)
	}
	s.b.Space()
	target := c.target
	if to := s.links[c.ref]; to != "" {
		target = to
		delete(s.links, c.ref)
	}
	if target != "" {
		s.b.Link(target)
	}
	s.b.Write(c.text)
	s.b.EndLink()
}

func (s *sheet) text(t string) {
	switch {
	case s.isValue && s.value.Len() < maxProperty:
		s.value.WriteString(t)
	case s.isFormula && s.formula.Len() < maxFormula:
		s.formula.WriteString(t)
	}
}
