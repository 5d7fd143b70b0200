// Package bloom implements a Bloom filter, which recognizes most keys that a set does not
// contain.
//
// Floor: 0 (leaves). Stability: engine. It does not hash: callers pass hashes. It is pure, and a
// Filter is not safe for concurrent use.
package bloom

import "math/bits"

// A Key identifies a member of a set by 128 bits of a hash.
type Key struct{ Hi, Lo uint64 }

// A Filter is a Bloom filter in which all bits of one key are in one cache line of the processor
// (Putze, Sanders and Singler, "Cache-, hash- and space-efficient Bloom filters", 2007).
type Filter struct {
	lines [][lineWords]uint64
	n     int // number of keys added
	room  int // number of keys for which it is sized; 0 if it may not grow
}

const (
	lineWords = 8  // 64 bytes
	lineKeys  = 42 // keys per line: 12 bits each, for one false positive in a hundred
	leastRoom = 1 << 12
	probes    = 7 // bits per key
	probeBits = 9 // bits of the hash that select one of the 512 bits of a line
)

// New returns a filter for a number of keys that takes at most limit bytes, but at least one
// line. If there are more keys than the limit has room for, it has more false positives.
func New(keys, limit int) *Filter {
	keys = max(keys, leastRoom)
	lines, most := keys/lineKeys+1, max(limit/(8*lineWords), 1)
	f := &Filter{lines: make([][lineWords]uint64, min(lines, most))}
	if lines <= most {
		f.room = keys
	}
	return f
}

// Len returns the number of calls of Add.
func (f *Filter) Len() int { return f.n }

// Bytes returns how much memory the filter takes.
func (f *Filter) Bytes() int { return len(f.lines) * 8 * lineWords }

// Full reports whether the filter should be replaced by a larger one.
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
