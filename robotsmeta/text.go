package robotsmeta

import "unicode/utf8"

// clip cuts s at most at max bytes, on a character border.
func clip(s string, max int) string {
	if len(s) <= max {
		return s
	}
	for max > 0 && !utf8.RuneStart(s[max]) {
		max--
	}
	return s[:max]
}
