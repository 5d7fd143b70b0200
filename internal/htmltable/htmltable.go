// Package htmltable tells in which cells of tables the parts of a text stand, by the table model of HTML
// ("Forming a table"), with rows and columns that cells span.
//
// Floor: 0 (leaves). Stability: engine. It is pure; all sizes are limited.
package htmltable

// A Cell is the place of what begins at At in a text, up to the next Cell. Tables are counted in a
// page, rows in a table and columns in a row, from 1. Row and Column are 0 beside the cells of a
// table, as in its caption, and Table is 0 outside of tables.
type Cell struct {
	At                 uint32 // byte offset into the text
	Table, Row, Column uint16
	Header             bool // th
}

// Limits of a page. What is in further tables, rows and cells is as if outside of tables.
const (
	MaxCells   = 50_000
	maxColumns = 256 // of a table, whose cells may reach down into other rows; others do not
	maxRows    = 65_534
	maxNested  = 16 // tables in tables; what is deeper belongs to the cell around it
	keptCells  = 4 << 10
)

// A Finder finds the cells of one page after another.
type Finder struct {
	On     bool // otherwise there are none
	tables int
	open   []table // the last one is the innermost
	deeper int     // number of open tables that are nested too deep
	found  []Cell
}

// A table is an open table.
type table struct {
	place  Cell  // of what comes next
	row    int   // the last one that began
	inRow  bool  // it has not ended
	column int   // the last one that a cell of the row takes
	down   []int // for each column, the last row that a cell above reaches down to
}

// Reset begins another page.
func (f *Finder) Reset() {
	f.tables, f.open, f.deeper, f.found = 0, f.open[:0], 0, f.found[:0]
}

// StartTable begins a table, at the end of a text of size bytes, as all that follows.
func (f *Finder) StartTable(size int) {
	if len(f.open) == maxNested {
		f.deeper++
		return
	}
	f.tables++
	f.open = append(f.open, table{place: Cell{Table: uint16(min(f.tables, MaxCells))}})
	f.mark(size)
}

// EndTable ends the innermost table, if one is open.
func (f *Finder) EndTable(size int) {
	switch {
	case f.deeper > 0:
		f.deeper--
	case len(f.open) > 0:
		f.open = f.open[:len(f.open)-1]
		f.mark(size)
	}
}

// StartGroup begins a group of rows (tbody and others), which cells of the group before do not reach.
func (f *Finder) StartGroup(size int) {
	if t := f.innermost(); t != nil {
		t.down = t.down[:0]
		f.EndRow(size)
	}
}

// StartRow begins a row.
func (f *Finder) StartRow(size int) {
	if t := f.innermost(); t != nil {
		t.row, t.inRow, t.column = t.row+1, true, 0
		f.beside(t, size)
	}
}

// EndRow ends a row.
func (f *Finder) EndRow(size int) {
	if t := f.innermost(); t != nil {
		t.inRow = false
		f.beside(t, size)
	}
}

// StartCell begins a cell that spans columns and rows; no rows are all of the group. Without a row
// it begins one.
func (f *Finder) StartCell(size int, header bool, columns, rows int) {
	t := f.innermost()
	if t == nil {
		return
	}
	if !t.inRow {
		f.StartRow(size)
	}
	for t.column < len(t.down) && t.down[t.column] >= t.row {
		t.column++
	}
	t.place.Row, t.place.Column, t.place.Header = uint16(min(t.row, maxRows)), uint16(min(t.column+1, maxRows)), header
	if rows == 0 {
		rows = maxRows
	}
	for range min(max(columns, 1), maxColumns) {
		if t.column < maxColumns && rows > 1 {
			for len(t.down) <= t.column {
				t.down = append(t.down, 0)
			}
			t.down[t.column] = t.row + min(rows, maxRows) - 1
		}
		t.column++
	}
	f.mark(size)
}

// EndCell ends a cell.
func (f *Finder) EndCell(size int) {
	if t := f.innermost(); t != nil {
		f.beside(t, size)
	}
}

// beside notes that what follows is in the table, but in none of its cells.
func (f *Finder) beside(t *table, size int) {
	t.place.Row, t.place.Column, t.place.Header = 0, 0, false
	f.mark(size)
}

// innermost returns the table that is read, nil if none is or it is nested too deep.
func (f *Finder) innermost() *table {
	if len(f.open) == 0 || f.deeper > 0 {
		return nil
	}
	return &f.open[len(f.open)-1]
}

// mark adds the place of what follows.
func (f *Finder) mark(size int) {
	c := Cell{}
	if len(f.open) > 0 && len(f.found) < MaxCells {
		c = f.open[len(f.open)-1].place
	}
	c.At = uint32(size)
	for len(f.found) > 0 && f.found[len(f.found)-1].At >= c.At { // no text is there
		f.found = f.found[:len(f.found)-1]
	}
	if len(f.found) <= MaxCells {
		f.found = append(f.found, c)
	}
}

// Cells ends a page and returns its cells in the order of the text, none if it has no text in tables.
func (f *Finder) Cells() []Cell {
	found := append([]Cell(nil), f.found...)
	if cap(f.found) > keptCells {
		f.found = nil
	}
	clear(f.open[:cap(f.open)])
	return found
}
