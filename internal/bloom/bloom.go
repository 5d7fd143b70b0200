// Package bloom tells most of what a set does not hold.
//
// Floor: 0 (leaves). Stability: engine. It hashes nothing: who asks brings hashes. It
// is pure, and a Filter is not safe for concurrent use.
package bloom

import "math/bits"

// A Key stands for a member of a set: 128 bits of a hash.
type Key struct{ Hi, Lo uint64 }

// A Filter is a Bloom filter whose bits of one key lie in one line of the processor's
// cache (Putze, Sanders and Singler, "Cache-, hash- and space-efficient Bloom filters",
// 2007).
type Filter struct {
	lines [][lineWords]uint64
	n     int // keys that were added
	room  int // for how many it is made; 0 if it may not grow
}

const (
	lineWords = 8  // 64 bytes
	lineKeys  = 42 // for which a line is made: 12 bits each, one in a hundred in vain
	leastRoom = 1 << 12
	probes    = 7 // bits of a key
	probeBits = 9 // that say which of the 512 of a line
)

// New returns a filter for so many keys that takes at most limit bytes, and a line. With
// more keys than the limit has room for it tells less.
func New(keys, limit int) *Filter {
	keys = max(keys, leastRoom)
	lines, most := keys/lineKeys+1, max(limit/(8*lineWords), 1)
	f := &Filter{lines: make([][lineWords]uint64, min(lines, most))}
	if lines <= most {
		f.room = keys
	}
	return f
}

// Len returns how many keys were added, those that were added again with them.
func (f *Filter) Len() int { return f.n }

// Bytes returns how much memory the filter takes.
func (f *Filter) Bytes() int { return len(f.lines) * 8 * lineWords }

// Full reports whether a larger filter is worth making.
func (f *Filter) Full() bool { return f.room > 0 && f.n > f.room }

// line returns the line of a key.
func (f *Filter) line(k Key) *[lineWords]uint64 {
	at, _ := bits.Mul64((k.Hi^bits.RotateLeft64(k.Lo, 32))*0x9e3779b97f4a7c15, uint64(len(f.lines)))
	return &f.lines[at]
}

// Add adds a key.
func (f *Filter) Add(k Key) {
	line, from := f.line(k), k.Lo
	for range probes {
		line[from>>6%lineWords] |= 1 << (from % 64)
		from >>= probeBits
	}
	f.n++
}

// Has reports whether a key may have been added; false is certain.
func (f *Filter) Has(k Key) bool {
	line, from := f.line(k), k.Lo
	for range probes {
		if line[from>>6%lineWords]&(1<<(from%64)) == 0 {
			return false
		}
		from >>= probeBits
	}
	return true
}
