package analyze

// Looking a word up waits for memory twice, where many words are known: for its place in
// the table, and for the Word. So some words are cut first, and what they will be compared
// with is asked for, of all of them side by side; then each is looked up.

// mostWaiting is how many words are looked up together.
const mostWaiting = 64

// A waiting value is a word that was cut and not looked up yet.
type waiting struct {
	key
	start, end, part, pos uint32
}

// wait adds the word s[start:end] to those that wait.
func (c *cutter) wait(start, end int, k *key) {
	w := &c.a.waiting[c.waiting]
	w.key, w.start, w.end, w.part, w.pos = *k, uint32(start), uint32(end), c.part, c.pos
	if c.waiting++; c.waiting == mostWaiting {
		c.lookUp()
	}
}

// lookUp makes tokens of the words that wait.
func (c *cutter) lookUp() {
	all := c.a.waiting[:c.waiting]
	c.waiting = 0
	c.a.read = c.a.young.ahead(c.p, all)
	for i := range all {
		q := &all[i]
		if w := c.a.word(c.p, &q.key, c.text[q.start:q.end]); w != nil {
			c.dst = append(c.dst, Token{Word: w, Start: q.start, End: q.end, Part: q.part, Pos: q.pos})
		}
	}
}

// ahead reads the first places where words may be found, and the words there. What it
// returns says nothing.
func (v *vocabulary) ahead(p profile, all []waiting) (read uint32) {
	t := &v.tables[p]
	if t.held == 0 {
		return 0
	}
	mask := uint32(len(t.slots) - 1)
	for i := range all {
		read |= t.slots[uint32(all[i].hash)&mask].hash
	}
	for i := range all {
		read |= uint32(v.at(t.slots[uint32(all[i].hash)&mask].word).form)
	}
	return read
}
