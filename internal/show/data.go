package show

import (
	"strings"
	"time"
)

// Cell prevents spreadsheets from interpreting a cell of a table as a formula.
func Cell(text string) string {
	if text != "" && strings.IndexByte("=+-@\t\r", text[0]) >= 0 {
		return "'" + text
	}
	return text
}

// Instant formats an instant for programs, by RFC 3339 in UTC; "" for the zero time.
func Instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
