// Package missingwords tells which of the words that a query asks for a page lacks. Words may be
// alternatives, or pieces of one typed word; pieces may overlap, as the character pairs of an
// unspaced run do.
//
// Floor: 4 (acts), a part of search. Stability: engine. It is pure.
package missingwords

import (
	"cmp"
	"slices"
	"strings"
)

// A Word is a word or phrase of a query as typed.
type Word struct {
	Text     string
	Quoted   bool
	Optional bool  // a page may lack it
	Cut      Piece // the typed word that it is a part of
}

// String returns the word as it is typed.
func (w Word) String() string {
	if w.Quoted && !strings.HasPrefix(w.Text, `"`) {
		return `"` + w.Text + `"`
	}
	return w.Text
}

// A Demander is something that a query asks for.
type Demander interface{ Demand() Word }

// A Group is alternatives, by their indexes among all words, of which a page should have one.
type Group struct {
	Words  []int
	Text   string // the group as typed; "" for its words
	Strict bool   // always required: all are quoted, or stand for an operator
}

// Held reports whether the page has one of the words.
func (g *Group) Held(here []bool) bool {
	return slices.ContainsFunc(g.Words, func(i int) bool { return here[i] })
}

// textOf returns a group as it is typed.
func textOf[W Demander](words []W, g *Group) string {
	if g.Text != "" {
		return g.Text
	}
	var out []string
	for _, i := range g.Words {
		out = append(out, words[i].Demand().String())
	}
	return strings.Join(out, " OR ")
}

// Met reports whether the words that the page has are all that it needs.
func Met[W Demander](words []W, groups []Group, here []bool) bool {
	for i, w := range words {
		if !here[i] && !w.Demand().Optional {
			return false
		}
	}
	return !slices.ContainsFunc(groups, func(g Group) bool { return !g.Held(here) })
}

// Lacking returns the words and groups that a page lacks, in their order. The words of groups
// are optional.
func Lacking[W Demander](words []W, groups []Group, here []bool) []string {
	var all []Piece
	for i, w := range words {
		switch d := w.Demand(); {
		case !d.Optional:
			p := cmp.Or(d.Cut, Whole(d.String(), false))
			p.Held = here[i]
			all = append(all, p)
		case len(groups) > 0 && groups[0].Words[0] == i:
			all = append(all, Whole(textOf(words, &groups[0]), groups[0].Held(here)))
			groups = groups[1:]
		}
	}
	return lacking(all)
}

// Without removes from lacked the words and groups that are said elsewhere, such as in links.
func Without[W Demander](lacked []string, words []W, groups []Group, said []bool) []string {
	var held []string
	for i, w := range words {
		if said[i] {
			held = append(held, w.Demand().String())
		}
	}
	for _, g := range groups {
		if g.Held(said) {
			held = append(held, textOf(words, &g))
		}
	}
	return slices.DeleteFunc(lacked, func(text string) bool { return slices.Contains(held, text) })
}
