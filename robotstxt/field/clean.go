package field

import "strings"

// MaxCleanParam is the longest Clean-param value that is accepted, in bytes.
const MaxCleanParam = 500

// A CleanParam is the value of a Clean-param line (Yandex): query parameters that do not change
// the page, so that URLs that differ only in them are the same page.
type CleanParam struct {
	Names []string // case-sensitive
	Path  string   // prefix of the paths to which it applies, "" for all
	Line  int      // 0 if not from a file
}

// ParseCleanParam parses "ref&sid /forum/": names joined by "&", optionally followed by the
// prefix of the paths to which they apply.
func ParseCleanParam(value string) (CleanParam, bool) {
	if len(value) > MaxCleanParam {
		return CleanParam{}, false
	}
	fields := strings.Fields(value)
	if len(fields) == 0 || len(fields) > 2 {
		return CleanParam{}, false
	}
	var c CleanParam
	for name := range strings.SplitSeq(fields[0], "&") {
		if name != "" {
			c.Names = append(c.Names, name)
		}
	}
	if len(fields) == 2 {
		c.Path = fields[1]
	}
	return c, len(c.Names) > 0
}
