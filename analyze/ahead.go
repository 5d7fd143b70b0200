package analyze

import "slices"

// Looking up a word misses the cache twice when many words are known: once for its slot in the
// table, once for the Word. So several words are cut first, and their slots and Words are
// touched one after another, which lets the processor overlap the misses. Then each word is
// looked up.

// mostWaiting is how many words are looked up together.
const mostWaiting = 64

// A waiting value is a word that was cut and is still to be looked up.
type waiting struct {
	key
	start, end, part, pos uint32
	likely                number // the word in the first slot of its hash; 0 for none
}

// next returns the entry for the next waiting word, whose key the caller fills in. Building the
// key elsewhere and copying it would stall on the store that was just made.
func (c *cutter) next() *waiting { return &c.a.waiting[c.waiting] }

// lookUp turns the waiting words into tokens.
func (c *cutter) lookUp() {
	all := c.a.waiting[:c.waiting]
	c.waiting = 0
	v := c.a.young
	c.a.read = v.ahead(c.p, all)
	c.dst = slices.Grow(c.dst, len(all))
	for i := range all {
		q := &all[i]
		w := v.at(q.likely)
		if w.spelling != q.bytes || w.form == 0 {
			if w = c.a.word(c.p, &q.key, c.text[q.start:q.end]); w == nil {
				continue
			}
		}
		c.add(w, q.start, q.end, q.part, q.pos)
	}
}

// add appends a token; there must be room for it. It is built in place: building it elsewhere
// and copying it costs more than looking up its word.
func (c *cutter) add(w *Word, start, end, part, pos uint32) {
	n := len(c.dst)
	c.dst = c.dst[:n+1]
	t := &c.dst[n]
	t.Word, t.Start, t.End, t.Part, t.Pos = w, start, end, part, pos
}

// ahead notes the first slot of each word and touches the Word it names. The result only keeps
// the compiler from dropping the reads.
func (v *vocabulary) ahead(p profile, all []waiting) (read uint32) {
	t := &v.tables[p]
	if len(t.slots) == 0 {
		for i := range all {
			all[i].likely = 0
		}
		return 0
	}
	mask := uint32(len(t.slots) - 1)
	for i := range all {
		all[i].likely = t.slots[uint32(all[i].hash)&mask].word
	}
	for i := range all {
		read |= uint32(v.at(all[i].likely).form)
	}
	return read
}
