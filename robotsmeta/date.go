package robotsmeta

import (
	"strings"
	"time"
)

// maxDate is the maximum length of a date in bytes.
const maxDate = 64

// dayLayouts are the formats of a day: those of RFC 822 and its successors, RFC 850 and ISO 8601,
// extended and basic, the format of the C library, and formats that people use.
var dayLayouts = [...]string{
	"2006-01-02", "20060102", "2006/01/02", "2 Jan 2006", "2 Jan 06", "2-Jan-2006", "2-Jan-06", "Jan 2 2006",
}

// The formats of a time of day: with colons as in all standards; without them, only in ISO 8601
// after a "T"; and with AM or PM.
var (
	clockLayouts = [...]string{"15:04:05", "15:04"}
	basicLayouts = [...]string{"15:04:05", "15:04", "150405", "1504", "15"}
	halfLayouts  = [...]string{"3:04:05PM", "3:04PM"}
)

// ParseDate parses the date of unavailable_after. Google asks for RFC 822, RFC 850 or ISO 8601.
// ParseDate accepts both forms of ISO 8601, full month names, and a few related formats. It knows
// the zone names of RFC 822; an unknown or missing zone means UTC. A day without a time ends at
// midnight: the result is the beginning of the next day.
func ParseDate(s string) (time.Time, bool) {
	if len(s) > maxDate {
		return time.Time{}, false
	}
	if strings.ContainsFunc(s, func(c rune) bool { return c >= 0x80 }) {
		s = strings.Join(strings.Fields(s), " ") // whitespace of any script
	}
	d := cutDate(withoutWeekday(strings.ToUpper(s)))
	day, ok := parseDay(d.day)
	if ok && !d.timed {
		return day.AddDate(0, 0, 1), true
	}
	clock, read := parseClock(d.layouts, d.clock)
	east, known := zoneOffset(d.zone)
	if !ok || !read || !known {
		return time.Time{}, false
	}
	y, m, n := day.Date()
	return time.Date(y, m, n, clock.Hour(), clock.Minute(), clock.Second(), clock.Nanosecond(), time.UTC).Add(-east), true
}

// parseDay parses a day. The text is one letter longer than its layout if it has two digits for a
// layout digit; layouts that cannot match are not tried.
func parseDay(s string) (time.Time, bool) {
	for _, layout := range dayLayouts {
		if n := len(s) - len(layout); n < 0 || n > 1 || strings.Count(layout, "-") != strings.Count(s, "-") {
			continue
		}
		if at, err := time.Parse(layout, s); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

func parseClock(layouts []string, s string) (time.Time, bool) {
	for _, layout := range layouts {
		if strings.Count(layout, ":") != strings.Count(s, ":") {
			continue
		}
		if at, err := time.Parse(layout, s); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// A cut is a date in upper case, cut into its parts.
type cut struct {
	day     string
	timed   bool // there is a time of day
	clock   string
	layouts []string // layouts of the clock
	zone    string
}

// cutDate finds the time of day, which has colons or follows the "T" of ISO 8601, and separates
// it from the parts around it.
func cutDate(s string) cut {
	s, _, _ = strings.Cut(s, "(") // a comment, of RFC 822 section 3.1.4
	d := cut{timed: true, layouts: clockLayouts[:]}
	var rest string
	if day, clock, ok := cutISO(s); ok {
		d.day, rest, d.layouts = day, clock, basicLayouts[:]
	} else if colon := strings.IndexByte(s, ':'); colon >= 0 {
		start := strings.LastIndexAny(s[:colon], whitespace) + 1
		d.day, rest = s[:start], s[start:]
	} else {
		return cut{day: plainDay(s)}
	}
	d.zone = strings.TrimLeft(rest, digits+":.,")
	d.clock = rest[:len(rest)-len(d.zone)]
	d.zone = strings.Trim(d.zone, whitespace)
	// The C library puts the year last.
	if n := len(d.zone) - len("2006"); n == 0 || n > 0 && strings.IndexByte(whitespace, d.zone[n-1]) >= 0 {
		if year := d.zone[n:]; strings.Trim(year, digits) == "" {
			d.day, d.zone = d.day+" "+year, strings.TrimRight(d.zone[:n], whitespace)
		}
	}
	if strings.HasPrefix(d.zone, "AM") || strings.HasPrefix(d.zone, "PM") {
		d.clock, d.layouts, d.zone = d.clock+d.zone[:2], halfLayouts[:], strings.TrimLeft(d.zone[2:], whitespace)
	}
	d.day = plainDay(d.day)
	return d
}

const (
	digits     = "0123456789"
	whitespace = " \t\r\n\f\v"
)

// cutISO cuts a date at the "T" of ISO 8601.
func cutISO(s string) (day, clock string, ok bool) {
	day, clock, ok = strings.Cut(s, "T")
	return day, clock, ok && len(day) >= len("20060102") && strings.Trim(day, digits+"-") == ""
}

// months are the month names with more than three letters.
var months = [...]string{
	"JANUARY", "FEBRUARY", "MARCH", "APRIL", "JUNE", "JULY", "AUGUST", "SEPTEMBER", "SEPT", "OCTOBER", "NOVEMBER", "DECEMBER",
}

// plainDay returns a day with single spaces between its words, without commas, periods and
// ordinal suffixes, and with the short name of its month.
func plainDay(s string) string {
	var b [maxDate]byte
	day := b[:0]
	for word := range strings.FieldsSeq(s) {
		word = strings.TrimRight(word, ",.")
		if n := strings.TrimLeft(word, digits); n != word && (n == "ST" || n == "ND" || n == "RD" || n == "TH") {
			word = word[:len(word)-len(n)]
		}
		if len(day) > 0 && word != "" {
			day = append(day, ' ')
		}
		day = append(day, word...)
	}
	out := string(day)
	for _, m := range months {
		if before, after, ok := strings.Cut(out, m); ok {
			return before + m[:3] + after
		}
	}
	return out
}

// isMonth reports whether a word in any case is the name of a month or a prefix of one.
func isMonth(word string) bool {
	if strings.EqualFold(word, "MAY") {
		return true
	}
	for _, m := range months {
		if len(word) >= 3 && len(word) <= len(m) && strings.EqualFold(word, m[:len(word)]) {
			return true
		}
	}
	return false
}

// withoutWeekday removes the name of the weekday, in capitals, from the front: "FRI, ", "FRIDAY,
// ", "FRI ".
func withoutWeekday(s string) string {
	s = strings.Trim(s, whitespace)
	n := 0
	for n < len(s) && s[n] >= 'A' && s[n] <= 'Z' {
		n++
	}
	if n < 3 || n == len(s) || strings.IndexByte(whitespace+",", s[n]) < 0 {
		return s
	}
	for _, day := range [...]string{"MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"} {
		if strings.HasPrefix(day, s[:n]) {
			return strings.TrimLeft(s[n:], whitespace+",")
		}
	}
	return s
}

// zones are the zones of RFC 822 section 5.1, in hours east of Greenwich. The direction of its
// military zones other than Z is uncertain (RFC 1123 section 5.2.14), so they count as UTC like
// any unknown name.
var zones = [...]struct {
	name  string
	hours int
}{
	{"EST", -5}, {"EDT", -4}, {"CST", -6}, {"CDT", -5}, {"MST", -7}, {"MDT", -6}, {"PST", -8}, {"PDT", -7},
}

// zoneOffset parses a zone, which is a name or hours and minutes, and returns its offset east of
// Greenwich.
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

// maxZone is the length of the longest zone names, such as ESAST.
const maxZone = 5

// isZoneName reports whether s is short enough for a zone name and is not a directive that may
// follow a date.
func isZoneName(s string) bool {
	_, directive := lookup(strings.ToLower(s))
	return len(s) <= maxZone && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" && !directive
}
