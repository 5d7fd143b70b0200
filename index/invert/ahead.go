package invert

// A buffer is larger than the processor's caches, and what is known of a word may be anywhere
// in it. Reading one item after another would mostly be waiting for memory. So the items that
// several words need are touched first, which overlaps the cache misses, and only then used.

// together is how many terms are touched at once.
const together = 32

// ahead touches the slots and terms where words without a number may be found. The result only
// keeps the compiler from dropping the reads.
func (v *vocabulary) ahead(words []fresh) (read uint32) {
	if v.held == 0 {
		return 0
	}
	mask := uint32(len(v.slots) - 1)
	for i := range words {
		read |= v.slots[words[i].hash&mask].hash
	}
	for i := range words {
		read |= v.first(words[i].hash & mask).df
	}
	for i := range words {
		read |= uint32(v.texts.at(v.first(words[i].hash & mask).text)[0])
	}
	return read
}

// first returns the term of a slot, or any other if the slot is free. There is at least one
// term.
func (v *vocabulary) first(slot uint32) *term { return v.term(max(v.slots[slot].number, 1) - 1) }

// ahead touches terms. The result only keeps the compiler from dropping the reads.
func (b *Buffer) ahead(all []mention) (read uint32) {
	for i := range all {
		read |= b.words.term(all[i].term).df
	}
	return read
}

// ahead touches what is known of the next terms. In the order of their texts, terms may be
// anywhere in memory.
func (s *source) ahead() {
	b, next := s.b, s.left()[:min(together, len(s.left()))]
	for i := range next {
		b.read |= b.words.term(next[i].number).df
	}
	for i := range next {
		t := b.words.term(next[i].number)
		b.read |= uint32(b.words.texts.at(t.text)[0]) | uint32(b.chains.at(t.head)[0])
	}
	s.near = len(next)
}
