// Package pin finds the pages that an operator has pinned to a query: they come first.
//
// A list is text that is written by hand:
//
//	# a comment
//	vpn, remote access => https://intranet.example/vpn https://intranet.example/help#vpn
//
// Whoever searches for one of the queries before the arrow, and for nothing else, gets the pages
// behind it first, in this order. Queries are compared without case and accents, and English,
// Russian and Portuguese words in all their forms.
//
// Floor: 4 (acts), a part of search. Stability: engine. It is pure and knows no index: whether a
// page is there and may be seen is for the search to say.
package pin

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/listfile"
	"github.com/aranea-search/aranea/search/synonym"
	"github.com/aranea-search/aranea/weburl"
)

// Limits of a list.
const (
	MaxQueries = 32 // in a line
	MaxWords   = 16 // in a query
	MaxPages   = 10 // of a query
)

// A Set is what a list says. The zero Set pins nothing.
type Set struct {
	rules map[ends][]*rule // by each key of the first word, with each of the last
	typed map[string]*rule // by all words in the forms that are listed
}

// ends are a key of the first word of a query and one of the last, and the number of its words.
type ends struct {
	first, last string
	words       int
}

// A rule is a query with its pages.
type rule struct {
	query [][]string // the keys of each word
	pages []weburl.URL
	line  int
}

// Len returns the number of queries with pages.
func (s *Set) Len() int {
	if s == nil {
		return 0
	}
	return len(s.typed)
}

// Pages returns all pages of the list, each once, in no order.
func (s *Set) Pages() []weburl.URL {
	if s == nil {
		return nil
	}
	var out []weburl.URL
	seen := map[weburl.ID]bool{}
	for _, r := range s.typed {
		for _, u := range r.pages {
			if id := u.ID(); !seen[id] {
				seen[id] = true
				out = append(out, u)
			}
		}
	}
	return out
}

// Parse reads a list, as package listfile does.
func Parse(text []byte) (*Set, error) {
	s, words := &Set{rules: map[ends][]*rule{}, typed: map[string]*rule{}}, analyze.New(1<<10)
	err := listfile.Read("read pins", text, listfile.Uncommented, func(line string, n int) error { return s.add(line, n, words) })
	if err != nil {
		return nil, err
	}
	return s, nil
}

// add adds what a line says.
func (s *Set) add(line string, number int, words *analyze.Analyzer) error {
	from, to, arrow := strings.Cut(line, "=>")
	if !arrow {
		return errors.New("it has no arrow; write queries, =>, and the addresses of the pages that come first")
	}
	pages, err := addresses(to)
	if err != nil {
		return err
	}
	queries := 0
	for part := range listfile.Parts(from) {
		if queries++; queries > MaxQueries {
			return fmt.Errorf("it has more than %d queries", MaxQueries)
		}
		if err := s.put(part, &rule{pages: pages, line: number}, words); err != nil {
			return err
		}
	}
	if queries == 0 {
		return errors.New("it has no query before the arrow")
	}
	return nil
}

// addresses returns the pages behind the arrow. Commas between them make no difference.
func addresses(list string) ([]weburl.URL, error) {
	var out []weburl.URL
	for _, text := range strings.Fields(list) {
		text = strings.TrimFunc(text, listfile.IsComma)
		u, err := weburl.Parse(text)
		switch {
		case text == "":
			continue
		case err != nil:
			return nil, fmt.Errorf("%.200q is not the address of a page: write it in full, as in https://example.org/page", text)
		case len(out) == MaxPages:
			return nil, fmt.Errorf("it has more than %d pages", MaxPages)
		case slices.ContainsFunc(out, func(o weburl.URL) bool { return o.ID() == u.ID() }):
			return nil, fmt.Errorf("%.200s is named twice", text)
		}
		out = append(out, u)
	}
	if len(out) == 0 {
		return nil, errors.New("it has no page behind the arrow")
	}
	return out, nil
}

// put notes the pages of a query.
func (s *Set) put(text string, r *rule, words *analyze.Analyzer) error {
	tokens, plain := plainWords(query.Parse(text).Root, words)
	switch {
	case !plain:
		return fmt.Errorf("%.200q is not only words: operators and patterns have no place in a list", text)
	case len(tokens) == 0:
		return fmt.Errorf("%.200q has no word that can be searched", text)
	case len(tokens) > MaxWords:
		return fmt.Errorf("%.200q has %d words, and may have %d", text, len(tokens), MaxWords)
	}
	var forms []string
	for _, t := range tokens {
		forms = append(forms, t.Form)
	}
	all := strings.Join(forms, " ")
	other := s.typed[all]
	switch {
	case other != nil && other.line == r.line: // in another case, for example
		return nil
	case other != nil:
		return fmt.Errorf("%.200q has its pages in line %d already", text, other.line)
	}
	r.query, s.typed[all] = synonym.Keys(tokens), r
	for e := range endsOf(r.query) {
		s.rules[e] = append(s.rules[e], r)
	}
	return nil
}

// endsOf returns the ends of a query, by the keys of its words.
func endsOf(keys [][]string) iter.Seq[ends] {
	return func(yield func(ends) bool) {
		for _, first := range keys[0] {
			for _, last := range keys[len(keys)-1] {
				if !yield(ends{first, last, len(keys)}) {
					return
				}
			}
		}
	}
}

// Of returns the pages of a query, the first first; none if it has none. Operators (also after -)
// narrow a query and do not change which it is; a query with anything else but words has none.
func (s *Set) Of(tree query.Tree, words *analyze.Analyzer) []weburl.URL {
	if s.Len() == 0 || tree.Empty() {
		return nil
	}
	tokens, plain := plainWords(narrowed(tree.Root), words)
	if !plain || len(tokens) == 0 || len(tokens) > MaxWords {
		return nil
	}
	var forms []string
	for _, t := range tokens {
		forms = append(forms, t.Form)
	}
	if r := s.typed[strings.Join(forms, " ")]; r != nil {
		return r.pages // as it is listed, rather than in other forms
	}
	keys := synonym.Keys(tokens)
	var best *rule
	for e := range endsOf(keys) {
		for _, r := range s.rules[e] {
			if slices.EqualFunc(r.query, keys, synonym.Meet) && (best == nil || r.line < best.line) {
				best = r
			}
		}
	}
	if best == nil {
		return nil
	}
	return best.pages
}

// narrowed returns a query without the operators that narrow it.
func narrowed(n *query.Node) *query.Node {
	if n.Kind != query.And {
		return n
	}
	filter := func(k *query.Node) bool {
		return k.Kind == query.Filter || k.Kind == query.Not && k.Nodes[0].Kind == query.Filter
	}
	return &query.Node{Kind: query.And, Nodes: slices.DeleteFunc(slices.Clone(n.Nodes), filter)}
}

// plainWords returns the words of a query; plain is false if there is anything else in it.
func plainWords(n *query.Node, words *analyze.Analyzer) (out []analyze.QueryToken, plain bool) {
	switch {
	case n == nil:
		return nil, true
	case n.Kind == query.Word && !n.Prefix && n.Edits == 0, n.Kind == query.Phrase && !n.Prefix && n.Distance == 0:
		return words.Query(n.Text), true
	case n.Kind != query.And:
		return nil, false
	}
	for _, k := range n.Nodes {
		more, plain := plainWords(k, words)
		if !plain {
			return nil, false
		}
		out = append(out, more...)
	}
	return out, true
}
