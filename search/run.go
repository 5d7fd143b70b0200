package search

import (
	"container/heap"
	"context"
	"slices"
	"sort"

	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
)

// A hit is a matching page with its score so far.
type hit struct {
	seg   int
	doc   uint32
	score float64
	parts []Part
}

type docKey struct {
	seg int
	doc uint32
}

func (h hit) key() docKey { return docKey{h.seg, h.doc} }

// A best heap keeps the best hits, the worst of them on top.
type best []hit

func (b best) Len() int           { return len(b) }
func (b best) Less(i, j int) bool { return byScore(b[i], b[j]) > 0 }
func (b best) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

// Push is part of heap.Interface.
func (b *best) Push(v any) { *b = append(*b, v.(hit)) }

// Pop is part of heap.Interface.
func (b *best) Pop() any {
	old := *b
	v := old[len(old)-1]
	*b = old[:len(old)-1]
	return v
}

// pruneFrom is the number of postings of the rarest word from which blocks are
// skipped: below, counting all matches is cheap.
const pruneFrom = 100_000

// checkEvery is how many candidates pass between two looks at the context.
const checkEvery = 4096

// run returns the best want pages that hold at least need of the words and meet
// the conditions, and how many there are; more says that the number is a lower
// bound.
func (p *plan) run(ctx context.Context, want, need int) (hits []hit, total int, more bool, err error) {
	top := best{}
	for seg := range p.snap.Segments() {
		m, err := p.matcher(seg)
		if err != nil {
			return nil, 0, false, err
		}
		if m == nil {
			continue
		}
		m.need, m.want = need, want
		if err := m.run(ctx, &top); err != nil {
			return nil, 0, false, err
		}
		total += m.total
		more = more || m.pruned
	}
	hits = top
	slices.SortFunc(hits, byScore)
	return hits, total, more, nil
}

// A cursor walks the documents that hold one of a token's terms.
type cursor struct {
	lists []*index.Postings
	exact *index.Postings
	doc   uint32
}

func (p *plan) cursor(seg int, t token) (*cursor, error) {
	c := &cursor{}
	for i, term := range t.terms {
		if slices.Contains(t.terms[:i], term) {
			continue
		}
		l, err := p.snap.Postings(seg, term)
		if err != nil {
			return nil, err
		}
		if l != nil {
			l.Next()
			c.lists = append(c.lists, l)
		}
	}
	if t.exact != "" {
		l, err := p.snap.Postings(seg, t.exact)
		if err != nil {
			return nil, err
		}
		c.exact = l
	}
	c.settle()
	return c, nil
}

func (c *cursor) settle() {
	c.doc = index.NoDoc
	for _, l := range c.lists {
		c.doc = min(c.doc, l.Doc())
	}
}

// seek moves to the first document from doc on.
func (c *cursor) seek(doc uint32) uint32 {
	if c.doc >= doc {
		return c.doc
	}
	for _, l := range c.lists {
		if l.Doc() < doc {
			l.SeekGE(doc)
		}
	}
	c.settle()
	return c.doc
}

// impact returns the largest impact in the current document.
func (c *cursor) impact() uint8 {
	var imp uint8
	for _, l := range c.lists {
		if l.Doc() == c.doc {
			imp = max(imp, l.Impact())
		}
	}
	return imp
}

// bound returns the largest impact from doc on and up to where it holds.
func (c *cursor) bound(doc uint32) (imp uint8, last uint32) {
	last = index.NoDoc
	for _, l := range c.lists {
		i, to := l.Bound(doc)
		imp, last = max(imp, i), min(last, to)
	}
	return imp, last
}

// positions appends the positions in the current document, ascending.
func (c *cursor) positions(dst []uint32) []uint32 {
	from, n := len(dst), 0
	for _, l := range c.lists {
		if l.Doc() == c.doc {
			dst = l.Positions(dst)
			n++
		}
	}
	if n > 1 {
		slices.Sort(dst[from:])
	}
	return dst
}

func (c *cursor) size() int {
	n := 0
	for _, l := range c.lists {
		n += l.DocFreq()
	}
	return n
}

func (c *cursor) err() error {
	for _, l := range c.lists {
		if l.Err() != nil {
			return l.Err()
		}
	}
	return nil
}

// A chain is a word or condition in one segment: its tokens' cursors.
type chain struct {
	cursors []*cursor
	offsets []uint32 // position of each token after the first
	where   query.Field
	follow  bool // the tokens must follow one another
	a, b    []uint32
}

func (p *plan) chain(seg int, ts []token, follow bool, where query.Field) (*chain, error) {
	c := &chain{follow: follow && len(ts) > 1, where: where}
	for _, t := range ts {
		cur, err := p.cursor(seg, t)
		if err != nil {
			return nil, err
		}
		c.cursors = append(c.cursors, cur)
		c.offsets = append(c.offsets, t.pos-ts[0].pos)
	}
	return c, nil
}

// seek returns the first document from doc on that holds all tokens; whether
// they follow one another is asked by holds.
func (c *chain) seek(doc uint32) uint32 {
	for doc != index.NoDoc {
		next := doc
		for _, cur := range c.cursors {
			if next = max(next, cur.seek(next)); next == index.NoDoc {
				return index.NoDoc
			}
		}
		if next == doc {
			return doc
		}
		doc = next
	}
	return doc
}

// holds asks about order and place in the current document.
func (c *chain) holds(p *plan, seg int, doc uint32) (bool, error) {
	if !c.follow && c.where != query.InTitle {
		return true, nil
	}
	starts := c.starts()
	if c.where != query.InTitle {
		return len(starts) > 0, nil
	}
	d, err := p.snap.Doc(seg, doc)
	if err != nil {
		return false, err
	}
	first, end := d.TitleInterval()
	for _, s := range starts {
		if s >= first && s < end {
			return true, nil
		}
	}
	return false, nil
}

// starts returns the positions at which the tokens follow one another.
func (c *chain) starts() []uint32 {
	c.a = c.cursors[0].positions(c.a[:0])
	for i, cur := range c.cursors[1:] {
		c.b = cur.positions(c.b[:0])
		kept := c.a[:0]
		j := 0
		for _, s := range c.a {
			for j < len(c.b) && c.b[j] < s+c.offsets[i+1] {
				j++
			}
			if j < len(c.b) && c.b[j] == s+c.offsets[i+1] {
				kept = append(kept, s)
			}
		}
		if c.a = kept; len(kept) == 0 {
			break
		}
	}
	return c.a
}

// impact returns the impact of the rarest token's place: the smallest of a
// phrase's tokens.
func (c *chain) impact() uint8 {
	imp := uint8(255)
	for _, cur := range c.cursors {
		imp = min(imp, cur.impact())
	}
	return imp
}

func (c *chain) bound(doc uint32) (imp uint8, last uint32) {
	imp, last = 255, index.NoDoc
	for _, cur := range c.cursors {
		i, to := cur.bound(doc)
		imp, last = min(imp, i), min(last, to)
	}
	return imp, last
}

func (c *chain) size() int {
	n := int(^uint(0) >> 1)
	for _, cur := range c.cursors {
		n = min(n, cur.size())
	}
	return n
}

// A matcher runs a plan on one segment.
type matcher struct {
	p      *plan
	seg    int
	words  []*chain
	must   [][]*chain // each: one of these
	not    []*chain
	need   int
	want   int
	total  int
	pruned bool
	// pruneFrom is the number of postings from which blocks are skipped.
	pruneFrom int
	here      []bool // by word: it is in the current document
}

// matcher returns nil if nothing in the segment can match.
func (p *plan) matcher(seg int) (*matcher, error) {
	m := &matcher{p: p, seg: seg, pruneFrom: pruneFrom, here: make([]bool, len(p.words))}
	for _, w := range p.words {
		c, err := p.chain(seg, w.tokens, w.phrase, query.NoField)
		if err != nil {
			return nil, err
		}
		m.words = append(m.words, c)
	}
	for _, cond := range p.must {
		var alts []*chain
		for _, ts := range cond.any {
			c, err := p.chain(seg, ts, cond.where != query.InURL, cond.where)
			if err != nil {
				return nil, err
			}
			if c.seek(0) != index.NoDoc {
				alts = append(alts, c)
			}
		}
		if len(alts) == 0 {
			return nil, nil
		}
		m.must = append(m.must, alts)
	}
	for _, cond := range p.not {
		for _, ts := range cond.any {
			c, err := p.chain(seg, ts, cond.where != query.InURL, cond.where)
			if err != nil {
				return nil, err
			}
			m.not = append(m.not, c)
		}
	}
	return m, nil
}

// run adds the segment's matches to the heap.
func (m *matcher) run(ctx context.Context, top *best) error {
	prune := m.need == len(m.words) && len(m.words) > 0 && m.smallest() >= m.pruneFrom
	for n, doc := 0, m.next(0); doc != index.NoDoc; doc = m.next(doc + 1) {
		if n++; n%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if prune && len(*top) == m.want {
			if to := m.skip(doc, (*top)[0].score); to != doc {
				m.pruned = true
				if to == index.NoDoc {
					break
				}
				doc = to - 1
				continue
			}
		}
		ok, err := m.match(doc)
		if err != nil {
			return err
		}
		if ok {
			m.offer(top, hit{seg: m.seg, doc: doc, score: m.score(doc)})
		}
	}
	for _, w := range m.words {
		for _, c := range w.cursors {
			if err := c.err(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *matcher) smallest() int {
	n := int(^uint(0) >> 1)
	for _, w := range m.words {
		n = min(n, w.size())
	}
	return n
}

func (m *matcher) offer(top *best, h hit) {
	m.total++
	if len(*top) < m.want {
		heap.Push(top, h)
		return
	}
	if byScore(h, (*top)[0]) < 0 {
		(*top)[0] = h
		heap.Fix(top, 0)
	}
}

// skip returns the first document from doc on whose score may beat the worst of
// the best.
func (m *matcher) skip(doc uint32, worst float64) uint32 {
	for doc != index.NoDoc {
		sum, last := 0.0, uint32(index.NoDoc)
		for i, w := range m.words {
			imp, to := w.bound(doc)
			sum += part(m.p.words[i].idf, imp)
			last = min(last, to)
		}
		if sum > worst {
			return doc
		}
		if last >= index.NoDoc-1 {
			return index.NoDoc
		}
		doc = last + 1
	}
	return doc
}

// next returns the first candidate from doc on.
func (m *matcher) next(doc uint32) uint32 {
	switch {
	case len(m.words) == 0 && len(m.must) == 0:
		return index.NoDoc // a query that only excludes asks for nothing
	case len(m.words) == 0:
		return m.seekMust(doc)
	case m.need == len(m.words):
		return m.seekAll(doc)
	}
	// The need-th smallest of the words' next documents: before it, fewer
	// than need words can be in one document.
	docs := make([]uint32, 0, len(m.words))
	for _, w := range m.words {
		docs = append(docs, w.seek(doc))
	}
	sort.Slice(docs, func(i, j int) bool { return docs[i] < docs[j] })
	return docs[m.need-1]
}

// seekAll returns the first document from doc on with every word.
func (m *matcher) seekAll(doc uint32) uint32 {
	for doc != index.NoDoc {
		next := doc
		for _, w := range m.words {
			if next = w.seek(next); next == index.NoDoc {
				return next
			}
		}
		if len(m.must) > 0 {
			next = max(next, m.seekMust(next))
		}
		if next == doc {
			return doc
		}
		doc = next
	}
	return doc
}

// seekMust returns the first document from doc on that may meet all conditions.
func (m *matcher) seekMust(doc uint32) uint32 {
	for doc != index.NoDoc {
		next := doc
		for _, alts := range m.must {
			least := uint32(index.NoDoc)
			for _, c := range alts {
				least = min(least, c.seek(next))
			}
			if next = least; next == index.NoDoc {
				return next
			}
		}
		if next == doc {
			return doc
		}
		doc = next
	}
	return doc
}

// match asks everything about a candidate.
func (m *matcher) match(doc uint32) (bool, error) {
	if m.p.snap.Deleted(m.seg, doc) {
		return false, nil
	}
	count := 0
	for i, w := range m.words {
		m.here[i] = w.seek(doc) == doc
		if m.here[i] {
			ok, err := w.holds(m.p, m.seg, doc)
			if err != nil {
				return false, err
			}
			m.here[i] = ok
		}
		if m.here[i] {
			count++
		} else if m.p.words[i].quoted {
			return false, nil // what stands in quotes is never optional
		}
	}
	if count < m.need {
		return false, nil
	}
	for _, alts := range m.must {
		ok, err := m.one(alts, doc)
		if err != nil || !ok {
			return false, err
		}
	}
	excluded, err := m.one(m.not, doc)
	return !excluded, err
}

// one reports whether one of the chains holds in the document.
func (m *matcher) one(chains []*chain, doc uint32) (bool, error) {
	for _, c := range chains {
		if c.seek(doc) != doc {
			continue
		}
		ok, err := c.holds(m.p, m.seg, doc)
		if err != nil || ok {
			return ok, err
		}
	}
	return false, nil
}

// score is the first stage's score of the current document.
func (m *matcher) score(doc uint32) float64 {
	s := 0.0
	for i, w := range m.words {
		if m.here[i] {
			s += part(m.p.words[i].idf, w.impact())
		}
	}
	return s
}

// part is what a word adds to a score.
func part(idf float64, impact uint8) float64 {
	w := float64(index.Weight(impact))
	return idf * w * (k1 + 1) / (k1 + w)
}
