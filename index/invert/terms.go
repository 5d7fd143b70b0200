package invert

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/aranea-search/aranea/index/damage"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/index/varint"
)

// View returns the documents so far as a segment in memory, whatever is added later.
// When its last user lets go of it, release is called; the Buffer must not be reset
// before. The name should be no other segment's.
func (b *Buffer) View(name string, release func()) *segment.Segment {
	return b.docs.View(name, b, b.held, release)
}

// List is part of segment.Terms.
func (b *Buffer) List(l *segment.List, term []byte, docs int) bool {
	b.mu.RLock()
	n, ok := b.words.find(term)
	if !ok {
		b.mu.RUnlock()
		return false
	}
	t := *b.words.term(n)
	chain := b.chains.read(nil, &t)
	l.Reset()
	l.Forms = b.formsOf(l.Forms, &t, docs)
	b.mu.RUnlock()
	return decode(l, &t, chain, 0, docs) == nil && len(l.Docs) > 0
}

// Forms is part of segment.Terms.
func (b *Buffer) Forms(dst []string, stem []byte, docs int) []string {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if n, ok := b.words.find(stem); ok {
		return b.formsOf(dst, b.words.term(n), docs)
	}
	return dst
}

// formsOf appends the forms that a stem stands for in the first documents, ascending.
// b.mu is held.
func (b *Buffer) formsOf(dst []string, t *term, docs int) []string {
	from := len(dst)
	for i := b.stems[t.stem].forms; i != 0; i = b.forms[i].next {
		if int(b.forms[i].doc) < docs {
			dst = append(dst, string(b.words.text(b.words.term(b.forms[i].form))))
		}
	}
	slices.Sort(dst[from:])
	return dst[:from+len(slices.Compact(dst[from:]))]
}

// visitStep is how many terms are looked at before others get a turn.
const visitStep = 256

// Visit is part of segment.Terms. What it calls may take its time: the Buffer is
// locked in between.
func (b *Buffer) Visit(from, to []byte, docs int, accept func([]byte) bool, visit func([]byte, int) bool) {
	all := b.sorted()
	for all = all[b.place(all, from):]; len(all) > 0; {
		step := all[:min(visitStep, len(all))]
		all = all[len(step):]
		for _, found := range b.among(step, to, docs, accept) {
			if found.end || !visit(found.term, found.docs) {
				return
			}
		}
	}
}

// place returns the first of terms in order that is not below a text.
func (b *Buffer) place(all []uint32, text []byte) int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.placeIn(all, text)
}

// placeIn is place. b.mu is held.
func (b *Buffer) placeIn(all []uint32, text []byte) int {
	at, _ := slices.BinarySearchFunc(all, text, func(n uint32, text []byte) int {
		return bytes.Compare(b.words.text(b.words.term(n)), text)
	})
	return at
}

// A visited term, or the end of those that are wanted.
type visited struct {
	term []byte
	docs int
	end  bool
}

// among returns those of some terms that are accepted and in the first documents.
func (b *Buffer) among(terms []uint32, to []byte, docs int, accept func([]byte) bool) (out []visited) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, n := range terms {
		t := b.words.term(n)
		text := b.words.text(t)
		if to != nil && bytes.Compare(text, to) >= 0 {
			return append(out, visited{end: true})
		}
		if !accept(text) {
			continue
		}
		df := int(t.df)
		if df > 0 && int(t.lastDoc) >= docs {
			df = count(b.chains.read(nil, t), t, docs)
		}
		if df > 0 {
			out = append(out, visited{term: text, docs: df})
		}
	}
	return out
}

// sorted returns the numbers of all terms so far, ascending by their texts. It sorts
// what was added since it was called last.
func (b *Buffer) sorted() []uint32 {
	b.sorting.Lock()
	defer b.sorting.Unlock()
	b.mu.RLock()
	defer b.mu.RUnlock()
	from := len(b.inOrder)
	if from == b.words.held {
		return b.inOrder
	}
	more := b.orderFrom(uint32(from))
	out := make([]uint32, 0, b.words.held)
	rest := b.inOrder
	for _, o := range more {
		at := b.placeIn(rest, b.words.text(b.words.term(o.number)))
		out = append(append(out, rest[:at]...), o.number)
		rest = rest[at:]
	}
	b.inOrder = append(out, rest...)
	return b.inOrder
}

// decode appends the postings of a term's chain in the first documents, which are
// numbered from first on.
func decode(l *segment.List, t *term, chain []byte, first uint32, docs int) error {
	doc := uint32(0)
	for range t.df {
		var more, n uint32
		if more, chain = number(chain); int(doc+more) >= docs {
			return nil
		}
		if len(chain) == 0 {
			return damage.ErrShort
		}
		doc += more
		l.Docs, l.Impacts, chain = append(l.Docs, first+doc), append(l.Impacts, chain[0]), chain[1:]
		if !t.positional {
			continue
		}
		n, chain = number(chain)
		l.Freqs = append(l.Freqs, n)
		for ; n > 0 && len(chain) > 0; n-- {
			var gap uint32
			gap, chain = number(chain)
			l.Gaps = append(l.Gaps, gap)
		}
		if n > 0 {
			return damage.ErrShort
		}
	}
	return nil
}

// number takes a number off the start of a chain. If none is there nothing is left.
func number(chain []byte) (uint32, []byte) {
	if len(chain) > 0 && chain[0] < 0x80 { // most numbers are small
		return uint32(chain[0]), chain[1:]
	}
	return longNumber(chain)
}

// longNumber is number for one of several bytes, or none.
func longNumber(chain []byte) (uint32, []byte) {
	v, n := binary.Uvarint(chain)
	if n <= 0 {
		return 0, nil
	}
	return uint32(v), chain[n:]
}

// count returns how many of the first documents a term's chain has.
func count(chain []byte, t *term, docs int) (n int) {
	c := varint.NewReader(chain)
	doc := uint32(0)
	for range t.df {
		if doc += uint32(c.Uint()); int(doc) >= docs || c.Bad() {
			break
		}
		n++
		c.Byte()
		if t.positional {
			for range c.Uint() {
				c.Uint()
			}
		}
	}
	return n
}
