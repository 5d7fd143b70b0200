// Package related searches for pages similar to another one: by the words that distinguish it
// from the other pages of an index.
//
// Floor: 4 (acts). Stability: engine. It reads an index snapshot and rewrites queries. The
// caller checks whether the searcher may see the page that is named.
package related

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/aranea-search/aranea/analyze"
	"github.com/aranea-search/aranea/index"
	"github.com/aranea-search/aranea/query"
)

// Bounds of the words of a page that are used.
const (
	readBytes  = 16 << 10 // of its text
	mostWords  = 9
	groups     = 3 // a similar page has a word of each
	titleTimes = 3 // how often a word of the title counts
	tried      = 200
	minLetters = 3
	leastPages = 2 // with a word: one that no other page has finds nothing
)

// Words returns the main words of a page of a snapshot, the most distinctive first: frequent in
// the page, above all in its title, and rare elsewhere.
func Words(snap *index.Snapshot, a *analyze.Analyzer, seg int, doc uint32) ([]string, error) {
	d, err := snap.Doc(seg, doc)
	if err != nil {
		return nil, err
	}
	text, err := snap.Text(seg, doc)
	if err != nil {
		return nil, err
	}
	lang, _ := analyze.ParseLang(d.Lang)
	times := map[string]int{}
	count := func(text []byte, n int) {
		tokens, _ := a.Append(nil, text, lang)
		for _, t := range tokens {
			times[t.Word.Form()] += n
		}
	}
	count([]byte(d.Title), titleTimes)
	count([]byte(d.Heading), titleTimes)
	count([]byte(d.Description), 1)
	count(text[:min(len(text), readBytes)], 1)
	return weightiest(snap, lang, times)
}

// weightiest returns the most distinctive of the words, given how often the page has each.
func weightiest(snap *index.Snapshot, lang analyze.Lang, times map[string]int) ([]string, error) {
	type weighed struct {
		word   string
		weight float64
	}
	var all []weighed
	for w, n := range times {
		if says(w, lang) {
			all = append(all, weighed{w, float64(n)})
		}
	}
	byWeight := func(a, b weighed) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), strings.Compare(a.word, b.word))
	}
	slices.SortFunc(all, byWeight)
	all = all[:min(len(all), tried)]
	for i := range all {
		docs := 0
		for seg := range snap.Segments() {
			p, err := snap.Postings(seg, all[i].word)
			if err != nil {
				return nil, err
			}
			if p != nil {
				docs += p.DocFreq()
			}
		}
		if docs < leastPages {
			all[i].weight = 0
			continue
		}
		all[i].weight = (1 + math.Log(all[i].weight)) * math.Log(1+float64(snap.Stored())/float64(docs))
	}
	slices.SortFunc(all, byWeight)
	var out []string
	for _, w := range all[:min(len(all), mostWords)] {
		if w.weight > 0 {
			out = append(out, w.word)
		}
	}
	return out, nil
}

// says reports whether a word may tell what a page is about.
func says(word string, lang analyze.Lang) bool {
	r, _ := utf8.DecodeRuneInString(word)
	letters := utf8.RuneCountInString(word)
	return (letters >= minLetters || letters == 2 && r >= firstUnspaced) && !strings.ContainsAny(word, "0123456789") && !analyze.IsStopWord(lang, word)
}

// firstUnspaced is the first character of the blocks in which two characters are a word.
const firstUnspaced = 0x2E80

// Query returns the replacement of the operator: groups of the words, each of which a page must
// match, and the operator itself, which excludes the page it names. Without words nothing is
// similar to the page.
func Query(n *query.Node, words []string) *query.Node {
	out := &query.Node{Kind: query.And}
	for g := range min(groups, len(words)) {
		or := &query.Node{Kind: query.Or, Field: n.Field}
		for i := g; i < len(words); i += groups {
			or.Nodes = append(or.Nodes, &query.Node{Kind: query.Word, Text: words[i]})
		}
		out.Nodes = append(out.Nodes, or)
	}
	out.Nodes = append(out.Nodes, n)
	return out
}

// First returns the first such operator at or below a node, nil if there is none.
func First(n *query.Node) *query.Node {
	if n.Kind == query.Filter && n.Field == query.Related {
		return n
	}
	for _, k := range n.Nodes {
		if found := First(k); found != nil {
			return found
		}
	}
	return nil
}

// Replaced returns a tree with a node replaced by another.
func Replaced(root, old, by *query.Node) *query.Node {
	if root == old {
		return by
	}
	out := *root
	out.Nodes = nil
	for _, k := range root.Nodes {
		out.Nodes = append(out.Nodes, Replaced(k, old, by))
	}
	return &out
}
