// Package demand tells what a page lacks of the words that a query asks for, some of which
// may be alternatives or pieces of one word, which may overlap, as the pairs of a run of
// characters do.
//
// Floor: 4 (acts), a part of search. Stability: engine. It is pure.
package demand

import (
	"cmp"
	"slices"
	"strings"
)

// A Word is a word or phrase of a query, as it is asked for.
type Word struct {
	Text     string
	Quoted   bool
	Optional bool  // a page may lack it
	Cut      Piece // of the word that it is a part of
}

// String returns it as it is typed.
func (w Word) String() string {
	if w.Quoted && !strings.HasPrefix(w.Text, `"`) {
		return `"` + w.Text + `"`
	}
	return w.Text
}

// A Demander is what a query asks for.
type Demander interface{ Demand() Word }

// A Group is alternatives, by their numbers among all words, of which a page should hold
// one.
type Group struct {
	Words  []int
	Strict bool // it is never left out: all stand in quotes, or stand for an operator
}

// Held reports whether one of the words is there.
func (g *Group) Held(here []bool) bool {
	return slices.ContainsFunc(g.Words, func(i int) bool { return here[i] })
}

// textOf returns a group as it is asked for.
func textOf[W Demander](words []W, g *Group) string {
	var out []string
	for _, i := range g.Words {
		out = append(out, words[i].Demand().String())
	}
	return strings.Join(out, " OR ")
}

// Met reports whether the words that are there are all that a page should hold.
func Met[W Demander](words []W, groups []Group, here []bool) bool {
	for i, w := range words {
		if !here[i] && !w.Demand().Optional {
			return false
		}
	}
	return !slices.ContainsFunc(groups, func(g Group) bool { return !g.Held(here) })
}

// Lacking returns what is lacked of words and groups, in their order, if some words are
// there. The words of a group are optional.
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

// Without removes from what is lacked the words and groups that are said elsewhere.
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
