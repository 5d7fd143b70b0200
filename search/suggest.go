package search

import (
	"context"
	"strings"

	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/admission"
	"github.com/aranea-search/aranea/search/autocomplete"
	"github.com/aranea-search/aranea/search/domain"
	"github.com/aranea-search/aranea/search/hint"
	"github.com/aranea-search/aranea/search/spell"
	"github.com/aranea-search/aranea/search/suggestion"
	"github.com/aranea-search/aranea/search/synonym"
)

// suggest returns a query that may have been meant and that finds more for this searcher, nil if
// there is none.
func (x *search) suggest(ctx context.Context) (*Suggestion, error) {
	words := x.s.analyzer()
	defer x.s.analyzers.Put(words)
	asked := suggestion.Query{Tree: x.tree, Total: x.out.Total, Matched: x.plan.matched}
	return suggestion.Find(ctx, asked, spell.New(x.snap, words, x.plan.matched), x)
}

// Guard line: a search tries queries that may have been meant.
var _ suggestion.Searcher = (*search)(nil)

// Probe returns how many pages have all words of another query, and the best of them; none if it
// costs too much.
func (x *search) Probe(ctx context.Context, tree query.Tree) (total int, pages []spell.Page, err error) {
	w := x.wording
	w.tree = tree
	return x.s.probe(ctx, x.snap, w, admission.DearCost)
}

// join notes other spellings of words that few pages have, and the words that begin like one that
// is being typed. They depend on the index.
func (x *search) join(ctx context.Context) (err error) {
	words := x.s.analyzer()
	defer x.s.analyzers.Put(words)
	called := x.s.opt.Names.Table()
	global := x.req.Collection
	names := func(form, typed string) (bool, error) {
		if global != nil {
			return len(global.Named[form]) > 0, nil
		}
		sites, err := domain.Named(x.snap, domain.Word{Form: form, Typed: typed, Called: called.Hosts(form)})
		return len(sites) > 0, err
	}
	x.spelled, err = spell.New(x.snap, words, 0).Within(global, x.local).Joined(x.tree, names, func(word string) (int, error) {
		alone := wording{tree: query.Tree{Root: &query.Node{Kind: query.Word, Text: word}}, req: Request{Access: x.req.Access}}
		total, _, err := x.s.probe(ctx, x.snap, alone, admission.DearCost)
		return total, err
	})
	if n := autocomplete.Unfinished(x.tree, x.req.Query, words); x.req.Typing && n != nil {
		x.spelled.Add(n, &query.Node{Kind: query.Word, Text: n.Text, Prefix: true})
	}
	x.fixed = x.fixed && len(x.spelled) == 0
	return err
}

// synonyms looks up words that mean the same as words of the query, and tells for which it does not.
func (x *search) synonyms() (found []synonym.Found) {
	if x.s.opt.Synonyms == nil {
		return nil
	}
	words := x.s.analyzer()
	defer x.s.analyzers.Put(words)
	set := x.s.opt.Synonyms()
	if or := set.Alternatives(x.tree, words); len(or) > 0 {
		x.out.Tell(hint.Hint{Code: hint.SynonymsOr, Value: strings.Join(or, ", ")})
	}
	x.tree, found = set.Expand(x.tree, words)
	return found
}

// also notes that pages may have other words in place of those found, and tells so.
func (x *search) also(found []synonym.Found) {
	x.wording.synonyms = synonym.Typed(found, x.spelled.Add)
	for _, f := range found {
		x.out.Tell(hint.Hint{Code: hint.Synonyms, Value: f.String()})
	}
	x.fixed = x.fixed && len(found) == 0 // the list may change
}

// Holding returns how many pages have a word of the query, in any form that is searched for. One that a page
// need not have is right as it is, as if all had it.
func (x *search) Holding(text string) int {
	for _, w := range x.plan.words {
		if w.text == text && w.small {
			return x.plan.snap.Stored()
		}
		if w.text == text && len(w.tokens) == 1 {
			return w.tokens[0].Docs
		}
	}
	return 0
}
