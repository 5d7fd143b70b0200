package postings

import (
	"cmp"
	"slices"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
)

// A Word is what a cursor reads: a form as typed, and its stems. Former takes the place of Stems
// in segments with stems of a former version; there FormerForm, if it is not empty, is read besides.
type Word struct {
	Form, FormerForm string
	Stems, Former    []analyze.Stem
}

// A Lender lends postings and takes them back.
type Lender interface {
	Lend() *segment.Postings
	GiveBack(*segment.Postings)
}

// A Cursor iterates over the documents of a segment that have one of the terms of a word.
type Cursor struct {
	snap   *index.Snapshot
	seg    int
	word   *Word
	former bool // the segment has stems of a former version
	lender Lender
	lists  []List
	doc    uint32
	begun  bool // whether doc is valid
	// more are the other forms of the stems, needed only for positions; mostMore is how many of
	// them are looked up at most, and hasMore tells that this was done.
	more     []List
	mostMore int
	hasMore  bool
	own      bool  // occurrences outside of the template are asked for
	fault    error // error of looking them up
}

// NewCursor returns a cursor without lists. Its lists are stored in room as far as they fit.
func NewCursor(snap *index.Snapshot, seg int, word *Word, lender Lender, room []List) Cursor {
	return Cursor{snap: snap, seg: seg, word: word, former: snap.FormerStems(seg), lender: lender, lists: room, doc: segment.NoDoc, mostMore: mostForms}
}

// Add adds a list.
func (c *Cursor) Add(l List) {
	l.windows = l.P
	c.lists = append(c.lists, l)
}

// Form returns the typed form.
func (c *Cursor) Form() string { return c.word.Form }

// stems returns the stems of the word in the segment.
func (c *Cursor) stems() []analyze.Stem {
	if c.former {
		return c.word.Former
	}
	return c.word.Stems
}

// First returns the first list, nil if there is none.
func (c *Cursor) First() *segment.Postings {
	if len(c.lists) == 0 {
		return nil
	}
	return c.lists[0].P
}

// Apart gives the cursor separate postings for reading windows, because its documents are also
// visited one by one.
func (c *Cursor) Apart() { c.part(c.lists) }

func (c *Cursor) part(all []List) {
	for i := range all {
		all[i].windows = c.lender.Lend()
		all[i].windows.Copy(all[i].P)
	}
}

// TryForms makes the cursor consider many forms of the stems for positions.
func (c *Cursor) TryForms() { c.mostMore = triedForms }

// seekList moves a list to its first document from doc on.
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

// Start moves before the first document.
func (c *Cursor) Start() {
	for i := range c.lists {
		c.lists[i].rewind()
	}
	for i := range c.more {
		c.more[i].rewind()
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

// Impacts returns the largest impact in the current document, and that of the typed form, 0 if
// the document only has other forms.
func (c *Cursor) Impacts() (most, form uint8) {
	for i := range c.lists {
		l := &c.lists[i]
		if l.doc != c.doc {
			continue
		}
		v := l.impact()
		most = max(most, v)
		if l.Form || l.Named {
			form = max(form, v)
		}
	}
	return most, form
}

// Doc returns the current document.
func (c *Cursor) Doc() uint32 { return c.doc }

// ImpactsIn is Impacts in a document, which must not precede the current one: zeros if that has none of the
// terms.
func (c *Cursor) ImpactsIn(doc uint32) (most, form uint8) {
	if c.Seek(doc) != doc {
		return 0, 0
	}
	return c.Impacts()
}

// Named reports whether the current document is on a site that the word names.
func (c *Cursor) Named() bool {
	for i := range c.lists {
		if l := &c.lists[i]; l.Named && l.doc == c.doc {
			return true
		}
	}
	return false
}

// Top returns upper bounds of the impacts in all documents.
func (c *Cursor) Top() (most, form uint8) {
	for i := range c.lists {
		v := c.lists[i].top()
		most = max(most, v)
		if c.lists[i].Form || c.lists[i].Named {
			form = max(form, v)
		}
	}
	return most, form
}

// After returns a lower bound of the next document from doc on.
func (c *Cursor) After(doc uint32) uint32 {
	least := uint32(segment.NoDoc)
	for i := range c.lists {
		least = min(least, c.lists[i].after(doc))
	}
	return least
}

// Fill adds the documents of a window to a lane.
func (c *Cursor) Fill(lane *Lane, at Place, needed *Bits) {
	for i := range c.lists {
		c.lists[i].fill(lane, at, needed)
	}
}

// Bound returns upper bounds of the impacts in documents from doc on, and the last document for
// which they hold.
func (c *Cursor) Bound(doc uint32) (most, form uint8, last uint32) {
	last = segment.NoDoc
	for i := range c.lists {
		v, to := c.lists[i].bound(doc)
		most, last = max(most, v), min(last, to)
		if c.lists[i].Form || c.lists[i].Named {
			form = max(form, v)
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

// alone returns the postings of the current document if it has a single form, nil if it may
// have several.
func (c *Cursor) alone() *segment.Postings {
	if len(c.lists) == 1 && len(c.stems()) == 0 && c.lists[0].doc == c.doc && c.lists[0].P.Positional() {
		return c.lists[0].P
	}
	return nil
}

// fewAsked is how many times more positions than are asked about a document must have for
// looking them up one by one.
const fewAsked = 4

// Meet filters ascending positions: it keeps p if the word occurs at p+places in the current
// document. work is memory to use; one of the two lists is returned as the other.
func (c *Cursor) Meet(at []uint32, places uint32, work []uint32) (kept, room []uint32) {
	if p := c.alone(); p != nil && p.Freq() >= fewAsked*uint32(len(at)) {
		return p.Meet(at, places), work
	}
	work = c.Positions(work[:0])
	return Meet(at, work, places), work
}

// FirstInTitle returns the first position in a document's title, which ends before end and has
// a filter; NoDoc if there is none. The document must not precede the current one. Lists whose
// term cannot be in the title are not read.
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
			if o.Bit&title != 0 && o.P.SeekGE(doc) && o.P.Doc() == doc {
				first = min(first, o.P.FirstPosition())
			}
		}
	}
	if first >= end {
		return segment.NoDoc
	}
	return first
}

// mayBeOther reports whether a title with this filter may contain another form of the stems.
func (c *Cursor) mayBeOther(title uint64) bool {
	return !c.hasMore || slices.ContainsFunc(c.more, func(o List) bool { return o.Bit&title != 0 })
}

// placed yields the postings with positions in the current document.
func (c *Cursor) placed(yield func(*segment.Postings) bool) {
	for i := range c.lists {
		if p := c.lists[i].P; p.Positional() && c.lists[i].doc == c.doc && !yield(p) {
			return
		}
	}
	if !c.hasOthers() {
		return // forms opened for other pages must not count here
	}
	c.expand()
	for _, o := range c.more {
		if o.P.SeekGE(c.doc) && o.P.Doc() == c.doc && !yield(o.P) {
			return
		}
	}
}

// hasOthers reports whether the current document may have other forms of the stems, judged by
// whether the stem's impact exceeds that of the typed form. Another form that adds less than a
// step of the impact is not noticed.
func (c *Cursor) hasOthers() bool {
	if c.own {
		return slices.ContainsFunc(c.lists, func(l List) bool { return l.doc == c.doc && !l.P.Positional() })
	}
	if len(c.stems()) == 0 || c.mostMore == triedForms {
		return true // expand finds out
	}
	form, typed := -1, c.word.Form
	for i := range c.lists {
		l := &c.lists[i]
		switch {
		case l.doc != c.doc, l.Named:
		case l.Form:
			form = int(l.P.PeekImpact())
		case l.Base != "" && (l.Base == typed || int(l.P.PeekImpact()) > form):
			return true
		}
	}
	return false
}

// Freq returns the number of occurrences in the current document.
func (c *Cursor) Freq() uint32 {
	n := uint32(0)
	for i := range c.lists {
		if p := c.lists[i].P; p.Doc() == c.doc {
			n += p.Freq()
		}
	}
	return n
}

// Lost reports whether some postings cannot be read: any document may then have the word.
func (c *Cursor) Lost() bool {
	lost := func(l List) bool { return l.P.Lost() }
	return slices.ContainsFunc(c.lists, lost) || slices.ContainsFunc(c.more, lost)
}

// Size bounds the number of documents.
func (c *Cursor) Size() int {
	n := 0
	for i := range c.lists {
		n += c.lists[i].P.DocFreq()
	}
	return n
}

// Err returns the error that ended the iteration early.
func (c *Cursor) Err() error {
	if c.fault != nil {
		return c.fault
	}
	for _, all := range [...][]List{c.lists, c.more} {
		for i := range all {
			if err := cmp.Or(all[i].P.Err(), all[i].windows.Err()); err != nil {
				return err
			}
		}
	}
	return nil
}

// Bounds of the forms of a stem whose positions are read: most of a word's occurrences have few
// forms.
const (
	mostForms  = 8
	triedForms = 64
)

// expand opens the other forms of the token's stems for their positions: at most mostMore,
// those in the most documents.
func (c *Cursor) expand() {
	if c.hasMore || len(c.stems()) == 0 {
		return
	}
	c.hasMore = true
	c.fault = c.open()
}

func (c *Cursor) open() error {
	var forms []string
	for _, s := range c.stems() {
		var err error
		if forms, err = c.snap.Forms(forms, c.seg, []byte(s.Term)); err != nil {
			return err
		}
	}
	slices.Sort(forms)
	forms = slices.Compact(forms)
	var term []byte
	for _, f := range forms[:min(len(forms), triedForms)] {
		if f == c.word.Form || f == c.word.FormerForm || slices.ContainsFunc(c.stems(), func(s analyze.Stem) bool { return s.Base == f }) {
			continue
		}
		q := c.lender.Lend()
		term = append(term[:0], f...)
		find := c.snap.FindPlaces
		if c.own {
			find = c.snap.Find
		}
		ok, err := find(q, c.seg, term)
		if err != nil {
			return err
		}
		if !ok {
			c.lender.GiveBack(q)
			continue
		}
		c.more = append(c.more, List{P: q, Bit: segment.TitleBit(f), windows: q})
	}
	slices.SortStableFunc(c.more, func(a, b List) int { return b.P.DocFreq() - a.P.DocFreq() })
	for len(c.more) > c.mostMore {
		c.lender.GiveBack(c.more[len(c.more)-1].P)
		c.more = c.more[:len(c.more)-1]
	}
	return nil
}
