package robotsmeta

import (
	"strings"
	"time"
)

// dateLayouts are the forms of dates behind the name of a day: RFC 822 and its
// descendants, RFC 850, ISO 8601, what the C library prints, and what people
// write. The first are tried first.
var dateLayouts = [...]string{
	"2006-01-02T15:04:05Z07:00", "2006-01-02T15:04:05", "2006-01-02T15:04Z07:00", "2006-01-02T15:04",
	"2 Jan 2006 15:04:05 MST", "2 Jan 2006 15:04:05 -0700", "2 Jan 2006 15:04:05",
	"2 Jan 06 15:04:05 MST", "2 Jan 06 15:04:05 -0700", "2 Jan 06 15:04 MST", "2 Jan 06 15:04 -0700",
	"2 Jan 2006 15:04 MST", "2 Jan 2006 15:04 -0700", "2 Jan 2006 15:04",
	"2-Jan-06 15:04:05 MST", "2-Jan-06 15:04:05 -0700", "2-Jan-2006 15:04:05 MST", "2-Jan-2006 15:04:05 -0700", "2-Jan-2006 15:04:05",
	"2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 MST", "2006-01-02 15:04:05", "2006-01-02 15:04",
	"Jan 2 15:04:05 2006", "Jan 2 15:04:05 MST 2006",
}

// dayLayouts are the forms without a time of day.
var dayLayouts = [...]string{
	"2006-01-02", "2 Jan 2006", "2-Jan-2006", "2-Jan-06", "Jan 2, 2006", "January 2, 2006", "2 January 2006", "20060102",
}

// maxDate is the length in bytes beyond which nothing is a date.
const maxDate = 64

// ParseDate reads the date of unavailable_after. Google asks for RFC 822, RFC
// 850 or ISO 8601; a few related forms are read too. The zones of RFC 822 are
// known by name, another name or none at all is read as UTC. A day without a
// time lasts until its end: the result is the midnight behind it.
func ParseDate(s string) (time.Time, bool) {
	if len(s) > maxDate {
		return time.Time{}, false
	}
	s = withoutWeekday(strings.ToUpper(strings.Join(strings.Fields(s), " ")))
	form := formOf(s)
	for _, layout := range dateLayouts {
		if formOf(layout) != form {
			continue
		}
		if at, err := time.ParseInLocation(layout, s, time.UTC); err == nil {
			return inZone(at), true
		}
	}
	for _, layout := range dayLayouts {
		if formOf(layout) != form {
			continue
		}
		if at, err := time.ParseInLocation(layout, s, time.UTC); err == nil {
			return at.AddDate(0, 0, 1), true
		}
	}
	return time.Time{}, false
}

// formOf tells layouts apart by how they begin, so that few are tried: with a
// year, a number and a hyphen, another number, or a word.
func formOf(s string) int {
	digit := func(i int) bool { return i < len(s) && s[i] >= '0' && s[i] <= '9' }
	hyphen := func(i int) bool { return i < len(s) && s[i] == '-' }
	switch {
	case !digit(0):
		return 1
	case hyphen(4) && digit(3):
		return 2
	case hyphen(1), hyphen(2):
		return 3
	}
	return 4
}

// withoutWeekday cuts the name of a day, in capitals, off the front: "FRI, ",
// "FRIDAY, ", "FRI ".
func withoutWeekday(s string) string {
	n := 0
	for n < len(s) && s[n] >= 'A' && s[n] <= 'Z' {
		n++
	}
	if n < 3 || n == len(s) || s[n] != ',' && s[n] != ' ' {
		return s
	}
	for _, day := range [...]string{"MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"} {
		if strings.HasPrefix(day, s[:n]) {
			return strings.TrimLeft(s[n:], ", ")
		}
	}
	return s
}

// zones are the zones of RFC 822 section 5.1, in hours east of Greenwich; its
// military zones but Z have no sure sign (RFC 1123 section 5.2.14) and count as
// UTC like any unknown name.
var zones = [...]struct {
	name  string
	hours int
}{
	{"EST", -5}, {"EDT", -4}, {"CST", -6}, {"CDT", -5}, {"MST", -7}, {"MDT", -6}, {"PST", -8}, {"PDT", -7},
}

// inZone moves an instant whose zone package time knows by name only.
func inZone(at time.Time) time.Time {
	name, offset := at.Zone()
	if offset != 0 {
		return at
	}
	for _, z := range zones {
		if z.name == name {
			return at.Add(time.Duration(-z.hours) * time.Hour).UTC()
		}
	}
	return at
}
