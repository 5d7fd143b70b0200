package search

import (
	"math"
	"strings"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
)

// k1 is how fast further occurrences of a word stop to matter (BM25).
const k1 = 1.2

// A plan is a query ready to run on one snapshot.
type plan struct {
	snap       *index.Snapshot
	words      []*word // what is ranked
	must       []cond  // what has to hold besides
	not        []cond  // what must not hold
	filterOnly bool    // no word: everything that passes, newest first
	sumIDF     float64
}

// A word is one ranked part of the query: a word, or a phrase of tokens that
// stand one after another.
type word struct {
	text   string
	tokens []token
	idf    float64
	phrase bool // the tokens must follow one another
	quoted bool
}

// A token is a list of alternative terms.
type token struct {
	terms []string
	exact string
	pos   uint32
}

// A cond is a condition without rank: alternatives of conjunctions of tokens.
type cond struct {
	any   [][]token // one of these; each is a phrase
	where query.Field
}

// compile turns a tree into a plan.
func compile(snap *index.Snapshot, tree query.Tree, langs []analyze.Lang) (*plan, error) {
	p := &plan{snap: snap}
	if err := p.add(tree.Root, langs); err != nil {
		return nil, err
	}
	p.filterOnly = len(p.words) == 0
	for _, w := range p.words {
		p.sumIDF += w.idf
	}
	return p, nil
}

func (p *plan) add(n *query.Node, langs []analyze.Lang) error {
	switch n.Kind {
	case query.And:
		for _, c := range n.Nodes {
			if err := p.add(c, langs); err != nil {
				return err
			}
		}
	case query.Word, query.Phrase:
		return p.addWord(n.Text, n.Kind == query.Phrase, langs)
	case query.Or:
		c := cond{}
		for _, alt := range n.Nodes {
			for _, leaf := range leaves(alt) {
				if ts := tokensOf(leaf.Text, langs); len(ts) > 0 && leaf.Kind != query.Filter {
					c.any = append(c.any, ts)
				} else if leaf.Kind == query.Filter {
					c.any = append(c.any, filterTokens(leaf)...)
				}
			}
		}
		return p.addOr(n, c, langs)
	case query.Not:
		for _, leaf := range leaves(n.Nodes[0]) {
			if c, ok := condition(leaf, langs); ok {
				p.not = append(p.not, c)
			}
		}
	case query.Filter:
		if c, ok := condition(n, langs); ok {
			p.must = append(p.must, c)
		}
		if n.Field == query.InTitle {
			return p.addWord(n.Text, false, langs)
		}
	}
	return nil
}

// addOr ranks alternatives as one word: a page needs one of them.
func (p *plan) addOr(n *query.Node, c cond, langs []analyze.Lang) error {
	w := &word{text: n.String()}
	for _, ts := range c.any {
		if len(ts) != 1 || strings.HasPrefix(ts[0].terms[0], index.PrefixFilter) {
			// A phrase or filter among the alternatives: a condition, and its
			// words do not rank.
			p.must = append(p.must, c)
			return nil
		}
		if len(w.tokens) == 0 {
			w.tokens = []token{{}}
		}
		w.tokens[0].terms = append(w.tokens[0].terms, ts[0].terms...)
	}
	if len(w.tokens) == 0 {
		return nil
	}
	return p.rankWord(w)
}

// leaves returns the words, phrases and filters below a node.
func leaves(n *query.Node) []*query.Node {
	switch n.Kind {
	case query.And, query.Or, query.Not:
		var out []*query.Node
		for _, c := range n.Nodes {
			out = append(out, leaves(c)...)
		}
		return out
	case query.All:
		return nil
	}
	return []*query.Node{n}
}

// condition turns a leaf into a condition without rank.
func condition(n *query.Node, langs []analyze.Lang) (cond, bool) {
	if n.Kind != query.Filter {
		ts := tokensOf(n.Text, langs)
		return cond{any: [][]token{ts}}, len(ts) > 0
	}
	switch n.Field {
	case query.InTitle:
		ts := tokensOf(n.Text, langs)
		return cond{any: [][]token{ts}, where: query.InTitle}, len(ts) > 0
	case query.InURL:
		var all []token
		for _, t := range analyze.AnalyzeQuery(n.Text, nil) {
			all = append(all, token{terms: []string{index.PrefixURL + strings.TrimPrefix(t.Exact, analyze.ExactPrefix)}})
		}
		return cond{any: [][]token{all}, where: query.InURL}, len(all) > 0
	}
	return cond{any: filterTokens(n), where: n.Field}, true
}

// filterTokens returns the filter terms of site:, host: and lang:.
func filterTokens(n *query.Node) [][]token {
	value := strings.ToLower(strings.Trim(n.Text, "."))
	value = strings.TrimPrefix(strings.TrimPrefix(value, "https://"), "http://")
	value, _, _ = strings.Cut(value, "/")
	return [][]token{{{terms: []string{index.PrefixFilter + n.Field.String() + ":" + value}}}}
}

func tokensOf(text string, langs []analyze.Lang) []token {
	var out []token
	for _, t := range analyze.AnalyzeQuery(text, langs) {
		out = append(out, token{terms: t.Terms, exact: t.Exact, pos: uint32(t.Pos)})
	}
	return out
}

// addWord adds a word or phrase to what is ranked. A word that analysis cuts
// into several tokens, such as a run of Chinese signs, is a phrase.
func (p *plan) addWord(text string, quoted bool, langs []analyze.Lang) error {
	ts := tokensOf(text, langs)
	if len(ts) == 0 {
		return nil
	}
	w := &word{text: text, tokens: ts, phrase: len(ts) > 1, quoted: quoted}
	return p.rankWord(w)
}

func (p *plan) rankWord(w *word) error {
	n := float64(p.snap.Docs())
	for _, t := range w.tokens {
		df := 0
		for _, term := range t.terms {
			d, err := p.snap.DocFreq(term)
			if err != nil {
				return err
			}
			df = max(df, d)
		}
		idf := math.Log(1 + (max(n-float64(df), 0)+0.5)/(float64(df)+0.5))
		w.idf = max(w.idf, idf)
	}
	p.words = append(p.words, w)
	return nil
}
