package extract

import (
	"time"

	"github.com/aranea-search/aranea"
)

// A document that is made anew for each answer is of that instant: what a server says
// of the last hour before its Date tells nothing. Nor does an instant before there was
// a web, as clocks without a battery and reproducible archives have it.
const (
	justMade  = time.Hour
	webBegins = 1991
)

// servedDate returns when the server says that a document changed last
// (RFC 9110 section 8.8.2), none if that is not believed.
func servedDate(h aranea.Header) aranea.Date {
	at, answer := httpTime(h.Get("Last-Modified")), httpTime(h.Get("Date"))
	if answer.IsZero() || at.Year() < webBegins || !at.Before(answer.Add(-justMade)) {
		return aranea.Date{}
	}
	return aranea.Date{At: at, Source: "Last-Modified"}
}

// httpTime reads an instant in one of the three forms of RFC 9110 section 5.6.7; the
// zero time is none.
func httpTime(text string) time.Time {
	for _, form := range [...]string{"Mon, 02 Jan 2006 15:04:05 GMT", "Monday, 02-Jan-06 15:04:05 GMT", time.ANSIC} {
		if at, err := time.Parse(form, text); err == nil {
			return at
		}
	}
	return time.Time{}
}
