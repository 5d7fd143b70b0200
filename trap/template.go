package trap

import (
	"slices"
	"strings"
)

// Limits of the name of a template.
const (
	maxSegments   = 8   // of a path; the rest is two asterisks
	maxParameters = 12  // of a URL that are considered
	maxName       = 200 // bytes of a template, and of a parameter name
)

// A shape is a target, which is path and query, split into its parts.
type shape struct {
	template string // "" for a target that does not seem to be generated, or that is too large
	params   []param
}

// A param is a parameter of a query, or, with a semicolon before its name, of a path segment.
type param struct{ name, value string }

// isGeneral reports whether a target may be one of many that a program generates: it has a
// parameter, a digit, a folder in itself, or many segments.
func isGeneral(target string) bool {
	path, query, _ := strings.Cut(target, "?")
	if query != "" || strings.ContainsAny(path, "0123456789;") {
		return true
	}
	last, rest, more := "", strings.TrimPrefix(path, "/"), true
	for n := 0; more; n++ {
		var seg string
		if seg, rest, more = strings.Cut(rest, "/"); n == maxSegments || seg == last && seg != "" {
			return true
		}
		last = seg
	}
	return false
}

// shapeOf splits a target into its parts.
func shapeOf(target string) shape {
	var s shape
	if !isGeneral(target) {
		return s
	}
	path, query, _ := strings.Cut(target, "?")
	var name strings.Builder
	last := ""
	rest, more := strings.TrimPrefix(path, "/"), true
	for n := 0; more; n++ {
		if n == maxSegments {
			name.WriteString("/**")
			break
		}
		var seg string
		seg, rest, more = strings.Cut(rest, "/")
		if plain, in, ok := strings.Cut(seg, ";"); ok {
			key, value, _ := strings.Cut(in, "=")
			s.params = append(s.params, param{";" + key, value})
			seg = plain
		}
		if strings.ContainsAny(seg, "0123456789") {
			seg = "*"
		}
		if seg == last && n > 0 && seg != "" { // a folder in itself
			continue
		}
		last = seg
		name.WriteByte('/')
		name.WriteString(seg)
	}
	for p := range strings.SplitSeq(query, "&") {
		if key, value, _ := strings.Cut(p, "="); key != "" {
			s.params = append(s.params, param{key, value})
		}
	}
	if len(s.params) > maxParameters {
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

// Template returns the name of the template of a target, such as "/cal/*?m&y", or "" for a target
// that does not seem to be generated because it has neither a parameter nor a segment with a
// digit.
func Template(target string) string { return shapeOf(target).template }

// without returns a target without the parameters for which drop returns true.
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
