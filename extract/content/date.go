package content

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
)

// A document cannot be of a year before there was a web, as clocks without a battery and
// empty fields have it, nor of one with five digits.
const (
	firstYear = 1991
	endOfTime = 10000
	maxSource = 40 // bytes of where a date stands
)

// Published says when the document was published, and where it says so. What came first
// counts; an instant that cannot be is none.
func (b *Builder) Published(source string, at time.Time) { date(&b.r.Published, source, at) }

// Modified says when the document was changed last, as Published does.
func (b *Builder) Modified(source string, at time.Time) { date(&b.r.Modified, source, at) }

func date(d *aranea.Date, source string, at time.Time) {
	at = at.UTC()
	if !d.At.IsZero() || at.Year() < firstYear || at.Year() >= endOfTime || len(source) > maxSource || !utf8.ValidString(source) {
		return
	}
	*d = aranea.Date{At: at, Source: source}
}

// dateForms are those of ISO 8601 that documents have; fractions of seconds may follow.
var dateForms = [...]string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04Z07:00", time.DateOnly, "2006-01", "2006"}

// ParseDate reads an instant in a form of ISO 8601, in UTC where no zone stands; the zero
// time is none.
func ParseDate(text string) time.Time {
	text = strings.TrimSpace(text)
	for _, form := range dateForms {
		if at, err := time.Parse(form, text); err == nil {
			return at
		}
	}
	return time.Time{}
}
