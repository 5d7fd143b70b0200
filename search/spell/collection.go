package spell

import (
	"slices"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/collection"
)

// Within makes the speller take from global what all indexes of a collection say of words, and note in local
// what this index says. Either may be nil.
func (s *Speller) Within(global, local *collection.Facts) *Speller {
	s.global, s.local = global, local
	return s
}

// collect notes how many pages have a word of the query, which is typed if it is a single one.
func (s *Speller) collect(text string, typed analyze.QueryToken, pages int) error {
	if s.local == nil {
		return nil
	}
	of := s.local.Spelled[text]
	if of.Pages = pages; typed.Form != "" {
		exact, err := s.count(typed.Form)
		if err != nil {
			return err
		}
		of.Exact = exact
	}
	s.local.Spelled[text] = of
	return nil
}

// offer notes a word that so many pages have in place of one of the query.
func (s *Speller) offer(text, other string, pages int) {
	of := s.local.Spelled[text]
	of.Others = append(of.Others, collection.Other{Text: other, Pages: pages})
	s.local.Spelled[text] = of
}

// offerCompounds notes compounds with a word of the query.
func (s *Speller) offerCompounds(text string, compounds []string) error {
	of := s.local.Spelled[text]
	for _, other := range compounds {
		pages, err := s.count(other)
		if err != nil {
			return err
		}
		of.Compounds = append(of.Compounds, collection.Other{Text: other, Pages: pages})
	}
	s.local.Spelled[text] = of
	return nil
}

// joinedWithin is Joined by what all indexes of a collection say: so each of them looks for the same words.
func (s *Speller) joinedWithin(tree query.Tree, names func(form, typed string) (bool, error)) (Alternatives, error) {
	found := Alternatives{}
	var walk func(n *query.Node, top bool) error
	walk = func(n *query.Node, top bool) error {
		if n.Kind == query.And {
			for _, kid := range n.Nodes {
				if err := walk(kid, top && n == tree.Root); err != nil {
					return err
				}
			}
			return nil
		}
		if n.Kind != query.Word || n.Prefix || n.Edits > 0 {
			return nil
		}
		of := s.global.Spelled[n.Text]
		of.Others, of.Compounds = s.legible(of.Others), s.legible(of.Compounds)
		if len(of.Others) > 0 && MayHelp(of.Pages, s.global.Pages.Docs) {
			or := &query.Node{Kind: query.Or, Text: n.Text, Nodes: []*query.Node{{Kind: query.Word, Text: of.Others[0].Text}}}
			if of.Pages > 0 {
				or.Nodes = append([]*query.Node{n}, or.Nodes...)
			}
			found[n] = or
			return nil
		}
		if !top || len(of.Compounds) == 0 || of.Exact > max(manyPages, s.global.Pages.Docs/enough) {
			return nil
		}
		word, _ := s.wordOf(n.Text)
		named, err := names(word.Form, n.Text)
		if err != nil || named {
			return err
		}
		for _, other := range of.Compounds {
			found.Add(n, &query.Node{Kind: query.Word, Text: other.Text})
		}
		return nil
	}
	return found, walk(tree.Root, true)
}

// legible returns those of some words that have anything to look up.
func (s *Speller) legible(others []collection.Other) []collection.Other {
	return slices.DeleteFunc(slices.Clone(others), func(o collection.Other) bool { return len(s.words.Query(o.Text)) == 0 })
}
