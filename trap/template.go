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
	maxWord       = 40  // bytes of the value of a parameter that is a word
	maxShortWord  = 12  // bytes of one that is a short word
)

// A shape is a target, which is path and query, split into its parts.
type shape struct {
	template string // "" for a target that does not seem to be generated, or that is too large
	// kind is the template with the values of parameters that are words, "" if there is none: one
	// program may have pages of many kinds at addresses of one template.
	kind   string
	params []param
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
	var names, kinds []string
	for p := range strings.SplitSeq(query, "&") {
		switch key, value, hasValue := strings.Cut(p, "="); {
		case key == "":
		case !hasValue && strings.ContainsAny(key, "0123456789"): // it is no name
			names, kinds = append(names, starred(key)), append(kinds, starred(key))
		default:
			s.params = append(s.params, param{key, value})
		}
	}
	if len(s.params)+len(names) > maxParameters {
		return shape{}
	}
	words := false
	for _, p := range s.params {
		names, kinds = append(names, p.name), append(kinds, p.name)
		if isWord(p.value) {
			kinds[len(kinds)-1], words = p.name+"="+p.value, true
		}
	}
	path = name.String()
	if s.template = path + joined(names); len(s.template) > maxName {
		return shape{}
	}
	if kind := path + joined(kinds); words && len(kind) <= maxName {
		s.kind = kind
	}
	return s
}

// starred returns a word with an asterisk for each number in it.
func starred(word string) string {
	var b strings.Builder
	last := false
	for _, c := range []byte(word) {
		if isDigit := '0' <= c && c <= '9'; !isDigit {
			b.WriteByte(c)
			last = false
		} else if !last {
			b.WriteByte('*')
			last = true
		}
	}
	return b.String()
}

// joined returns the query of a template of these parameters.
func joined(names []string) string {
	if len(names) == 0 {
		return ""
	}
	slices.Sort(names)
	return "?" + strings.Join(slices.Compact(names), "&")
}

// isWord reports whether the value of a parameter is a word, such as the name of an action or of a
// part of a program.
func isWord(value string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-./"
	return value != "" && len(value) <= maxWord && strings.Trim(value, letters) == ""
}

// isShortWord reports whether the value of a parameter is a short word in small letters, as the names
// of views are, and the titles of pages mostly are not.
func isShortWord(value string) bool {
	return value != "" && len(value) <= maxShortWord && strings.Trim(value, "abcdefghijklmnopqrstuvwxyz") == ""
}

// Template returns the name of the template of a target, such as "/cal/*?m&y", or "" for a target
// that does not seem to be generated because it has neither a parameter nor a segment with a
// digit.
func Template(target string) string { return shapeOf(target).template }

// Kind returns the name of the kind of a target, which is its template with the values of parameters
// that are words, such as "/cal?day&view=week", or "" for a target without any.
func Kind(target string) string { return shapeOf(target).kind }

// KindIn returns the kind of a target if the evidence of a verdict is about it, or "".
func KindIn(evidence, target string) string {
	if kind := Kind(target); kind != "" && strings.Contains(evidence, " pages of "+kind+", ") {
		return kind
	}
	return ""
}

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
