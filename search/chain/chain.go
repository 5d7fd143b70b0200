// Package chain reads the tokens of a word, phrase or condition in one segment in lockstep: it
// finds the documents that have all of them, in a field if that is asked for, consecutively or
// near each other, and the positions where they begin.
//
// Floor: 4 (acts). Stability: engine. It reads an index snapshot and knows neither scores nor
// plans.
package chain

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/document"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/postings"
)

// A Chain reads the tokens of a word or condition in one segment. It is used by one goroutine.
type Chain struct {
	snap    *index.Snapshot
	seg     int
	cursors []*postings.Cursor      // by token, the one with the fewest documents first
	pos     []uint32                // position of each token in the query
	few     [usual]*postings.Cursor // inline storage for cursors and pos
	fewPos  [usual]uint32
	symbols []*postings.Cursor // names in code that some of the tokens are
	where   query.Field
	follow  bool // the tokens must be consecutive
	near    int  // or have at most that many others between them, in any order
	own     bool // outside of the template of the site
	a, b    []uint32
	spots   []postings.Occurrence
	// elements are read if the field requires it, or if near exceeds the gap between two
	// elements; failed is the error of reading them.
	elements *segment.Elements
	template *segment.Template // read if own is set
	failed   error
}

// usual is how many tokens fit into the inline storage.
const usual = 2

// Open prepares the chain, without tokens yet, for tokens that must be consecutive (follow) or
// near each other, and in a field. a and b are memory to work in.
func (c *Chain) Open(snap *index.Snapshot, seg int, follow bool, near int, where query.Field, a, b []uint32) {
	*c = Chain{snap: snap, seg: seg, follow: follow, near: near, where: where, a: a, b: b}
	c.cursors, c.pos = c.few[:0], c.fewPos[:0]
}

// Owned makes the chain find only documents that have the tokens outside of the template of their
// site. It must be called before the tokens are added.
func (c *Chain) Owned() { c.own = true }

// Add adds a token with its position in the query.
func (c *Chain) Add(cur *postings.Cursor, pos uint32) {
	at := len(c.cursors)
	for at > 0 && cur.Size() < c.cursors[at-1].Size() {
		at--
	}
	c.cursors, c.pos = slices.Insert(c.cursors, at, cur), slices.Insert(c.pos, at, pos)
	switch {
	case c.own:
		cur.Owned()
	case c.placed():
		cur.TryForms()
	}
}

// AddSymbol adds a name in code that some of the tokens are, such as row_number. Documents need not have it,
// but those without it do not have the typed form. It is called after the tokens are added.
func (c *Chain) AddSymbol(cur *postings.Cursor) {
	if c.symbols = append(c.symbols, cur); c.Positional() {
		cur.Apart()
	}
}

// Lists returns the memory given to Open.
func (c *Chain) Lists() (a, b []uint32) { return c.a, c.b }

// Len returns the number of tokens.
func (c *Chain) Len() int { return len(c.cursors) }

// Apart gives the chain separate postings for reading windows.
func (c *Chain) Apart() {
	for _, cur := range c.cursors {
		cur.Apart()
	}
}

// Positional reports whether positions have to be checked.
func (c *Chain) Positional() bool { return c.follow || c.placed() }

// OneByOne reports whether documents have to be looked at one by one: for their positions, or because the
// typed form may have a larger impact than all forms.
func (c *Chain) OneByOne() bool { return c.Positional() || len(c.symbols) > 0 }

// After returns a lower bound of the next document, from doc on, that has all tokens.
func (c *Chain) After(doc uint32) uint32 {
	to := doc
	for _, cur := range c.cursors {
		to = max(to, cur.After(doc))
	}
	return to
}

// fewLeft is the number of documents of a window below which checking each one for a third
// token is cheaper than reading its blocks.
const fewLeft = postings.Width / 8

// Fill fills a lane with the documents among left that have the tokens, using work as a second
// lane. For a phrase, some of them may lack a token.
func (c *Chain) Fill(lane, work *postings.Lane, at postings.Place, left *postings.Bits) {
	c.cursors[0].Fill(lane, at, left)
	for i, cur := range c.cursors[1:] {
		if i > 0 && c.follow && lane.Bare() && lane.Here.Len() < fewLeft {
			return // Starts checks
		}
		work.Clear(lane.Bare())
		cur.Fill(work, at, &lane.Here)
		lane.Meet(work)
	}
	if lane.Bare() {
		return
	}
	for i, cur := range c.symbols {
		work.Clear(false)
		cur.Fill(work, at, &lane.Here)
		lane.Typed(work, i > 0)
	}
}

// Start moves before the first document.
func (c *Chain) Start() {
	for _, all := range [...][]*postings.Cursor{c.cursors, c.symbols} {
		for _, cur := range all {
			cur.Start()
		}
	}
}

// Seek returns the first document from doc on that has all tokens; Holds tells whether they are
// in order and in the field.
func (c *Chain) Seek(doc uint32) uint32 {
	if len(c.cursors) == 1 {
		return c.cursors[0].Seek(doc)
	}
	for doc != segment.NoDoc {
		next := doc
		for _, cur := range c.cursors {
			if next = cur.Seek(next); next == segment.NoDoc {
				return segment.NoDoc
			}
		}
		if next == doc {
			return doc
		}
		doc = next
	}
	return doc
}

// placed reports whether the tokens must be in a field.
func (c *Chain) placed() bool {
	return c.where == query.InTitle || c.where == query.InBody || c.where == query.InHeading
}

// Holds checks order and field in a document, which must not precede the last one asked about.
func (c *Chain) Holds(doc uint32) bool {
	switch {
	case c.own:
		return c.isOwn(doc)
	case !c.Positional():
		return c.Seek(doc) == doc
	}
	starts := c.Starts(doc)
	switch {
	case len(starts) == 0 || !c.placed():
		return len(starts) > 0
	case c.where != query.InTitle:
		return c.inElement(starts, doc)
	}
	col := c.snap.Column(c.seg, doc)
	for _, s := range starts {
		if s >= col.TitleFirst && s < col.TitleFirst+uint32(col.TitleWords) {
			return true
		}
	}
	return false
}

// Starts returns the positions in a document at which the tokens are consecutive. Once there
// are none, further tokens are not read.
func (c *Chain) Starts(doc uint32) []uint32 {
	if c.near > 0 {
		return c.windows(doc)
	}
	base := slices.Min(c.pos)
	for i, cur := range c.cursors {
		switch {
		case cur.Seek(doc) != doc:
			c.a = c.a[:0]
		case i == 0:
			c.a = back(cur.Positions(c.a[:0]), c.pos[i]-base)
		case i == 1 && cur.Form() == c.cursors[0].Form(): // its places are those of the first
			c.a = postings.Meet(c.a, c.a, c.pos[1]-c.pos[0])
		default:
			c.a, c.b = cur.Meet(c.a, c.pos[i]-base, c.b)
		}
		if len(c.a) == 0 {
			break
		}
	}
	return c.a
}

// back returns where the first token would be, given the positions of another token that comes
// so many places after it.
func back(at []uint32, places uint32) []uint32 {
	if places == 0 {
		return at
	}
	kept := at[:0]
	for _, p := range at {
		if p >= places {
			kept = append(kept, p-places)
		}
	}
	return kept
}

// FirstIn returns the first position of the tokens in the title of a document, which is [from,
// to) and has a filter; NoDoc if they are not in it.
func (c *Chain) FirstIn(doc, from, to uint32, title uint64) uint32 {
	if len(c.cursors) == 1 && from == 0 {
		return c.cursors[0].FirstInTitle(doc, to, title)
	}
	if c.Seek(doc) != doc {
		return segment.NoDoc
	}
	starts := c.Starts(doc)
	if at, _ := slices.BinarySearch(starts, from); at < len(starts) && starts[at] < to {
		return starts[at]
	}
	return segment.NoDoc
}

// Named reports whether the current document is on a site that the word, a single token, names.
func (c *Chain) Named() bool { return len(c.cursors) == 1 && c.cursors[0].Named() }

// Impacts returns the impacts in the current document: for a phrase, the smallest of its
// tokens. If there are symbols, the typed form has theirs, which may be larger.
func (c *Chain) Impacts() (most, form uint8) {
	most, form = math.MaxUint8, math.MaxUint8
	for _, cur := range c.cursors {
		m, f := cur.Impacts()
		most, form = min(most, m), min(form, f)
	}
	for i, cur := range c.symbols {
		_, f := cur.ImpactsIn(c.cursors[0].Doc())
		form = typed(form, f, i)
	}
	return most, form
}

// typed returns the impact in the typed form of some symbols, with that of the next one, which is the
// i-th; form is that of the tokens or of the symbols before.
func typed(form, next uint8, i int) uint8 {
	if i == 0 {
		return next
	}
	return min(form, next)
}

// Top returns upper bounds of the impacts in all documents.
func (c *Chain) Top() (most, form uint8) {
	most, form = math.MaxUint8, math.MaxUint8
	for _, cur := range c.cursors {
		m, f := cur.Top()
		most, form = min(most, m), min(form, f)
	}
	for i, cur := range c.symbols {
		_, f := cur.Top()
		form = typed(form, f, i)
	}
	return most, form
}

// Bound returns upper bounds of the impacts in documents from doc on, and the last document for
// which they hold.
func (c *Chain) Bound(doc uint32) (most, form uint8, last uint32) {
	most, form, last = math.MaxUint8, math.MaxUint8, segment.NoDoc
	for _, cur := range c.cursors {
		m, f, to := cur.Bound(doc)
		most, form, last = min(most, m), min(form, f), min(last, to)
	}
	for i, cur := range c.symbols {
		_, f, to := cur.Bound(doc)
		form, last = typed(form, f, i), min(last, to)
	}
	return most, form, last
}

// Lost reports whether some postings cannot be read: any document may then have the tokens.
func (c *Chain) Lost() bool { return slices.ContainsFunc(c.cursors, (*postings.Cursor).Lost) }

// Size bounds the number of documents.
func (c *Chain) Size() int {
	n := math.MaxInt
	for _, cur := range c.cursors {
		n = min(n, cur.Size())
	}
	return n
}

// Err returns the error that ended the iteration early.
func (c *Chain) Err() error {
	if c.failed != nil {
		return c.failed
	}
	for _, all := range [...][]*postings.Cursor{c.cursors, c.symbols} {
		for _, cur := range all {
			if err := cur.Err(); err != nil {
				return err
			}
		}
	}
	return nil
}

// windows returns the positions at which passages of the document begin that have all tokens,
// in any order, with at most near other words between them, within one element. A passage no
// longer than the gap between elements always lies within one.
func (c *Chain) windows(doc uint32) []uint32 {
	if c.Seek(doc) != doc {
		return nil
	}
	width := slices.Max(c.pos) - slices.Min(c.pos) + 1 + uint32(c.near)
	wanted := c.gather()
	if width <= document.ElementGap {
		c.a = postings.Windows(c.a[:0], c.spots, wanted, width)
	} else {
		c.a = postings.WindowsIn(c.a[:0], c.spots, wanted, width, c.elementsOf(doc))
	}
	return c.a
}

// gather lists the positions of all forms in ascending order, and returns how often each form
// is required.
func (c *Chain) gather() []int {
	wanted := make([]int, len(c.cursors))
	c.spots = c.spots[:0]
	for i, cur := range c.cursors {
		form := slices.IndexFunc(c.cursors, func(o *postings.Cursor) bool { return o.Form() == cur.Form() })
		if wanted[form]++; form < i {
			continue
		}
		c.b = cur.Positions(c.b[:0])
		for _, pos := range c.b {
			c.spots = append(c.spots, postings.Occurrence{Pos: pos, Form: form})
		}
	}
	slices.SortFunc(c.spots, func(a, b postings.Occurrence) int { return cmp.Compare(a.Pos, b.Pos) })
	return wanted
}

// MayOwn returns the documents of a window, among left, that certainly have the word outside of the
// template, and those that may; Holds tells. It may only be called for a single token.
func (c *Chain) MayOwn(lane *postings.Lane, at postings.Place, left *postings.Bits) (own, open postings.Bits) {
	lane.ClearOwn(nil)
	c.failed = cmp.Or(c.failed, c.cursors[0].FillOwn(lane, at, left))
	own, open = lane.Own, lane.Here
	open.And(left)
	open.Without(&own)
	return own, open
}

// Own returns the documents of a window, among left, that have the word outside of the template. It
// may only be called for a single token. It is cheaper than asking Holds about most of them, since
// each block of postings is read once.
func (c *Chain) Own(lane *postings.Lane, at postings.Place, left *postings.Bits) postings.Bits {
	if !c.snap.OwnWords(c.seg) {
		c.beginTemplate()
	}
	lane.ClearOwn(c.template)
	c.failed = cmp.Or(c.failed, c.cursors[0].FillOwn(lane, at, left))
	own := lane.Own
	own.And(left)
	return own
}

func (c *Chain) beginTemplate() {
	if c.template == nil {
		c.template = c.snap.Template(c.seg)
	}
}

// isOwn reports whether a document has the tokens outside of the template.
func (c *Chain) isOwn(doc uint32) bool {
	if c.Seek(doc) != doc {
		return false
	}
	if c.snap.OwnWords(c.seg) {
		own := !slices.ContainsFunc(c.cursors, func(cur *postings.Cursor) bool { return !cur.IsOwn() })
		if !own || !c.follow {
			return own // a phrase is where all of its words are
		}
	}
	c.beginTemplate()
	turns, err := c.template.Of(doc)
	if c.failed = cmp.Or(c.failed, err); len(turns) == 0 && !c.follow {
		return true
	}
	if !c.follow {
		var beyond bool
		beyond, c.a = c.cursors[0].BeyondTemplate(turns, c.a)
		return beyond
	}
	return turns.Beyond(c.Starts(doc)...)
}

// inElement reports whether one of the positions is in an element of the chain's field.
func (c *Chain) inElement(at []uint32, doc uint32) bool {
	all := c.elementsOf(doc)
	for _, pos := range at {
		i := sort.Search(len(all), func(i int) bool { return all[i].First > pos }) - 1
		if i >= 0 && isIn(all[i].Kind, c.where) {
			return true
		}
	}
	return false
}

// elementsOf returns the elements of a document; none if they are damaged.
func (c *Chain) elementsOf(doc uint32) []document.Element {
	if c.elements == nil {
		c.elements = c.snap.Elements(c.seg)
	}
	all, err := c.elements.Of(doc)
	c.failed = cmp.Or(c.failed, err)
	return all
}

// isIn reports whether elements of a kind belong to a field.
func isIn(k aranea.ElementKind, f query.Field) bool {
	if f == query.InHeading {
		return k.IsHeading()
	}
	switch k {
	case aranea.ElementText, aranea.ElementListItem, aranea.ElementCell, aranea.ElementCaption, aranea.ElementFallback:
		return true
	}
	return false
}
