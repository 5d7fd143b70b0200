package analyze

import "slices"

// Looking a word up waits for memory twice, where many words are known: for its place in
// the table, and for the Word. So some words are cut first, and what they will be compared
// with is asked for, of all of them side by side; then each is looked up.

// mostWaiting is how many words are looked up together.
const mostWaiting = 64

// A waiting value is a word that was cut and not looked up yet.
type waiting struct {
	key
	start, end, part, pos uint32
	likely                number // the word in the first place where it may be; 0 for none
}

// next is the word that is to wait next, whose key its caller writes: what is copied right
// behind its writing waits until that is done.
func (c *cutter) next() *waiting { return &c.a.waiting[c.waiting] }

// lookUp makes tokens of the words that wait.
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

// add adds a token, for which there is room. It is written where it is to stand: to put it
// together elsewhere and copy it costs more than to look its word up.
func (c *cutter) add(w *Word, start, end, part, pos uint32) {
	n := len(c.dst)
	c.dst = c.dst[:n+1]
	t := &c.dst[n]
	t.Word, t.Start, t.End, t.Part, t.Pos = w, start, end, part, pos
}

// ahead notes the first places where words may be found, and reads the words there. What it
// returns says nothing.
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
