package document

import (
	"path"
	"strings"
)

// endingFilter begins the filter of the ending of a file's name, of a page whose format is of no ending, or
// of many: sources, data, settings, logs, whose names alone say what they are.
const endingFilter = "ending:"

// maxEnding is the most bytes of an ending that is a filter, without its dot.
const maxEnding = 12

// EndingFilter returns the filter of the texts whose names have an ending, such as "csv"; "" if it can
// be none.
func EndingFilter(ending string) string {
	letter := false
	for _, c := range []byte(ending) {
		switch {
		case 'a' <= c && c <= 'z':
			letter = true
		case !isDigit(rune(c)):
			return ""
		}
	}
	if !letter || len(ending) > maxEnding {
		return ""
	}
	return endingFilter + ending
}

// endingOf returns the filter of the ending that a page's path has, "" for a page of another format.
func endingOf(target, format string) string {
	if format != "text" && format != "xml" && format != "openapi" {
		return ""
	}
	ending := strings.ToLower(strings.TrimPrefix(path.Ext(target), "."))
	if ending == format {
		return ""
	}
	return EndingFilter(ending)
}
