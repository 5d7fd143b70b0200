package content

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
)

// A document cannot be of a year before the web existed, which comes from clocks without a
// battery and empty fields, nor of one with five digits.
const (
	firstYear = 1991
	endOfTime = 10000
	maxSource = 40 // bytes of the source of a date
)

// Published sets when the document was published, with the source of the date. The first one is
// kept; an impossible one is ignored.
func (b *Builder) Published(source string, at time.Time) { date(&b.r.Published, source, at) }

// Modified sets when the document was last changed, like Published.
func (b *Builder) Modified(source string, at time.Time) { date(&b.r.Modified, source, at) }

func date(d *aranea.Date, source string, at time.Time) {
	at = at.UTC()
	if !d.At.IsZero() || at.Year() < firstYear || at.Year() >= endOfTime || len(source) > maxSource || !utf8.ValidString(source) {
		return
	}
	*d = aranea.Date{At: at, Source: source}
}

// dateForms are the forms of ISO 8601 in documents; fractions of seconds may follow.
var dateForms = [...]string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04Z07:00", time.DateOnly, "2006-01", "2006"}

// ParseDate reads an instant in a form of ISO 8601, in UTC if there is no zone; the zero time
// means none.
func ParseDate(text string) time.Time {
	text = strings.TrimSpace(text)
	for _, form := range dateForms {
		if at, err := time.Parse(form, text); err == nil {
			return at
		}
	}
	return time.Time{}
}
