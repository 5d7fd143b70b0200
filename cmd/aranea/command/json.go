package command

import (
	"bytes"
	"encoding/json"
	"io"
	"time"

	"github.com/aranea-search/aranea/internal/show"
)

// WriteJSON writes v as one line. Characters that could steer a terminal or
// reorder text are written as \u escapes: JSON permits them bare, but the line
// may be looked at by people.
func WriteJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(show.JSON(b.Bytes()))
	return err
}

// JSONTime writes an instant, "" for the zero instant.
func JSONTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// Cell keeps a spreadsheet from taking foreign text for a formula.
func Cell(text string) string {
	if text != "" && (text[0] == '=' || text[0] == '+' || text[0] == '-' || text[0] == '@') {
		return "'" + text
	}
	return text
}

// Clock shows people an instant by the clock of this machine, with its zone: where clocks
// are set back, an hour comes twice.
func Clock(t time.Time) string { return t.Local().Format(time.DateTime + " MST") }
