package dates

import (
	"strings"
	"time"
)

// forms are the date formats used by pages.
var forms = [...]string{
	time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04",
	"2006-01-02 15:04", time.DateOnly, "2006/1/2", "20060102", "2006-01", time.RFC1123, time.RFC1123Z, "2006",
}

// firstYear is the year of the first page of the web.
const firstYear = 1991

// Parse returns the instant that a text of a page is the date of, and whether it is one from the years of the
// web; without a zone it is taken as UTC.
func Parse(text string) (time.Time, bool) {
	text = strings.TrimSpace(text)
	if len(text) > 40 {
		return time.Time{}, false
	}
	for _, form := range forms {
		if at, err := time.Parse(form, text); err == nil {
			return at.UTC(), at.Year() >= firstYear && at.Year() < 10000
		}
	}
	return time.Time{}, false
}
