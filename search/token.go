package search

import (
	"slices"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index/segment"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/chain"
	"github.com/aranea-search/aranea/search/lists"
)

// A token is one word of a query with its cursors, one per segment.
type token struct {
	q       analyze.QueryToken
	pos     uint32
	forms   []string       // further forms that it stands for
	langs   []analyze.Lang // languages whose stemmers apply on the pages that have the form
	untold  bool           // langs is computed when first asked for
	cursors []lists.Cursor
	word    lists.Word // describes what the cursors read
	df      int        // documents in the longest list
	count   int        // postings in all lists
	bits    uint64     // a title with one of its terms has one of these bits
}

// usualLists is how many lists a cursor has room for: the form, its stem, and the form that is
// spelled like the stem.
const usualLists = 3

// single returns the token of one term.
func (c *compiler) single(term string) (*token, error) {
	n := c.p.snap.Segments()
	t := &token{cursors: c.p.cursors.Take(n)}
	room := c.p.rows.Take(n * usualLists)
	for seg := range t.cursors {
		t.cursors[seg] = lists.NewCursor(c.p.snap, seg, &t.word, c.p, room[seg*usualLists:][:0:usualLists])
	}
	return t, c.open(t, term, opening{form: true})
}

// token returns the token of a word: if quoted, only its form; otherwise also the stems in the
// languages that the word belongs to.
func (c *compiler) token(q analyze.QueryToken, quoted bool) (*token, error) {
	if q.Lone {
		return c.beginning(q)
	}
	t, err := c.single(q.Form)
	if err != nil {
		return nil, err
	}
	t.q, t.pos, t.word.Form = q, uint32(q.Pos), q.Form
	alone := quoted || q.Unspaced
	if t.untold = true; !alone || c.frozen != nil {
		t.langs = c.frozen.Languages(func() []analyze.Lang { return c.p.spoken(t) })
		t.untold = false
	}
	if alone {
		return t, nil
	}
	for _, l := range t.langs {
		t.word.Stems = append(t.word.Stems, q.Stems(l)...)
	}
	if err := c.openStems(t, t.word.Stems, nil); err != nil || !c.p.snap.HasFormerStems() {
		return t, err
	}
	for _, l := range t.langs {
		t.word.Former = append(t.word.Former, q.FormerStems(l)...)
	}
	others := slices.DeleteFunc(slices.Clone(t.word.Former), func(s analyze.Stem) bool { return slices.Contains(t.word.Stems, s) })
	return t, c.openStems(t, others, c.p.snap.FormerStems)
}

// openStems adds postings of stems in the segments for which only returns true, nil for all.
func (c *compiler) openStems(t *token, stems []analyze.Stem, only func(seg int) bool) error {
	for _, s := range stems {
		err := c.open(t, s.Term, opening{base: s.Base, only: only})
		if err == nil && s.Own && s.Base != t.q.Form {
			// Pages hold no stem for the form that is spelled like it: that is read instead.
			err = c.open(t, s.Base, opening{stemmer: s.Lang, only: only})
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
}

// open adds the postings of a term to the token's cursors.
func (c *compiler) open(t *token, term string, o opening) error {
	df := 0
	bit := segment.TitleBit(term)
	t.bits |= bit
	c.term = append(c.term[:0], term...)
	for seg := range t.cursors {
		if o.only != nil && !o.only(seg) {
			continue
		}
		p := c.p.Lend()
		ok, err := c.p.snap.Find(p, seg, c.term)
		if err != nil {
			return err
		}
		if !ok {
			c.p.GiveBack(p)
			continue
		}
		df += p.DocFreq()
		l := lists.List{P: p, Base: o.base, Form: o.form, Bit: bit}
		if o.stemmer != analyze.Und {
			l.Accept = lists.Accepted(c.p.snap.Langs(seg), t.q, o.stemmer)
		}
		t.cursors[seg].Add(l)
	}
	t.df = max(t.df, df)
	t.count += df
	return nil
}

// spoken returns the languages whose stemmers apply on the pages that have a token's form.
func (p *plan) spoken(t *token) []analyze.Lang {
	if t.untold {
		t.untold, t.langs = false, lists.Languages(p.snap, t.cursors, t.q, p.prefers)
	}
	return t.langs
}

// chain returns the chain of tokens in a segment.
func (p *plan) chain(seg int, ts []*token, follow bool, near int, where query.Field) *chain.Chain {
	return p.add(p.newChain(seg, follow && len(ts) > 1, near, where), seg, ts)
}

// ownChain returns the chain of an excluded word or phrase, which counts only outside of the template
// of a page's site.
func (p *plan) ownChain(seg int, ts []*token, near int) *chain.Chain {
	c := p.newChain(seg, len(ts) > 1, near, query.NoField)
	c.Owned()
	return p.add(c, seg, ts)
}

func (p *plan) newChain(seg int, follow bool, near int, where query.Field) *chain.Chain {
	c := &p.chains.Take(1)[0]
	c.Open(p.snap, seg, follow, near, where, p.places.Take(), p.places.Take())
	return c
}

// add adds tokens to a chain.
func (p *plan) add(c *chain.Chain, seg int, ts []*token) *chain.Chain {
	for _, t := range ts {
		c.Add(&t.cursors[seg], t.pos)
	}
	if c.Positional() {
		c.Apart()
	}
	return c
}
