package numberformat

// Limits of the formats of a workbook: programs allow fewer.
const (
	maxFormats = 1 << 16
	maxCells   = 1 << 16
)

// A Table is the number formats of a workbook. Its zero value has those that need no
// code, and no cells.
type Table struct {
	// From1904 tells that days are counted from 1904-01-01 on.
	From1904 bool

	codes map[int]Format
	cells []int // which format cells have, by the number that they name
}

// Define gives a format its code. What is beyond 65,536 formats is left out.
func (t *Table) Define(id int, code string) {
	if t.codes == nil {
		t.codes = map[int]Format{}
	}
	if len(t.codes) < maxFormats {
		t.codes[id] = Parse(code)
	}
}

// Add adds the next of the formats that cells name by number, from 0 on. What is beyond
// 65,536 of them is left out.
func (t *Table) Add(id int) {
	if len(t.cells) < maxCells {
		t.cells = append(t.cells, id)
	}
}

// Date returns the value of a cell in days as text, if the format that the cell names is
// one of dates or times; ok is false if it is a number.
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
