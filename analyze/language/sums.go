package language

import "encoding/binary"

// A sums value adds up rows of costs, eight languages at a time: each takes 16 bits of a
// number, which hold wholeRows costs. All languages that have models fit.
type sums struct {
	even, odd [mostLanguages / 8]uint64 // of the languages with even and odd places in a row
	rows      int                       // in them
	whole     [mostLanguages]int
}

const (
	mostLanguages = 64
	wholeRows     = 256 // of bytes
)

// add adds a row, whose length is a multiple of eight.
func (s *sums) add(row []uint8) {
	const evens = 0x00FF00FF00FF00FF
	for i := 0; len(row) >= 8; i, row = i+1, row[8:] {
		x := binary.LittleEndian.Uint64(row)
		s.even[i] += x & evens
		s.odd[i] += x >> 8 & evens
	}
	if s.rows++; s.rows == wholeRows {
		s.spill(mostLanguages)
	}
}

// spill makes room in the numbers, of the first n languages.
func (s *sums) spill(n int) {
	for i := range s.whole[:n] {
		half := &s.even
		if i%2 == 1 {
			half = &s.odd
		}
		s.whole[i] += int(half[i/8] >> (i % 8 / 2 * 16) & 0xFFFF)
	}
	clear(s.even[:])
	clear(s.odd[:])
	s.rows = 0
}

// of returns the sums of the first n languages.
func (s *sums) of(n int) []int {
	s.spill(n)
	return s.whole[:n]
}
