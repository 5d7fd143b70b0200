package numberformat

// Limits on the formats of a workbook; programs allow fewer.
const (
	maxFormats = 1 << 16
	maxCells   = 1 << 16
)

// A Table holds the number formats of a workbook. The zero value has the built-in formats and no
// cells.
type Table struct {
	// From1904 is set if days are counted from 1904-01-01.
	From1904 bool

	codes map[int]Format
	cells []int // the ID of the format of each cell format
}

// Define sets the code of a format. Formats beyond 65,536 are ignored.
func (t *Table) Define(id int, code string) {
	if t.codes == nil {
		t.codes = map[int]Format{}
	}
	if len(t.codes) < maxFormats {
		t.codes[id] = Parse(code)
	}
}

// Add appends a cell format, which cells refer to by its index from 0 on. Cell formats beyond
// 65,536 are ignored.
func (t *Table) Add(id int) {
	if len(t.cells) < maxCells {
		t.cells = append(t.cells, id)
	}
}

// Date returns the value of a cell in days as text, if the cell has a format for dates or times;
// ok is false if it is a number.
func (t *Table) Date(cell int, days float64) (text string, ok bool) {
	if cell < 0 || cell >= len(t.cells) {
		return "", false
	}
	id := t.cells[cell]
	f, ok := t.codes[id]
	if !ok {
		f = builtin(id)
	}
	if t.From1904 && f&date != 0 && days >= 0 {
		days += from1904
	}
	return f.write(days)
}
