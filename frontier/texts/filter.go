package texts

import (
	"encoding/binary"
	"math/bits"

	"github.com/aranea-search/aranea"
)

// A filter is a Bloom filter whose bits of one text lie in one line of the processor's
// cache (Putze, Sanders and Singler, "Cache-, hash- and space-efficient Bloom filters",
// 2007). Fingerprints are hashes, so their own bits say which they are.
type filter struct {
	lines [][lineWords]uint64
	n     int // texts that were added
	room  int // for how many it is made; 0 if it may not grow
}

const (
	lineWords = 8  // 64 bytes
	lineTexts = 42 // for which a line is made: 12 bits each, one in a hundred in vain
	leastRoom = 1 << 12
	probes    = 7 // bits of a text
	probeBits = 9 // that say which of the 512 of a line
)

// newFilter returns a filter for so many texts that takes at most limit bytes.
func newFilter(texts, limit int) *filter {
	texts = max(texts, leastRoom)
	lines, most := texts/lineTexts+1, max(limit/(8*lineWords), 1)
	f := &filter{lines: make([][lineWords]uint64, min(lines, most))}
	if lines <= most {
		f.room = texts
	}
	return f
}

// full reports whether a larger filter is worth making.
func (f *filter) full() bool { return f.room > 0 && f.n > f.room }

// of returns the line of a text and the number that its bits are taken from.
func (f *filter) of(fp aranea.Fingerprint) (*[lineWords]uint64, uint64) {
	first, second := binary.BigEndian.Uint64(fp[:8]), binary.BigEndian.Uint64(fp[8:])
	at, _ := bits.Mul64((first^bits.RotateLeft64(second, 32))*0x9e3779b97f4a7c15, uint64(len(f.lines)))
	return &f.lines[at], second
}

// add adds a text.
func (f *filter) add(fp aranea.Fingerprint) {
	line, from := f.of(fp)
	for range probes {
		line[from>>6%lineWords] |= 1 << (from % 64)
		from >>= probeBits
	}
	f.n++
}

// has reports whether a text may have been added.
func (f *filter) has(fp aranea.Fingerprint) bool {
	line, from := f.of(fp)
	for range probes {
		if line[from>>6%lineWords]&(1<<(from%64)) == 0 {
			return false
		}
		from >>= probeBits
	}
	return true
}
