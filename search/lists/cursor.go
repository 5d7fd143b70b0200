package lists

import (
	"cmp"
	"slices"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
)

// A Word is what a cursor reads: a form as it was typed, and its stems.
type Word struct {
	Form  string
	Stems []analyze.Stem
}

// A Lender lends postings and takes them back.
type Lender interface {
	Lend() *segment.Postings
	GiveBack(*segment.Postings)
}

// A Cursor walks the documents of a segment that hold one of the terms of a word.
type Cursor struct {
	snap   *index.Snapshot
	seg    int
	word   *Word
	lender Lender
	lists  []List
	doc    uint32
	begun  bool // doc is where it stands
	// more are the other forms of the stems, of which only positions are wanted;
	// of how many at most, and whether they were looked up.
	more     []other
	mostMore int
	hasMore  bool
	fault    error // while looking them up
}

// An other form of a stem.
type other struct {
	p   *segment.Postings
	bit uint64 // that a title has in which it stands
}

// NewCursor returns a cursor without lists, which are kept in room as far as they
// fit.
func NewCursor(snap *index.Snapshot, seg int, word *Word, lender Lender, room []List) Cursor {
	return Cursor{snap: snap, seg: seg, word: word, lender: lender, lists: room, doc: segment.NoDoc, mostMore: mostForms}
}

// Add adds a list.
func (c *Cursor) Add(l List) {
	l.windows = l.P
	c.lists = append(c.lists, l)
}

// Form returns the form that was typed.
func (c *Cursor) Form() string { return c.word.Form }

// First returns the first list, nil if there is none.
func (c *Cursor) First() *segment.Postings {
	if len(c.lists) == 0 {
		return nil
	}
	return c.lists[0].P
}

// Apart lets the cursor read windows by postings of their own: its documents are
// asked one by one as well.
func (c *Cursor) Apart() {
	for i := range c.lists {
		c.lists[i].windows = c.lender.Lend()
		c.lists[i].windows.Copy(c.lists[i].P)
	}
}

// TryForms has many forms of the stems looked at where positions are asked for.
func (c *Cursor) TryForms() { c.mostMore = triedForms }

// Seek moves a list to its first document from doc on.
func (c *Cursor) seekList(l *List, doc uint32) uint32 {
	p := l.P
	if !p.SeekGE(doc) {
		return segment.NoDoc
	}
	if l.Accept == nil {
		return p.Doc()
	}
	for {
		if n := int(c.snap.Lang(c.seg, p.Doc())); n < len(l.Accept) && l.Accept[n] {
			return p.Doc()
		}
		if !p.Next() {
			return segment.NoDoc
		}
	}
}

// Start stands before the first document.
func (c *Cursor) Start() {
	for i := range c.lists {
		c.lists[i].rewind()
	}
	for _, o := range c.more {
		o.p.Rewind()
	}
	c.begun = false
}

// Seek moves to the first document from doc on.
func (c *Cursor) Seek(doc uint32) uint32 {
	if c.begun && c.doc >= doc {
		return c.doc
	}
	first := !c.begun
	c.begun = true
	least := uint32(segment.NoDoc)
	for i := range c.lists {
		l := &c.lists[i]
		if first || l.doc < doc {
			l.doc = c.seekList(l, doc)
		}
		least = min(least, l.doc)
	}
	c.doc = least
	return least
}

// Impacts returns the largest impact in the current document, and that of the
// form, 0 if it holds other forms alone.
func (c *Cursor) Impacts() (most, form uint8) {
	for i := range c.lists {
		l := &c.lists[i]
		if l.doc != c.doc {
			continue
		}
		v := l.P.PeekImpact()
		most = max(most, v)
		if l.Form {
			form = v
		}
	}
	return most, form
}

// Top returns the largest impacts of all documents.
func (c *Cursor) Top() (most, form uint8) {
	for i := range c.lists {
		v := c.lists[i].P.MaxImpact()
		most = max(most, v)
		if c.lists[i].Form {
			form = v
		}
	}
	return most, form
}

// After returns a document from doc on before which there is none.
func (c *Cursor) After(doc uint32) uint32 {
	least := uint32(segment.NoDoc)
	for i := range c.lists {
		least = min(least, c.lists[i].after(doc))
	}
	return least
}

// Fill adds to a lane what the lists hold of a window.
func (c *Cursor) Fill(lane *Lane, at Place, needed *Bits) {
	for i := range c.lists {
		c.lists[i].fill(lane, at, needed)
	}
}

// Bound returns the largest impacts from doc on and up to where they hold.
func (c *Cursor) Bound(doc uint32) (most, form uint8, last uint32) {
	last = segment.NoDoc
	for i := range c.lists {
		v, to := c.lists[i].bound(doc)
		most, last = max(most, v), min(last, to)
		if c.lists[i].Form {
			form = v
		}
	}
	return most, form, last
}

// Positions appends the positions in the current document, ascending.
func (c *Cursor) Positions(dst []uint32) []uint32 {
	if p := c.alone(); p != nil {
		return p.Positions(dst)
	}
	from := len(dst)
	for p := range c.placed {
		end := len(dst)
		if dst = p.Positions(dst); end > from {
			dst = merge(dst, from, end)
		}
	}
	return dst
}

// alone returns the postings in the current document if they are those of one form, nil if
// there may be others.
func (c *Cursor) alone() *segment.Postings {
	if len(c.lists) == 1 && len(c.word.Stems) == 0 && c.lists[0].doc == c.doc && c.lists[0].P.Positional() {
		return c.lists[0].P
	}
	return nil
}

// fewAsked is how many times more positions a document has than are asked about for them to be
// looked for one by one.
const fewAsked = 4

// Meet keeps those of some ascending positions so many places behind which the word stands in
// the current document. It works in another list, which it returns.
func (c *Cursor) Meet(at []uint32, places uint32, work []uint32) (kept, room []uint32) {
	if p := c.alone(); p != nil && p.Freq() >= fewAsked*uint32(len(at)) {
		return p.Meet(at, places), work
	}
	work = c.Positions(work[:0])
	return Meet(at, work, places), work
}

// FirstInTitle returns the first position in a document's title, which has this filter
// and ends before a position, NoDoc if there is none. The document is no earlier than
// the current one. Lists of what the title cannot hold are not read.
func (c *Cursor) FirstInTitle(doc, end uint32, title uint64) uint32 {
	first, stem := uint32(segment.NoDoc), false
	for i := range c.lists {
		switch l := &c.lists[i]; {
		case l.Bit&title == 0:
		case !l.P.Positional():
			stem = true
		case c.seekList(l, doc) == doc:
			first = min(first, l.P.FirstPosition())
		}
	}
	if stem && c.mayBeOther(title) && c.Seek(doc) == doc && c.hasOthers() {
		c.expand()
		for _, o := range c.more {
			if o.bit&title != 0 && o.p.SeekGE(doc) && o.p.Doc() == doc {
				first = min(first, o.p.FirstPosition())
			}
		}
	}
	if first >= end {
		return segment.NoDoc
	}
	return first
}

// mayBeOther reports whether a title with this filter may hold another form of the stems.
func (c *Cursor) mayBeOther(title uint64) bool {
	return !c.hasMore || slices.ContainsFunc(c.more, func(o other) bool { return o.bit&title != 0 })
}

// placed yields the postings that have positions in the current document.
func (c *Cursor) placed(yield func(*segment.Postings) bool) {
	for i := range c.lists {
		if p := c.lists[i].P; p.Positional() && c.lists[i].doc == c.doc && !yield(p) {
			return
		}
	}
	if !c.hasOthers() {
		return // what other pages had opened does not count here
	}
	c.expand()
	for _, o := range c.more {
		if o.p.SeekGE(c.doc) && o.p.Doc() == c.doc && !yield(o.p) {
			return
		}
	}
}

// hasOthers reports whether other forms of the stems may be in the current
// document: what counts for a stem is all its forms. One that adds less to the
// typed form than a step of the impacts is not seen here.
func (c *Cursor) hasOthers() bool {
	if len(c.word.Stems) == 0 || c.mostMore == triedForms {
		return true // expand knows
	}
	form, typed := -1, c.word.Form
	for i := range c.lists {
		l := &c.lists[i]
		switch {
		case l.doc != c.doc:
		case l.Form:
			form = int(l.P.PeekImpact())
		case l.Base != "" && (l.Base == typed || int(l.P.PeekImpact()) > form):
			return true
		}
	}
	return false
}

// Freq returns how often the terms occur in the current document.
func (c *Cursor) Freq() uint32 {
	n := uint32(0)
	for i := range c.lists {
		if p := c.lists[i].P; p.Doc() == c.doc {
			n += p.Freq()
		}
	}
	return n
}

// Lost reports whether some postings cannot be read: any document may hold the word.
func (c *Cursor) Lost() bool {
	return slices.ContainsFunc(c.lists, func(l List) bool { return l.P.Lost() }) || slices.ContainsFunc(c.more, func(o other) bool { return o.p.Lost() })
}

// Size bounds the number of documents.
func (c *Cursor) Size() int {
	n := 0
	for i := range c.lists {
		n += c.lists[i].P.DocFreq()
	}
	return n
}

// Err returns what stopped a walk early.
func (c *Cursor) Err() error {
	if c.fault != nil {
		return c.fault
	}
	for i := range c.lists {
		if err := cmp.Or(c.lists[i].P.Err(), c.lists[i].windows.Err()); err != nil {
			return err
		}
	}
	for _, o := range c.more {
		if o.p.Err() != nil {
			return o.p.Err()
		}
	}
	return nil
}

// Bounds of the forms of a stem whose positions are looked at: most of a word's
// occurrences are in few forms.
const (
	mostForms  = 8
	triedForms = 64
)

// expand opens the other forms of the token's stems, for their positions; at most
// mostMore, those in most documents.
func (c *Cursor) expand() {
	if c.hasMore || len(c.word.Stems) == 0 {
		return
	}
	c.hasMore = true
	c.fault = c.open()
}

func (c *Cursor) open() error {
	var forms []string
	for _, s := range c.word.Stems {
		var err error
		if forms, err = c.snap.Forms(forms, c.seg, []byte(s.Term)); err != nil {
			return err
		}
	}
	slices.Sort(forms)
	forms = slices.Compact(forms)
	for _, f := range forms[:min(len(forms), triedForms)] {
		if f == c.word.Form || slices.ContainsFunc(c.word.Stems, func(s analyze.Stem) bool { return s.Base == f }) {
			continue
		}
		q := c.lender.Lend()
		ok, err := c.snap.Find(q, c.seg, []byte(f))
		if err != nil {
			return err
		}
		if !ok {
			c.lender.GiveBack(q)
			continue
		}
		c.more = append(c.more, other{q, segment.TitleBit(f)})
	}
	slices.SortStableFunc(c.more, func(a, b other) int { return b.p.DocFreq() - a.p.DocFreq() })
	for len(c.more) > c.mostMore {
		c.lender.GiveBack(c.more[len(c.more)-1].p)
		c.more = c.more[:len(c.more)-1]
	}
	return nil
}
