package command

import (
	"bytes"
	"encoding/json"
	"io"
	"time"

	"github.com/aranea-search/aranea/internal/show"
)

// WriteJSON writes v as one line. Control characters and characters that reorder text are written
// as \u escapes: JSON permits them unescaped, but people may look at the line in a terminal.
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

// Clock formats a time in the local time zone for people, with the zone, because an hour is
// repeated when clocks are set back.
func Clock(t time.Time) string { return t.Local().Format(time.DateTime + " MST") }
