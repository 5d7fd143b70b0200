package extract

import (
	"time"

	"github.com/aranea-search/aranea"
)

// A document that is generated for each answer has the date of that instant: a Last-Modified
// within the last hour before the Date says nothing. Nor does one before the web existed, which
// comes from clocks without a battery and reproducible archives.
const (
	justMade  = time.Hour
	webBegins = 1991
)

// servedDate returns when the document was last changed according to the server (RFC 9110
// section 8.8.2), none if that is not credible.
func servedDate(h aranea.Header) aranea.Date {
	at, answer := httpTime(h.Get("Last-Modified")), httpTime(h.Get("Date"))
	if answer.IsZero() || at.Year() < webBegins || !at.Before(answer.Add(-justMade)) {
		return aranea.Date{}
	}
	return aranea.Date{At: at, Source: "Last-Modified"}
}

// httpTime reads an instant in one of the three forms of RFC 9110 section 5.6.7; the zero time
// means none.
func httpTime(text string) time.Time {
	for _, form := range [...]string{"Mon, 02 Jan 2006 15:04:05 GMT", "Monday, 02-Jan-06 15:04:05 GMT", time.ANSIC} {
		if at, err := time.Parse(form, text); err == nil {
			return at
		}
	}
	return time.Time{}
}
