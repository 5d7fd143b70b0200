package invert

import (
	"bytes"
	"slices"

	"github.com/aranea-search/aranea/index/segment"
)

// View returns the documents so far as a segment in memory; documents added later are not in
// it. release is called when its last user releases it, and the Buffer must not be reset before
// that. The name must differ from those of all other segments.
func (b *Buffer) View(name string, release func()) *segment.Segment {
	return b.docs.View(name, b, release)
}

// List is part of segment.Terms.
func (b *Buffer) List(l *segment.List, term []byte, docs int) bool {
	var r reader
	l.Reset()
	words := b.wordsOf(term)
	b.mu.RLock()
	defer b.mu.RUnlock()
	var err error
	if len(words) > 0 {
		err = r.stem(l, b, words, 0, docs)
	} else {
		err = r.words(l, b, b.words.find(nil, term), 0, docs)
	}
	return err == nil && len(l.Docs) > 0
}

// Forms is part of segment.Terms.
func (b *Buffer) Forms(dst []string, stem []byte, docs int) []string {
	words := b.wordsOf(stem)
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.formsOf(dst, words, docs)
}

// wordsOf returns the words of a stem; none if the term is no stem.
func (b *Buffer) wordsOf(term []byte) []uint32 {
	if !bytes.HasPrefix(term, []byte(segment.PrefixStem)) {
		return nil
	}
	b.asking.Lock()
	defer b.asking.Unlock()
	b.mu.RLock()
	defer b.mu.RUnlock()
	b.stems.learn(&b.words)
	return b.stems.words(nil, &b.words, term)
}

// formsOf appends those forms of words that occur in the first docs documents, ascending.
func (b *Buffer) formsOf(dst []string, words []uint32, docs int) []string {
	from := len(dst)
	for _, n := range words {
		if t := b.words.term(n); b.in(t, docs) {
			dst = append(dst, string(b.words.key(t)))
		}
	}
	slices.Sort(dst[from:])
	return dst
}

// in reports whether one of the first docs documents has a term.
func (b *Buffer) in(t *term, docs int) bool {
	if t.df == 0 || int(t.lastDoc) < docs {
		return t.df > 0
	}
	first, _ := number(b.chains.first(t))
	return int(first) < docs
}

// Count is part of segment.Terms.
func (b *Buffer) Count(docs int) (n int) {
	b.asking.Lock()
	defer b.asking.Unlock()
	b.mu.RLock()
	defer b.mu.RUnlock()
	b.stems.learn(&b.words)
	in := func(n uint32) bool { return b.in(b.words.term(n), docs) }
	var some []uint32
	for _, s := range b.stems.slots {
		if some = b.stems.chain(some[:0], s); slices.ContainsFunc(some, in) {
			n++
		}
	}
	for _, s := range b.words.slots { // each key counts once, whatever its number of terms
		if s.number == 0 || !in(s.number-1) {
			continue
		}
		some = b.words.find(some[:0], b.words.key(b.words.term(s.number-1)))
		if some[slices.IndexFunc(some, in)] == s.number-1 {
			n++
		}
	}
	return n
}

// visitStep is how many terms are looked at before the lock is released for others.
const visitStep = 256

// Visit is part of segment.Terms. The callbacks may take their time: the Buffer is unlocked
// while they run.
func (b *Buffer) Visit(from, to []byte, docs int, accept func([]byte) bool, visit func([]byte, int) bool) {
	orders := []*order{b.sorted()}
	if len(from) == 0 || from[0] <= segment.PrefixStem[0] { // all keys sort after the stems
		b.mu.RLock()
		orders = []*order{orders[0].byStems(new([]ordered)), orders[0]}
		b.mu.RUnlock()
	}
	for _, o := range orders {
		b.mu.RLock()
		at := o.place(from)
		b.mu.RUnlock()
		for at < len(o.all) {
			var some []visited
			some, at = b.among(o, at, to, docs, accept)
			for _, found := range some {
				if found.end || !visit(found.term, found.docs) {
					return
				}
			}
		}
	}
}

// A visited value is a term, or the end of the range.
type visited struct {
	term []byte
	docs int
	end  bool
}

// among returns those of the next terms that are accepted and occur in the first docs
// documents, and the index to continue from.
func (b *Buffer) among(o *order, at int, to []byte, docs int, accept func([]byte) bool) (out []visited, next int) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	var r reader
	var terms []uint32
	for end := min(at+visitStep, len(o.all)); at < end; {
		same := o.all[at : at+o.same(at)]
		text := o.text(same[0].number)
		if to != nil && bytes.Compare(text, to) >= 0 {
			return append(out, visited{end: true}), at
		}
		if at += len(same); !accept(text) {
			continue
		}
		terms = numbers(terms[:0], same)
		if df := r.docs(b, terms, docs); df > 0 {
			out = append(out, visited{term: text, docs: df})
		}
	}
	return out, at
}
