package numberformat

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// PartOf returns what an element of a date or time style of OpenDocument shows (version 1.2,
// part 1, sections 16.27.10 and 16.27.19), given its name without prefix.
func PartOf(element string) Format {
	switch element {
	case "year":
		return year
	case "month":
		return month
	case "day":
		return day
	case "hours":
		return hour
	case "minutes":
		return minute
	case "seconds":
		return second
	}
	return 0
}

// Elapsed returns the format with hours that do not wrap after a day.
func (f Format) Elapsed() Format { return f | allHours }

// Instant writes a date of OpenDocument, such as 2021-03-04T13:05:07, as the format shows it.
// The zero Format writes it in full, but omits a time of midnight. ok is false if the value is
// not a date.
func (f Format) Instant(value string) (text string, ok bool) {
	d, clocked, has := strings.Cut(value, "T")
	if _, err := time.Parse(time.DateOnly, d); err != nil {
		return "", false
	}
	whole, _, _ := strings.Cut(clocked, ".")
	at, err := time.Parse(time.TimeOnly, whole)
	if has && err != nil {
		return "", false
	}
	rest := at.Hour()*perHour + at.Minute()*60 + at.Second()
	if f == 0 {
		f = date
		if rest > 0 {
			f |= clock | second
		}
	}
	var parts []string
	switch {
	case f&day != 0:
		parts = append(parts, d)
	case f&month != 0:
		parts = append(parts, d[:len("2021-03")])
	case f&year != 0:
		parts = append(parts, d[:len("2021")])
	}
	if t := f.clockOf(rest, rest); t != "" && has {
		parts = append(parts, t)
	}
	return strings.Join(parts, " "), len(parts) > 0
}

// Duration writes a duration of OpenDocument, such as PT13H05M07S, as the format shows it; the
// zero Format writes it in full. ok is false if the value is not a duration.
func (f Format) Duration(value string) (text string, ok bool) {
	rest, ok := strings.CutPrefix(value, "PT")
	if !ok {
		return "", false
	}
	var n [3]int
	for i, unit := range []string{"H", "M", "S"} {
		number, behind, has := strings.Cut(rest, unit)
		if !has {
			continue
		}
		number, _, _ = strings.Cut(strings.Replace(number, ",", ".", 1), ".")
		v, err := strconv.Atoi(number)
		if err != nil || v < 0 || v > lastDay*24 {
			return "", false
		}
		n[i], rest = v, behind
	}
	total := n[0]*perHour + n[1]*60 + n[2]
	if f&(hour|minute|second|allHours) == 0 {
		return fmt.Sprintf("%02d:%02d:%02d", total/perHour, total%perHour/60, total%60), rest == ""
	}
	text = f.clockOf(total, total%perDay)
	return text, rest == "" && text != ""
}
