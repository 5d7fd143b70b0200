// Package synonym finds words of a query for which an operator has listed others that mean the
// same.
//
// A list is text in the form that Solr and Elasticsearch read:
//
//	# a comment
//	tv, television, television set
//	tee => t-shirt, tee shirt
//
// The words of a line find each other; what stands before an arrow also finds what stands behind
// it, and not the other way round. Unlike there, a word that is listed before an arrow is still
// searched itself. Words are compared without case and accents, and English, Russian and
// Portuguese ones in all their forms, so that "televisions" is found in the list above.
//
// Floor: 4 (acts), a part of search. Stability: engine. It is pure.
package synonym

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/query"
	"github.com/aranea-search/aranea/search/listfile"
)

// Limits of a list and of what is taken from it.
const (
	MaxLine   = 32 // words or sequences of words in a line
	MaxLength = 8  // words in a sequence
	MaxOthers = 8  // others that are searched for one word or sequence
	maxFound  = 8  // words and sequences of a query that others are searched for
)

// A Set is what a list says. The zero Set knows no words.
type Set struct {
	rules map[string][]*rule // by each key of the first word of what is typed
	typed map[string]*rule   // by all words in the forms that are listed
}

// A rule is one word or sequence of words with the others that mean the same.
type rule struct {
	typed  [][]string // the keys of each word
	others []string   // at most MaxOthers
}

// Len returns the number of words and sequences that have others.
func (s *Set) Len() int {
	if s == nil {
		return 0
	}
	return len(s.typed)
}

// Parse reads a list, as package listfile does.
func Parse(text []byte) (*Set, error) {
	s, words := &Set{rules: map[string][]*rule{}, typed: map[string]*rule{}}, analyze.New(1<<10)
	err := listfile.Read("read synonyms", text, uncommented, func(line string, _ int) error { return s.add(line, words) })
	if err != nil {
		return nil, err
	}
	return s, nil
}

// uncommented cuts off a comment.
func uncommented(line string) string {
	before, _, _ := strings.Cut(line, "#")
	return before
}

// add adds what a line says.
func (s *Set) add(line string, words *analyze.Analyzer) error {
	from, to, arrow := strings.Cut(line, "=>")
	typed, err := sequences(from, words)
	if err != nil {
		return err
	}
	others := typed
	if arrow {
		if others, err = sequences(to, words); err != nil {
			return err
		}
	}
	if !arrow && len(typed) < 2 {
		return errors.New("it has one word only; name those that mean the same, with commas between them")
	}
	for _, t := range typed {
		if rest := slices.DeleteFunc(slices.Clone(others), func(o string) bool { return o == t }); len(rest) > 0 {
			s.put(t, rest, words)
		}
	}
	return nil
}

// sequences returns the words and sequences of words between commas.
func sequences(list string, words *analyze.Analyzer) ([]string, error) {
	if strings.Contains(list, "=>") {
		return nil, errors.New("it has more than one arrow")
	}
	var out []string
	for part := range listfile.Parts(list) {
		switch n := len(words.Query(part)); {
		case strings.HasPrefix(part, "-") || strings.ContainsAny(part, "*~:|()\""):
			return nil, fmt.Errorf("%.200q is no plain word: operators and patterns of a query have no place in a list", part)
		case n == 0:
			return nil, fmt.Errorf("%.200q has no word that can be searched", part)
		case n > MaxLength:
			return nil, fmt.Errorf("%.200q has %d words, and may have %d", part, n, MaxLength)
		}
		if !slices.Contains(out, part) {
			out = append(out, part)
		}
	}
	switch {
	case len(out) == 0:
		return nil, errors.New("a word is missing")
	case len(out) > MaxLine:
		return nil, fmt.Errorf("it has %d words between commas, and may have %d", len(out), MaxLine)
	}
	return out, nil
}

// put notes that a text also finds others.
func (s *Set) put(text string, others []string, words *analyze.Analyzer) {
	tokens := words.Query(text)
	var forms []string
	for _, t := range tokens {
		forms = append(forms, t.Form)
	}
	all := strings.Join(forms, " ")
	r := s.typed[all]
	if r == nil {
		r = &rule{typed: Keys(tokens)}
		s.typed[all] = r
		for _, key := range r.typed[0] {
			s.rules[key] = append(s.rules[key], r)
		}
	}
	for _, o := range others {
		if len(r.others) < MaxOthers && !slices.Contains(r.others, o) {
			r.others = append(r.others, o)
		}
	}
}

// stemmed are the languages whose forms of words are taken for one word. Each further one would
// cost as much again for every word of a query and of the list.
var stemmed = [...]analyze.Lang{analyze.En, analyze.Ru, analyze.Pt}

// Keys returns, for each token, its form and its stems, by which it is compared.
func Keys(tokens []analyze.QueryToken) [][]string {
	out := make([][]string, 0, len(tokens))
	for _, t := range tokens {
		keys := []string{t.Form}
		for _, l := range stemmed {
			if t.Stemmer(l) != l {
				continue
			}
			for _, stem := range t.Stems(l) {
				if !slices.Contains(keys, stem.Term) {
					keys = append(keys, stem.Term)
				}
			}
		}
		out = append(out, keys)
	}
	return out
}

// A Found is a word or sequence of words of a query, and what else is to be searched for it.
type Found struct {
	Node   *query.Node // what was typed, as one word
	Others []string
}

// String tells what was found, as "typed = other, other".
func (f *Found) String() string { return f.Node.Text + " = " + strings.Join(f.Others, ", ") }

// Typed calls add for each other word of all that was found, with the word that pages may have it in place of, and
// returns what was typed for each; nil if nothing was found.
func Typed(all []Found, add func(node, other *query.Node)) (typed map[*query.Node]string) {
	for _, f := range all {
		for _, other := range f.Others {
			if typed == nil {
				typed = map[*query.Node]string{}
			}
			n := &query.Node{Kind: query.Word, Text: other}
			add(f.Node, n)
			typed[n] = f.Node.Text
		}
	}
	return typed
}

// Expand looks up the words of a query that all pages should have, as far as they are neither
// quoted nor a pattern. It returns a tree in which each sequence that was found is one word, and
// what was found. tree stays unchanged.
func (s *Set) Expand(tree query.Tree, words *analyze.Analyzer) (query.Tree, []Found) {
	if s.Len() == 0 {
		return tree, nil
	}
	typed := []*query.Node{tree.Root}
	if tree.Root.Kind == query.And {
		typed = tree.Root.Nodes
	}
	l := lookup{set: s, words: words, nodes: typed, keys: make([][][]string, len(typed))}
	var found []Found
	var kept []*query.Node
	for at := 0; at < len(typed); {
		n, others := 0, []string(nil)
		if len(found) < maxFound {
			n, others = l.longest(at)
		}
		if n == 0 {
			kept = append(kept, typed[at])
			at++
			continue
		}
		node := typed[at]
		if n > 1 {
			node = &query.Node{Kind: query.Word, Text: textOf(typed[at : at+n])}
		}
		found = append(found, Found{Node: node, Others: others})
		kept, at = append(kept, node), at+n
	}
	if len(found) == 0 {
		return tree, nil
	}
	if tree.Root = kept[0]; len(kept) > 1 {
		tree.Root = &query.Node{Kind: query.And, Nodes: kept}
	}
	return tree, found
}

// Alternatives returns the words and sequences of words in OR that Expand would find elsewhere, as they
// were typed and each once, at most maxFound. Nothing else is searched for them: who writes OR says what to
// search for.
func (s *Set) Alternatives(tree query.Tree, words *analyze.Analyzer) (out []string) {
	if s.Len() == 0 {
		return nil
	}
	return s.alternatives(nil, tree.Root, false, words)
}

// alternatives adds those of a node to a list. inside says that the node is one of alternatives.
func (s *Set) alternatives(out []string, n *query.Node, inside bool, words *analyze.Analyzer) []string {
	switch {
	case n.Kind == query.Or && n.Field == query.NoField, n.Kind == query.And && !inside:
		for _, kid := range n.Nodes {
			out = s.alternatives(out, kid, n.Kind == query.Or, words)
		}
	case inside:
		_, found := s.Expand(query.Tree{Root: n}, words)
		for _, f := range found {
			if len(out) < maxFound && !slices.Contains(out, f.Node.Text) {
				out = append(out, f.Node.Text)
			}
		}
	}
	return out
}

// A lookup looks up the words of one query.
type lookup struct {
	set   *Set
	words *analyze.Analyzer
	nodes []*query.Node
	keys  [][][]string // by node, of each of its words; nil if they were not needed yet
}

// keysAt returns the keys of the words of a node, none if it is not a plain word.
func (l *lookup) keysAt(at int) [][]string {
	if l.keys[at] == nil {
		l.keys[at] = [][]string{}
		if n := l.nodes[at]; n.Kind == query.Word && !n.Prefix && n.Edits == 0 {
			l.keys[at] = Keys(l.words.Query(n.Text))
		}
	}
	return l.keys[at]
}

// longest returns of how many nodes the longest sequence is that begins with one of them and has
// others, and these.
func (l *lookup) longest(at int) (n int, others []string) {
	var rules []*rule
	if keys := l.keysAt(at); len(keys) > 0 {
		for _, first := range keys[0] {
			rules = append(rules, l.set.rules[first]...)
		}
	}
	var keys [][]string
	length := 0 // of the longest rule so far, in words
	for i := at; len(rules) > 0 && i < len(l.nodes); i++ {
		more := l.keysAt(i)
		if len(more) == 0 || len(keys)+len(more) > MaxLength {
			break
		}
		keys = slices.Concat(keys, more)
		for _, r := range rules {
			if len(r.typed) > length && slices.EqualFunc(r.typed, keys, Meet) {
				n, others, length = i-at+1, r.others, len(r.typed)
			}
		}
	}
	return n, others
}

// Meet reports whether two words have a key in common.
func Meet(a, b []string) bool {
	return slices.ContainsFunc(a, func(key string) bool { return slices.Contains(b, key) })
}

func textOf(nodes []*query.Node) string {
	var out []string
	for _, n := range nodes {
		out = append(out, n.Text)
	}
	return strings.Join(out, " ")
}
