package invert

// A buffer holds more than the caches of a processor do, and what is known of a word lies
// anywhere in it. Who waits for one piece of memory after another waits most of the time;
// so what some words need is read side by side first, and only then made use of.

// together is of how many terms the memory is asked for side by side.
const together = 32

// ahead reads where words may be found that have no number yet. What it returns says
// nothing.
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

// first returns the term of a slot, or any if the slot is free. There are some.
func (v *vocabulary) first(slot uint32) *term { return v.term(max(v.slots[slot].number, 1) - 1) }

// ahead reads terms. What it returns says nothing.
func (b *Buffer) ahead(all []mention) (read uint32) {
	for i := range all {
		read |= b.words.term(all[i].term).df
	}
	return read
}

// ahead reads what is known of the next terms: in the order of their texts they lie
// anywhere.
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
