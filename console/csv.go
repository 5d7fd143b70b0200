package console

import (
	"encoding/csv"
	"iter"
	"net/http"
	"strings"
	"time"
)

// Limits of lists as CSV.
const (
	csvFlush = 500              // rows that are sent together
	csvStall = 30 * time.Second // maximum time for a client to receive them
)

// A sheet is a list as CSV: the name of its file, and its columns.
type sheet struct {
	name string
	head []string
}

// sendCSV streams a list of any length.
func sendCSV[T any](s *Server, w http.ResponseWriter, r *http.Request, sheet sheet, list iter.Seq2[T, error], row func(*T) []string) {
	ctl := http.NewResponseController(w)
	out := csv.NewWriter(w)
	if r.Method == http.MethodHead {
		sheet.begin(w, out)
		return
	}
	begun, rows := false, 0
	for v, err := range list {
		switch {
		case err != nil && !begun:
			s.fail(w, r, err)
			return
		case err != nil:
			panic(http.ErrAbortHandler) // a partial list must not be mistaken for a complete one
		case !begun:
			sheet.begin(w, out)
			begun = true
		}
		_ = out.Write(row(&v)) // Flush and Error report a closed connection
		if rows++; rows%csvFlush == 0 {
			out.Flush()
			if out.Error() != nil || ctl.Flush() != nil {
				return
			}
			_ = ctl.SetWriteDeadline(time.Now().Add(csvStall)) // not every writer supports it
		}
	}
	if !begun {
		sheet.begin(w, out)
	}
	out.Flush()
}

// begin writes the header of a CSV list.
func (s *sheet) begin(w http.ResponseWriter, out *csv.Writer) {
	w.Header().Set("Content-Type", "text/csv; charset=utf-8; header=present")
	w.Header().Set("Content-Disposition", `attachment; filename="`+s.name+`"`)
	_ = out.Write(s.head) // Flush and Error report a closed connection
}

// cell prevents spreadsheets from interpreting foreign text as a formula.
func cell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}
