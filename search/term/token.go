// Package term opens the words of a query in an index: it finds which posting lists a word stands for
// in each segment. They are those of the form that was typed, of its stems in the languages that the
// word belongs to, of all forms with a prefix, or of the forms within an edit distance.
//
// Floor: 4 (acts), a part of search. Stability: engine. It reads an index snapshot and knows neither
// ranking nor conditions.
package term

import (
	"slices"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/search/admission"
	"github.com/aranea-search/aranea/search/postings"
)

// A Token is one word of a query with its cursors, one per segment.
type Token struct {
	analyze.QueryToken
	Forms   []string       // further forms that it stands for
	Word    postings.Word  // describes what the cursors read
	Docs    int            // documents in the longest list
	Count   int            // postings in all lists
	Bits    uint64         // a title with one of its terms has one of these bits
	langs   []analyze.Lang // languages whose stemmers apply on the pages that have the form
	untold  bool           // langs is computed when first asked for
	cursors []postings.Cursor
	// symbol is the name in code of which it is the first word, nil for none; rarity is that of a symbol.
	symbol *Token
	rarity float64
}

// usualLists is how many lists a cursor has room for: the form, its stem, and the form that is
// spelled like the stem.
const usualLists = 3

// One returns the token of one term.
func (o *Opener) One(term string) (*Token, error) {
	n := o.snap.Segments()
	t := &Token{cursors: o.room.cursors.Take(n)}
	room := o.room.rows.Take(n * usualLists)
	for seg := range t.cursors {
		t.cursors[seg] = postings.NewCursor(o.snap, seg, &t.Word, o, room[seg*usualLists:][:0:usualLists])
	}
	return t, o.open(t, term, opening{form: true})
}

// token returns the token of a word: if quoted, only its form; otherwise also the stems in the
// languages that the word belongs to.
func (o *Opener) token(q analyze.QueryToken, quoted bool) (*Token, error) {
	if q.Lone {
		return o.beginning(q)
	}
	t, err := o.One(q.Form)
	if err != nil {
		return nil, err
	}
	t.QueryToken, t.Word.Form = q, q.Form
	if q.Former != q.Form && o.snap.HasFormerStems() {
		t.Word.FormerForm = q.Former
		if err := o.open(t, q.Former, opening{only: o.snap.FormerStems}); err != nil {
			return nil, err
		}
	}
	alone := quoted || q.Unspaced
	if o.local != nil {
		if err := o.collect(t); err != nil {
			return nil, err
		}
	}
	if t.untold = true; !alone || o.frozen != nil {
		t.langs = o.frozen.Languages(func() []analyze.Lang { return o.Languages(t) })
		t.untold = false
	}
	if alone {
		return t, nil
	}
	if err := o.openPrefixed(t); err != nil {
		return nil, err
	}
	for _, l := range t.langs {
		t.Word.Stems = append(t.Word.Stems, q.Stems(l)...)
	}
	if err := o.openStems(t, t.Word.Stems, nil); err != nil || !o.snap.HasFormerStems() {
		return t, err
	}
	for _, l := range t.langs {
		t.Word.Former = append(t.Word.Former, q.FormerStems(l)...)
	}
	others := slices.DeleteFunc(slices.Clone(t.Word.Former), func(s analyze.Stem) bool { return slices.Contains(t.Word.Stems, s) })
	return t, o.openStems(t, others, o.snap.FormerStems)
}

// openPrefixed adds the postings of the forms of a Hebrew word with what is written as one with it.
func (o *Opener) openPrefixed(t *Token) error {
	for _, form := range t.Prefixed() {
		before := t.Count
		if err := o.open(t, form, opening{}); err != nil {
			return err
		}
		if t.Count > before {
			t.Forms = append(t.Forms, form)
		}
	}
	return nil
}

// openStems adds postings of stems in the segments for which only returns true, nil for all.
func (o *Opener) openStems(t *Token, stems []analyze.Stem, only func(seg int) bool) error {
	for _, s := range stems {
		err := o.open(t, s.Term, opening{base: s.Base, only: only})
		if err == nil && s.Own && s.Base != t.Form {
			// Pages hold no stem for the form that is spelled like it: that is read instead.
			err = o.open(t, s.Base, opening{stemmer: s.Lang, only: only})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// An opening says how the postings of a term are read.
type opening struct {
	form    bool               // the term is the form that was typed
	base    string             // the form spelled like the term, if the term is a stem
	stemmer analyze.Lang       // only pages to whose words it applies count; Und for all
	only    func(seg int) bool // the segments that are read; nil for all
	one     bool               // the term is one of many forms, which count together
}

// open adds the postings of a term to the token's cursors.
func (o *Opener) open(t *Token, term string, how opening) error {
	df := 0
	bit := segment.TitleBit(term)
	t.Bits |= bit
	for seg := range t.cursors {
		if how.only != nil && !how.only(seg) {
			continue
		}
		p, err := o.find(seg, term)
		if err != nil {
			return err
		}
		if p == nil {
			continue
		}
		df += p.DocFreq()
		l := postings.List{P: p, Base: how.base, Form: how.form, Bit: bit}
		if how.stemmer != analyze.Und {
			l.Accept = postings.Accepted(o.snap.Langs(seg), t.QueryToken, how.stemmer)
		}
		t.cursors[seg].Add(l)
	}
	t.Count += df
	if how.only == nil && !how.one {
		o.local.Count(term, df)
		df = o.global.DocFreq(term, df)
	}
	t.Docs = max(t.Docs, df)
	return nil
}

// Languages returns the languages whose stemmers apply on the pages that have a token's form.
func (o *Opener) Languages(t *Token) []analyze.Lang {
	if t.untold {
		if t.untold = false; o.global != nil {
			t.langs = postings.GlobalLanguages(o.global, t.QueryToken, o.wanted)
		} else {
			t.langs = postings.Languages(o.snap, t.cursors, t.QueryToken, o.wanted)
		}
	}
	return t.langs
}

// Count adds the lengths of the tokens' lists to a tally, and returns the least of them and of most.
func Count(ts []*Token, most int64, tally *admission.Tally) int64 {
	for _, t := range ts {
		if tally.List(int64(t.Count)); t.symbol != nil {
			tally.List(int64(t.symbol.Count))
		}
		most = min(most, int64(t.Count))
	}
	return most
}
