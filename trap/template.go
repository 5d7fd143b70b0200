package trap

import (
	"slices"
	"strings"
)

// Limits of a template's name.
const (
	maxSegments   = 8   // of a path; what is behind them is two asterisks
	maxParameters = 12  // of a URL that is looked at
	maxName       = 200 // bytes of a template, and of a parameter
)

// A shape is a target, which is path and query, taken apart.
type shape struct {
	template string // "" for a target that no program seems to make, or that is too large
	params   []param
}

// A param is a parameter of a query, or with a semicolon in front of its name one
// of a path segment.
type param struct{ name, value string }

// shapeOf takes a target apart.
func shapeOf(target string) shape {
	path, query, _ := strings.Cut(target, "?")
	var s shape
	general := query != ""
	var name strings.Builder
	last := ""
	for n, seg := range slices.Collect(strings.SplitSeq(strings.TrimPrefix(path, "/"), "/")) {
		if n == maxSegments {
			name.WriteString("/**")
			general = true
			break
		}
		if plain, in, ok := strings.Cut(seg, ";"); ok {
			key, value, _ := strings.Cut(in, "=")
			s.params = append(s.params, param{";" + key, value})
			seg, general = plain, true
		}
		if strings.ContainsAny(seg, "0123456789") {
			seg, general = "*", true
		}
		if seg == last && n > 0 && seg != "" { // a folder in itself
			general = true
			continue
		}
		last = seg
		name.WriteString("/" + seg)
	}
	for p := range strings.SplitSeq(query, "&") {
		if key, value, _ := strings.Cut(p, "="); key != "" {
			s.params = append(s.params, param{key, value})
		}
	}
	if !general || len(s.params) > maxParameters {
		return shape{}
	}
	names := make([]string, 0, len(s.params))
	for _, p := range s.params {
		names = append(names, p.name)
	}
	slices.Sort(names)
	if len(names) > 0 {
		name.WriteString("?" + strings.Join(slices.Compact(names), "&"))
	}
	if name.Len() > maxName {
		return shape{}
	}
	s.template = name.String()
	return s
}

// Template returns the name of the template of a target, such as "/cal/*?m&y"; ""
// for a target that no program seems to make: it has neither a parameter nor a
// segment with a digit.
func Template(target string) string { return shapeOf(target).template }

// without returns a target without the parameters that drop tells.
func without(target string, drop func(name string) bool) string {
	path, query, asks := strings.Cut(target, "?")
	segs := strings.Split(path, "/")
	for i, seg := range segs {
		plain, in, ok := strings.Cut(seg, ";")
		if key, _, _ := strings.Cut(in, "="); ok && drop(";"+key) {
			segs[i] = plain
		}
	}
	var kept []string
	for p := range strings.SplitSeq(query, "&") {
		if key, _, _ := strings.Cut(p, "="); !drop(key) {
			kept = append(kept, p)
		}
	}
	path = strings.Join(segs, "/")
	if rest := strings.Join(kept, "&"); asks && rest != "" {
		return path + "?" + rest
	}
	return path
}
