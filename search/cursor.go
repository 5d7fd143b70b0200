package search

import (
	"slices"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index/segment"
)

// A list is the postings of one term in one segment.
type list struct {
	p      *segment.Postings
	doc    uint32 // where it stands
	base   string // of a stem: the form that is spelled like it
	accept []bool // by number of language: whose documents count; nil for all
	form   bool   // it is the very form that was typed
}

// A cursor walks the documents of a segment that hold one of a token's terms.
type cursor struct {
	p     *plan
	t     *token
	seg   int
	lists []list
	doc   uint32
	begun bool // doc is where it stands
	// more are the other forms of the stems, of which only positions are wanted;
	// of how many at most, and whether they were looked up.
	more     []*segment.Postings
	mostMore int
	hasMore  bool
	fault    error // while looking them up
}

// seek moves a list to its first document from doc on.
func (c *cursor) seekList(l *list, doc uint32) uint32 {
	p := l.p
	if !p.SeekGE(doc) {
		return segment.NoDoc
	}
	if l.accept == nil {
		return p.Doc()
	}
	for {
		if n := int(c.p.snap.Lang(c.seg, p.Doc())); n < len(l.accept) && l.accept[n] {
			return p.Doc()
		}
		if !p.Next() {
			return segment.NoDoc
		}
	}
}

// start stands before the first document.
func (c *cursor) start() {
	for i := range c.lists {
		c.lists[i].p.Rewind()
	}
	for _, p := range c.more {
		p.Rewind()
	}
	c.begun = false
}

// seek moves to the first document from doc on.
func (c *cursor) seek(doc uint32) uint32 {
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

// impacts returns the largest impact in the current document, and that of the
// form, 0 if it holds other forms alone.
func (c *cursor) impacts() (most, form uint8) {
	for i := range c.lists {
		l := &c.lists[i]
		if l.doc != c.doc {
			continue
		}
		v := l.p.Impact()
		most = max(most, v)
		if l.form {
			form = v
		}
	}
	return most, form
}

// top returns the largest impacts of all documents.
func (c *cursor) top() (most, form uint8) {
	for i := range c.lists {
		v := c.lists[i].p.MaxImpact()
		most = max(most, v)
		if c.lists[i].form {
			form = v
		}
	}
	return most, form
}

// bound returns the largest impacts from doc on and up to where they hold.
func (c *cursor) bound(doc uint32) (most, form uint8, last uint32) {
	last = segment.NoDoc
	for i := range c.lists {
		v, to := c.lists[i].p.Bound(doc)
		most, last = max(most, v), min(last, to)
		if c.lists[i].form {
			form = v
		}
	}
	return most, form, last
}

// positions appends the positions in the current document, ascending.
func (c *cursor) positions(dst []uint32) []uint32 {
	from, n := len(dst), 0
	for i := range c.lists {
		if p := c.lists[i].p; p.Positional() && c.lists[i].doc == c.doc {
			dst = p.Positions(dst)
			n++
		}
	}
	if c.hasOthers() {
		c.expand()
	}
	for _, p := range c.more {
		if p.SeekGE(c.doc) && p.Doc() == c.doc {
			dst = p.Positions(dst)
			n++
		}
	}
	if n > 1 && !slices.IsSorted(dst[from:]) {
		slices.Sort(dst[from:])
	}
	return dst
}

// hasOthers reports whether other forms of the stems may be in the current
// document: what counts for a stem is all its forms. One that adds less to the
// typed form than a step of the impacts is not seen here.
func (c *cursor) hasOthers() bool {
	if c.mostMore == triedForms {
		return true
	}
	form, typed := -1, ""
	if c.t != nil {
		typed = c.t.q.Form
	}
	for i := range c.lists {
		l := &c.lists[i]
		switch {
		case l.doc != c.doc:
		case l.form:
			form = int(l.p.Impact())
		case l.base != "" && (l.base == typed || int(l.p.Impact()) > form):
			return true
		}
	}
	return false
}

// size bounds the number of documents.
func (c *cursor) size() int {
	n := 0
	for i := range c.lists {
		n += c.lists[i].p.DocFreq()
	}
	return n
}

func (c *cursor) err() error {
	if c.fault != nil {
		return c.fault
	}
	for i := range c.lists {
		if err := c.lists[i].p.Err(); err != nil {
			return err
		}
	}
	for _, p := range c.more {
		if p.Err() != nil {
			return p.Err()
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
func (c *cursor) expand() {
	if c.hasMore || len(c.t.stems) == 0 {
		return
	}
	c.hasMore = true
	c.fault = c.open()
}

func (c *cursor) open() error {
	p, t := c.p, c.t
	var forms []string
	for _, s := range t.stems {
		var err error
		if forms, err = p.snap.Forms(forms, c.seg, []byte(s.Term)); err != nil {
			return err
		}
	}
	slices.Sort(forms)
	forms = slices.Compact(forms)
	for _, f := range forms[:min(len(forms), triedForms)] {
		if f == t.q.Form || slices.ContainsFunc(t.stems, func(s analyze.Stem) bool { return s.Base == f }) {
			continue
		}
		q := p.lend()
		ok, err := p.snap.Find(q, c.seg, []byte(f))
		if err != nil {
			return err
		}
		if !ok {
			p.back(q)
			continue
		}
		c.more = append(c.more, q)
	}
	slices.SortStableFunc(c.more, func(a, b *segment.Postings) int { return b.DocFreq() - a.DocFreq() })
	for len(c.more) > c.mostMore {
		p.back(c.more[len(c.more)-1])
		c.more = c.more[:len(c.more)-1]
	}
	return nil
}
