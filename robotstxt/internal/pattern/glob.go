package pattern

import "strings"

// A shell expression is compared with the whole target: "*" is any run, "?" any one octet,
// "[set]" one octet of a set with ranges, a leading "^" or "!" means its complement, and "\"
// makes the next octet literal. A "[" whose set has no end is literal. The texts of the Extended
// Standard do not mention escapes; they are interpreted once, like in other paths of the
// dialect, and a decoded octet is never special.
//
// An expression is converted to comparable form when it is compiled. That is a sequence of
// parts, each of which is one of
//
//	x, \x      the octet x; with "\" if x is one of * ? [ \
//	?          any octet
//	[...]      the octets of a set; its ranges are sorted and do not touch,
//	           ] \ - ^ ! are preceded by "\", "[^" begins a complement
//	*          any run, never two in a row
//
// so that matching needs no lookahead: stars split an expression into runs, all parts of a run
// match one octet each, and each run except the first and the last is found at its first
// position after the previous run.

// MatchGlob reports whether the whole target matches an expression in comparable form. It reads
// the expression once, does not allocate, and takes a step for each octet of the target and each
// 64 parts of the longest run.
func MatchGlob(expr, target string) bool {
	p, ok := globBegins(expr, target)
	if !ok {
		return false
	}
	if p.text == len(expr) {
		return p.octets == len(target)
	}
	expr, target = expr[p.text+1:], target[p.octets:]
	for {
		run := globRunOf(expr)
		if run.parts > len(target) {
			return false
		}
		if len(run.text) == len(expr) {
			_, ok := globBegins(expr, target[len(target)-run.parts:])
			return ok
		}
		at := run.find(target)
		if at < 0 {
			return false
		}
		expr, target = expr[len(run.text)+1:], target[at+run.parts:]
	}
}

// A globPlace is a position in an expression and in a target.
type globPlace struct{ text, octets int }

// globBegins matches the parts before the first star with the beginning of target, and returns
// the position after them.
func globBegins(expr, target string) (p globPlace, ok bool) {
	for p.text < len(expr) && expr[p.text] != '*' {
		if p.octets == len(target) {
			return p, false
		}
		n, hit := globPart(expr[p.text:], target[p.octets])
		if !hit {
			return p, false
		}
		p.text += n
		p.octets++
	}
	return p, true
}

// globPart matches one octet with the first part, and returns the length of the part.
func globPart(expr string, c byte) (n int, hit bool) {
	switch expr[0] {
	case '?':
		return 1, true
	case '\\':
		return 2, expr[1] == c
	case '[':
		n, not := globSetOpens(expr)
		for expr[n] != ']' {
			var lo, hi byte
			lo, hi, n = globRange(expr, n)
			hit = hit || lo <= c && c <= hi
		}
		return n + 1, hit != not
	}
	return 1, expr[0] == c
}

// globSetOpens returns the index at which the ranges of a set in comparable form begin.
func globSetOpens(expr string) (n int, not bool) {
	if expr[1] == '^' {
		return 2, true
	}
	return 1, false
}

// globRange parses the range at index n of a set in comparable form.
func globRange(expr string, n int) (lo, hi byte, next int) {
	if expr[n] == '\\' {
		n++
	}
	lo, hi = expr[n], expr[n]
	if n++; expr[n] == '-' {
		if n++; expr[n] == '\\' {
			n++
		}
		hi = expr[n]
		n++
	}
	return lo, hi, n
}

// A globRun is a run of parts without a star.
type globRun struct {
	text  string
	parts int
}

// globRunOf returns the run up to the first star or the end.
func globRunOf(expr string) globRun {
	i, parts := 0, 0
	for ; i < len(expr) && expr[i] != '*'; parts++ {
		switch expr[i] {
		case '\\':
			i++
		case '[':
			for i++; expr[i] != ']'; i++ {
				if expr[i] == '\\' {
					i++
				}
			}
		}
		i++
	}
	return globRun{expr[:i], parts}
}

// find returns the first index of the run in target, or -1.
func (r globRun) find(target string) int {
	switch {
	case len(r.text) == r.parts && strings.IndexByte(r.text, '?') < 0:
		return strings.Index(target, r.text)
	case r.parts <= 64:
		return r.findShort(target)
	}
	return r.findLong(target)
}

// A globMask has a bit for each of up to 64 parts of a run. The bit of a part is either set in
// always, and set in turned for the octets that do not match; or it is not, and set in turned
// for the octets that match.
type globMask struct {
	turned [256]uint64
	always uint64
}

// add assigns a bit to the first part of expr and returns the length of the part.
func (m *globMask) add(expr string, bit uint64) (n int) {
	switch expr[0] {
	case '?':
		m.always |= bit
		return 1
	case '\\':
		m.turned[expr[1]] |= bit
		return 2
	case '[':
		n, not := globSetOpens(expr)
		if not {
			m.always |= bit
		}
		for expr[n] != ']' {
			var lo, hi byte
			lo, hi, n = globRange(expr, n)
			for c := int(lo); c <= int(hi); c++ {
				m.turned[c] |= bit
			}
		}
		return n + 1
	}
	m.turned[expr[0]] |= bit
	return 1
}

// findShort is find for up to 64 parts. Bit k of now is set if the parts up to k match the
// octets just read.
func (r globRun) findShort(target string) int {
	var m globMask
	for i, k := 0, 0; i < len(r.text); k++ {
		i += m.add(r.text[i:], 1<<k)
	}
	last := uint64(1) << (r.parts - 1)
	var now uint64
	for j := range len(target) {
		now = (now<<1 | 1) & (m.turned[target[j]] ^ m.always)
		if now&last != 0 {
			return j + 1 - r.parts
		}
	}
	return -1
}

// globWords is how many words of 64 parts a run may have.
const globWords = MaxExpression / 64

// findLong is find for up to MaxExpression parts. It has separate masks for short runs, because
// clearing all of them takes as long as a short target.
func (r globRun) findLong(target string) int {
	if r.parts <= 4*64 {
		var masks [4]globMask
		var now [4]uint64
		return r.findBy(masks[:], now[:], target)
	}
	var masks [globWords]globMask
	var now [globWords]uint64
	return r.findBy(masks[:], now[:], target)
}

// findBy processes target in blocks of 64 octets, and each block once for each 64 parts. What
// one word of parts passes on to the next, for each octet of the block, is a word as well.
func (r globRun) findBy(masks []globMask, now []uint64, target string) int {
	for i, k := 0, 0; i < len(r.text); k++ {
		i += masks[k/64].add(r.text[i:], 1<<(k%64))
	}
	words := (r.parts + 63) / 64
	last := uint64(1) << ((r.parts - 1) % 64)
	for at := 0; at < len(target); at += 64 {
		block := target[at:min(at+64, len(target))]
		starts := ^uint64(0)
		for w := range words - 1 {
			now[w], starts = masks[w].pass(block, now[w], starts)
		}
		m, ends := &masks[words-1], now[words-1]
		for j := range len(block) {
			ends = (ends<<1 | starts&1) & (m.turned[block[j]] ^ m.always)
			starts >>= 1
			if ends&last != 0 {
				return at + j + 1 - r.parts
			}
		}
		now[words-1] = ends
	}
	return -1
}

// pass advances one word of parts over a block of up to 64 octets. Bit j of in is set if the
// parts before the word match up to octet j, and bit j of out if those of the word do too.
func (m *globMask) pass(block string, now, in uint64) (after, out uint64) {
	if now == 0 && in == 0 {
		return 0, 0
	}
	always := m.always
	for j := range len(block) {
		out = out>>1 | now&(1<<63)
		now = (now<<1 | in&1) & (m.turned[block[j]] ^ always)
		in >>= 1
	}
	return now, out >> ((64 - len(block)) & 63)
}
