package analyze

import (
	"math/bits"
	"slices"
)

// Bounds of the names of code that are split into words.
const (
	mostParts = 8 // words of a name; a longer one is not split
	leastPart = 3 // bytes of a word inside a name that is indexed by itself
)

// hump returns the next hump (see nextHump) from an offset on, for a word that ends at end; end
// or more if there is none.
func (c *cutter) hump(from, end int) int { return nextHump(c.s[:min(end+1, len(c.s))], from) }

// nextHump returns the first offset, not before from, of an ASCII capital that follows a
// lower-case letter or a digit, or that follows another capital and precedes a lower-case
// letter. It returns the length of the text if there is none.
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

// named adds the words inside s[start:end] if it is a name. The waiting words are looked up
// first; the last of them is the name itself, unless it was filtered out or dropped.
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

// name returns the number of words inside the name s[start:end], 0 if it is not to be split.
// parts gets the offset of each word and then the end of the last. innerBuffer has inner and
// Buffer; parseHTTPHeader has parse, HTTP and Header; QThread has Thread, since libraries mark their
// names by one letter. Other names of two words such as iPhone, JavaScript and OpenOffice are split
// only in source code.
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
	lower := c.s[start]&0x20 != 0
	begins := lower == (parts[1]-start > 1) // with lower-case letters, like a word, or with one capital
	if 2*long < n || n == 2 && !begins && !c.code {
		return 0
	}
	return n
}

// addPart adds a word inside a name, unless the tokens of the name already have it.
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

// root returns the stem of a word, or its form if it has no stem.
func root(w *Word) string {
	if stem := w.Stem(); stem != "" {
		return stem[stemHead:]
	}
	return w.Form()
}
