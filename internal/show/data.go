package show

import (
	"strings"
	"time"
)

// Cell prevents spreadsheets from interpreting a cell of a table as a formula. A number
// with a plus or minus before it is none.
func Cell(text string) string {
	if text != "" && strings.IndexByte("=+-@\t\r", text[0]) >= 0 && !isSigned(text) {
		return "'" + text
	}
	return text
}

// isSigned reports whether a text is a plus or minus and digits, with a point or comma between some of these.
func isSigned(text string) bool {
	if text[0] != '+' && text[0] != '-' {
		return false
	}
	digit := false
	for _, c := range text[1:] {
		switch {
		case c >= '0' && c <= '9':
			digit = true
		case digit && (c == '.' || c == ','):
			digit = false
		default:
			return false
		}
	}
	return digit
}

// Instant formats an instant for programs, by RFC 3339 in UTC; "" for the zero time.
func Instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
