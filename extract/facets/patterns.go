package facets

import (
	"errors"
	"fmt"
	"path"
	"strings"
)

// cutPatterns cuts a path at the braces that have patterns between them. It returns false if there are
// none in one segment of the path.
func cutPatterns(text string) (before, patterns, after string, ok bool, err error) {
	before, rest, ok := strings.Cut(text, "{")
	if !ok {
		return "", "", "", false, nil
	}
	patterns, after, ok = strings.Cut(rest, "}")
	if !ok || strings.Contains(patterns, "/") {
		return "", "", "", false, nil
	}
	for p := range strings.SplitSeq(patterns, "|") {
		if p == "" {
			return "", "", "", false, errors.New("a pattern between the braces is empty")
		}
		if _, err := path.Match(p, ""); err != nil {
			return "", "", "", false, fmt.Errorf("%q is no pattern: it has * for any characters and [0-9] for one of them", p)
		}
	}
	return before, patterns, after, true, nil
}

// fits reports whether a value fits one of the patterns of a rule, or the rule has none.
func (r *Rule) fits(value string) bool {
	if r.only == "" {
		return true
	}
	for p := range strings.SplitSeq(r.only, "|") {
		if fits, err := path.Match(p, value); err == nil && fits {
			return true
		}
	}
	return false
}
