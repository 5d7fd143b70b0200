package analyze

import (
	"math/bits"
	"slices"
)

// Bounds of the names of code that are cut into their words.
const (
	mostParts = 8 // of a name; what has more is no name
	leastPart = 3 // bytes of a part that is a word of its own
)

// hump returns the next hump of the text from a place on before another, which the word there
// ends at; what is not before that if there is none.
func (c *cutter) hump(from, end int) int { return nextHump(c.s[:min(end+1, len(c.s))], from) }

// nextHump returns the first place from one on where a capital of ASCII stands behind a
// small letter or a digit, or behind another capital and before a small letter; the length
// of the text if there is none.
func nextHump(s []byte, from int) int {
	for i := max(from-2, 0); i+1 < len(s); i += 6 {
		x := load(s, i)
		letters := letterBytes(x)
		small := letters & (x << 2)
		capitals := letters &^ small
		behind := capitals & ((wordBytes(x) &^ capitals) << 8)
		inside := capitals & (capitals << 8) & (small >> 8)
		for humps := behind | inside; humps != 0; humps &= humps - 1 {
			if at := i + bits.TrailingZeros64(humps)/8; at >= from {
				return at
			}
		}
	}
	return len(s)
}

// named adds the words in s[start:end], if it is a name: all that waits is looked up then, the
// last of which is the name itself unless that was kept back or dropped.
func (c *cutter) named(start, end int) {
	var parts [mostParts + 1]int
	n := c.name(&parts, start, end)
	if n == 0 {
		return
	}
	c.lookUp()
	first := len(c.dst)
	if first > 0 {
		if t := &c.dst[first-1]; t.Start == uint32(start) && t.End == uint32(end) && t.Part == c.part {
			first--
		}
	}
	for i := range n {
		c.addPart(first, parts[i], parts[i+1])
	}
}

// name returns how many words the name s[start:end] is made of, 0 if it is none; parts tells
// where each begins and then where the last ends. They stand at the position of the name:
// innerBuffer has inner and Buffer, parseHTTPHeader parse, HTTP and Header. Names of two words
// such as iPhone, JavaScript and OpenOffice are one word but in code.
func (c *cutter) name(parts *[mostParts + 1]int, start, end int) int {
	n, long := 1, 0
	parts[0] = start
	for at := c.hump(start+1, end); at < end; at = c.hump(at+1, end) {
		if n == mostParts {
			return 0 // too many
		}
		parts[n] = at
		n++
	}
	if n == 1 {
		return 0
	}
	parts[n] = end
	for i := range n {
		if parts[i+1]-parts[i] >= leastPart {
			long++
		}
	}
	begins := c.s[start]&0x20 != 0 && parts[1]-start > 1 // as a word of small letters does
	if 2*long < n || n == 2 && !begins && !c.code {
		return 0
	}
	return n
}

// addPart adds a part of a name, unless it is in the tokens of the name already.
func (c *cutter) addPart(first, start, end int) {
	if end-start < leastPart || c.filter != nil && !c.filter.passes(c.s[start:end]) {
		return
	}
	k := c.a.secret.key(c.s[start:end])
	w := c.a.word(c.p, &k, c.s[start:end])
	if w == nil {
		return
	}
	for _, t := range c.dst[first:] {
		if root(t.Word) == root(w) {
			return
		}
	}
	if len(c.parts) > 0 {
		c.parts[c.part].Named = true
	}
	c.dst = slices.Grow(c.dst, 1)
	c.add(w, uint32(start), uint32(end), c.part, c.pos)
}

// root returns what all forms of a word share.
func root(w *Word) string {
	if stem := w.Stem(); stem != "" {
		return stem[stemHead:]
	}
	return w.Form()
}
