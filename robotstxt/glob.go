package robotstxt

import "strings"

// globPatience is how many steps for each octet of expression and target the
// plain way may take before the other one is taken.
const globPatience = 8

// matchGlob reports whether the whole target matches a shell expression: "*" is
// any run, "?" any one octet, "[set]" one octet of a set with ranges and a
// leading "^" or "!" for its complement, "\" makes the next octet itself. It
// keeps one place to come back to, the last star. Where that takes too long, all
// places are followed at once, so that the work stays about a hundredth of the
// product of the lengths.
func matchGlob(expr, target string) bool {
	i, j := 0, 0
	star, mark := -1, 0
	patience := globPatience * (len(expr) + len(target))
	for j < len(target) {
		if patience--; patience < 0 {
			return matchGlobAtOnce(expr, target)
		}
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

// matchGlobAtOnce answers as matchGlob does. It keeps a bit for each part of the
// expression, set if the parts before it match the target so far, and moves all
// of them with each octet. It allocates.
func matchGlobAtOnce(expr, target string) bool {
	var parts []int // where each part but stars begins
	var loops []uint64
	for i := 0; i < len(expr); {
		word, bit := len(parts)/64, uint64(1)<<(len(parts)%64)
		for len(loops) <= word {
			loops = append(loops, 0)
		}
		if expr[i] == '*' {
			loops[word] |= bit // the place before the next part may stay
			i++
			continue
		}
		parts = append(parts, i)
		n, _ := globOne(expr[i:], 0)
		i += max(n, 1)
	}
	words := len(parts)/64 + 1
	loops = append(loops, make([]uint64, words-len(loops))...)
	var masks [256][]uint64 // the parts that an octet matches
	now := make([]uint64, words)
	now[0] = 1
	for j := range len(target) {
		c := target[j]
		if masks[c] == nil {
			masks[c] = make([]uint64, words)
			for k, at := range parts {
				if _, ok := globOne(expr[at:], c); ok {
					masks[c][k/64] |= 1 << (k % 64)
				}
			}
		}
		var carry uint64
		for w, places := range now {
			moved := places & masks[c][w]
			now[w] = places&loops[w] | moved<<1 | carry
			carry = moved >> 63
		}
	}
	return now[len(parts)/64]>>(len(parts)%64)&1 == 1
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
