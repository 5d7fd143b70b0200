package robotsmeta

import "unicode/utf8"

// clip truncates s to at most max bytes, at a character boundary.
func clip(s string, max int) string {
	if len(s) <= max {
		return s
	}
	for max > 0 && !utf8.RuneStart(s[max]) {
		max--
	}
	return s[:max]
}
