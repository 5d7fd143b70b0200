package invert

import (
	"slices"

	"github.com/aranea-search/aranea/index/eliasfano"
	"github.com/aranea-search/aranea/index/impact"
	"github.com/aranea-search/aranea/index/segment"
)

// A reader builds lists of postings of words and reuses its memory. It is used by one
// goroutine.
type reader struct {
	chain  []byte
	sums   sums
	base   []uint32
	walks  []walk
	places []uint32
	list   segment.List
}

// words appends the postings of the terms of one key that are in the first docs documents. The
// documents are numbered from first on. Most keys have one term.
func (r *reader) words(l *segment.List, b *Buffer, numbers []uint32, first uint32, docs int) error {
	if len(numbers) > 1 {
		return r.several(l, b, numbers, first, docs)
	}
	for _, n := range numbers {
		t := b.words.term(n)
		w := b.walk(t, b.chains.read(&r.chain, t))
		if err := decode(l, &w, first, docs); err != nil {
			return err
		}
	}
	return nil
}

// several is words for several terms: a form that has different stems in different languages.
func (r *reader) several(l *segment.List, b *Buffer, numbers []uint32, first uint32, docs int) error {
	r.walks, r.chain = r.walks[:0], r.chain[:0]
	for _, n := range numbers {
		t, from := b.words.term(n), len(r.chain)
		r.chain = b.chains.append(r.chain, t)
		w := b.walk(t, r.chain[from:])
		if w.next(docs) {
			r.walks = append(r.walks, w)
		}
		if w.err != nil {
			return w.err
		}
	}
	for len(r.walks) > 0 {
		least, other := 0, uint32(segment.NoDoc)
		for i := 1; i < len(r.walks); i++ {
			if doc := r.walks[i].doc; doc < r.walks[least].doc {
				least, other = i, r.walks[least].doc
			} else {
				other = min(other, doc)
			}
		}
		var err error
		if r.walks[least].doc == other {
			err = r.together(l, other, first, docs)
		} else {
			err = r.alone(l, least, other, first, docs)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// alone appends the postings of walk i up to a document that another walk also has.
func (r *reader) alone(l *segment.List, i int, to, first uint32, docs int) error {
	w := &r.walks[i]
	for {
		l.Docs, l.Impacts = append(l.Docs, first+w.doc), append(l.Impacts, w.fine().Impact())
		l.Freqs, l.Spread = append(l.Freqs, w.freq), append(l.Spread, w.places...)
		if !w.own() {
			l.Template = append(l.Template, first+w.doc)
		}
		if !w.next(docs) {
			return r.end(i)
		}
		if w.doc >= to {
			return nil
		}
	}
}

// end removes a walk that has no documents left.
func (r *reader) end(i int) error {
	err := r.walks[i].err
	r.walks = slices.Delete(r.walks, i, i+1)
	return err
}

// together appends the posting of a document that several walks have: the form occurs there in
// several languages.
func (r *reader) together(l *segment.List, doc, first uint32, docs int) error {
	r.places = r.places[:0]
	weight, span, own := float32(0), r.walks[0].spans[doc], false
	for i := 0; i < len(r.walks); {
		w := &r.walks[i]
		if w.doc != doc {
			i++
			continue
		}
		weight, own = weight+w.fine().Weight(), own || w.own()
		r.places = eliasfano.Read(r.places, w.places, w.freq, span)
		if w.next(docs) {
			i++
		} else if err := r.end(i); err != nil {
			return err
		}
	}
	slices.Sort(r.places)
	l.Docs, l.Impacts, l.Freqs = append(l.Docs, first+doc), append(l.Impacts, impact.Quantise(float64(weight))), append(l.Freqs, uint32(len(r.places)))
	l.Spread = eliasfano.Append(l.Spread, r.places, span)
	if !own {
		l.Template = append(l.Template, first+doc)
	}
	return nil
}

// stem appends the postings of a stem, derived from its words, and its forms in ascending
// order. All forms count for a stem, including the one spelled like it if a page also has
// another form.
func (r *reader) stem(l *segment.List, b *Buffer, words []uint32, first uint32, docs int) error {
	l.Forms = b.formsOf(l.Forms, words, docs)
	base := b.words.stem(b.words.term(words[0]))[stemHead:]
	r.base = b.words.find(r.base[:0], base)
	if len(words) == 1 && len(r.base) == 0 {
		return r.only(l, b, words[0], first, docs)
	}
	r.sums.reset(docs)
	for _, n := range words {
		if err := r.add(b, n, docs, true); err != nil {
			return err
		}
	}
	for _, n := range r.base {
		if t := b.words.term(n); t.lastDoc < 64*r.sums.lo || !b.in(t, min(docs, int(64*r.sums.hi))) {
			continue
		}
		if err := r.add(b, n, min(docs, int(64*r.sums.hi)), false); err != nil {
			return err
		}
	}
	r.sums.take(l, first)
	return nil
}

// only appends the postings of a stem that has a single form and no other word.
func (r *reader) only(l *segment.List, b *Buffer, n, first uint32, docs int) error {
	t := b.words.term(n)
	w := b.walk(t, b.chains.read(&r.chain, t))
	for w.next(docs) {
		l.Docs, l.Impacts = append(l.Docs, first+w.doc), append(l.Impacts, w.fine().Impact())
		if !w.own() {
			l.Template = append(l.Template, first+w.doc)
		}
	}
	return w.err
}

// stemHead is the length of what precedes a stem in its term: a prefix and a language.
const stemHead = len(segment.PrefixStem) + 2

// add adds the frequencies of a term: to all documents, or only to those that already have
// some.
func (r *reader) add(b *Buffer, n uint32, docs int, all bool) error {
	t := b.words.term(n)
	w := b.walk(t, b.chains.read(&r.chain, t))
	for w.next(docs) {
		if all || r.sums.has(w.doc) {
			r.sums.add(w.doc, w.fine().Weight(), w.own())
		}
	}
	return w.err
}

// docs counts the documents, among the first docs ones, that have one of some terms.
func (r *reader) docs(b *Buffer, terms []uint32, docs int) int {
	if t := b.words.term(terms[0]); len(terms) == 1 && int(t.lastDoc) < docs {
		return int(t.df)
	}
	r.sums.reset(docs)
	for _, n := range terms {
		if r.add(b, n, docs, true) != nil {
			break
		}
	}
	r.list.Reset()
	r.sums.take(&r.list, 0)
	return len(r.list.Docs)
}
