package robotsmeta

import (
	"slices"
	"strings"
	"time"
)

// maxDate is the length in bytes beyond which nothing is a date.
const maxDate = 64

// dayLayouts are the forms of a day: those of RFC 822 and its descendants, RFC
// 850 and ISO 8601, extended and basic, what the C library prints, and what
// people write.
var dayLayouts = [...]string{
	"2006-01-02", "20060102", "2006/01/02", "2 Jan 2006", "2 Jan 06", "2-Jan-2006", "2-Jan-06", "Jan 2 2006",
}

// The forms of a time of day: with the colons of all the standards; without
// them, which only ISO 8601 does, behind a "T"; and with AM or PM.
var (
	clockLayouts = [...]string{"15:04:05", "15:04"}
	basicLayouts = [...]string{"15:04:05", "15:04", "150405", "1504", "15"}
	halfLayouts  = [...]string{"3:04:05PM", "3:04PM"}
)

// ParseDate reads the date of unavailable_after. Google asks for RFC 822, RFC
// 850 or ISO 8601; both forms of the last are read, names of months in full, and
// a few related forms. The zones of RFC 822 are known by name, another name or
// none at all is read as UTC. A day without a time lasts until its end: the
// result is the midnight behind it.
func ParseDate(s string) (time.Time, bool) {
	if len(s) > maxDate {
		return time.Time{}, false
	}
	d := cutDate(withoutWeekday(strings.ToUpper(s)))
	day, ok := parseAny(dayLayouts[:], d.day)
	if ok && d.clock == "" {
		return day.AddDate(0, 0, 1), true
	}
	clock, timed := parseAny(d.layouts, d.clock)
	east, known := zoneOffset(d.zone)
	if !ok || !timed || !known {
		return time.Time{}, false
	}
	y, m, n := day.Date()
	return time.Date(y, m, n, clock.Hour(), clock.Minute(), clock.Second(), clock.Nanosecond(), time.UTC).Add(-east), true
}

// parseAny reads s by the first layout that fits. Those with other hyphens and
// blanks than s are not tried.
func parseAny(layouts []string, s string) (time.Time, bool) {
	for _, layout := range layouts {
		if strings.Count(layout, "-") != strings.Count(s, "-") || strings.Count(layout, " ") != strings.Count(s, " ") {
			continue
		}
		if at, err := time.Parse(layout, s); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// A cut date is one in pieces, in capitals.
type cut struct {
	day     string
	clock   string   // "" if there is none
	layouts []string // of the clock
	zone    string
}

// cutDate finds the time of day, which has colons or stands behind the "T" of
// ISO 8601, and what is around it.
func cutDate(s string) cut {
	s, _, _ = strings.Cut(s, "(") // a comment, of RFC 822 section 3.1.4
	fields := strings.Fields(s)
	at, layouts := slices.IndexFunc(fields, func(f string) bool { return strings.Contains(f, ":") }), clockLayouts[:]
	if day, clock, ok := cutISO(fields); ok {
		fields = append([]string{day, clock}, fields[1:]...)
		at, layouts = 1, basicLayouts[:]
	}
	if at < 0 {
		return cut{day: plainDay(fields)}
	}
	n := len(fields[at]) - len(strings.TrimLeft(fields[at], "0123456789:.,"))
	d := cut{clock: fields[at][:n], layouts: layouts}
	behind := append([]string{fields[at][n:]}, fields[at+1:]...)
	fields = fields[:at]
	// The C library writes the year last.
	if last := behind[len(behind)-1]; len(last) == 4 && isNumber(last) && last[0] != '+' && last[0] != '-' {
		fields, behind = append(fields, last), behind[:len(behind)-1]
	}
	if zone := strings.TrimSpace(strings.Join(behind, " ")); strings.HasPrefix(zone, "AM") || strings.HasPrefix(zone, "PM") {
		d.clock, d.layouts, d.zone = d.clock+zone[:2], halfLayouts[:], strings.TrimSpace(zone[2:])
	} else {
		d.zone = zone
	}
	d.day = plainDay(fields)
	return d
}

// cutISO cuts the first field at the "T" of ISO 8601.
func cutISO(fields []string) (day, clock string, ok bool) {
	if len(fields) == 0 {
		return "", "", false
	}
	day, clock, ok = strings.Cut(fields[0], "T")
	return day, clock, ok && len(day) >= len("20060102") && strings.Trim(day, "0123456789-") == "" && clock != ""
}

// months are the names that are longer than their first three letters.
var months = [...]string{
	"JANUARY", "FEBRUARY", "MARCH", "APRIL", "JUNE", "JULY", "AUGUST", "SEPTEMBER", "SEPT", "OCTOBER", "NOVEMBER", "DECEMBER",
}

// plainDay joins the fields of a day, without the commas, points and endings of
// numbers that people write, and with short names of months.
func plainDay(fields []string) string {
	for i, f := range fields {
		f = strings.TrimRight(f, ",.")
		for _, ending := range [...]string{"ST", "ND", "RD", "TH"} {
			if n, ok := strings.CutSuffix(f, ending); ok && isNumber(n) {
				f = n
			}
		}
		fields[i] = f
	}
	return shortMonth(strings.Join(fields, " "))
}

// shortMonth puts the short name of a month for the full one.
func shortMonth(day string) string {
	for _, m := range months {
		if before, after, ok := strings.Cut(day, m); ok {
			return before + m[:3] + after
		}
	}
	return day
}

// withoutWeekday cuts the name of a day, in capitals, off the front: "FRI, ",
// "FRIDAY, ", "FRI ".
func withoutWeekday(s string) string {
	s = strings.TrimSpace(s)
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

// zoneOffset reads a zone: a name, or hours and minutes, and returns how far
// east of Greenwich it lies.
func zoneOffset(zone string) (time.Duration, bool) {
	for _, z := range zones {
		if z.name == zone {
			return time.Duration(z.hours) * time.Hour, true
		}
	}
	if isZoneName(zone) {
		return 0, true
	}
	if i := strings.IndexAny(zone, "+-"); i > 0 && isZoneName(strings.TrimSpace(zone[:i])) {
		zone = zone[i:] // "GMT+0200"
	}
	if len(zone) == 2 {
		zone = zone[:1] + "0" + zone[1:]
	}
	for _, layout := range [...]string{"-0700", "-07:00", "-07"} {
		if at, err := time.Parse(layout, zone); err == nil {
			_, east := at.Zone()
			return time.Duration(east) * time.Second, true
		}
	}
	return 0, false
}

// maxZone is the length of the longest names of zones, ESAST say.
const maxZone = 5

// isZoneName reports whether s is as short as names of zones are, and none of
// the directives that may stand behind a date.
func isZoneName(s string) bool {
	_, directive := lookup(strings.ToLower(s))
	return len(s) <= maxZone && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" && !directive
}
