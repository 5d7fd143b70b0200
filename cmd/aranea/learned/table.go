package learned

import (
	"encoding/csv"
	"errors"
	"io"

	"github.com/aranea-search/aranea/internal/show"
)

// A table prints rows of comma-separated values below a head line.
type table struct {
	w    *csv.Writer
	head []string // nil if it is printed
}

func newTable(out io.Writer, head ...string) *table { return &table{csv.NewWriter(out), head} }

// row prints cells, which may be foreign texts.
func (t *table) row(cells ...string) error {
	for i := range cells {
		cells[i] = show.Cell(cells[i])
	}
	err := errors.Join(t.begin(), t.w.Write(cells))
	t.w.Flush()
	return errors.Join(err, t.w.Error())
}

// end prints the head line if there was no row: programs that read a table expect it.
func (t *table) end() error {
	err := t.begin()
	t.w.Flush()
	return errors.Join(err, t.w.Error())
}

func (t *table) begin() error {
	if t.head == nil {
		return nil
	}
	head := t.head
	t.head = nil
	return t.w.Write(head)
}
