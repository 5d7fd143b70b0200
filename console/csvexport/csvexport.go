// Package csvexport sends lists of any length as CSV.
//
// Floor: 6 (faces), a part of console. Stability: engine. Memory: Flush rows. It makes no request, and
// does not know what is in a list.
package csvexport

import (
	"encoding/csv"
	"iter"
	"net/http"
	"time"

	"github.com/aranea-search/aranea/internal/show"
)

// Limits of a list.
const (
	Flush = 500              // rows that are sent together
	stall = 30 * time.Second // maximum time for a client to receive them
)

// A Sheet is a list: the name of its file, and its columns.
type Sheet struct {
	Name string
	Head []string
}

// Send sends the rows below the head line. It returns an error of the list if nothing was sent
// before, and aborts the connection otherwise.
func (s *Sheet) Send(w http.ResponseWriter, r *http.Request, rows iter.Seq2[[]string, error]) error {
	ctl := http.NewResponseController(w)
	out := csv.NewWriter(w)
	if r.Method == http.MethodHead {
		s.begin(w, out)
		return nil
	}
	sent := 0
	for row, err := range rows {
		switch {
		case err != nil && sent == 0:
			return err
		case err != nil:
			panic(http.ErrAbortHandler) // a partial list must not be mistaken for a complete one
		case sent == 0:
			s.begin(w, out)
		}
		_ = out.Write(row) // Flush and Error report a closed connection
		if sent++; sent%Flush == 0 {
			out.Flush()
			if out.Error() != nil || ctl.Flush() != nil {
				return nil
			}
			_ = ctl.SetWriteDeadline(time.Now().Add(stall)) // not every writer supports it
		}
	}
	if sent == 0 {
		s.begin(w, out)
	}
	out.Flush()
	return nil
}

// begin writes the header of a list.
func (s *Sheet) begin(w http.ResponseWriter, out *csv.Writer) {
	w.Header().Set("Content-Type", "text/csv; charset=utf-8; header=present")
	w.Header().Set("Content-Disposition", `attachment; filename="`+s.Name+`"`)
	_ = out.Write(s.Head) // Flush and Error report a closed connection
}

// Rows returns the rows of a list.
func Rows[T any](list iter.Seq2[T, error], row func(*T) []string) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		for v, err := range list {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(row(&v), nil) {
				return
			}
		}
	}
}

// Cells guards the cells of a row as show.Cell does, in place.
func Cells(row []string) []string {
	for i := range row {
		row[i] = show.Cell(row[i])
	}
	return row
}
