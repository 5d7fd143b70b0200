package index

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/aranea-search/aranea"
	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of what is kept of one page. Reaching one is counted in Stats.
const (
	MaxWords   = 50_000   // words with positions
	MaxSnippet = 64 << 10 // bytes of text for snippets
	blockGap   = 64       // positions between two block elements
)

// A buffer is the memory of one worker: documents inverted and not yet in a
// segment. It is used by one goroutine at a time.
type buffer struct {
	analyzer *analyze.Analyzer
	tokens   []analyze.Token
	gen      uint64 // of the term numbers in analyze.Word.Slot

	terms   []bufferTerm
	byText  map[string]uint32 // terms that come without a Word
	slab    []byte            // chunks of postings
	docs    []docRecord
	deleted []bool
	limited uint64

	// Of the document that is being added.
	hits    []hit
	touched []uint32
	group   [groups]int
}

// A bufferTerm is a term and its postings, a chain of chunks in the slab.
type bufferTerm struct {
	text        string
	positional  bool
	head, tail  uint32 // chunk offsets, 0 for none
	used, room  uint16 // of the tail chunk
	lastDoc     uint32
	df          uint32
	first, last int32 // hits of the current document, -1 for none
}

// A hit is one occurrence in the current document.
type hit struct {
	pos   uint32
	next  int32
	group uint8
	score float32
}

// A docRecord is what is kept of a document besides its words.
type docRecord struct {
	Doc
	id   weburl.ID
	text []byte // for snippets
}

func newBuffer() *buffer {
	b := &buffer{analyzer: analyze.New(0), byText: map[string]uint32{}, gen: 1}
	b.reset()
	return b
}

// reset forgets everything but the analyzer's words.
func (b *buffer) reset() {
	b.gen++
	b.terms, b.docs, b.deleted = b.terms[:0], nil, nil
	if cap(b.slab) > 1<<26 {
		b.slab = nil
	}
	b.slab = append(b.slab[:0], 0) // offset 0 means none
	clear(b.byText)
	b.limited = 0
}

// bytes returns about how much memory the buffer holds.
func (b *buffer) bytes() int {
	n := len(b.slab) + len(b.terms)*80
	for i := range b.docs {
		n += len(b.docs[i].text) + 200
	}
	return n
}

// add inverts a page and returns the number of its document in the buffer.
func (b *buffer) add(c *aranea.IndexChange) uint32 {
	doc := uint32(len(b.docs))
	lang := language(c.Page)
	rec := docRecord{id: c.URL.ID(), Doc: Doc{
		URL: c.URL.String(), Lang: lang.String(), FetchedAt: c.FetchedAt, Depth: c.Depth, Version: c.Version,
		MaxSnippet: c.MaxSnippet, Expires: c.Expires,
	}}
	b.hits, b.touched, b.group = b.hits[:0], b.touched[:0], [groups]int{}
	b.blocks(&rec, c, lang)
	b.address(c.URL)
	b.settle(doc)
	for _, f := range filters(c.URL, lang) {
		b.mark(doc, PrefixFilter+f)
	}
	if c.Snippet && !c.NoCopy {
		rec.text = snippetText(c.Page)
	}
	b.docs = append(b.docs, rec)
	b.deleted = append(b.deleted, false)
	return doc
}

// language tells the page's language by what it declares and by its text.
func language(p *aranea.Page) analyze.Lang {
	sample := p.Text
	// The start of a page is often navigation; the middle says more.
	if len(sample) > 8192 {
		sample = sample[len(sample)/4:]
	}
	return analyze.Detect(analyze.Hints{HTMLLang: p.Lang}, sample)
}

// blocks cuts the block elements into words and lays them on the page's axis.
func (b *buffer) blocks(rec *docRecord, c *aranea.IndexChange, lang analyze.Lang) {
	p := c.Page
	spans, unshown := spansOf(p), unshownOf(p)
	pos, words := uint32(0), 0
	for _, e := range p.Elements {
		if !e.Kind.IsBlock() || e.Excluded {
			continue
		}
		b.tokens = b.tokens[:0]
		var n uint32
		b.tokens, n = b.analyzer.Append(b.tokens, p.Text[e.Start:e.End], lang)
		if n == 0 {
			continue
		}
		if words += len(b.tokens); words > MaxWords {
			b.limited++
			break
		}
		group, factor := kindGroup(e.Kind)
		b.group[group] += len(b.tokens)
		for _, t := range b.tokens {
			f := factor * spans.factor(e.Start+t.Start)
			b.hit(b.termOf(t.Word), pos+t.Pos, group, f)
			if t.Word.Exact != "" {
				b.hit(b.number(t.Word.Exact, false), pos+t.Pos, group, f)
			}
		}
		rec.Elements = append(rec.Elements, Element{Kind: e.Kind, First: pos, Words: n})
		if e.Kind == aranea.ElementTitle && rec.Title == "" {
			rec.Title = string(p.Text[e.Start:e.End])
		}
		if e.Kind == aranea.ElementDescription && rec.Description == "" && c.Snippet {
			rec.Description = string(p.Text[e.Start:min(e.End, e.Start+maxDescription)])
		}
		if e.Kind.IsHeading() && rec.Heading == "" && c.Snippet && !overlaps(unshown, e) {
			rec.Heading = string(p.Text[e.Start:min(e.End, e.Start+maxDescription)])
		}
		pos += n + blockGap
	}
}

const maxDescription = 500

// address adds the words of the URL's host and path.
func (b *buffer) address(u weburl.URL) {
	b.tokens = b.tokens[:0]
	text := u.Host() + " " + u.Target()
	b.tokens, _ = b.analyzer.AppendString(b.tokens, text, analyze.Und)
	b.group[groupURL] = len(b.tokens)
	for _, t := range b.tokens {
		folded := t.Word.Term
		if t.Word.Exact != "" {
			folded = t.Word.Exact[len(PrefixExact):]
		}
		b.hit(b.number(PrefixURL+folded, false), 0, groupURL, 1)
	}
}

// termOf returns the number of a word's stem.
func (b *buffer) termOf(w *analyze.Word) uint32 {
	if w.Slot>>32 == b.gen {
		return uint32(w.Slot)
	}
	n := b.number(w.Term, true)
	w.Slot = b.gen<<32 | uint64(n)
	return n
}

// number returns the number of a term by its text.
func (b *buffer) number(text string, positional bool) uint32 {
	if n, ok := b.byText[text]; ok {
		return n
	}
	n := uint32(len(b.terms))
	b.terms = append(b.terms, bufferTerm{text: text, positional: positional, first: -1, last: -1})
	b.byText[text] = n
	return n
}

// hit notes an occurrence in the current document.
func (b *buffer) hit(term, pos uint32, group int, factor float64) {
	t := &b.terms[term]
	i := int32(len(b.hits))
	b.hits = append(b.hits, hit{pos: pos, next: -1, group: uint8(group), score: float32(factor)})
	if t.first < 0 {
		t.first = i
		b.touched = append(b.touched, term)
	} else {
		b.hits[t.last].next = i
	}
	t.last = i
}

// settle writes the postings of the current document.
func (b *buffer) settle(doc uint32) {
	var norms [groups]float64
	for g := range norms {
		norms[g] = groupWeights[g].weight / groupWeights[g].norm(b.group[g])
	}
	var scratch [3*binary.MaxVarintLen32 + 1]byte
	for _, n := range b.touched {
		t := &b.terms[n]
		tf, w := uint32(0), 0.0
		for i := t.first; i >= 0; i = b.hits[i].next {
			tf++
			w += norms[b.hits[i].group] * float64(b.hits[i].score)
		}
		head := binary.AppendUvarint(scratch[:0], uint64(doc-t.lastDoc))
		head = binary.AppendUvarint(head, uint64(tf))
		b.write(t, append(head, quantise(w)))
		if t.positional {
			last := uint32(0)
			for i := t.first; i >= 0; i = b.hits[i].next {
				b.write(t, binary.AppendUvarint(scratch[:0], uint64(b.hits[i].pos-last)))
				last = b.hits[i].pos
			}
		}
		t.lastDoc = doc
		t.df++
		t.first, t.last = -1, -1
	}
}

// mark adds the document to a term without frequency or positions.
func (b *buffer) mark(doc uint32, term string) {
	t := &b.terms[b.number(term, false)]
	var scratch [2*binary.MaxVarintLen32 + 1]byte
	head := binary.AppendUvarint(scratch[:0], uint64(doc-t.lastDoc))
	b.write(t, append(head, 1, 1))
	t.lastDoc = doc
	t.df++
}

// Chunk sizes: the first is small, because most terms are rare.
const (
	firstChunk = 16
	lastChunk  = 2048
	chunkHead  = 4 // offset of the next chunk
)

// write appends bytes to a term's chain.
func (b *buffer) write(t *bufferTerm, p []byte) {
	for len(p) > 0 {
		if t.used == t.room {
			b.grow(t)
		}
		at := int(t.tail) + chunkHead + int(t.used)
		n := copy(b.slab[at:at+int(t.room-t.used)], p)
		t.used += uint16(n)
		p = p[n:]
	}
}

// grow adds a chunk to a term's chain, twice as large as the last.
func (b *buffer) grow(t *bufferTerm) {
	room := uint16(firstChunk)
	if t.room > 0 {
		room = min(t.room*2, lastChunk)
	}
	at := uint32(len(b.slab))
	b.slab = slices.Grow(b.slab, chunkHead+int(room))[:len(b.slab)+chunkHead+int(room)]
	binary.LittleEndian.PutUint32(b.slab[at:], 0)
	if t.head == 0 {
		t.head = at
	} else {
		binary.LittleEndian.PutUint32(b.slab[t.tail:], at)
	}
	// The room is known from the chunk's place in the chain.
	t.tail, t.room, t.used = at, room, 0
}

// postings copies a term's chain to dst.
func (b *buffer) postings(dst []byte, t *bufferTerm) []byte {
	room := uint16(firstChunk)
	for at := t.head; at != 0; {
		n := room
		if at == t.tail {
			n = t.used
		}
		dst = append(dst, b.slab[at+chunkHead:int(at)+chunkHead+int(n)]...)
		at = binary.LittleEndian.Uint32(b.slab[at:])
		room = min(room*2, lastChunk)
	}
	return dst
}

// A spanFactors value answers how much a byte of the text counts, in ascending
// order of bytes.
type spanFactors struct {
	spans []aranea.Element
	i     int
}

func spansOf(p *aranea.Page) *spanFactors {
	s := &spanFactors{}
	for _, e := range p.Elements {
		if e.Kind == aranea.ElementBold || e.Kind == aranea.ElementAnchor {
			s.spans = append(s.spans, e)
		}
	}
	slices.SortStableFunc(s.spans, func(a, b aranea.Element) int { return int(a.Start) - int(b.Start) })
	return s
}

// factor returns the factor at offset at; calls come in ascending order.
func (s *spanFactors) factor(at uint32) float64 {
	for s.i < len(s.spans) && s.spans[s.i].End <= at {
		s.i++
	}
	f := 1.0
	for j := s.i; j < len(s.spans) && j < s.i+4 && s.spans[j].Start <= at; j++ {
		if s.spans[j].End <= at {
			continue
		}
		if s.spans[j].Kind == aranea.ElementBold {
			f *= boldFactor
		} else {
			f *= anchorFactor
		}
	}
	return f
}

// filters returns what the page is: its host, every domain above it down to the
// registrable one, and its language.
func filters(u weburl.URL, lang analyze.Lang) []string {
	o := u.Origin()
	host, site := o.Host(), o.Site()
	out := []string{"host:" + host, "lang:" + lang.String()}
	for name := host; ; {
		out = append(out, "site:"+name)
		if name == site {
			return out
		}
		i := 0
		for i < len(name) && name[i] != '.' {
			i++
		}
		if i == len(name) {
			return out
		}
		name = name[i+1:]
	}
}

// linkShare is the share of an element's text inside links from which it is
// taken for navigation and left out of snippets.
const linkShare = 0.8

// minProse is the width in Latin letters from which an element is more than a
// label: a page without one is a list of links, and these stay in its snippets.
const minProse = 36

// snippetText returns the text that snippets are cut from: the block elements
// that people read, one on a line, without those that are all links.
func snippetText(p *aranea.Page) []byte {
	out := readable(p, linkShare)
	for line := range bytes.SplitSeq(out, []byte("\n")) {
		if letters(line) >= minProse {
			return out
		}
	}
	return readable(p, math.Inf(1))
}

// letters counts characters; a Chinese, Japanese or Korean sign says as much as
// three letters.
func letters(line []byte) int {
	n := utf8.RuneCount(line)
	for _, r := range string(line) {
		if r > 0x2E80 {
			n += 2
		}
	}
	return n
}

// readable returns the block elements that people read and whose share inside
// links is below most, without what is not to be shown.
func readable(p *aranea.Page, most float64) []byte {
	var out []byte
	anchors, unshown := ofKind(p, aranea.ElementAnchor), unshownOf(p)
	for _, e := range p.Elements {
		if !e.Kind.IsBlock() {
			continue
		}
		anchors, unshown = behind(anchors, e.Start), behind(unshown, e.Start)
		switch e.Kind {
		case aranea.ElementText, aranea.ElementListItem, aranea.ElementCell, aranea.ElementCaption,
			aranea.ElementHeading2, aranea.ElementHeading3, aranea.ElementHeading4, aranea.ElementHeading5, aranea.ElementHeading6:
		default:
			continue
		}
		linked := uint32(0)
		for _, a := range anchors {
			if a.Start >= e.End {
				break
			}
			linked += min(a.End, e.End) - max(a.Start, e.Start)
		}
		if float64(linked) >= most*float64(e.End-e.Start) {
			continue
		}
		if len(out)+int(e.End-e.Start)+len(gap) > MaxSnippet {
			break
		}
		out = appendShown(out, p.Text, e, unshown)
	}
	return out
}

// gap stands for a piece that is not shown.
const gap = "… "

// appendShown appends what may be shown of an element, and a line feed.
func appendShown(out, text []byte, e aranea.Element, unshown []aranea.Element) []byte {
	before := len(out)
	at, cut := e.Start, false
	add := func(end uint32) {
		piece := bytes.TrimSpace(text[at:end])
		if len(piece) == 0 {
			return
		}
		if cut && len(out) > before {
			out = append(append(out, ' '), gap...)
		}
		out = append(out, piece...)
	}
	for _, u := range unshown {
		if u.Start >= e.End {
			break
		}
		if u.Start > at {
			add(u.Start)
		}
		at, cut = min(max(at, u.End), e.End), true
	}
	add(e.End)
	if len(out) == before {
		return out
	}
	return append(out, '\n')
}

// ofKind returns the spans of one kind in the order of the text.
func ofKind(p *aranea.Page, k aranea.ElementKind) []aranea.Element {
	var out []aranea.Element
	for _, e := range p.Elements {
		if e.Kind == k {
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b aranea.Element) int { return int(a.Start) - int(b.Start) })
	return out
}

// unshownOf returns the spans of text that is not to be shown.
func unshownOf(p *aranea.Page) []aranea.Element { return ofKind(p, aranea.ElementUnshown) }

// behind drops the spans that end at or before a place.
func behind(spans []aranea.Element, at uint32) []aranea.Element {
	for len(spans) > 0 && spans[0].End <= at {
		spans = spans[1:]
	}
	return spans
}

// overlaps reports whether one of the spans has text of the element.
func overlaps(spans []aranea.Element, e aranea.Element) bool {
	return slices.ContainsFunc(spans, func(s aranea.Element) bool { return s.Start < e.End && e.Start < s.End })
}
