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
	mostLanguages = 64  // and bytes of a tag
	wholeRows     = 256 // of bytes
)

// add adds rows of costs that begin at some places, whose length is a multiple of eight.
func (s *sums) add(costs []uint8, rows []int32, length int) {
	const evens = 0x00FF00FF00FF00FF
	for len(rows) > 0 {
		now := rows[:min(len(rows), wholeRows-s.rows)]
		rows = rows[len(now):]
		for i := range length / 8 {
			even, odd := s.even[i], s.odd[i]
			for _, row := range now {
				x := binary.LittleEndian.Uint64(costs[int(row)+8*i:])
				even += x & evens
				odd += x >> 8 & evens
			}
			s.even[i], s.odd[i] = even, odd
		}
		if s.rows += len(now); s.rows == wholeRows {
			s.spill(mostLanguages)
		}
	}
}

// spill makes room in the numbers, of the first n languages at least.
func (s *sums) spill(n int) {
	for i := range s.even[:(n+7)/8] {
		even, odd := s.even[i], s.odd[i]
		to := s.whole[8*i : 8*i+8 : 8*i+8]
		to[0] += int(even & 0xFFFF)
		to[1] += int(odd & 0xFFFF)
		to[2] += int(even >> 16 & 0xFFFF)
		to[3] += int(odd >> 16 & 0xFFFF)
		to[4] += int(even >> 32 & 0xFFFF)
		to[5] += int(odd >> 32 & 0xFFFF)
		to[6] += int(even >> 48)
		to[7] += int(odd >> 48)
		s.even[i], s.odd[i] = 0, 0
	}
	s.rows = 0
}

// of returns the sums of the languages of a table, which stand behind its tags.
func (s *sums) of(t *table) []int {
	s.spill(tagBytes + len(t.langs))
	return s.whole[tagBytes : tagBytes+len(t.langs)]
}
