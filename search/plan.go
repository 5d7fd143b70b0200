package search

import (
	"math"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/weburl"
)

// k1 is how fast further occurrences of a word stop to matter (BM25).
const k1 = 1.2

// Stop words ("how", "the") of a query that has others count less and need
// not be in a page. One that is rare in the index is not small.
const (
	smallShare  = 0.3
	smallMaxIDF = 3.0
)

// A plan is a query ready to run on one snapshot.
type plan struct {
	snap       *index.Snapshot
	words      []*word // what is ranked
	where      []*expr // what has to hold besides
	needed     int     // words that a page should hold
	filterOnly bool    // no word: everything that passes, shallow pages first
	sumIDF     float64 // of a page that answers in full
}

// A word is one ranked part of the query: a word, or a phrase of tokens that
// stand one after another.
type word struct {
	text     string
	tokens   []token
	idf      float64
	phrase   bool // the tokens must follow one another
	quoted   bool
	optional bool // it ranks, but a page may lack it
	small    bool
}

// A token is a list of alternative terms.
type token struct {
	terms []string
	exact string
	pos   uint32
}

// exprOp says how an expr joins its parts.
type exprOp uint8

const (
	opLeaf exprOp = iota // tokens in a field
	opAnd
	opOr
	opNot
)

// An expr is a condition without rank.
type expr struct {
	op     exprOp
	kids   []*expr
	text   string
	tokens []token
	field  query.Field
}

// A compiler turns a tree into a plan.
type compiler struct {
	p     *plan
	langs []analyze.Lang
	// loose takes words that analysis cuts into several tokens, such as runs of
	// Chinese characters, for so many words instead of a phrase.
	loose bool
}

// compile turns a tree into a plan.
func compile(snap *index.Snapshot, tree query.Tree, langs []analyze.Lang, loose bool) (*plan, error) {
	c := compiler{p: &plan{snap: snap}, langs: langs, loose: loose}
	if err := c.add(tree.Root); err != nil {
		return nil, err
	}
	c.p.filterOnly = len(c.p.words) == 0
	c.p.settle()
	return c.p, nil
}

// settle decides which words are small and counts the others.
func (p *plan) settle() {
	large := slices.ContainsFunc(p.words, func(w *word) bool { return !w.optional && !w.small })
	for _, w := range p.words {
		if w.small && large && !w.optional {
			w.optional = true
			w.idf *= smallShare
			p.sumIDF += w.idf
		} else if !w.optional {
			p.needed++
			p.sumIDF += w.idf
		}
	}
}

// empty reports whether the plan names nothing that a page must have.
func (p *plan) empty() bool {
	return len(p.words) == 0 && !slices.ContainsFunc(p.where, func(e *expr) bool { return !e.excludes() })
}

// excludes reports whether the condition names nothing that a page must have.
func (e *expr) excludes() bool {
	if e.op == opAnd || e.op == opOr {
		return !slices.ContainsFunc(e.kids, func(k *expr) bool { return !k.excludes() })
	}
	return e.op == opNot
}

// cut reports whether a word was cut into several tokens that are taken for a
// phrase, so that a loose plan differs.
func (p *plan) cut() bool {
	return slices.ContainsFunc(p.words, func(w *word) bool { return w.phrase && !w.quoted && !w.optional })
}

func (c *compiler) add(n *query.Node) error {
	switch n.Kind {
	case query.And:
		for _, kid := range n.Nodes {
			if err := c.add(kid); err != nil {
				return err
			}
		}
	case query.Word, query.Phrase:
		return c.addText(n.Text, n.Kind == query.Phrase)
	case query.Or:
		return c.addOr(n)
	case query.Not:
		c.require(c.expr(n))
	case query.Filter:
		c.require(c.expr(n))
		if n.Field == query.InTitle {
			return c.addOptional(n.Text, true)
		}
	}
	return nil
}

// require adds a condition.
func (c *compiler) require(e *expr) {
	if e != nil {
		c.p.where = append(c.p.where, e)
	}
}

// addText ranks a word or phrase that a page should hold.
func (c *compiler) addText(text string, quoted bool) error {
	ts := analyze.AnalyzeQuery(text, c.langs)
	if len(ts) == 0 {
		return nil
	}
	if c.loose && !quoted {
		for _, t := range ts {
			w := &word{text: text[t.Start:t.End], tokens: tokensOf([]analyze.QueryToken{t}), small: t.Stop}
			if err := c.rank(w); err != nil {
				return err
			}
		}
		return nil
	}
	if quoted {
		c.p.where = append(c.p.where, formsOf(text, ts)...)
	}
	w := &word{text: text, tokens: tokensOf(ts), phrase: len(ts) > 1, quoted: quoted}
	w.small = !quoted && !slices.ContainsFunc(ts, func(t analyze.QueryToken) bool { return !t.Stop })
	return c.rank(w)
}

// addOptional ranks words that a condition asks for already.
func (c *compiler) addOptional(text string, quoted bool) error {
	ts := tokensOf(analyze.AnalyzeQuery(text, c.langs))
	if len(ts) == 0 {
		return nil
	}
	w := &word{text: text, tokens: ts, phrase: len(ts) > 1, quoted: quoted, optional: true}
	if err := c.rank(w); err != nil {
		return err
	}
	c.p.sumIDF += w.idf
	return nil
}

// addOr ranks alternatives: single words as one word with many forms, others
// each for itself under a condition.
func (c *compiler) addOr(n *query.Node) error {
	if w := c.oneWord(n); w != nil {
		return c.rank(w)
	}
	c.require(c.expr(n))
	most := 0.0
	for _, leaf := range positive(n) {
		w := &word{text: leaf.Text, tokens: tokensOf(analyze.AnalyzeQuery(leaf.Text, c.langs)), optional: true}
		if len(w.tokens) == 0 {
			continue
		}
		w.phrase, w.quoted = len(w.tokens) > 1, leaf.Kind == query.Phrase
		if err := c.rank(w); err != nil {
			return err
		}
		most = max(most, w.idf)
	}
	c.p.sumIDF += most
	return nil
}

// oneWord joins alternatives that are single words; nil if others are among
// them.
func (c *compiler) oneWord(n *query.Node) *word {
	w := &word{text: n.String(), tokens: []token{{}}}
	for _, alt := range n.Nodes {
		if alt.Kind != query.Word {
			return nil
		}
		ts := tokensOf(analyze.AnalyzeQuery(alt.Text, c.langs))
		if len(ts) > 1 {
			return nil
		}
		if len(ts) == 1 {
			w.tokens[0].terms = append(w.tokens[0].terms, ts[0].terms...)
		}
	}
	if len(w.tokens[0].terms) == 0 {
		return nil
	}
	return w
}

// positive returns the words and phrases below a node that are not excluded.
func positive(n *query.Node) []*query.Node {
	switch n.Kind {
	case query.Word, query.Phrase:
		return []*query.Node{n}
	case query.Filter:
		if n.Field == query.InTitle {
			return []*query.Node{n}
		}
	case query.And, query.Or:
		var out []*query.Node
		for _, c := range n.Nodes {
			out = append(out, positive(c)...)
		}
		return out
	}
	return nil
}

// expr turns a node into a condition; nil if nothing in it can be looked for.
func (c *compiler) expr(n *query.Node) *expr {
	e := &expr{text: n.String()}
	switch n.Kind {
	case query.And:
		e.op = opAnd
	case query.Or:
		e.op = opOr
	case query.Not:
		e.op = opNot
	case query.All:
		return nil
	default:
		e.field = n.Field
		e.tokens = c.leaf(n)
		if len(e.tokens) == 0 {
			return nil
		}
		if n.Kind == query.Phrase {
			return &expr{op: opAnd, text: e.text, kids: append(formsOf(n.Text, analyze.AnalyzeQuery(n.Text, c.langs)), e)}
		}
		return e
	}
	for _, kid := range n.Nodes {
		if k := c.expr(kid); k != nil {
			e.kids = append(e.kids, k)
		}
	}
	if len(e.kids) == 0 {
		return nil
	}
	return e
}

// leaf returns the tokens of a word, phrase or filter.
func (c *compiler) leaf(n *query.Node) []token {
	switch n.Field {
	case query.NoField, query.InTitle:
		return tokensOf(analyze.AnalyzeQuery(n.Text, c.langs))
	case query.InURL:
		var out []token
		for _, t := range analyze.AnalyzeQuery(n.Text, nil) {
			out = append(out, token{terms: []string{index.PrefixURL + strings.TrimPrefix(t.Exact, analyze.ExactPrefix)}})
		}
		return out
	}
	return []token{{terms: []string{index.PrefixFilter + n.Field.String() + ":" + filterValue(n.Field, n.Text)}}}
}

// filterValue brings the value of site:, host: or lang: into the index's form.
// People paste addresses and write names in their own script.
func filterValue(f query.Field, text string) string {
	text = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(text)), "*.")
	if f == query.Lang {
		if l, ok := analyze.ParseLang(text); ok {
			return l.String()
		}
		return text
	}
	if !strings.Contains(text, "://") {
		text = "http://" + text
	}
	if u, err := weburl.Parse(text); err == nil {
		return strings.Trim(u.Host(), ".")
	}
	return text
}

func tokensOf(ts []analyze.QueryToken) []token {
	var out []token
	for _, t := range ts {
		out = append(out, token{terms: t.Terms, exact: t.Exact, pos: uint32(t.Pos)})
	}
	return out
}

// formsOf returns the conditions that a page holds words in quotes in the very
// forms that were typed: under the exact term, or under the word itself where the
// page's language makes that the term. The index keeps no positions of exact
// terms, so the form may stand elsewhere in the page than the phrase.
func formsOf(text string, ts []analyze.QueryToken) []*expr {
	var out []*expr
	for _, t := range ts {
		form := t.Exact[len(analyze.ExactPrefix):]
		if len(t.Terms) > 1 || t.Terms[0] != form { // else the word is its own stem
			out = append(out, &expr{text: text[t.Start:t.End], tokens: []token{{terms: []string{form, t.Exact}}}})
		}
	}
	return out
}

// rank adds a word with its rarity: that of its rarest token.
func (c *compiler) rank(w *word) error {
	n := float64(c.p.snap.Docs())
	for _, t := range w.tokens {
		df := 0
		for _, term := range t.terms {
			d, err := c.p.snap.DocFreq(term)
			if err != nil {
				return err
			}
			df = max(df, d)
		}
		idf := math.Log(1 + (max(n-float64(df), 0)+0.5)/(float64(df)+0.5))
		w.idf = max(w.idf, idf)
	}
	w.small = w.small && w.idf < smallMaxIDF
	c.p.words = append(c.p.words, w)
	return nil
}
