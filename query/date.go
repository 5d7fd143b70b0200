package query

import "time"

// DateOf returns the first instant of a day (2026-01-31), a month (2026-01) or a year (2026),
// and the first instant after it, in UTC.
func DateOf(text string) (from, to time.Time, ok bool) {
	if t, err := time.Parse("2006-01-02", text); err == nil {
		return t, t.AddDate(0, 0, 1), true
	}
	if t, err := time.Parse("2006-01", text); err == nil {
		return t, t.AddDate(0, 1, 0), true
	}
	if t, err := time.Parse("2006", text); err == nil {
		return t, t.AddDate(1, 0, 0), true
	}
	return time.Time{}, time.Time{}, false
}
