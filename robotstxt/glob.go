package robotstxt

import "strings"

// matchGlob reports whether the whole target matches a shell expression: "*" is
// any run, "?" any one octet, "[set]" one octet of a set with ranges and a
// leading "^" or "!" for its complement, "\" makes the next octet itself. It
// keeps one place to come back to, the last star, so the work is at most the
// product of the lengths.
func matchGlob(expr, target string) bool {
	i, j := 0, 0
	star, mark := -1, 0
	for j < len(target) {
		if i < len(expr) && expr[i] == '*' {
			star, mark = i, j
			i++
			continue
		}
		if n, ok := globOne(expr[i:], target[j]); ok {
			i, j = i+n, j+1
			continue
		}
		if star < 0 {
			return false
		}
		mark++
		i, j = star+1, mark
	}
	return strings.Trim(expr[i:], "*") == ""
}

// globOne matches one octet with the head of expr and returns the length of
// the head.
func globOne(expr string, c byte) (n int, ok bool) {
	if expr == "" {
		return 0, false
	}
	switch expr[0] {
	case '?':
		return 1, true
	case '\\':
		if len(expr) > 1 {
			return 2, expr[1] == c
		}
	case '[':
		if n, ok, closed := globSet(expr, c); closed {
			return n, ok
		}
	}
	return 1, expr[0] == c
}

// globSet matches one octet with a set; closed says that it has an end.
func globSet(expr string, c byte) (n int, ok, closed bool) {
	i := 1
	not := i < len(expr) && (expr[i] == '^' || expr[i] == '!')
	if not {
		i++
	}
	for first := true; i < len(expr); first = false {
		if expr[i] == ']' && !first {
			return i + 1, ok != not, true
		}
		if expr[i] == '\\' && i+1 < len(expr) {
			i++
		}
		lo, hi := expr[i], expr[i]
		i++
		if i+1 < len(expr) && expr[i] == '-' && expr[i+1] != ']' {
			hi = expr[i+1]
			i += 2
		}
		ok = ok || lo <= c && c <= hi
	}
	return 0, false, false
}

// globLiteral returns how much of the text every match starts with.
func globLiteral(p pattern) int {
	if p.kind != kindGlob {
		return len(p.text)
	}
	return strings.IndexAny(p.text, `*?[\`)
}
