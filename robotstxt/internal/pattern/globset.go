package pattern

import (
	"math/bits"

	"github.com/aranea-search/aranea/robotstxt/dialect"
)

// A globSet is a set of octets from an expression, with a bit for each.
type globSet [4]uint64

// add adds a range, which is empty if lo is greater than hi.
func (set *globSet) add(lo, hi byte) {
	for w := lo / 64; w <= hi/64 && lo <= hi; w++ {
		b := ^uint64(0)
		if w == lo/64 {
			b &= ^uint64(0) << (lo % 64)
		}
		if w == hi/64 {
			b &= ^uint64(0) >> (63 - hi%64)
		}
		set[w] |= b
	}
}

func (set *globSet) has(c byte) bool { return set[c/64]>>(c%64)&1 != 0 }

func (set *globSet) complement() {
	for w := range set {
		set[w] = ^set[w]
	}
}

// next returns the first octet from c on that is in the set, or not in it, or 256 if there is
// none.
func (set *globSet) next(c int, in bool) int {
	for ; c < 256; c = c/64*64 + 64 {
		b := set[c/64]
		if !in {
			b = ^b
		}
		if b >>= c % 64; b != 0 {
			return c + bits.TrailingZeros64(b)
		}
	}
	return 256
}

// read reads the set at the beginning of s, which must have an end, and returns its length.
func (set *globSet) read(s string, e dialect.Escapes) (n int) {
	n = 1
	not := s[n] == '^' || s[n] == '!'
	if not {
		n++
	}
	for first := true; first || s[n] != ']'; first = false {
		lo, in, size := globMember(s[n:], e)
		hi := lo
		n += size
		if s[n] == '-' && s[n+1] != ']' {
			hi, _, size = globMember(s[n+1:], e)
			n += 1 + size
			in = true
		}
		if in {
			set.add(lo, hi)
		}
	}
	if not {
		set.complement()
	}
	return n + 1
}

// globMember reads a member of a set. in is set if it is one octet in comparable form too;
// others, such as %2F if an escaped slash stays escaped, match no octet of a target, but may
// still be the end of a range.
func globMember(s string, e dialect.Escapes) (c byte, in bool, size int) {
	size = globToken(s, e)
	var buf [3]byte
	octets := globOctets(buf[:0], s[:size], e)
	if len(octets) == 1 {
		return octets[0], true, size
	}
	if size == 3 {
		return unhex(s[1])<<4 | unhex(s[2]), false, size
	}
	return s[size-1], false, size
}

// append appends the set as a part.
func (set *globSet) append(b []byte) []byte {
	lo := set.next(0, true)
	hi := set.next(lo, false) - 1
	switch {
	case lo == 256:
		return append(b, '[', '^', 0, '-', 0xFF, ']')
	case lo == 0 && hi == 255:
		return append(b, '?')
	case lo == hi && set.next(hi+1, true) == 256:
		return appendGlobOctet(b, byte(lo), globSpecial)
	}
	b = append(b, '[')
	if set.has(0) && set.has(255) {
		b = append(b, '^')
		set.complement()
	}
	for lo = set.next(0, true); lo < 256; lo = set.next(hi+1, true) {
		hi = set.next(lo, false) - 1
		b = appendGlobOctet(b, byte(lo), globSetSpecial)
		if hi > lo+1 {
			b = append(b, '-')
		}
		if hi > lo {
			b = appendGlobOctet(b, byte(hi), globSetSpecial)
		}
	}
	return append(b, ']')
}
