package robotstxt

import "strings"

// MaxCleanParam is the length in bytes of a Clean-param value that is believed.
const MaxCleanParam = 500

// A CleanParam is the value of a Clean-param line (Yandex): query parameters
// that do not change the page, so that URLs which differ in them only are one.
type CleanParam struct {
	Names []string // case counts
	Path  string   // beginning of the paths it holds for, "" for all
	Line  int      // 0 if it was not read from a file

	pattern pattern
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
		c.pattern, _ = newPattern(c.Path, &Dialect{}, false)
	}
	return c, len(c.Names) > 0
}

// CleanParams returns the Clean-param lines of the file; they hold wherever
// they stand. The caller must not change them.
func (m *Matcher) CleanParams() []CleanParam { return m.lines().clean }

// Clean returns the target without the query parameters that Clean-param lines
// name. The order of the others stays. It returns target itself if there is
// nothing to drop.
func (m *Matcher) Clean(target string) string {
	path, query, ok := strings.Cut(target, "?")
	if !ok || len(m.lines().clean) == 0 {
		return target
	}
	var drop []*CleanParam
	form := string(m.comparable(nil, target))
	for i := range m.lines().clean {
		if c := &m.lines().clean[i]; c.Path == "" || c.pattern.match(form) {
			drop = append(drop, c)
		}
	}
	var kept []string
	dropped := false
	for part := range strings.SplitSeq(query, "&") {
		if named(drop, part) {
			dropped = true
			continue
		}
		kept = append(kept, part)
	}
	switch {
	case !dropped:
		return target
	case len(kept) == 0:
		return path
	}
	return path + "?" + strings.Join(kept, "&")
}

func named(drop []*CleanParam, part string) bool {
	name, _, _ := strings.Cut(part, "=")
	for _, c := range drop {
		for _, n := range c.Names {
			if n == name {
				return true
			}
		}
	}
	return false
}
