package language

import "encoding/binary"

// A sums value adds up rows of costs, eight languages at a time. Each sum takes 16 bits, enough
// for wholeRows costs. All languages with models fit.
type sums struct {
	even, odd [mostLanguages / 8]uint64 // sums of the languages at even and odd indexes of a row
	rows      int                       // rows added
	whole     [mostLanguages]int
}

const (
	mostLanguages = 64  // including the bytes of the tag
	wholeRows     = 256 // rows whose sums fit into 16 bits
)

// add adds rows of costs that begin at the given offsets. length is a multiple of eight.
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

// spill moves the sums of the first n languages, at least, to make room.
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

// of returns the sums by language of a table, without the bytes of the tag.
func (s *sums) of(t *table) []int {
	s.spill(tagBytes + len(t.langs))
	return s.whole[tagBytes : tagBytes+len(t.langs)]
}
