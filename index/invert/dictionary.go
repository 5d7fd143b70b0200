package invert

import "hash/maphash"

// A dictionary numbers the texts of terms: open addressing over hashes that no page
// can foresee.
type dictionary struct {
	seed  maphash.Seed
	text  []byte  // of all terms, one after another
	slots []place // a power of two of them, at least a quarter free
	held  int
}

// A place is where the text of a term lies; free places have no size.
type place struct {
	hash, number, text, size uint32
}

// leastPlaces is the size of an empty dictionary, and mostPlaces from which on it is
// not kept for the next generation.
const (
	leastPlaces = 1 << 10
	mostPlaces  = 1 << 20
)

func newDictionary() dictionary { return dictionary{seed: maphash.MakeSeed()} }

func (d *dictionary) reset() {
	d.text, d.held = d.text[:0], 0
	if len(d.slots) == 0 || len(d.slots) > mostPlaces {
		d.slots = make([]place, leastPlaces)
	}
	clear(d.slots)
}

// number returns the number of a term and where its text lies; one that is not known
// gets the number next. No text is empty.
func (d *dictionary) number(text []byte, next uint32) (n, at uint32, known bool) {
	hash := uint32(maphash.Bytes(d.seed, text))
	mask := uint32(len(d.slots) - 1)
	i := hash & mask
	for ; d.slots[i].size != 0; i = (i + 1) & mask {
		p := &d.slots[i]
		if p.hash == hash && int(p.size) == len(text) && string(d.at(p.text, p.size)) == string(text) {
			return p.number, p.text, true
		}
	}
	at = uint32(len(d.text))
	d.text = append(d.text, text...)
	d.slots[i] = place{hash: hash, number: next, text: at, size: uint32(len(text))}
	if d.held++; d.held*4 > len(d.slots)*3 {
		d.grow()
	}
	return next, at, false
}

// grow doubles the places.
func (d *dictionary) grow() {
	old := d.slots
	d.slots = make([]place, 2*len(old))
	mask := uint32(len(d.slots) - 1)
	for _, p := range old {
		if p.size == 0 {
			continue
		}
		i := p.hash & mask
		for d.slots[i].size != 0 {
			i = (i + 1) & mask
		}
		d.slots[i] = p
	}
}

// at returns a text.
func (d *dictionary) at(text, size uint32) []byte { return d.text[text:][:size] }
