// Package translations learns which pages of an index are translations of one page, which is one work then. Results show one
// of them, docs/ranking.md, "Translations of a page".
//
// Alternates say so (hreflang), if each page names the others; or addresses that are the same but for the name of a
// language, if enough pages of the site are at both, each with a text in the language that its address names. An address
// alone says nothing: /de/ and /en/ may be two shops.
//
// Memory while works are learned: 32 bytes for each of at most 1,048,576 pages whose addresses name a language, 24 for
// each of as many with alternates, some 40 for each of 262,144 trees and 524,288 pairs of them, and as much for each page
// of a work.
//
// Floor: 4 (acts), a part of search. Stability: engine. It does not read indexes, and does not keep what it learns:
// that is in the table of search/versions.
package translations

import (
	"cmp"
	"hash/maphash"
	"iter"
	"slices"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/dedupe/translation"
	"github.com/aranea-search/aranea/linkgraph/rank"
	"github.com/aranea-search/aranea/weburl"
)

// What makes folders, or hosts, that are named after languages translations of one another: so many of their pages
// have the same address but for that name, and so great a share of the smaller one.
const leastPairs, pairShare = 5, 2 // the share is a half

// mostLanguages is in how many languages a page may be; what has more is no page in several languages.
const mostLanguages = 100

// Bounds of the memory for learning. What comes first counts.
const (
	mostMembers = 1 << 20 // pages whose addresses name a language, those that do not beside them, and pages with alternates
	mostTrees   = 1 << 18
	mostPairs   = 1 << 19
)

// A Page is what is known of a page for learning.
type Page struct {
	URL  string
	Key  rank.Key
	Lang analyze.Lang // of its text
}

// Pages yields the pages of an index.
type Pages func() iter.Seq2[Page, error]

// plain is the tree of pages whose addresses name no language.
const plain = -1

// A member is a page that may be in several languages.
type member struct {
	page uint64 // its address without the name of a language
	key  rank.Key
	tree int32
	lang analyze.Lang
	own  bool // that is known, and the one that the address is named after, if it is named after any
}

// A learner learns works. Hashes are random, so that nobody can choose addresses that collide.
type learner struct {
	seed    maphash.Seed
	trees   map[translation.Tree]int32
	sizes   []uint32 // of trees
	pairs   map[[2]int32]uint32
	members []member
	named   []named
	parts   parts
}

// Learn returns the keys of the pages of each work, of pages that it asks for three times at most, in the order of
// their lowest keys.
func Learn(pages Pages, alternates Alternates) ([][]rank.Key, error) {
	l := &learner{seed: maphash.MakeSeed(), trees: map[translation.Tree]int32{}, pairs: map[[2]int32]uint32{}, parts: parts{}}
	if err := l.byAlternates(pages, alternates); err != nil {
		return nil, err
	}
	if err := each(pages, l.take); err != nil {
		return nil, err
	}
	if len(l.members) > 0 {
		l.sort()
		inTrees := l.members
		if err := each(pages, func(p Page, u weburl.URL) { l.takePlain(p, u, inTrees) }); err != nil {
			return nil, err
		}
		l.sort()
		for same := range l.same() {
			l.count(same)
		}
		for same := range l.same() {
			l.join(same)
		}
	}
	return l.parts.all(), nil
}

// each calls a function with each page.
func each(pages Pages, do func(Page, weburl.URL)) error {
	for p, err := range pages() {
		if err != nil {
			return err
		}
		if u, err := weburl.Parse(p.URL); err == nil {
			do(p, u)
		}
	}
	return nil
}

// take takes a page whose address is named after a language. What is in another one, or too short to tell, may still be
// a page of a tree that others tell.
func (l *learner) take(p Page, u weburl.URL) {
	t, ok := translation.TreeOf(u)
	if !ok || len(l.members) == mostMembers {
		return
	}
	n, known := l.trees[t]
	if !known {
		if len(l.trees) == mostTrees {
			return
		}
		n = int32(len(l.trees))
		l.trees[t], l.sizes = n, append(l.sizes, 0)
	}
	own := p.Lang != analyze.Und && t.In(p.Lang.String())
	if own {
		l.sizes[n]++
	}
	l.members = append(l.members, member{l.page(u), p.Key, n, p.Lang, own})
}

// takePlain takes a page whose address is named after no language, if others have it with such a name.
func (l *learner) takePlain(p Page, u weburl.URL, inTrees []member) {
	if _, ok := translation.TreeOf(u); ok || len(l.members) == 2*mostMembers {
		return
	}
	page := l.page(u)
	if _, found := slices.BinarySearchFunc(inTrees, page, func(m member, page uint64) int { return cmp.Compare(m.page, page) }); found {
		l.members = append(l.members, member{page, p.Key, plain, p.Lang, p.Lang != analyze.Und})
	}
}

func (l *learner) page(u weburl.URL) uint64 { return maphash.String(l.seed, translation.Work(u)) }

// sort orders the members by page.
func (l *learner) sort() {
	slices.SortFunc(l.members, func(a, b member) int {
		return cmp.Or(cmp.Compare(a.page, b.page), cmp.Compare(a.tree, b.tree), cmp.Compare(a.key, b.key))
	})
}

// same yields the members that are the same page by their addresses.
func (l *learner) same() iter.Seq[[]member] {
	return func(yield func([]member) bool) {
		for rest := l.members; len(rest) > 0; {
			n := 1
			for n < len(rest) && rest[n].page == rest[0].page {
				n++
			}
			if n > 1 && n <= mostLanguages && !yield(rest[:n]) {
				return
			}
			rest = rest[n:]
		}
	}
}

// pairsOf calls a function with each two members of different trees, the first of which is not plain.
func pairsOf(same []member, do func(a, b member)) {
	for i, a := range same { // they are ordered by tree
		for _, b := range same[:i] {
			if a.tree != b.tree {
				do(a, b)
			}
		}
	}
}

// count counts the pages that trees have in common, in their languages.
func (l *learner) count(same []member) {
	pairsOf(same, func(a, b member) {
		if !a.own || !b.own || a.lang == b.lang {
			return
		}
		pair := [2]int32{a.tree, b.tree}
		if n := l.pairs[pair]; n > 0 || len(l.pairs) < mostPairs {
			l.pairs[pair] = n + 1
		}
	})
}

// join makes pages one work whose trees have enough pages in common.
func (l *learner) join(same []member) {
	pairsOf(same, func(a, b member) {
		smaller := l.sizes[a.tree]
		if b.tree != plain {
			smaller = min(smaller, l.sizes[b.tree])
		}
		if n := l.pairs[[2]int32{a.tree, b.tree}]; n >= leastPairs && n >= (smaller+pairShare-1)/pairShare {
			l.parts.join(a.key, b.key)
		}
	})
}
