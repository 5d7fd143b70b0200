package field

import "strings"

// MaxCleanParam is the length in bytes of a Clean-param value that is believed.
const MaxCleanParam = 500

// A CleanParam is the value of a Clean-param line (Yandex): query parameters
// that do not change the page, so that URLs which differ in them only are one.
type CleanParam struct {
	Names []string // case counts
	Path  string   // beginning of the paths it holds for, "" for all
	Line  int      // 0 if it was not read from a file
}

// ParseCleanParam reads "ref&sid /forum/": names joined by "&", then, if
// wanted, the beginning of the paths they hold for.
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
