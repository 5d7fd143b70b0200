package sitemap

import (
	"compress/flate"
	"errors"
	"fmt"
	"strings"
	"time"
)

// A Frequency is how often a page changes according to its site.
type Frequency uint8

// The frequencies of the protocol. The zero value means unknown.
const (
	Unknown Frequency = 0
	Always  Frequency = 1 // changes at each visit
	Hourly  Frequency = 2
	Daily   Frequency = 3
	Weekly  Frequency = 4
	Monthly Frequency = 5
	Yearly  Frequency = 6
	Never   Frequency = 7 // archived
)

var frequencyNames = [...]string{"unknown", "always", "hourly", "daily", "weekly", "monthly", "yearly", "never"}

// String returns the word of the protocol.
func (f Frequency) String() string {
	if int(f) < len(frequencyNames) {
		return frequencyNames[f]
	}
	return fmt.Sprintf("frequency(%d)", uint8(f))
}

// parseFrequency parses a word of the protocol, in any case.
func parseFrequency(s string) (Frequency, bool) {
	for i, name := range frequencyNames {
		if i > 0 && strings.EqualFold(s, name) {
			return Frequency(i), true
		}
	}
	return Unknown, false
}

// dateLayouts returns the profiles of ISO 8601 in W3C's note on date and time, those without a
// zone, which many sites write, and the date formats of feeds (RFC 822 as used by RSS).
func dateLayouts() []string {
	return []string{
		time.RFC3339, "2006-01-02", "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02T15:04:05Z0700",
		"2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04", "2006-01", "2006",
		time.RFC1123Z, time.RFC1123, "Mon, 2 Jan 2006 15:04:05 -0700", "Mon, 2 Jan 2006 15:04:05 MST",
		"2 Jan 2006 15:04:05 -0700", "2 Jan 2006 15:04:05 MST", "Mon, 2 Jan 2006 15:04 -0700", "Mon, 2 Jan 2006 15:04 MST",
	}
}

// maxDate is the maximum length of a date.
const maxDate = 64

// parseDate parses a date in one of the layouts. The default zone is UTC.
func parseDate(s string) (time.Time, bool) {
	if s == "" || len(s) > maxDate {
		return time.Time{}, false
	}
	for _, layout := range dateLayouts() {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}

// isFlate reports whether err means that compressed data is damaged.
func isFlate(err error) bool {
	var corrupt flate.CorruptInputError
	return errors.As(err, &corrupt)
}
