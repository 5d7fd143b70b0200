package linkgraph

import "encoding/binary"

// filterBits is the size of a filter: 2 MiB.
const filterBits = 1 << 24

// A filter tells most of the pages that have no record (Bloom, Space/time trade-offs in
// hash coding with allowable errors, 1970): of a million pages it takes one in two hundred
// others for one of them. Refs are hashes, so three parts of one are three bits.
type filter [filterBits / 64]uint64

func bitsOf(r *ref) [3]uint32 {
	own := binary.BigEndian.Uint64(r[originSize:])
	origin := binary.BigEndian.Uint64(r[:originSize])
	return [3]uint32{uint32(own % filterBits), uint32(own >> 24 % filterBits), uint32((own>>48 ^ origin) % filterBits)}
}

func (f *filter) add(r *ref) {
	for _, b := range bitsOf(r) {
		f[b/64] |= 1 << (b % 64)
	}
}

// has reports whether a page may have been added.
func (f *filter) has(r *ref) bool {
	for _, b := range bitsOf(r) {
		if f[b/64]>>(b%64)&1 == 0 {
			return false
		}
	}
	return true
}
